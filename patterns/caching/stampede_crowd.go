package caching

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// crowdSource is the table in front of a crowd: no load begins before all have
// come.
type crowdSource struct {
	*shop
	slots chan struct{} // as many as loads may be under way
	loads atomic.Int64  // since the crowd gathered

	mu      sync.Mutex    // guards what follows
	missing int           // readers still to come
	here    chan struct{} // closed when all have come
}

// gather begins a crowd of so many readers.
func (s *crowdSource) gather(readers int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.missing, s.here = readers, make(chan struct{})
	s.loads.Store(0)
}

// arrive says that one reader has come.
func (s *crowdSource) arrive() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missing--; s.missing == 0 {
		close(s.here)
	}
}

// Load waits for the crowd and reads the item.
func (s *crowdSource) Load(ctx context.Context, id itemID) (item, bool, error) {
	s.loads.Add(1)
	s.mu.Lock()
	here := s.here
	s.mu.Unlock()
	if err := s.turn(ctx, here); err != nil {
		return item{}, false, fmt.Errorf("get %s from %s: %w", id.what(), s.table, err)
	}
	defer func() { <-s.slots }()
	return s.shop.Load(ctx, id)
}

// turn waits until all are here, and then for a slot, which the caller gives back.
func (s *crowdSource) turn(ctx context.Context, here <-chan struct{}) error {
	select {
	case <-here:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// timed is an item and when its time is up.
type timed struct {
	item  item
	until time.Time
}

// eachLoads is the cache that one writes first: a map with expiry. It is here to
// show what it lacks.
type eachLoads struct {
	source *crowdSource
	ttl    time.Duration
	now    func() time.Time
	looked func() // runs once a Get knows whether it hits

	mu      sync.Mutex // guards entries
	entries map[itemID]timed
}

// Get returns an item from memory, else from the source, whoever else may be
// asking for the same at this moment.
func (c *eachLoads) Get(ctx context.Context, id itemID) (item, bool, error) {
	e, ok := c.entry(id)
	c.looked()
	if ok {
		return e.item, true, nil
	}
	got, found, err := c.source.Load(ctx, id)
	if err == nil && found {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.entries[id] = timed{got, c.now().Add(c.ttl)}
	}
	return got, found, err
}

func (c *eachLoads) entry(id itemID) (timed, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[id]
	return e, ok && c.now().Before(e.until)
}
