// Package cache is a read-through, write-through cache in front of a slower
// store, such as a DynamoDB table: what DAX does for a cluster, in one process.
//
// It is bounded, its entries live for a fixed time, and however many callers
// ask for a key at once, one load goes to the store. Items the store does not
// have are remembered too, errors never. A change made past the cache is seen
// when the entry's time is up, or after Invalidate.
//
// What it costs: memory for up to Options.Size entries, and staleness of up to
// Options.TTL for changes made past it. It starts no goroutine of its own that
// outlives a load, so there is nothing to close.
package cache

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/maypok86/otter/v2"
)

// Source is the store behind a cache. It must be safe for concurrent use.
type Source[K ~string, V any] interface {
	// Load returns the value of key; found is false when there is none, which
	// is not an error.
	Load(ctx context.Context, key K) (value V, found bool, err error)
	// Store writes the value of key.
	Store(ctx context.Context, key K, value V) error
}

// Options configures a Cache. The zero value works.
type Options struct {
	// Size is the most entries kept, remembered misses included; 0 means 10,000.
	// Beyond it the entries least likely to be used again are dropped.
	Size int
	// TTL is how long an entry is served after it was stored; 0 means five
	// minutes, as DAX has it (DynamoDB Developer Guide, "DAX: How it works").
	TTL time.Duration
	// ForgetMissing makes the cache ask its source each time for a key that the
	// source does not have. Otherwise the absence is remembered like a value.
	ForgetMissing bool
	// Now is the clock that entries expire by; nil means time.Now. It must be
	// safe for concurrent use as far as the cache is, and not go backwards.
	Now func() time.Time
}

// Stats counts what a cache did. A Get is either a hit or a miss; a Get whose
// context was done before it could ask is neither.
type Stats struct {
	// Hits is the Gets answered from memory, remembered misses included.
	Hits int64
	// Misses is the Gets that had to wait for a load.
	Misses int64
	// Loads is the calls of Source.Load. Misses of a key at the same time share one.
	Loads int64
}

// Cache is a cache of V by K. It is safe for concurrent use. Values are shared
// by all callers, who must not change what they point to.
type Cache[K ~string, V any] struct {
	source        Source[K, V]
	forgetMissing bool
	store         *otter.Cache[K, entry[V]]
	group         singleflight.Group

	hits, misses, loads atomic.Int64

	mu      sync.Mutex    // guards the maps below, and each change of store together with them
	flights map[K]*flight // loads whose result will be stored
	writes  map[K]*write  // Puts that have not returned
}

// entry is what is remembered of a key; found is false for one the source lacks.
type entry[V any] struct {
	value V
	found bool
}

// New returns an empty cache in front of source. It fails on negative Options.
func New[K ~string, V any](source Source[K, V], o Options) (*Cache[K, V], error) {
	if o.Size < 0 {
		return nil, fmt.Errorf("cache size must be at least 1, got %d", o.Size)
	}
	if o.TTL < 0 {
		return nil, fmt.Errorf("cache time to live must be more than 0, got %v", o.TTL)
	}
	store, err := newStore[K, V](o)
	if err != nil {
		return nil, fmt.Errorf("make cache: %w", err)
	}
	return &Cache[K, V]{
		source:        source,
		forgetMissing: o.ForgetMissing,
		store:         store,
		flights:       map[K]*flight{},
		writes:        map[K]*write{},
	}, nil
}

// Get returns the value of key, from memory if it is there, else from the
// source; found is false when the source has none. It returns the source's own
// error, or the context's when that is done first. The load is shared: it keeps
// the values of the context that began it, but it is cancelled only when no
// caller waits for it any longer.
func (c *Cache[K, V]) Get(ctx context.Context, key K) (value V, found bool, err error) {
	if e, ok := c.store.GetIfPresent(key); ok {
		c.hits.Add(1)
		return e.value, e.found, nil
	}
	if err := ctx.Err(); err != nil {
		return value, false, err
	}
	e, f, result := c.join(ctx, key)
	if f == nil {
		return e.value, e.found, nil
	}
	select {
	case r := <-result:
		if r.Err != nil {
			return value, false, r.Err
		}
		e = r.Val.(entry[V])
		return e.value, e.found, nil
	case <-ctx.Done():
		c.leave(key, f)
		return value, false, ctx.Err()
	}
}

// Put writes value to the source and then keeps it, with a fresh TTL. When the
// source fails, or when another Put or an Invalidate of the key came in between,
// so that nobody knows which value the source holds last, the key is forgotten.
// The error is the source's own.
func (c *Cache[K, V]) Put(ctx context.Context, key K, value V) error {
	w := c.beginWrite(key)
	stored := false
	defer func() { c.endWrite(key, w, value, stored) }()
	if err := c.source.Store(ctx, key, value); err != nil {
		return err
	}
	stored = true
	return nil
}

// Invalidate forgets key, a load or Put of it under way included: what they
// bring is not kept, and the next Get asks the source.
func (c *Cache[K, V]) Invalidate(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.detachLocked(key)
	if w := c.writes[key]; w != nil {
		w.contested = true
	}
	c.store.Invalidate(key)
}

// Len is the number of entries held, once those over Size or TTL are dropped.
func (c *Cache[K, V]) Len() int {
	c.store.CleanUp()
	return c.store.EstimatedSize()
}

// Stats returns the counts so far.
func (c *Cache[K, V]) Stats() Stats {
	return Stats{Hits: c.hits.Load(), Misses: c.misses.Load(), Loads: c.loads.Load()}
}
