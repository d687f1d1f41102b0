package store

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Index is a secondary index with its entries.
type Index struct {
	Spec IndexSpec
	Tree *Tree

	table Keys
}

// entry is what the index holds of an item, or ok = false where the item lacks
// one of the index's keys and so is not in it.
func (x *Index) entry(it value.Item) (k Key, projected value.Item, ok bool) {
	if it == "" {
		return Key{}, "", false
	}
	k, ok = x.Spec.Keys.Of(it)
	if !ok {
		return Key{}, "", false
	}
	return k, x.project(it), true
}

func (x *Index) project(it value.Item) value.Item {
	if x.Spec.Projection.All {
		return it
	}
	attrs := make([]value.Attr, 0, 4+len(x.Spec.Projection.NonKeys))
	for name, v := range it.All() {
		if x.Projects(name) {
			attrs = append(attrs, value.Attr{Name: name, Value: v})
		}
	}
	return value.NewItem(attrs)
}

// Projects reports whether the index holds the attribute.
func (x *Index) Projects(name string) bool {
	return x.Spec.Projection.All || slices.Contains(x.Spec.Projection.NonKeys, name) ||
		slices.Contains(x.Spec.Keys.Names(), name) || slices.Contains(x.table.Names(), name)
}

// Change is what one write does to one index: its entries before and after,
// either of which may be missing. Capacity is counted from it.
type Change struct {
	Index         *Index
	Before, After value.Item
	MovedKey      bool // both are there, under different keys
	oldKey        Key
	newKey        Key
}

// Changed reports whether the index has anything to write.
func (c Change) Changed() bool { return c.Before != c.After || c.MovedKey }

// Table is a table's items and its indexes.
type Table struct {
	Keys    Keys
	Tree    *Tree
	Indexes []*Index
}

// NewTable returns an empty table.
func NewTable(keys Keys, indexes []IndexSpec) *Table {
	t := &Table{Keys: keys, Tree: NewTree()}
	for _, spec := range indexes {
		t.Indexes = append(t.Indexes, &Index{Spec: spec, Tree: NewTree(), table: keys})
	}
	return t
}

// Index returns the named index, or nil.
func (t *Table) Index(name string) *Index {
	for _, x := range t.Indexes {
		if x.Spec.Name == name {
			return x
		}
	}
	return nil
}

// Changes says what putting after in the place of before (either may be
// missing) does to each index, without doing it.
func (t *Table) Changes(before, after value.Item) []Change {
	if len(t.Indexes) == 0 {
		return nil
	}
	changes := make([]Change, len(t.Indexes))
	for i, x := range t.Indexes {
		c := Change{Index: x}
		var was, is bool
		c.oldKey, c.Before, was = x.entry(before)
		c.newKey, c.After, is = x.entry(after)
		c.MovedKey = was && is && c.oldKey != c.newKey
		changes[i] = c
	}
	return changes
}

// Put stores the item under its key and brings the indexes along; changes are
// those of Changes for this write.
func (t *Table) Put(k Key, it value.Item, size int, changes []Change) {
	old := t.Tree.Get(k)
	r := t.Tree.put(k, it, size, nil)
	for _, c := range changes {
		if c.Before != "" && (c.After == "" || c.MovedKey) {
			c.Index.Tree.delete(c.oldKey, old)
		}
		if c.After != "" {
			c.Index.put(c.newKey, c.After, r)
		}
	}
}

func (x *Index) put(k Key, projected value.Item, base *Record) {
	size := base.Size
	if projected != base.Item {
		size = projected.Size()
	}
	x.Tree.put(k, projected, size, base)
}

// Delete removes the item with the key and its index entries.
func (t *Table) Delete(k Key, changes []Change) {
	old := t.Tree.Get(k)
	if old == nil {
		return
	}
	for _, c := range changes {
		if c.Before != "" {
			c.Index.Tree.delete(c.oldKey, old)
		}
	}
	t.Tree.delete(k, nil)
}

// AddIndex adds an index and fills it from the table.
func (t *Table) AddIndex(spec IndexSpec) {
	x := &Index{Spec: spec, Tree: NewTree(), table: t.Keys}
	for r := range t.Tree.Scan(0, 1, nil) {
		if k, projected, ok := x.entry(r.Item); ok {
			x.put(k, projected, r)
		}
	}
	t.Indexes = append(t.Indexes, x)
}

// DropIndex removes an index.
func (t *Table) DropIndex(name string) {
	t.Indexes = slices.DeleteFunc(t.Indexes, func(x *Index) bool { return x.Spec.Name == name })
}

// CollectionSize is the bytes of an item collection with its entries in local
// indexes, which share its partition.
func (t *Table) CollectionSize(partitionKey string) int {
	size := t.Tree.CollectionSize(partitionKey)
	for _, x := range t.Indexes {
		if x.Spec.Local {
			size += x.Tree.CollectionSize(partitionKey)
		}
	}
	return size
}

// Sizes are the bytes of the entry before and after; 0 where there is none.
func (c Change) Sizes() (before, after int) { return c.Before.Size(), c.After.Size() }
