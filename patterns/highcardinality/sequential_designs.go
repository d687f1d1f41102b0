package highcardinality

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	// sequentialName is the table's name before any prefix.
	sequentialName = "p34-sequential"
	// uuidStream is the stream of random numbers in the UUIDs.
	uuidStream = 3403
	// firstOrder is the counter's value at the moment looked at.
	firstOrder = 1_000_000
	// newPartitions is the partitions that a new on-demand table behaves as
	// (AWS Database Blog, "Scaling DynamoDB: How partitions, hot keys, and split
	// for heat impact performance", part 1).
	newPartitions = 4
)

// write is one order of the moment.
type write struct {
	id   string // from a counter
	uuid string // version 7
	day  string
}

// moment is the orders of the moment, one a millisecond from 14:00 on, in order.
func (o SequentialOptions) moment() []write {
	year, month, day := o.Date.Date()
	start := time.Date(year, month, day, 14, 0, 0, 0, time.UTC)
	rng := rand.New(rand.NewPCG(uuidStream, o.Seed))
	writes := make([]write, o.Writes)
	for n := range writes {
		at := start.Add(time.Duration(n) * time.Millisecond)
		writes[n] = write{
			id:   fmt.Sprintf("%010d", firstOrder+n),
			uuid: uuid7(at, rng),
			day:  at.Format(time.DateOnly),
		}
	}
	return writes
}

// uuid7 is a UUID of version 7: 48 bits of time in milliseconds, then random ones
// (RFC 9562, section 5.7).
func uuid7(at time.Time, rng *rand.Rand) string {
	high := uint64(at.UnixMilli())<<16 | 0x7000 | rng.Uint64N(1<<12)
	low := 1<<63 | rng.Uint64N(1<<62)
	return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", high>>32, high>>16&0xffff, high&0xffff, low>>48, low&(1<<48-1))
}

// design is one way to make an order's key.
type design struct {
	name    string
	key     func(write) (pk, sk string)
	meaning string // in a few words
}

// designs is all ways, those that spread and those that do not.
func (o SequentialOptions) designs() []design {
	return []design{{
		name:    "PK=counter",
		key:     func(w write) (string, string) { return "ORDER#" + w.id, "META" },
		meaning: "spreads: keys are hashed, so neighbours lie apart; but no query reads them in order",
	}, {
		name:    "PK=UUIDv7",
		key:     func(w write) (string, string) { return "ORDER#" + w.uuid, "META" },
		meaning: "spreads just the same, and no counter is needed; no query reads them in order",
	}, {
		name:    "PK=day, SK=counter",
		key:     func(w write) (string, string) { return "ORDERS#" + w.day, "ORDER#" + w.id },
		meaning: "hot: one key takes every write, and an ever-increasing sort key is not split for heat",
	}, {
		name: "PK=first 8 digits of UUIDv7, SK=UUIDv7",
		// They are the time without its last 16 bits.
		key:     func(w write) (string, string) { return "ORDERS#" + w.uuid[:8], "ORDER#" + w.uuid },
		meaning: "hot: those digits are a clock that ticks every 65.5 s, so for that long it is one key",
	}, {
		name:    fmt.Sprintf("PK=day and hash of counter modulo %d, SK=counter", o.Shards),
		key:     func(w write) (string, string) { return dayKey(w.day, o.shard(w.id)), "ORDER#" + w.id },
		meaning: fmt.Sprintf("spreads over %d keys, and %d queries, merged, read them in order", o.Shards, o.Shards),
	}}
}

// shard is the shard of an order in the last design.
func (o SequentialOptions) shard(id string) int { return int(hash(id) % uint64(o.Shards)) }

// dayKey is the key of one shard of a day. Writer and reader both make it here.
func dayKey(day string, shard int) string { return fmt.Sprintf("ORDERS#%s#%d", day, shard) }

// partitionOf is where a key lies among the equal hash ranges of newPartitions: its
// hash's first two bits.
func partitionOf(key string) int { return int(hash(key) >> 62) }

// hash is the first 64 bits of the MD5, which spread keys evenly and are the same
// everywhere; nothing here is secret.
func hash(key string) uint64 {
	sum := md5.Sum([]byte(key))
	return binary.BigEndian.Uint64(sum[:])
}
