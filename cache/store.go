package cache

import (
	"time"

	"github.com/maypok86/otter/v2"
)

const (
	defaultSize = 10_000
	defaultTTL  = 5 * time.Minute
)

// newStore returns the bounded map with expiry that a cache keeps its entries in.
func newStore[K ~string, V any](o Options) (*otter.Cache[K, entry[V]], error) {
	if o.Size == 0 {
		o.Size = defaultSize
	}
	if o.TTL == 0 {
		o.TTL = defaultTTL
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return otter.New(&otter.Options[K, entry[V]]{
		MaximumSize:      o.Size,
		ExpiryCalculator: otter.ExpiryWriting[K, entry[V]](o.TTL),
		Clock:            clock{now: o.Now, start: o.Now()},
		// On the caller's goroutine, so that the clock is never read behind the
		// back of whoever moves it, and no goroutine outlives the call.
		Executor: func(fn func()) { fn() },
	})
}

// clock is an otter.Clock that reads the time from a function.
type clock struct {
	now   func() time.Time
	start time.Time
}

// NowNano counts from the cache's start, so that any year will do: UnixNano
// holds only those from 1678 to 2262.
func (c clock) NowNano() int64 { return c.now().Sub(c.start).Nanoseconds() }

// Tick returns no channel: expired entries are never served, and the bound on
// the size holds without a goroutine that sweeps them.
func (c clock) Tick(time.Duration) <-chan time.Time { return nil }
