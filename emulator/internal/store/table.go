package store

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

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
		t.Indexes = append(t.Indexes, newIndex(spec, keys))
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
		changes[i] = Change{Index: x, before: x.slot(before), after: x.slot(after)}
	}
	return changes
}

// Put stores the item under its key and brings the indexes along. old is what
// Get returns for the key, changes are those of Changes for this write.
func (t *Table) Put(old *Record, k Key, it value.Item, size int, changes []Change) {
	var c *collection
	if old != nil {
		c = old.collection
	} else {
		c = t.Tree.findOrAdd(k.Partition)
	}
	r := t.Tree.put(c, &Record{sort: k.Sort, item: it, size: int32(size)})
	for _, c := range changes {
		if c.before.in && (!c.after.in || c.MovedKey()) {
			c.Index.Tree.delete(c.before.key, old)
		}
		if c.after.in {
			c.Index.put(c.after.key, r)
		}
	}
}

// Delete removes a record that Get returned, and its index entries.
func (t *Table) Delete(old *Record, changes []Change) {
	for _, c := range changes {
		if c.before.in {
			c.Index.Tree.delete(c.before.key, old)
		}
	}
	t.Tree.deleteFrom(old.collection, old)
}

// AddIndex adds an index and fills it from the table.
func (t *Table) AddIndex(spec IndexSpec) {
	x := newIndex(spec, t.Keys)
	for r := range t.Tree.Scan(0, 1, nil) {
		if k, ok := x.Spec.Keys.Of(r.item); ok {
			x.put(k, r)
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
