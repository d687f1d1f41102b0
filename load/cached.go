package load

import (
	"context"
	"errors"
	"time"

	"github.com/ddbpatterns/ddbpatterns/cache"
)

// cached is a store that asks the table only for what the cache does not have, on the model's clock.
type cached struct {
	table *run
	cache *cache.Cache[string, struct{}]
	at    time.Duration
	event Event
	asked bool
}

// errThrottled is what a load from the table ends with if it was refused.
var errThrottled = errors.New("throttled")

func newCached(r *run) (*cached, error) {
	c := &cached{table: r}
	start := time.Unix(0, 0)
	var err error
	c.cache, err = cache.New(c, cache.Options{
		TTL: r.o.TTL,
		Now: func() time.Time { return start.Add(c.at) },
	})
	return c, err
}

// ask reads through the cache. A request arrives while no other is under way, so the cache's own goroutine is waited for.
func (c *cached) ask(at time.Duration, e Event) answer {
	c.at, c.event, c.asked = at, e, false
	_, _, err := c.cache.Get(context.Background(), c.table.d.keys[c.table.d.pick(e)])
	switch {
	case err != nil:
		return throttled
	case c.asked:
		return accepted
	}
	return fromCache
}

// Load asks the table; it implements cache.Source.
func (c *cached) Load(context.Context, string) (struct{}, bool, error) {
	c.asked = true
	if c.table.ask(c.at, c.event) == throttled {
		return struct{}{}, false, errThrottled
	}
	return struct{}{}, true, nil
}

// Store does nothing: all requests are reads.
func (c *cached) Store(context.Context, string, struct{}) error { return nil }
