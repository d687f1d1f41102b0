package store

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Index is a secondary index with its entries. An entry shares its item with
// the table; what it projects is picked out when it is read.
type Index struct {
	Spec IndexSpec
	Tree *Tree

	names []string // that it projects; unused where it projects all
}

func newIndex(spec IndexSpec, table Keys) *Index {
	names := slices.Concat(spec.Projection.NonKeys, spec.Keys.Names(), table.Names())
	slices.Sort(names)
	return &Index{Spec: spec, Tree: NewTree(), names: slices.Compact(names)}
}

// Projects reports whether the index holds the attribute.
func (x *Index) Projects(name string) bool {
	return x.Spec.Projection.All || slices.Contains(x.names, name)
}

// View is what the index holds of a record's item.
func (x *Index) View(r *Record) value.Item { return x.project(r.item) }

func (x *Index) project(it value.Item) value.Item {
	if x.Spec.Projection.All || it == "" {
		return it
	}
	attrs := make([]value.Attr, 0, len(x.names))
	for _, name := range x.names {
		attrs = append(attrs, value.Attr{Name: name, Value: it.Get(name)})
	}
	return value.NewItem(attrs)
}

// projectedSize is project(it).Size() without making the item.
func (x *Index) projectedSize(it value.Item) int {
	size := 0
	for _, name := range x.names {
		if v := it.Get(name); v != "" {
			size += len(name) + v.Size()
		}
	}
	return size
}

// put adds the entry of a record of the table.
func (x *Index) put(k Key, base *Record) {
	size := base.Size()
	if !x.Spec.Projection.All {
		size = x.projectedSize(base.item)
	}
	x.Tree.put(x.Tree.findOrAdd(k.Partition), &Record{sort: k.Sort, item: base.item, base: base, size: int32(size)})
}

// Change is what one write does to one index. Capacity is counted from it.
type Change struct {
	Index  *Index
	before slot
	after  slot
}

// slot is an entry, or its absence.
type slot struct {
	key  Key
	item value.Item // whole
	in   bool
}

func (x *Index) slot(it value.Item) slot {
	if it == "" {
		return slot{}
	}
	k, in := x.Spec.Keys.Of(it)
	return slot{key: k, item: it, in: in}
}

// MovedKey reports whether the entry is there before and after, under
// different keys.
func (c Change) MovedKey() bool { return c.before.in && c.after.in && c.before.key != c.after.key }

// Entries are what the index projects before and after; missing where there is
// no entry.
func (c Change) Entries() (before, after value.Item) {
	if c.before.in {
		before = c.Index.project(c.before.item)
	}
	if c.after.in {
		after = c.Index.project(c.after.item)
	}
	return before, after
}

// Keys are the entry's keys before and after, and whether there was and is one.
func (c Change) Keys() (before, after Key, was, is bool) {
	return c.before.key, c.after.key, c.before.in, c.after.in
}
