// Package streams keeps what happened to a table's items and answers the
// DynamoDB Streams API: ListStreams, DescribeStream, GetShardIterator, GetRecords.
//
// A stream is split into shards, and a shard is one partition of the table: a
// record goes to the shard that its item's partition key hashes to. So the
// changes of one item are in one shard, in order, and there is no order between
// shards; a consumer that reads only the first shard misses most of what happens,
// as on DynamoDB. Sequence numbers rise through all of a stream. What DynamoDB
// does and this does not: a shard stays open until its stream is disabled, where
// DynamoDB closes it after some hours and gives it a child.
//
// Records are kept for 24 hours by the clock, and so is a stream that was
// disabled or whose table was deleted. A record holds the item's own immutable
// bytes: appending one costs one small allocation for the key.
package streams

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
)

// Retention is how long a record, and a stream that was disabled, can be read
// (Developer Guide, "Change data capture for DynamoDB Streams").
const Retention = 24 * time.Hour

// defaultShards is the number of partitions that a new on-demand table behaves as.
const defaultShards = 4

// Options configures a Set.
type Options struct {
	Now    func() time.Time // the clock; must be set
	Region string
	Shards int // of each stream; 0 means 4
}

// Set is all streams of an engine. It is safe for concurrent use.
type Set struct {
	opts Options

	mu      sync.RWMutex
	streams map[string]*Stream // by ARN
}

// New returns a Set without streams.
func New(o Options) *Set {
	if o.Shards == 0 {
		o.Shards = defaultShards
	}
	return &Set{opts: o, streams: map[string]*Stream{}}
}

// Enable opens a stream of a table. Its label is the time, moved on by a
// millisecond where the table had a stream at that very moment.
func (s *Set) Enable(table, tableARN string, keys store.Keys, view View) *Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.opts.Now()
	s.forget(now)
	st := &Stream{Table: table, View: view, keys: keys, created: now, set: s}
	for at := now.UTC(); ; at = at.Add(time.Millisecond) {
		st.Label = at.Format("2006-01-02T15:04:05.000")
		st.ARN = tableARN + "/stream/" + st.Label
		if s.streams[st.ARN] == nil {
			break
		}
	}
	for i := range s.opts.Shards {
		st.shards = append(st.shards, shard{id: shardID(now, st.ARN, i)})
	}
	s.streams[st.ARN] = st
	return st
}

// forget drops streams that were disabled too long ago.
func (s *Set) forget(now time.Time) {
	for arn, st := range s.streams {
		if st.gone(now) {
			delete(s.streams, arn)
		}
	}
}

// find returns the stream with the ARN, or nil.
func (s *Set) find(arn string) *Stream {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if st := s.streams[arn]; st != nil && !st.gone(s.opts.Now()) {
		return st
	}
	return nil
}

// all returns the streams of a table, or of all tables for "", by ARN.
func (s *Set) all(table string) []*Stream {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var list []*Stream
	for _, st := range s.streams {
		if (table == "" || st.Table == table) && !st.gone(s.opts.Now()) {
			list = append(list, st)
		}
	}
	slices.SortFunc(list, func(a, b *Stream) int { return strings.Compare(a.ARN, b.ARN) })
	return list
}

// Check reports the first stream whose records are out of order or in the
// wrong shard.
func (s *Set) Check() error {
	for _, st := range s.all("") {
		if err := st.check(); err != nil {
			return fmt.Errorf("stream %s: %w", st.ARN, err)
		}
	}
	return nil
}
