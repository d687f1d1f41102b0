package load

import (
	"encoding/binary"
	"fmt"
	"iter"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Design is one choice of keys for a pattern's requests.
type Design struct {
	Name string // in a few words: "one key"
	Key  string // how its partition keys are made: "EVENTS#date#0 to 9, at random"
	// Consistency is that of its reads.
	Consistency partition.Consistency
	Reads       bool // its requests are reads, else writes
	Cached      bool // a cache stands before the table
	// Index is the name of the index that each write has an entry in; empty if there is none.
	Index string

	keys       []string // all partition keys
	pick       func(Event) int
	indexKeys  []string
	indexPick  func(Event) int
	sort       string // of all items, if they do not come one after the other
	perRequest partition.Units

	// What the verdict proposes for a key that is too hot: to divide it by suffixes. suffix is the format of such a key,
	// remedy what they are called; oneOfMany tells that only the hottest of many keys is to be divided.
	suffix, remedy string
	oneOfMany      bool
}

// Request is what an event becomes under a design.
type Request struct {
	Partition, Sort string // the item's key
	// IndexPartition and IndexSort are the key of its entry in the index; empty if there is none.
	IndexPartition, IndexSort string
}

// Request turns an event into this design's request.
func (d *Design) Request(e Event) Request {
	r := Request{Partition: d.keys[d.pick(e)], Sort: d.sort}
	if r.Sort == "" {
		r.Sort = fmt.Sprintf("%012d", e.N)
	}
	if d.Index != "" {
		r.IndexPartition, r.IndexSort = d.indexKeys[d.indexPick(e)], r.Sort
	}
	return r
}

// order is the sort key of an event in the model: eight bytes in the order of Request's text.
func (d *Design) order(e Event) string {
	if d.sort != "" {
		return d.sort
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(e.N))
	return string(b[:])
}

// entryUnits is the price of an index entry: keys only, so at most 1 KB.
const entryUnits = partition.Unit

// table returns the model's options for this design's table.
func (d *Design) table(o Options) partition.Options {
	p := partition.Options{Throughput: o.throughput(), Seed: o.Seed}
	if d.Index != "" {
		p.Indexes = []partition.Index{{Name: d.Index, Throughput: o.throughput()}}
	}
	return p
}

// limit is the units a second of one partition, in the direction of the design's requests.
func (d *Design) limit() int64 {
	if d.Reads {
		return partition.ReadLimit
	}
	return partition.WriteLimit
}

// provisioned is the table's own units a second in that direction; zero if it is on-demand.
func (d *Design) provisioned(o Options) int64 {
	switch th := o.throughput(); {
	case d.Reads:
		return th.Read
	default:
		return th.Write
	}
}

// writing makes a design of writes under one of some keys.
func writing(o Options, name, key string, keys []string, pick func(Event) int) *Design {
	return &Design{
		Name: name, Key: key, keys: keys, pick: pick,
		perRequest: partition.WriteUnits(0, o.ItemSize, partition.Eventual),
	}
}

// numbered returns n keys made with a format for a number.
func numbered(format string, n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf(format, i)
	}
	return keys
}

func byWho(e Event) int { return e.Who }

func first(Event) int { return 0 }

// atRandom picks one of n for each event anew.
func atRandom(n int) func(Event) int {
	return func(e Event) int { return int(e.Draw % uint64(n)) }
}

// day is the day of all runs, the guide's.
const day = "2026-10-20"

// hour is which hour of the run an event lies in.
func hour(e Event) int { return int(e.At / time.Hour) }

// Items yields the items that a design's reads are for.
func (d *Design) Items() iter.Seq[Request] {
	return func(yield func(Request) bool) {
		for _, key := range d.keys {
			if !yield(d.Item(key)) {
				return
			}
		}
	}
}

// Item is the item that reads of a partition key are for.
func (d *Design) Item(key string) Request { return Request{Partition: key, Sort: d.sort} }
