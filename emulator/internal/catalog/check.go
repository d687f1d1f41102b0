package catalog

import (
	"fmt"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
)

// Check walks all tables, indexes and streams and reports the first thing that
// does not add up. It is for tests.
func (c *Catalog) Check() error {
	for _, t := range c.all() {
		if err := t.check(); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return c.streams.Check()
}

func (t *Table) check() error {
	t.Mu.RLock()
	defer t.Mu.RUnlock()
	if err := t.Data.Check(); err != nil {
		return err
	}
	live := 0
	for _, x := range t.indexes {
		if x.deleting {
			continue
		}
		live++
		if t.Data.Index(x.spec.Name) == nil {
			return fmt.Errorf("index %s is described and has no entries", x.spec.Name)
		}
	}
	if live != len(t.Data.Indexes) {
		return fmt.Errorf("%d indexes are described and %d kept", live, len(t.Data.Indexes))
	}
	if t.stream != nil && t.stream != t.latest {
		return fmt.Errorf("the enabled stream is not the latest")
	}
	return t.checkExpiry()
}

// checkExpiry checks that each item that expires is waited for, and no other,
// except what a sweep has left.
func (t *Table) checkExpiry() error {
	if t.expiry == nil {
		return nil
	}
	queued := map[store.Key]bool{}
	for _, e := range t.expiry.queue {
		queued[e.key] = queued[e.key] || t.expiry.from[e.key] == e.from
	}
	for k := range t.expiry.from {
		r := t.Data.Tree.Get(k)
		if r == nil {
			return fmt.Errorf("expiry of %q, which is not there", k)
		}
		if _, ok := expires(r.Item().Get(t.expiry.attribute)); !ok || !queued[k] {
			return fmt.Errorf("expiry of %q is not queued or not its own", k)
		}
	}
	return nil
}
