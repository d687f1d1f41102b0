package catalog

import (
	"crypto/rand"
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/limits"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/streams"
)

type createRequest struct {
	TableName                 *string
	AttributeDefinitions      []attributeDefinition
	KeySchema                 []keyElement
	LocalSecondaryIndexes     []indexRequest
	GlobalSecondaryIndexes    []indexRequest
	BillingMode               *string
	ProvisionedThroughput     *provisioned
	OnDemandThroughput        *onDemand
	WarmThroughput            *warm
	StreamSpecification       *streamSpec
	SSESpecification          *sseSpec
	Tags                      []tag
	TableClass                *string
	DeletionProtectionEnabled *bool
}

func (q *createRequest) demand() bool { return text(q.BillingMode) == payPerRequest }

type tableAnswer struct{ TableDescription *description }

func (c *Catalog) createTable(q *createRequest) (any, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.opts.Now()
	c.settle(now)
	if t := c.tables[*q.TableName]; t != nil {
		if t.creating(now) {
			return nil, t.settled(now)
		}
		return nil, fault.InUse("Table already exists: %s", t.Name)
	}
	t := c.newTable(q, now)
	c.tables[t.Name] = t
	return tableAnswer{t.describeBefore(now)}, nil
}

func (c *Catalog) newTable(q *createRequest, now time.Time) *Table {
	types := kinds(q.AttributeDefinitions)
	t := &Table{
		Name: *q.TableName, ARN: c.tableARN(*q.TableName), catalog: c,
		id: newID(), created: now, readyAt: now.Add(c.opts.CreateDelay),
		keySchema: q.KeySchema, definitions: q.AttributeDefinitions,
		protected:  q.DeletionProtectionEnabled != nil && *q.DeletionProtectionEnabled,
		encryption: q.SSESpecification.settings(c.opts.Region),
		tags:       map[string]string{},
		capacity:   newCapacity(now, q.demand(), q.ProvisionedThroughput, q.OnDemandThroughput, q.WarmThroughput),
	}
	t.class.name = text(q.TableClass)
	for _, g := range q.Tags {
		t.tags[*g.Key] = *g.Value
	}
	var specs []store.IndexSpec
	for _, list := range [][]indexRequest{q.LocalSecondaryIndexes, q.GlobalSecondaryIndexes} {
		for i := range list {
			x := newIndex(&list[i], len(t.indexes) < len(q.LocalSecondaryIndexes), types)
			x.readyAt = t.readyAt
			if !x.spec.Local {
				x.capacity = newCapacity(now, q.demand(), list[i].ProvisionedThroughput, list[i].OnDemandThroughput, list[i].WarmThroughput)
			}
			t.indexes = append(t.indexes, x)
			specs = append(specs, x.spec)
		}
	}
	t.Data = store.NewTable(storeKeys(q.KeySchema, types), specs)
	t.Gate = limits.New(c.opts.Limits, t.ARN, t.served())
	if s := q.StreamSpecification; s != nil && *s.StreamEnabled {
		t.enableStream(streams.View(*s.StreamViewType))
	}
	return t
}

func (t *Table) enableStream(view streams.View) {
	t.stream = t.catalog.streams.Enable(t.Name, t.ARN, t.Data.Keys, view)
	t.latest = t.stream
}

func (t *Table) disableStream() {
	if t.stream != nil {
		t.stream.Disable()
		t.stream = nil
	}
}

// newID is a random UUID.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
