package store

import (
	"iter"
	"math/bits"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Range is a part of an item collection between two sort keys. The zero Range
// is all of it.
type Range struct {
	From, To         string
	HasFrom, HasTo   bool
	AfterFrom, Under bool // exclude From, To itself
}

// Position is where a page ended: the last record's key in the tree that was
// read and, in an index, its key in the table.
type Position struct {
	Key  Key
	Base Key

	Indexed bool // whether Base counts
}

// Query yields the records of a collection within r in order, or backwards,
// from just after the position if there is one.
func (t *Tree) Query(partitionKey string, r Range, after *Position, backwards bool) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		c := t.find(partitionKey)
		if c == nil {
			return
		}
		low, high := r.bounds()
		if backwards {
			visit := func(rec *Record) bool { return (low == nil || compare(rec, low) > 0) && yield(rec) }
			c.items.descend(last(after, high), visit)
			return
		}
		visit := func(rec *Record) bool { return (high == nil || compare(rec, high) < 0) && yield(rec) }
		c.items.ascend(first(after, low), visit)
	}
}

// bounds turns the range into records just outside it; nil where it is open.
func (r Range) bounds() (low, high *Record) {
	if r.HasFrom {
		low = &Record{sort: r.From, edge: edge(r.AfterFrom)}
	}
	if r.HasTo {
		high = &Record{sort: r.To, edge: edge(!r.Under)}
	}
	return low, high
}

func edge(after bool) int8 {
	if after {
		return 1
	}
	return -1
}

// first is where an ascending read begins: after the last page's end, but not
// before the range.
func first(after *Position, low *Record) *Record {
	if after == nil {
		return low
	}
	if at := after.bound(1); low == nil || compare(at, low) > 0 {
		return at
	}
	return low
}

// last is where a descending read begins.
func last(after *Position, high *Record) *Record {
	if after == nil {
		return high
	}
	if at := after.bound(-1); high == nil || compare(at, high) < 0 {
		return at
	}
	return high
}

// bound is a record just before or after the one at the position, which need
// not be there any more.
func (p *Position) bound(edge int8) *Record {
	if !p.Indexed {
		return &Record{sort: p.Key.Sort, edge: edge}
	}
	base := &Record{sort: p.Base.Sort, edge: edge, collection: probe(p.Base.Partition)}
	return &Record{sort: p.Key.Sort, base: base}
}

// probe is a collection to look for: without items.
func probe(key string) *collection { return &collection{hash: partition.Hash(key), key: key} }

// Scan yields all records whose hash lies in segment of total equal parts of
// the hash space, in hash order, from just after the position if there is one.
func (t *Tree) Scan(segment, total int, after *Position) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		from, last := segmentRange(segment, total)
		if after != nil && !t.restOfCollection(after, from, last, yield) {
			return
		}
		start := &collection{hash: from}
		if after != nil {
			start = probe(after.Key.Partition)
		}
		t.collectionsFrom(start, last, func(c *collection) bool {
			if after != nil && c.key == after.Key.Partition {
				return true
			}
			more := true
			c.items.ascend(nil, func(rec *Record) bool { more = yield(rec); return more })
			return more
		})
	}
}

// restOfCollection yields what follows the position in its own collection and
// reports whether to go on.
func (t *Tree) restOfCollection(after *Position, from, last uint64, yield func(*Record) bool) bool {
	if c := t.find(after.Key.Partition); c == nil || c.hash < from || c.hash > last {
		return true
	}
	for rec := range t.Query(after.Key.Partition, Range{}, after, false) {
		if !yield(rec) {
			return false
		}
	}
	return true
}

func (t *Tree) collectionsFrom(start *collection, last uint64, visit func(*collection) bool) {
	more := true
	for i := t.index(start.hash); i < len(t.shards) && more; i++ {
		t.shards[i].collections.Ascend(start, func(c *collection) bool {
			more = c.hash <= last && visit(c)
			return more
		})
	}
}

// segmentRange is the hashes of one segment, both ends included.
func segmentRange(segment, total int) (from, last uint64) {
	return segmentStart(segment, total), segmentStart(segment+1, total) - 1
}

// segmentStart is ceil(segment × 2⁶⁴ / total), which is 0 (2⁶⁴) for the last end.
func segmentStart(segment, total int) uint64 {
	if segment >= total {
		return 0
	}
	start, rest := bits.Div64(uint64(segment), 0, uint64(total))
	if rest > 0 {
		start++
	}
	return start
}
