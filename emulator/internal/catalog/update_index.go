package catalog

import (
	"fmt"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// planIndexes plans what is to be done to global indexes.
func (t *Table) planIndexes(q *updateRequest, now time.Time) (todo []step, err error) {
	online := 0
	for _, u := range q.GlobalSecondaryIndexUpdates {
		var do step
		switch {
		case u.Create != nil:
			online++
			do, err = t.planCreate(q, u.Create, now)
		case u.Delete != nil:
			online++
			do, err = t.planDelete(*u.Delete.IndexName, now)
		default:
			do, err = t.planChange(q, u.Update, now)
		}
		if err != nil {
			return nil, err
		}
		todo = append(todo, do)
	}
	if online > 1 {
		return nil, oneOnline()
	}
	return todo, nil
}

func oneOnline() error {
	return limitExceeded("Only 1 online index can be created or deleted simultaneously per table")
}

func (t *Table) planCreate(q *updateRequest, r *indexRequest, now time.Time) (step, error) {
	name := *r.IndexName
	if t.index(name) != nil {
		return nil, fault.Validation("Attempting to create an index which already exists")
	}
	if slices.ContainsFunc(t.indexes, func(x *index) bool { return x.busy(now) }) {
		return nil, oneOnline()
	}
	if q.AttributeDefinitions == nil {
		return nil, fault.Parameters("AttributeDefinitions is not specified for index: %s", name)
	}
	demand := t.demandAfter(q)
	if err := r.checkGlobal(definedNames(q.AttributeDefinitions), demand); err != nil {
		return nil, err
	}
	if err := t.checkRedefined(q.AttributeDefinitions, r.KeySchema); err != nil {
		return nil, err
	}
	if t.globals() >= maxGlobal {
		return nil, limitExceeded("GlobalSecondaryIndex count exceeds the per-table limit of %d", maxGlobal)
	}
	return func() {
		x := newIndex(r, false, kinds(q.AttributeDefinitions))
		x.capacity = newCapacity(now, demand, r.ProvisionedThroughput, r.OnDemandThroughput, r.WarmThroughput)
		x.added = true
		x.backfillAt = now.Add(t.catalog.opts.IndexDelay / 2)
		x.readyAt = now.Add(t.catalog.opts.IndexDelay)
		t.indexes = append(t.indexes, x)
		t.define(q.AttributeDefinitions)
		t.Data.AddIndex(x.spec)
	}, nil
}

func (t *Table) globals() int {
	n := 0
	for _, x := range t.indexes {
		if !x.spec.Local {
			n++
		}
	}
	return n
}

// checkRedefined refuses to give an attribute that is in a key another type.
func (t *Table) checkRedefined(definitions []attributeDefinition, keys []keyElement) error {
	have, asked := kinds(t.definitions), kinds(definitions)
	show := func(kind string, k keyElement) string {
		return fmt.Sprintf("Schema:[SchemaElement: key{%s:%s:%s}]", *k.AttributeName, kind, *k.KeyType)
	}
	for _, k := range keys {
		old, ok := have[*k.AttributeName]
		if now := asked[*k.AttributeName]; ok && old != now {
			return fault.Validation("Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. "+
				"Existing schema: %s New schema: %s", show(old.Kind.Name(), k), show(now.Kind.Name(), k))
		}
	}
	return nil
}

// define adds the attributes that are new and used.
func (t *Table) define(definitions []attributeDefinition) {
	have := definedNames(t.definitions)
	for _, d := range definitions {
		if t.uses(*d.AttributeName) && !slices.Contains(have, *d.AttributeName) {
			t.definitions = append(t.definitions, d)
		}
	}
}

// global returns a global index to be deleted or changed; verb says which.
func (t *Table) global(name, verb string, now time.Time) (*index, error) {
	x := t.index(name)
	switch {
	case x == nil:
		return nil, &fault.Error{
			Code:    "ResourceNotFoundException",
			Message: fmt.Sprintf("Requested resource not found: Index %s for table %s", name, t.Name),
		}
	case x.spec.Local:
		return nil, fault.Validation("Cannot %s an index that is not a GlobalSecondaryIndex: %s", verb, name)
	case x.deleting:
		return nil, t.indexInUse(name, "Index is being deleted.")
	case x.allocating(now):
		return nil, t.indexInUse(name, "Index creation is in resource allocation phase. "+
			"Retry deletion during backfilling phase or when the index is active.")
	}
	return x, nil
}

func (t *Table) indexInUse(name, why string) error {
	return fault.InUse("Attempt to change a resource which is still in use: %s Table: %s Index: %s", why, t.Name, name)
}

// planDelete plans that readers find the index gone at once, and DescribeTable
// after IndexDelay.
func (t *Table) planDelete(name string, now time.Time) (step, error) {
	x, err := t.global(name, "delete", now)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(t.indexes, func(other *index) bool { return other != x && other.busy(now) }) {
		return nil, oneOnline()
	}
	return func() {
		x.deleting, x.goneAt = true, now.Add(t.catalog.opts.IndexDelay)
		t.Data.DropIndex(name)
	}, nil
}

// planChange plans another throughput of an index.
func (t *Table) planChange(q *updateRequest, r *indexChange, now time.Time) (step, error) {
	x, err := t.global(*r.IndexName, "update", now)
	if err != nil {
		return nil, err
	}
	demand, p := t.demandAfter(q), r.ProvisionedThroughput
	if err := x.checkChange(r, demand, now); err != nil {
		return nil, err
	}
	return func() {
		if p != nil {
			x.capacity.change(*p.ReadCapacityUnits, *p.WriteCapacityUnits, now)
		}
		x.capacity.limit(r.OnDemandThroughput)
		x.capacity.warm(r.WarmThroughput)
		x.updatedAt = now
	}, nil
}

func (x *index) checkChange(r *indexChange, demand bool, now time.Time) error {
	name, p := x.spec.Name, r.ProvisionedThroughput
	switch {
	case demand && p != nil:
		return fault.Parameters("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: %s when BillingMode is PAY_PER_REQUEST", name)
	case !demand && p == nil && r.OnDemandThroughput == nil && r.WarmThroughput == nil:
		return fault.Parameters("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: %s", name)
	}
	if p != nil {
		if err := p.inBounds(); err != nil {
			return fault.Validation("This operation cannot be performed with given input values. " +
				"Please contact DynamoDB service team for more info: Action Blocked: IndexUpdate")
		}
		if err := x.capacity.unchanged("index", name, p); err != nil {
			return err
		}
		if err := x.capacity.decreasable(p, now); err != nil {
			return err
		}
	}
	if err := r.OnDemandThroughput.check("index : "+name, demand, true); err != nil {
		return err
	}
	if r.WarmThroughput == nil {
		return nil
	}
	return r.WarmThroughput.checkRaise("index "+name, &x.capacity)
}
