package streams

import (
	"fmt"
	"hash/fnv"
	"math/bits"
	"sync"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// View is what of an item a stream's records hold: a StreamViewType.
type View string

// The views.
const (
	KeysOnly  View = "KEYS_ONLY"
	NewImage  View = "NEW_IMAGE"
	OldImage  View = "OLD_IMAGE"
	NewAndOld View = "NEW_AND_OLD_IMAGES"
)

// firstNumber is the first record's; on the wire it has 21 digits, as DynamoDB's.
const (
	firstNumber  = 1
	numberFormat = "1%020d"
)

// Stream is the changes of one table since the stream was enabled. The exported
// fields do not change. It is safe for concurrent use.
type Stream struct {
	Table string
	ARN   string
	Label string
	View  View

	keys    store.Keys
	created time.Time
	set     *Set

	mu       sync.RWMutex
	last     uint64 // the last record's number; 0 without one
	disabled time.Time
	shards   []shard
}

// shard is the records of one partition, oldest first.
type shard struct {
	id      string
	records []record
	trimmed uint64 // the number of the last record that was dropped
}

// shardID is a name in DynamoDB's form: a time in milliseconds and a hash.
func shardID(at time.Time, arn string, i int) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s#%d", arn, i)
	return fmt.Sprintf("shardId-%020d-%08x", at.UnixMilli()+int64(i), h.Sum32())
}

// Append records a change; before is missing for a new item, after for a
// deleted one. A write that changes nothing leaves no record, nor does one after
// the stream was disabled.
func (st *Stream) Append(before, after value.Item, byTTL bool) {
	if before == after {
		return
	}
	item := after
	if item == "" {
		item = before
	}
	r := record{at: st.set.opts.Now(), event: event(before, after), byTTL: byTTL, keys: st.keys.Pick(item)}
	if st.View == NewImage || st.View == NewAndOld {
		r.after = after
	}
	if st.View == OldImage || st.View == NewAndOld {
		r.before = before
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.disabled.IsZero() {
		return
	}
	st.last++
	r.number = st.last
	sh := &st.shards[st.shardOf(r.keys)]
	sh.trim(r.at)
	sh.records = append(sh.records, r)
}

// shardOf is the number of the shard that an item's records go to: shards are
// equal parts of the hash space, as a table's partitions are.
func (st *Stream) shardOf(keys value.Item) int {
	hash := partition.Hash(keys.Get(st.keys.Partition.Name).Key())
	high, _ := bits.Mul64(hash, uint64(len(st.shards)))
	return int(high)
}

// trim drops what is older than Retention.
func (sh *shard) trim(now time.Time) {
	n := 0
	for n < len(sh.records) && now.Sub(sh.records[n].at) >= Retention {
		sh.trimmed = sh.records[n].number
		n++
	}
	clear(sh.records[:n]) // lets go of the items; append leaves the space behind in time
	sh.records = sh.records[n:]
}

// Disable ends the stream: its shards are closed and stay readable for 24 hours.
func (st *Stream) Disable() {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.disabled.IsZero() {
		st.disabled = st.set.opts.Now()
	}
}

func (st *Stream) gone(now time.Time) bool {
	st.mu.RLock()
	defer st.mu.RUnlock()
	return !st.disabled.IsZero() && now.Sub(st.disabled) >= Retention
}

func (st *Stream) status() string {
	if st.disabled.IsZero() {
		return "ENABLED"
	}
	return "DISABLED"
}

func (st *Stream) check() error {
	st.mu.RLock()
	defer st.mu.RUnlock()
	for i, sh := range st.shards {
		last := sh.trimmed
		for _, r := range sh.records {
			switch {
			case r.number <= last || r.number > st.last:
				return fmt.Errorf("shard %d: record %d follows %d of %d", i, r.number, last, st.last)
			case st.shardOf(r.keys) != i:
				return fmt.Errorf("shard %d: record %d belongs to shard %d", i, r.number, st.shardOf(r.keys))
			}
			last = r.number
		}
	}
	return nil
}
