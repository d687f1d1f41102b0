package catalog

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
)

// sweepBatch is how many items are deleted under one hold of a table's lock.
const sweepBatch = 500

// Run sweeps expired items now and then until ctx ends. How often depends on
// TTLDelay: ten times within it, but at most ten times a second and at least
// once a minute.
func (c *Catalog) Run(ctx context.Context) {
	if c.opts.TTLDelay < 0 {
		return
	}
	ticker := time.NewTicker(min(max(c.opts.TTLDelay/10, 100*time.Millisecond), time.Minute))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			c.Sweep()
		}
	}
}

// Sweep deletes the items that expired TTLDelay ago by the clock, and says how
// many. The time counts from the latest of an item's expiry, its last write and
// the moment that TTL was turned on: an item that is written with an expiry in
// the past is never gone before TTLDelay, as on DynamoDB, where sweeping takes
// hours to days. Left are items whose expiry is no number or lies more than five
// years back. The deletions show in streams as the service's own.
func (c *Catalog) Sweep() int {
	if c.opts.TTLDelay < 0 {
		return 0
	}
	swept := 0
	for _, t := range c.all() {
		for {
			n, more := t.sweep(c.opts.Now(), c.opts.TTLDelay)
			swept += n
			if !more {
				break
			}
		}
	}
	return swept
}

// all returns the tables in the order of their names.
func (c *Catalog) all() []*Table {
	c.mu.RLock()
	defer c.mu.RUnlock()
	list := make([]*Table, 0, len(c.tables))
	for _, name := range slices.Sorted(maps.Keys(c.tables)) {
		list = append(list, c.tables[name])
	}
	return list
}

// sweep deletes up to sweepBatch items and reports whether there may be more.
func (t *Table) sweep(now time.Time, delay time.Duration) (n int, more bool) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	for range sweepBatch {
		if t.expiry == nil {
			return n, false
		}
		k, ok := t.expiry.next(now.Add(-delay))
		if !ok {
			return n, false
		}
		if t.expire(k, now) {
			n++
		}
	}
	return n, true
}

// expire deletes an item unless its expiry is too old to be meant.
func (t *Table) expire(k store.Key, now time.Time) bool {
	r := t.Data.Tree.Get(k)
	if r == nil {
		return false
	}
	seconds, ok := expires(r.Item().Get(t.expiry.attribute))
	if !ok || seconds < now.Add(-tooOld).Unix() {
		return false
	}
	item := r.Item()
	t.Data.Delete(r, t.Data.Changes(item, ""))
	t.Record(item, "", true)
	return true
}
