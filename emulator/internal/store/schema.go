// Package store keeps items as DynamoDB lays them out: a table or an index is a
// row of partitions, each a contiguous range of the hash of the partition key;
// a partition holds item collections, one for each partition key value; a
// collection holds its items in sort-key order. An index is such a tree of its
// own, kept in step with its table.
//
// Reading or writing one item costs a hash and two tree look-ups. Nothing here
// locks: the caller holds the table's lock.
package store

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/value"

// Attr is a key attribute and its type: value.S, value.N or value.B.
type Attr struct {
	Name string
	Kind value.Kind
}

// Keys is the key schema of a table or an index. Sort.Name is empty where there
// is no sort key.
type Keys struct {
	Partition Attr
	Sort      Attr
}

// HasSort reports whether there is a sort key.
func (k Keys) HasSort() bool { return k.Sort.Name != "" }

// Names are the key attributes' names, partition key first.
func (k Keys) Names() []string {
	if k.HasSort() {
		return []string{k.Partition.Name, k.Sort.Name}
	}
	return []string{k.Partition.Name}
}

// Of returns the item's key in the form that orders it, and whether the item
// has each key attribute with its type.
func (k Keys) Of(it value.Item) (Key, bool) {
	pk := it.Get(k.Partition.Name)
	if pk.Kind() != k.Partition.Kind {
		return Key{}, false
	}
	if !k.HasSort() {
		return Key{Partition: pk.Key()}, true
	}
	sk := it.Get(k.Sort.Name)
	if sk.Kind() != k.Sort.Kind {
		return Key{}, false
	}
	return Key{Partition: pk.Key(), Sort: sk.Key()}, true
}

// Pick returns the item's key attributes alone.
func (k Keys) Pick(it value.Item) value.Item {
	attrs := make([]value.Attr, 0, 2)
	for _, name := range k.Names() {
		attrs = append(attrs, value.Attr{Name: name, Value: it.Get(name)})
	}
	return value.NewItem(attrs)
}

// Key is a primary or index key in the form that orders it (value.Value.Key).
type Key struct{ Partition, Sort string }

// Projection says which attributes an index holds beside the keys.
type Projection struct {
	All     bool
	NonKeys []string // with neither All nor NonKeys: keys only
}

// IndexSpec describes an index.
type IndexSpec struct {
	Name       string
	Local      bool
	Keys       Keys
	Projection Projection
}
