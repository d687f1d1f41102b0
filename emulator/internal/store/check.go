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
		if k, ok := t.Keys.Of(r.Item); !ok || k != r.Key() {
			return fmt.Errorf("table: item under key %q has key %q", r.Key(), k)
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
		if k, projected, ok := x.entry(base.Item); !ok || k != r.Key() || projected != r.Item {
			return fmt.Errorf("entry %q is not what its item gives", r.Key())
		}
	}
	want := 0
	for r := range t.Tree.Scan(0, 1, nil) {
		if _, _, ok := x.entry(r.Item); ok {
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
			count += c.items.Len()
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
	if c.items.Len() == 0 {
		return fmt.Errorf("collection %q is empty", c.key)
	}
	var last *Record
	var err error
	size := 0
	c.items.Scan(func(r *Record) bool {
		switch {
		case r.collection != c && compareCollections(r.collection, c) != 0:
			err = fmt.Errorf("item %q is in collection %q", r.Key(), c.key)
		case last != nil && !before(last, r):
			err = fmt.Errorf("item %q is out of order", r.Key())
		case r.Size != r.Item.Size():
			err = fmt.Errorf("item %q is noted with %d bytes, has %d", r.Key(), r.Size, r.Item.Size())
		}
		last = r
		size += r.Size
		return err == nil
	})
	if err == nil && size != c.size {
		err = fmt.Errorf("collection %q is noted with %d bytes, has %d", c.key, c.size, size)
	}
	return err
}
