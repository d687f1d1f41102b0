package catalog

import (
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
)

// index is what is known of a table's index beside its entries. It is guarded
// by its Table's Mu.
//
// A global index that UpdateTable adds is filled at once, so that writes keep it
// in step, and closed to readers until its time has come.
type index struct {
	spec       store.IndexSpec
	keySchema  []keyElement
	projection projection
	capacity   capacity // of a global index

	added      bool      // by UpdateTable, not with the table
	backfillAt time.Time // of an added one: CREATING without backfilling until then
	readyAt    time.Time // CREATING until then
	updatedAt  time.Time // UPDATING until then
	deleting   bool
	goneAt     time.Time // with deleting: DELETING until then
}

func newIndex(r *indexRequest, local bool, kinds map[string]store.Attr) *index {
	return &index{
		spec: store.IndexSpec{
			Name:       *r.IndexName,
			Local:      local,
			Keys:       storeKeys(r.KeySchema, kinds),
			Projection: store.Projection{All: *r.Projection.ProjectionType == "ALL", NonKeys: r.Projection.NonKeyAttributes},
		},
		keySchema:  r.KeySchema,
		projection: *r.Projection,
	}
}

func (x *index) creating(now time.Time) bool { return now.Before(x.readyAt) }

// allocating is the first part of being created, in which an index can not be
// deleted again.
func (x *index) allocating(now time.Time) bool { return x.added && now.Before(x.backfillAt) }

// busy reports whether the index is being created or deleted.
func (x *index) busy(now time.Time) bool { return x.deleting || x.creating(now) }

func (x *index) status(now time.Time) string {
	switch {
	case x.deleting:
		return "DELETING"
	case x.creating(now):
		return "CREATING"
	case now.Before(x.updatedAt):
		return "UPDATING"
	}
	return "ACTIVE"
}
