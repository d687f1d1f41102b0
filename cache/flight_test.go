package cache_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/ddbpatterns/ddbpatterns/cache"
)

// gate is a source whose loads wait until they are let through, one by one.
func gate(items map[string]int) (*table, chan struct{}) {
	open := make(chan struct{})
	s := &table{items: items}
	s.onLoad = func(ctx context.Context, _ string) error {
		select {
		case <-open:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s, open
}

// getLater begins a Get and returns where its answer will be, once the bubble's
// goroutines have come to rest.
func getLater(ctx context.Context, t *testing.T, c *cache.Cache[string, int], wantErr error) *answer {
	t.Helper()
	got := &answer{}
	go func() {
		value, found, err := c.Get(ctx, "a")
		if err != wantErr {
			t.Errorf("Get: error %v, want %v", err, wantErr)
		}
		*got = answer{value, found}
	}()
	synctest.Wait()
	return got
}

func TestOneLoadForAThousandReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, open := gate(map[string]int{"a": 10})
		c := newCache(t, s, cache.Options{})
		var readers sync.WaitGroup
		for range 1000 {
			readers.Go(func() { expect(t, "value", get(t, c, "a"), answer{10, true}) })
		}
		synctest.Wait()
		expect(t, "stats while they wait", c.Stats(), cache.Stats{Misses: 1000, Loads: 1})
		close(open)
		readers.Wait()
		get(t, c, "a")
		expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 1000, Loads: 1})
	})
}

func TestFirstCallerGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, open := gate(map[string]int{"a": 10})
		c := newCache(t, s, cache.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		getLater(ctx, t, c, context.Canceled)
		second := getLater(t.Context(), t, c, nil)
		cancel()
		synctest.Wait()
		close(open)
		synctest.Wait()
		expect(t, "the second caller's value", *second, answer{10, true})
		expect(t, "stats", c.Stats(), cache.Stats{Misses: 2, Loads: 1})
	})
}

func TestLastCallerCancelsTheLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, open := gate(map[string]int{"a": 10})
		var ended error
		load := s.onLoad
		s.onLoad = func(ctx context.Context, key string) error {
			ended = load(ctx, key)
			return ended
		}
		c := newCache(t, s, cache.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		getLater(ctx, t, c, context.Canceled)
		cancel()
		synctest.Wait()
		if !errors.Is(ended, context.Canceled) {
			t.Errorf("the load ended with %v, want %v", ended, context.Canceled)
		}
		close(open)
		expect(t, "next read", get(t, c, "a"), answer{10, true})
	})
}

func TestCancelledBeforeAsking(t *testing.T) {
	c := newCache(t, &table{items: map[string]int{"a": 1}}, cache.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.Get(ctx, "a"); err != context.Canceled {
		t.Errorf("Get: error %v, want %v", err, context.Canceled)
	}
	expect(t, "stats", c.Stats(), cache.Stats{})
}

// While a load is under way with the old value, the key changes in one of the
// ways below. Its caller may see the old value, the next one must not.
func TestChangeDuringLoad(t *testing.T) {
	changes := map[string]func(t *testing.T, s *table, c *cache.Cache[string, int]){
		"put": func(t *testing.T, _ *table, c *cache.Cache[string, int]) {
			if err := c.Put(t.Context(), "a", 2); err != nil {
				t.Error(err)
			}
		},
		"invalidate": func(_ *testing.T, s *table, c *cache.Cache[string, int]) {
			s.set("a", 2)
			c.Invalidate("a")
		},
		"put whose fate is unknown": func(t *testing.T, s *table, c *cache.Cache[string, int]) {
			lost := errors.New("connection reset")
			s.onStore = func(int) error { s.set("a", 2); return lost }
			if err := c.Put(t.Context(), "a", 2); err != lost {
				t.Errorf("Put: error %v, want %v", err, lost)
			}
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, open := gate(map[string]int{"a": 1})
				c := newCache(t, s, cache.Options{})
				first := getLater(t.Context(), t, c, nil)
				change(t, s, c)
				close(open)
				synctest.Wait()
				expect(t, "the caller during the change", *first, answer{1, true})
				expect(t, "the caller after it", get(t, c, "a"), answer{2, true})
			})
		})
	}
}

// A Get that comes after a change must not join a load from before it.
func TestNoJoiningAnOldLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, open := gate(map[string]int{"a": 1})
		c := newCache(t, s, cache.Options{})
		first := getLater(t.Context(), t, c, nil)
		s.set("a", 2)
		c.Invalidate("a")
		second := getLater(t.Context(), t, c, nil)
		close(open)
		synctest.Wait()
		expect(t, "before the change", *first, answer{1, true})
		expect(t, "after the change", *second, answer{2, true})
		expect(t, "from the cache", get(t, c, "a"), answer{2, true})
		expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 2, Loads: 2})
	})
}

// Two Puts at once may reach the source in either order, so neither is kept.
func TestPutsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &table{items: map[string]int{}}
		hold := make(chan struct{})
		s.onStore = func(value int) error {
			if value == 1 {
				<-hold
			}
			return nil
		}
		c := newCache(t, s, cache.Options{})
		go func() { _ = c.Put(t.Context(), "a", 1) }()
		synctest.Wait()
		if err := c.Put(t.Context(), "a", 2); err != nil {
			t.Fatal(err)
		}
		close(hold)
		synctest.Wait()
		expect(t, "read", get(t, c, "a"), answer{1, true})
		expect(t, "stats", c.Stats(), cache.Stats{Misses: 1, Loads: 1})
	})
}

func TestInvalidateDuringPut(t *testing.T) {
	s := &table{items: map[string]int{}}
	c := newCache(t, s, cache.Options{})
	s.onStore = func(int) error { c.Invalidate("a"); return nil }
	if err := c.Put(t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	get(t, c, "a")
	expect(t, "stats", c.Stats(), cache.Stats{Misses: 1, Loads: 1})
}

// Whatever the order of loads, puts and invalidations, the cache ends up with
// what the source holds.
func TestNothingStaleAfterARace(t *testing.T) {
	s := &table{items: map[string]int{"a": 0}}
	c := newCache(t, s, cache.Options{})
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 500 {
				switch (i + worker) % 4 {
				case 0:
					if err := c.Put(t.Context(), "a", worker*1000+i); err != nil {
						t.Error(err)
					}
				case 1:
					s.set("a", worker*1000+i)
					c.Invalidate("a")
				default:
					get(t, c, "a")
				}
			}
		})
	}
	all.Wait()
	expect(t, "the cached value", get(t, c, "a"), answer{s.items["a"], true})
}
