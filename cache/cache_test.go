package cache_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/cache"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// table is a source in memory. Its hooks, where set, run before the access.
type table struct {
	onLoad  func(ctx context.Context, key string) error
	onStore func(value int) error

	mu    sync.Mutex
	items map[string]int
}

func (s *table) Load(ctx context.Context, key string) (int, bool, error) {
	s.mu.Lock()
	value, found := s.items[key]
	s.mu.Unlock()
	// The hook comes after the read: what it changes, this load has not seen.
	if s.onLoad != nil {
		if err := s.onLoad(ctx, key); err != nil {
			return 0, false, err
		}
	}
	return value, found, nil
}

func (s *table) Store(_ context.Context, key string, value int) error {
	if s.onStore != nil {
		if err := s.onStore(value); err != nil {
			return err
		}
	}
	s.set(key, value)
	return nil
}

func (s *table) set(key string, value int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[key] = value
}

// clock is a time that moves only when told.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newCache(t *testing.T, s *table, o cache.Options) *cache.Cache[string, int] {
	t.Helper()
	c, err := cache.New[string, int](s, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// answer is what a Get returned.
type answer struct {
	Value int
	Found bool
}

func get(t *testing.T, c *cache.Cache[string, int], key string) answer {
	t.Helper()
	value, found, err := c.Get(t.Context(), key)
	if err != nil {
		t.Fatalf("Get(%q): %v", key, err)
	}
	return answer{value, found}
}

func expect[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestServesUntilTTL(t *testing.T) {
	clk := &clock{}
	s := &table{items: map[string]int{"a": 10}}
	c := newCache(t, s, cache.Options{TTL: 500 * time.Millisecond, Now: clk.Now})

	expect(t, "first read", get(t, c, "a"), answer{10, true})
	s.set("a", 12)
	clk.now = clk.now.Add(500*time.Millisecond - 1)
	expect(t, "just before the TTL", get(t, c, "a"), answer{10, true})
	clk.now = clk.now.Add(1)
	expect(t, "at the TTL", get(t, c, "a"), answer{12, true})
	expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 2, Loads: 2})
}

func TestDefaultTTLIsFiveMinutes(t *testing.T) {
	clk := &clock{now: time.Unix(0, 0)}
	c := newCache(t, &table{items: map[string]int{"a": 1}}, cache.Options{Now: clk.Now})
	get(t, c, "a")
	clk.now = clk.now.Add(5*time.Minute - 1)
	get(t, c, "a")
	clk.now = clk.now.Add(1)
	get(t, c, "a")
	expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 2, Loads: 2})
}

func TestWallClockByDefault(t *testing.T) {
	c := newCache(t, &table{items: map[string]int{"a": 1}}, cache.Options{})
	get(t, c, "a")
	get(t, c, "a")
	expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 1, Loads: 1})
}

func TestPutWritesThrough(t *testing.T) {
	s := &table{items: map[string]int{"a": 10}}
	c := newCache(t, s, cache.Options{})
	get(t, c, "a")
	if err := c.Put(t.Context(), "a", 15); err != nil {
		t.Fatal(err)
	}
	expect(t, "in the source", s.items, map[string]int{"a": 15})
	expect(t, "read back", get(t, c, "a"), answer{15, true})
	expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 1, Loads: 1})
}

func TestPutRenewsTTL(t *testing.T) {
	clk := &clock{}
	c := newCache(t, &table{items: map[string]int{}}, cache.Options{TTL: time.Second, Now: clk.Now})
	for range 3 {
		if err := c.Put(t.Context(), "a", 1); err != nil {
			t.Fatal(err)
		}
		clk.now = clk.now.Add(time.Second - 1)
		expect(t, "read", get(t, c, "a"), answer{1, true})
	}
	expect(t, "stats", c.Stats(), cache.Stats{Hits: 3})
}

func TestMissingIsRemembered(t *testing.T) {
	s := &table{items: map[string]int{}}
	c := newCache(t, s, cache.Options{})
	expect(t, "first read", get(t, c, "a"), answer{0, false})
	expect(t, "second read", get(t, c, "a"), answer{0, false})
	expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 1, Loads: 1})

	if err := c.Put(t.Context(), "a", 0); err != nil {
		t.Fatal(err)
	}
	expect(t, "after the put", get(t, c, "a"), answer{0, true})
}

func TestForgetMissing(t *testing.T) {
	c := newCache(t, &table{items: map[string]int{"b": 1}}, cache.Options{ForgetMissing: true})
	for range 2 {
		get(t, c, "a")
		get(t, c, "b")
	}
	expect(t, "stats", c.Stats(), cache.Stats{Hits: 1, Misses: 3, Loads: 3})
}

func TestErrorsAreNotCached(t *testing.T) {
	broken := errors.New("store is down")
	s := &table{items: map[string]int{"a": 1}}
	s.onLoad = func(context.Context, string) error { return broken }
	c := newCache(t, s, cache.Options{})
	if _, _, err := c.Get(t.Context(), "a"); err != broken {
		t.Errorf("Get of a broken source: %v, want %v", err, broken)
	}
	s.onLoad = nil
	expect(t, "once it works", get(t, c, "a"), answer{1, true})
	expect(t, "stats", c.Stats(), cache.Stats{Misses: 2, Loads: 2})
}

func TestFailedPutForgetsTheKey(t *testing.T) {
	broken := errors.New("store is down")
	s := &table{items: map[string]int{"a": 1}}
	c := newCache(t, s, cache.Options{})
	get(t, c, "a")
	s.onStore = func(value int) error { return broken }
	if err := c.Put(t.Context(), "a", 2); err != broken {
		t.Errorf("Put to a broken source: %v, want %v", err, broken)
	}
	expect(t, "read after it", get(t, c, "a"), answer{1, true})
	expect(t, "stats", c.Stats(), cache.Stats{Misses: 2, Loads: 2})
}

func TestInvalidate(t *testing.T) {
	s := &table{items: map[string]int{"a": 1}}
	c := newCache(t, s, cache.Options{})
	get(t, c, "a")
	s.set("a", 2)
	c.Invalidate("a")
	c.Invalidate("never seen")
	expect(t, "read after it", get(t, c, "a"), answer{2, true})
}

func TestSizeIsBounded(t *testing.T) {
	c := newCache(t, &table{items: map[string]int{}}, cache.Options{Size: 10})
	for i := range 1000 {
		get(t, c, strconv.Itoa(i))
	}
	if n := c.Len(); n > 10 {
		t.Errorf("%d entries held, want at most 10", n)
	}
}

func TestBadOptions(t *testing.T) {
	for _, tt := range []struct {
		o    cache.Options
		want string
	}{
		{cache.Options{Size: -1}, "cache size must be at least 1, got -1"},
		{cache.Options{TTL: -time.Second}, "cache time to live must be more than 0, got -1s"},
	} {
		_, err := cache.New[string, int](&table{}, tt.o)
		if err == nil || err.Error() != tt.want {
			t.Errorf("New(%+v): %v, want %s", tt.o, err, tt.want)
		}
	}
}
