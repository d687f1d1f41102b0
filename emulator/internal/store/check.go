package store

import "fmt"

// Check walks the whole table and reports the first thing that does not add
// up: an item out of order or out of its partition, a count or size that is
// off, an index entry without its item, an item without its entry.
func (t *Table) Check() error {
	if err := t.Tree.check(); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	for r := range t.Tree.Scan(0, 1, nil) {
		if k, ok := t.Keys.Of(r.item); !ok || k != r.Key() {
			return fmt.Errorf("table: item under key %q has key %q", r.Key(), k)
		}
		if r.Size() != r.item.Size() {
			return fmt.Errorf("table: item %q is noted with %d bytes, has %d", r.Key(), r.Size(), r.item.Size())
		}
	}
	for _, x := range t.Indexes {
		if err := t.checkIndex(x); err != nil {
			return fmt.Errorf("index %s: %w", x.Spec.Name, err)
		}
	}
	return nil
}

func (t *Table) checkIndex(x *Index) error {
	if err := x.Tree.check(); err != nil {
		return err
	}
	for r := range x.Tree.Scan(0, 1, nil) {
		base := t.Tree.Get(r.base.Key())
		if base == nil {
			return fmt.Errorf("entry %q has no item", r.Key())
		}
		if k, ok := x.Spec.Keys.Of(base.item); !ok || k != r.Key() || r.item != base.item {
			return fmt.Errorf("entry %q is not what its item gives", r.Key())
		}
		if size := x.View(r).Size(); r.Size() != size {
			return fmt.Errorf("entry %q is noted with %d bytes, has %d", r.Key(), r.Size(), size)
		}
	}
	want := 0
	for r := range t.Tree.Scan(0, 1, nil) {
		if _, ok := x.Spec.Keys.Of(r.item); ok {
			want++
		}
	}
	if want != x.Tree.Count() {
		return fmt.Errorf("%d entries for %d items", x.Tree.Count(), want)
	}
	return nil
}

func (t *Tree) check() error {
	count, size := 0, 0
	for i, s := range t.shards {
		var last *collection
		var err error
		s.collections.Scan(func(c *collection) bool {
			switch {
			case t.index(c.hash) != i:
				err = fmt.Errorf("collection %q is in partition %d", c.key, i)
			case last != nil && !collectionBefore(last, c):
				err = fmt.Errorf("collection %q is out of order", c.key)
			default:
				err = c.check()
			}
			last = c
			count += c.items.len()
			size += c.size
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	if count != t.count || size != t.size {
		return fmt.Errorf("%d items of %d bytes, counted as %d of %d", count, size, t.count, t.size)
	}
	return nil
}

func (c *collection) check() error {
	if c.items.len() == 0 {
		return fmt.Errorf("collection %q is empty", c.key)
	}
	var last *Record
	var err error
	size := 0
	c.items.ascend(nil, func(r *Record) bool {
		switch {
		case r.collection != c && compareCollections(r.collection, c) != 0:
			err = fmt.Errorf("item %q is in collection %q", r.Key(), c.key)
		case last != nil && !before(last, r):
			err = fmt.Errorf("item %q is out of order", r.Key())
		}
		last = r
		size += r.Size()
		return err == nil
	})
	if err == nil && size != c.size {
		err = fmt.Errorf("collection %q is noted with %d bytes, has %d", c.key, c.size, size)
	}
	return err
}
