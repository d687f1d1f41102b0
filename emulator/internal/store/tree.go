package store

import (
	"cmp"
	"math/bits"
	"strings"

	"github.com/tidwall/btree"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Record is one item in a tree. It is immutable: a write puts a new one in its place.
type Record struct {
	collection *collection
	sort       string
	item       value.Item
	base       *Record // in an index: the table's record, which breaks ties
	size       int32
	edge       int8 // in a bound: just before (-1) or after (+1) all that equals it
}

// Item is the whole item, in an index too: see Index.View.
func (r *Record) Item() value.Item { return r.item }

// Size is the bytes that the record counts as: in an index, those of what the
// index projects.
func (r *Record) Size() int { return int(r.size) }

// Key is the record's key in its own tree.
func (r *Record) Key() Key { return Key{r.collection.key, r.sort} }

// compare orders the records of one collection: by sort key, in an index then
// by the table's key.
func compare(a, b *Record) int {
	if c := strings.Compare(a.sort, b.sort); c != 0 {
		return c
	}
	if a.base == nil || b.base == nil || a.base == b.base {
		return int(a.edge) - int(b.edge)
	}
	if c := compareCollections(a.base.collection, b.base.collection); c != 0 {
		return c
	}
	return compare(a.base, b.base)
}

func before(a, b *Record) bool { return compare(a, b) < 0 }

// collection is all items with one partition key value.
type collection struct {
	hash  uint64
	key   string
	size  int // bytes of all items
	items records
}

func compareCollections(a, b *collection) int {
	if a.hash != b.hash {
		return cmp.Compare(a.hash, b.hash)
	}
	return strings.Compare(a.key, b.key)
}

func collectionBefore(a, b *collection) bool { return compareCollections(a, b) < 0 }

// shard is one physical partition: the collections of a range of hashes.
type shard struct{ collections *btree.BTreeG[*collection] }

// initialPartitions is how many a new on-demand table behaves as (Developer
// Guide, "On-demand capacity mode": 4,000 writes and 12,000 reads a second).
const initialPartitions = 4

// Tree is a table's or an index's partitions in hash order.
type Tree struct {
	shards []shard
	count  int
	size   int
}

var notLocked = btree.Options{NoLocks: true}

// NewTree returns an empty tree.
func NewTree() *Tree {
	t := &Tree{shards: make([]shard, initialPartitions)}
	for i := range t.shards {
		t.shards[i].collections = btree.NewBTreeGOptions(collectionBefore, notLocked)
	}
	return t
}

// Count is the number of items; Size their bytes.
func (t *Tree) Count() int { return t.count }

// Size is the number of bytes of all items.
func (t *Tree) Size() int { return t.size }

// index is the number of the partition that a hash falls into: partitions are
// equal parts of the hash space.
func (t *Tree) index(hash uint64) int {
	high, _ := bits.Mul64(hash, uint64(len(t.shards)))
	return int(high)
}

func (t *Tree) find(key string) *collection {
	want := probe(key)
	c, _ := t.shards[t.index(want.hash)].collections.Get(want)
	return c
}

func (t *Tree) findOrAdd(key string) *collection {
	if c := t.find(key); c != nil {
		return c
	}
	c := &collection{hash: partition.Hash(key), key: key}
	t.shards[t.index(c.hash)].collections.Set(c)
	return c
}

// Get returns the record with the key, or nil. It is for trees of a table,
// where a key names one item.
func (t *Tree) Get(k Key) *Record {
	c := t.find(k.Partition)
	if c == nil {
		return nil
	}
	return c.items.get(&Record{sort: k.Sort})
}

// put adds a record to a collection of the tree, or replaces the one with its
// key, and returns it.
func (t *Tree) put(c *collection, r *Record) *Record {
	r.collection = c
	if old := c.items.set(r); old != nil {
		t.account(c, -1, -old.Size())
	}
	t.account(c, 1, r.Size())
	return r
}

// delete removes an index's entry for a record of the table.
func (t *Tree) delete(k Key, base *Record) {
	if c := t.find(k.Partition); c != nil {
		t.deleteFrom(c, &Record{sort: k.Sort, base: base})
	}
}

// deleteFrom removes the record that compares equal to r, and the collection
// with its last one.
func (t *Tree) deleteFrom(c *collection, r *Record) {
	old := c.items.delete(r)
	if old == nil {
		return
	}
	t.account(c, -1, -old.Size())
	if c.items.len() == 0 {
		t.shards[t.index(c.hash)].collections.Delete(c)
	}
}

func (t *Tree) account(c *collection, items, bytes int) {
	t.count += items
	t.size += bytes
	c.size += bytes
}

// CollectionSize is the bytes of the items with one partition key.
func (t *Tree) CollectionSize(partitionKey string) int {
	if c := t.find(partitionKey); c != nil {
		return c.size
	}
	return 0
}
