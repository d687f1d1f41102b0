package partition

import (
	"cmp"
	"math"
	"strings"
)

// Key names an item, or an entry of an index. The model keeps the strings of keys that it samples or counts, so they
// must not share memory that changes.
type Key struct {
	Partition string // the bytes of the partition key
	Sort      string // the sort key in an encoding whose byte order is the key's order; empty if there is none
}

// Bound is a point between two keys: everything before (Hash, Sort) lies below it. Sort is empty unless the point lies
// inside an item collection.
type Bound struct {
	Hash uint64
	Sort string
}

// top is the upper bound of the last partition, which also holds all that is not below it.
var top = Bound{Hash: math.MaxUint64}

// Compare orders bounds by hash, then by sort key.
func (b Bound) Compare(c Bound) int {
	if n := cmp.Compare(b.Hash, c.Hash); n != 0 {
		return n
	}
	return strings.Compare(b.Sort, c.Sort)
}
