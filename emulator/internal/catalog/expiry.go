package catalog

import (
	"container/heap"
	"strconv"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// tooOld is how far in the past an expiry is taken for a mistake and ignored
// (Developer Guide, "Time to Live").
const tooOld = 5 * 365 * 24 * time.Hour

// farthest is the last expiry that is kept in mind, in seconds since 1970: past
// the year 30000. A time in milliseconds by mistake lies beyond.
const farthest = 1 << 40

// slack is how many outdated entries the queue may hold in any case.
const slack = 1000

// expiry knows from when on the items of one table may be swept: the later of
// an item's own expiry and the time at which it was written or TTL was turned
// on. So sweeping takes the items that are due, not a walk through the table, at
// the price of some 100 bytes for each item that has an expiry. It is guarded by
// its table's lock.
type expiry struct {
	attribute string
	keys      store.Keys
	from      map[store.Key]int64 // in milliseconds since 1970
	queue     queue               // earliest first; holds also what has changed since
}

func newExpiry(attribute string, keys store.Keys) *expiry {
	return &expiry{attribute: attribute, keys: keys, from: map[store.Key]int64{}}
}

// note takes an item as it was just written.
func (e *expiry) note(it value.Item, now time.Time) {
	k, _ := e.keys.Of(it)
	seconds, ok := expires(it.Get(e.attribute))
	if !ok {
		delete(e.from, k)
		return
	}
	from := max(seconds*1000, now.UnixMilli())
	if old, ok := e.from[k]; ok && old == from {
		return
	}
	e.from[k] = from
	heap.Push(&e.queue, entry{from, k})
	if len(e.queue) > 2*len(e.from)+slack {
		e.rebuild()
	}
}

// rebuild drops what has changed since it was queued: an item that is written
// again and again must not fill the queue.
func (e *expiry) rebuild() {
	e.queue = make(queue, 0, len(e.from))
	for k, from := range e.from {
		e.queue = append(e.queue, entry{from, k})
	}
	heap.Init(&e.queue)
}

// forget takes an item that is gone.
func (e *expiry) forget(it value.Item) {
	if k, ok := e.keys.Of(it); ok {
		delete(e.from, k)
	}
}

// next takes the key of an item whose sweeping may begin at or before the time;
// ok is false if there is none.
func (e *expiry) next(until time.Time) (k store.Key, ok bool) {
	for len(e.queue) > 0 && e.queue[0].from <= until.UnixMilli() {
		due := heap.Pop(&e.queue).(entry)
		if from, ok := e.from[due.key]; ok && from == due.from {
			delete(e.from, due.key)
			return due.key, true
		}
	}
	return store.Key{}, false
}

// expires is an expiry in whole seconds since 1970; ok is false for what is not
// a number or lies too far ahead.
func expires(v value.Value) (seconds int64, ok bool) {
	if v.Kind() != value.N {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.Text(), 64)
	if err != nil || f > farthest || f < -farthest {
		return 0, false
	}
	return int64(f), true
}

// entry is a key and from when on, in milliseconds since 1970, its item may be swept.
type entry struct {
	from int64
	key  store.Key
}

// queue is a heap of entries, earliest first and then by key.
type queue []entry

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q queue) Less(i, j int) bool {
	a, b := q[i], q[j]
	switch {
	case a.from != b.from:
		return a.from < b.from
	case a.key.Partition != b.key.Partition:
		return a.key.Partition < b.key.Partition
	}
	return a.key.Sort < b.key.Sort
}

// Push and Pop are for package heap.
func (q *queue) Push(x any) { *q = append(*q, x.(entry)) }

// Pop takes the last entry.
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
