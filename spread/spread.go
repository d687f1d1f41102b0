// Package spread tells how evenly keys are used: how many items each key holds,
// which keys are the hottest, and what the hottest one leaves of the capacity
// that a DynamoDB table could have.
//
// It reads a stream of keys and does no I/O, so the keys may come from a log, a
// table export or a generator. It costs memory for each distinct key and none
// for each item: about 60 bytes and the key itself.
package spread

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// What one partition of a table or an index serves, whatever the table as a
// whole has (DynamoDB Developer Guide, "Best practices for designing and using
// partition keys effectively").
const (
	// WriteUnits is the write units one partition serves in a second.
	WriteUnits = 1000
	// ReadUnits is the read units one partition serves in a second.
	ReadUnits = 3000
)

// KeyCount is a key and how many items it holds.
type KeyCount struct {
	Key   string
	Items int
}

// Counts holds the items of each key. The zero value is empty and ready to use.
// Counts is not safe for concurrent use.
type Counts struct {
	perKey map[string]int
	total  int
}

// Of counts a whole stream of keys, one item for each key it yields.
func Of(keys iter.Seq[string]) *Counts {
	c := &Counts{}
	for key := range keys {
		c.Add(key)
	}
	return c
}

// Add counts one more item of key.
func (c *Counts) Add(key string) {
	if c.perKey == nil {
		c.perKey = make(map[string]int)
	}
	c.perKey[key]++
	c.total++
}

// Items is the number of items counted.
func (c *Counts) Items() int { return c.total }

// Distinct is the number of different keys among them.
func (c *Counts) Distinct() int { return len(c.perKey) }

// On is the number of items on key, 0 for a key that never came.
func (c *Counts) On(key string) int { return c.perKey[key] }

// Max is the key with the most items, the first by name where several have as
// many. It is the zero KeyCount when nothing was counted.
func (c *Counts) Max() KeyCount {
	var top KeyCount
	for key, n := range c.perKey {
		if kc := (KeyCount{key, n}); top.Items == 0 || compare(kc, top) < 0 {
			top = kc
		}
	}
	return top
}

// Top is the n keys with the most items, the largest first, then by name. It is
// all keys when there are fewer than n, and none when n is below 1.
func (c *Counts) Top(n int) []KeyCount {
	if n < 1 {
		return nil
	}
	all := make([]KeyCount, 0, len(c.perKey))
	for key, items := range c.perKey {
		all = append(all, KeyCount{key, items})
	}
	slices.SortFunc(all, compare)
	return slices.Clip(all[:min(n, len(all))])
}

// All is every key, in the order of Top.
func (c *Counts) All() []KeyCount { return c.Top(len(c.perKey)) }

// HottestShare is the part of all items that lies on the hottest key, from 0 to
// 1; 0 when nothing was counted.
func (c *Counts) HottestShare() float64 {
	if c.total == 0 {
		return 0
	}
	return float64(c.Max().Items) / float64(c.total)
}

// compare puts more items first, then orders by name.
func compare(a, b KeyCount) int {
	return cmp.Or(cmp.Compare(b.Items, a.Items), cmp.Compare(a.Key, b.Key))
}

// Allowance is the most that a whole table can serve in a second before its
// hottest key is throttled, in requests of one unit each.
type Allowance struct {
	Writes float64
	Reads  float64
}

// Allows is what the hottest key leaves of a table's capacity, if requests are
// spread as the items are: its share of the table's traffic must fit into one
// partition. With all items on one key that is one partition's 1,000 writes and
// 3,000 reads; with the hottest key at a tenth, ten times as much. It is an
// upper bound, since a partition may serve other keys too. Without items it is
// infinite.
func (c *Counts) Allows() Allowance { return Allow(c.HottestShare()) }

// Allow is what a hottest share, from 0 to 1, leaves of a table's capacity; see
// Counts.Allows. A share of 0 or less sets no limit and gives +Inf.
func Allow(share float64) Allowance {
	if share <= 0 {
		return Allowance{Writes: math.Inf(1), Reads: math.Inf(1)}
	}
	return Allowance{Writes: WriteUnits / share, Reads: ReadUnits / share}
}
