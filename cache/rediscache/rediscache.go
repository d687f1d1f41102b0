// Package rediscache keeps what a slower store holds, such as a DynamoDB table,
// in a Redis that many processes share, and does without Redis when it is down.
//
// An entry is one value, made of one or more items of the store: an item itself,
// or a view computed of several. Whoever writes an item invalidates it by name, and
// with it every entry that was made of it. For this each item has a token in Redis:
// an entry is valid as long as the tokens are the ones that were there before its
// value was loaded. So a load that was overtaken by a write leaves no stale entry
// behind, without locks and scripts, and whatever Redis evicts is a miss, never a
// wrong answer.
//
// When Redis does not answer, reads go to the store, without an error and without
// waiting for Redis each time: after one failure it is left alone for a while.
// Invalidations that did not reach it are sent before it is next used.
//
// What it costs: one exchange with Redis for a hit, up to three for a miss. What
// it does not do: readers that miss at the same time each load; package cache in
// front of it has one load for each key. A write that another process could not
// tell Redis of is seen when the entry's time is up.
package rediscache

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// Options configures a Cache. The zero value works.
type Options struct {
	// Prefix comes before each key in Redis, which is shared with others.
	Prefix string
	// TTL is the longest that an entry lives; 0 means five minutes. Redis counts
	// in milliseconds, and so less than one is refused.
	TTL time.Duration
	// Jitter is the largest share of TTL that is taken off at random, so that
	// entries stored at the same time do not end at the same time; 0 means a
	// tenth, and less than 0 none. At most 1.
	Jitter float64
	// Timeout bounds each exchange with Redis; 0 means a quarter of a second.
	Timeout time.Duration
	// Backoff is how long Redis is left alone after it failed; 0 means a second.
	// It doubles with each further failure, up to 30 seconds or itself.
	Backoff time.Duration
	// OnDown is told why when Redis fails after it was well, once for each
	// outage; nil means nobody is told. It must not use the Cache.
	OnDown func(error)
	// Now is the clock of Backoff; nil means time.Now.
	Now func() time.Time
	// Random draws the jitter, at least 0 and less than 1; nil means
	// rand.Float64. It is not called twice at once.
	Random func() float64
}

// Stats counts what a Cache did.
type Stats struct {
	Hits     int64 // Gets answered by Redis
	Loads    int64 // Gets that asked the store
	Failures int64 // exchanges with Redis that failed; what was not tried is not counted
}

// Cache is a cache in Redis. It is safe for concurrent use.
type Cache struct {
	client redis.Cmdable
	o      Options

	breaker breaker
	hits    atomic.Int64
	loads   atomic.Int64

	mu    sync.Mutex        // guards what follows, and Options.Random
	owed  map[string]uint64 // keys of tokens that Redis has still to drop: when each came to be owed
	debts uint64            // the latest of these
}

// maxOwed bounds what is remembered of an outage. Past it, what was written in
// the outage may be stale in Redis for as long as its entry lives.
const maxOwed = 100_000

// New returns a Cache that uses client, which it does not close. ClientOptions has
// what the client should be made with.
func New(client redis.Cmdable, o Options) (*Cache, error) {
	switch {
	case o.TTL != 0 && o.TTL < time.Millisecond:
		return nil, fmt.Errorf("time to live must be at least 1ms, got %v", o.TTL)
	case o.Jitter > 1:
		return nil, fmt.Errorf("jitter must be at most 1, got %v", o.Jitter)
	case o.Timeout < 0:
		return nil, fmt.Errorf("time-out must be more than 0, got %v", o.Timeout)
	case o.Backoff < 0:
		return nil, fmt.Errorf("back-off must be more than 0, got %v", o.Backoff)
	case client == nil:
		return nil, errors.New("a client is needed")
	}
	o.TTL = cmp.Or(o.TTL, 5*time.Minute)
	o.Jitter = max(cmp.Or(o.Jitter, 0.1), 0)
	o.Timeout = cmp.Or(o.Timeout, 250*time.Millisecond)
	o.Backoff = cmp.Or(o.Backoff, time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Float64
	}
	return &Cache{
		client:  client,
		o:       o,
		breaker: breaker{first: o.Backoff, now: o.Now, onDown: o.OnDown},
		owed:    map[string]uint64{},
	}, nil
}

// Stats returns the counts so far.
func (c *Cache) Stats() Stats {
	return Stats{Hits: c.hits.Load(), Loads: c.loads.Load(), Failures: c.breaker.failed()}
}

// entryKey and itemKey are the keys in Redis of an entry and of an item's token.
func (c *Cache) entryKey(key string) string { return c.o.Prefix + "entry:" + key }
func (c *Cache) itemKey(item string) string { return c.o.Prefix + "item:" + item }

// lifetime is the TTL less its jitter.
func (c *Cache) lifetime() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	off := time.Duration(c.o.Random() * c.o.Jitter * float64(c.o.TTL))
	return max((c.o.TTL - off).Truncate(time.Millisecond), time.Millisecond)
}

// tokenLifetime outlives every entry that holds the token: one that ended first
// would only be a miss, but a needless one.
func (c *Cache) tokenLifetime() time.Duration {
	const longest = 1<<63 - 1
	if c.o.TTL > longest/2 {
		return longest
	}
	return 2 * c.o.TTL
}
