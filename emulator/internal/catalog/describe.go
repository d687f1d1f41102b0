package catalog

import (
	"slices"
	"strconv"
	"time"
)

// epoch is a time as seconds since 1970 with milliseconds.
type epoch time.Time

// MarshalJSON writes a number.
func (e epoch) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(time.Time(e).UnixMilli())/1000, 'f', -1, 64), nil
}

// since is nil for the zero time.
func since(t time.Time) *epoch {
	if t.IsZero() {
		return nil
	}
	return (*epoch)(&t)
}

// description is a table as DescribeTable shows it.
type description struct {
	AttributeDefinitions      []attributeDefinition `json:",omitempty"`
	TableName                 string
	KeySchema                 []keyElement `json:",omitempty"`
	TableStatus               string
	CreationDateTime          *epoch `json:",omitempty"`
	ProvisionedThroughput     provisionedDescription
	TableSizeBytes            int
	ItemCount                 int
	TableArn                  string
	TableId                   string
	BillingModeSummary        *billingSummary    `json:",omitempty"`
	LocalSecondaryIndexes     []indexDescription `json:",omitempty"`
	GlobalSecondaryIndexes    []indexDescription `json:",omitempty"`
	StreamSpecification       *streamSpec        `json:",omitempty"`
	LatestStreamLabel         string             `json:",omitempty"`
	LatestStreamArn           string             `json:",omitempty"`
	SSEDescription            *sseDescription    `json:",omitempty"`
	TableClassSummary         *classSummary      `json:",omitempty"`
	DeletionProtectionEnabled bool
	OnDemandThroughput        *onDemand        `json:",omitempty"`
	WarmThroughput            *warmDescription `json:",omitempty"`
}

type provisionedDescription struct {
	LastIncreaseDateTime   *epoch `json:",omitempty"`
	LastDecreaseDateTime   *epoch `json:",omitempty"`
	NumberOfDecreasesToday int
	ReadCapacityUnits      int64
	WriteCapacityUnits     int64
}

type billingSummary struct {
	BillingMode                       string
	LastUpdateToPayPerRequestDateTime *epoch `json:",omitempty"`
}

type sseDescription struct{ Status, SSEType, KMSMasterKeyArn string }

type classSummary struct {
	TableClass         string
	LastUpdateDateTime *epoch `json:",omitempty"`
}

type warmDescription struct {
	ReadUnitsPerSecond, WriteUnitsPerSecond int64
	Status                                  string
}

type indexDescription struct {
	IndexName             string
	KeySchema             []keyElement
	Projection            projection
	IndexStatus           string                  `json:",omitempty"`
	Backfilling           *bool                   `json:",omitempty"`
	ProvisionedThroughput *provisionedDescription `json:",omitempty"`
	IndexSizeBytes        int
	ItemCount             int
	IndexArn              string
	OnDemandThroughput    *onDemand        `json:",omitempty"`
	WarmThroughput        *warmDescription `json:",omitempty"`
}

// describeBefore describes the table as it is in the last moment before now: an
// answer to a change shows it under way, even where it takes no time.
func (t *Table) describeBefore(now time.Time) *description { return t.describe(now.Add(-1)) }

// describe describes the table. Catalog.mu is held.
func (t *Table) describe(now time.Time) *description {
	t.Mu.RLock()
	defer t.Mu.RUnlock()
	d := &description{
		AttributeDefinitions:      slices.Clone(t.definitions),
		TableName:                 t.Name,
		KeySchema:                 t.keySchema,
		TableStatus:               t.status(now),
		CreationDateTime:          since(t.created),
		ProvisionedThroughput:     t.capacity.provisioned(now),
		TableSizeBytes:            t.Data.Tree.Size(),
		ItemCount:                 t.Data.Tree.Count(),
		TableArn:                  t.ARN,
		TableId:                   t.id,
		BillingModeSummary:        t.capacity.billing(),
		DeletionProtectionEnabled: t.protected,
		OnDemandThroughput:        t.capacity.limits(),
		WarmThroughput:            t.capacity.warmth(),
	}
	for _, x := range t.indexes {
		if x.spec.Local {
			d.LocalSecondaryIndexes = append(d.LocalSecondaryIndexes, t.describeIndex(x, now))
		} else {
			d.GlobalSecondaryIndexes = append(d.GlobalSecondaryIndexes, t.describeIndex(x, now))
		}
	}
	t.describeSettings(d)
	return d
}

func (t *Table) describeSettings(d *description) {
	if t.stream != nil {
		d.StreamSpecification = &streamSpec{StreamEnabled: new(true), StreamViewType: new(string(t.stream.View))}
	}
	if t.latest != nil {
		d.LatestStreamLabel, d.LatestStreamArn = t.latest.Label, t.latest.ARN
	}
	if t.encryption != nil {
		d.SSEDescription = &sseDescription{"ENABLED", "KMS", t.encryption.key}
	}
	if t.class.name != "" {
		d.TableClassSummary = &classSummary{t.class.name, since(t.class.changed)}
	}
}

func (t *Table) describeIndex(x *index, now time.Time) indexDescription {
	d := indexDescription{
		IndexName:  x.spec.Name,
		KeySchema:  x.keySchema,
		Projection: x.projection,
		IndexArn:   t.ARN + "/index/" + x.spec.Name,
	}
	if data := t.Data.Index(x.spec.Name); data != nil && !x.deleting {
		d.IndexSizeBytes, d.ItemCount = data.Tree.Size(), data.Tree.Count()
	}
	if x.spec.Local {
		return d
	}
	d.IndexStatus = x.status(now)
	if x.added && d.IndexStatus == "CREATING" {
		d.Backfilling = new(!x.allocating(now))
	}
	d.ProvisionedThroughput = new(x.capacity.provisioned(now))
	d.OnDemandThroughput, d.WarmThroughput = x.capacity.limits(), x.capacity.warmth()
	return d
}

func (c *capacity) provisioned(now time.Time) provisionedDescription {
	return provisionedDescription{since(c.increased), since(c.decreased), c.decreasesOn(now), c.Read, c.Write}
}

// billing is nil for what never was on demand.
func (c *capacity) billing() *billingSummary {
	if c.onDemandSince.IsZero() {
		return nil
	}
	mode := provisionedMode
	if c.OnDemand {
		mode = payPerRequest
	}
	return &billingSummary{mode, since(c.onDemandSince)}
}

func (c *capacity) limits() *onDemand {
	if c.MaxRead == 0 && c.MaxWrite == 0 {
		return nil
	}
	shown := func(n int64) *int64 {
		if n == 0 {
			n = -1
		}
		return &n
	}
	return &onDemand{shown(c.MaxRead), shown(c.MaxWrite)}
}

func (c *capacity) warmth() *warmDescription {
	return &warmDescription{c.WarmRead, c.WarmWrite, "ACTIVE"}
}
