package catalog

import (
	"slices"
	"sync"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/limits"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/streams"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Table is a table with its items. Name, ARN and Gate do not change; Data may be
// used only with Mu held, for writing where items change.
type Table struct {
	Name string
	ARN  string
	Gate *limits.Gate // nil without limits, which admits everything

	catalog *Catalog

	// Guarded by Catalog.mu.
	id          string
	created     time.Time
	readyAt     time.Time // CREATING until then
	updatedAt   time.Time // UPDATING until then
	deleting    bool
	goneAt      time.Time // with deleting: DELETING until then
	keySchema   []keyElement
	definitions []attributeDefinition
	protected   bool
	class       tableClass
	encryption  *encryption
	tags        map[string]string
	ttlChanged  time.Time

	Mu   sync.RWMutex // guards what follows
	Data *store.Table

	capacity capacity
	indexes  []*index
	stream   *streams.Stream // nil where none is enabled
	latest   *streams.Stream // the last one that was
	expiry   *expiry         // nil where TTL is off
}

func (t *Table) creating(now time.Time) bool { return now.Before(t.readyAt) }

// status is the table's at a time.
func (t *Table) status(now time.Time) string {
	switch {
	case t.deleting:
		return "DELETING"
	case t.creating(now):
		return "CREATING"
	case now.Before(t.updatedAt) || slices.ContainsFunc(t.indexes, func(x *index) bool { return x.allocating(now) }):
		return "UPDATING"
	}
	return "ACTIVE"
}

// settled is nil where the table may be changed or deleted.
func (t *Table) settled(now time.Time) error {
	switch {
	case t.deleting:
		return fault.InUse("Attempt to change a resource which is still in use: Table is being deleted: %s", t.Name)
	case t.creating(now):
		return fault.InUse("Attempt to change a resource which is still in use: Table is being created: %s", t.Name)
	}
	return nil
}

// settle forgets the indexes whose deletion is over, and the times that have
// come, so that what an earlier call began is over for a later one even where
// the clock stands still. Catalog.mu is held for writing.
func (t *Table) settle(now time.Time) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.indexes = slices.DeleteFunc(t.indexes, func(x *index) bool { return x.deleting && !now.Before(x.goneAt) })
	t.definitions = slices.DeleteFunc(t.definitions, func(d attributeDefinition) bool { return !t.uses(*d.AttributeName) })
	t.readyAt, t.updatedAt = come(t.readyAt, now), come(t.updatedAt, now)
	for _, x := range t.indexes {
		x.backfillAt, x.readyAt, x.updatedAt = come(x.backfillAt, now), come(x.readyAt, now), come(x.updatedAt, now)
	}
}

// come is the zero time for a time that has come.
func come(at, now time.Time) time.Time {
	if now.Before(at) {
		return at
	}
	return time.Time{}
}

// uses reports whether an attribute is in a key of the table or of an index.
func (t *Table) uses(attribute string) bool {
	in := func(keys []keyElement) bool {
		return slices.ContainsFunc(keys, func(k keyElement) bool { return *k.AttributeName == attribute })
	}
	return in(t.keySchema) || slices.ContainsFunc(t.indexes, func(x *index) bool { return in(x.keySchema) })
}

// index returns a table's index with what is known of it, or nil. Mu is held.
func (t *Table) index(name string) *index {
	for _, x := range t.indexes {
		if x.spec.Name == name {
			return x
		}
	}
	return nil
}

// OpenIndex returns the index to read from. An index that is missing, being
// deleted or not yet filled is a ValidationException. Mu is held.
func (t *Table) OpenIndex(name string) (*store.Index, error) {
	x, data := t.index(name), t.Data.Index(name)
	switch {
	case x == nil || data == nil:
		return nil, fault.Validation("The table does not have the specified index: %s", name)
	case x.creating(t.catalog.opts.Now()):
		return nil, fault.Validation("Cannot read from backfilling global secondary index: %s", name)
	}
	return data, nil
}

// Record tells the table's stream of a write and notes when the item expires.
// before is missing for a new item, after for a deleted one; a write that
// changes nothing is not recorded. Mu is held for writing.
func (t *Table) Record(before, after value.Item, byTTL bool) {
	if t.stream != nil {
		t.stream.Append(before, after, byTTL)
	}
	if t.expiry == nil {
		return
	}
	if after == "" {
		t.expiry.forget(before)
	} else {
		t.expiry.note(after, t.catalog.opts.Now())
	}
}
