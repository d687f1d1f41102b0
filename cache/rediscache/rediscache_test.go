package rediscache_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/cache/rediscache"
	"github.com/ddbpatterns/ddbpatterns/internal/peers"
)

func TestMain(m *testing.M) {
	// The library's own log of each lost connection would hide what failed.
	logging.Disable()
	// It looks for a Redis that is gone each second, and notices Close only then.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial"))
}

// fixture is a cache on a real Redis, over a table that is a map.
type fixture struct {
	t      *testing.T
	server *peers.Server
	client *redis.Client
	cache  *rediscache.Cache
	now    time.Time
	downs  int
	table  map[string]int
}

func newFixture(t *testing.T, o rediscache.Options) *fixture {
	t.Helper()
	f := &fixture{t: t, server: peers.Redis().Start(t), table: map[string]int{"a": 1, "b": 2}}
	f.client = redis.NewClient(rediscache.ClientOptions(f.server.Addr, 5*time.Second, nil))
	t.Cleanup(func() { _ = f.client.Close() })
	o.Now = func() time.Time { return f.now }
	o.OnDown = func(error) { f.downs++ }
	o.Timeout = 5 * time.Second
	f.cache = f.another(o)
	return f
}

// another is a cache of another process.
func (f *fixture) another(o rediscache.Options) *rediscache.Cache {
	f.t.Helper()
	c, err := rediscache.New(f.client, o)
	if err != nil {
		f.t.Fatal(err)
	}
	return c
}

// sum gets the entry that is computed of items.
func (f *fixture) sum(c *rediscache.Cache, items ...string) rediscache.Answer[int] {
	f.t.Helper()
	return f.sumWhile(c, func() {}, items...)
}

// sumWhile is sum, with something that happens after the load has read the table.
func (f *fixture) sumWhile(c *rediscache.Cache, during func(), items ...string) rediscache.Answer[int] {
	f.t.Helper()
	got, err := rediscache.Get(f.t.Context(), c, "sum:"+items[0], items, func(context.Context) (int, bool, error) {
		total, found := 0, false
		for _, item := range items {
			value, ok := f.table[item]
			total, found = total+value, found || ok
		}
		during()
		return total, found, nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return got
}

func (f *fixture) write(c *rediscache.Cache, item string, value int) {
	f.table[item] = value
	c.Invalidate(f.t.Context(), item)
}

func (f *fixture) keys() []string {
	f.t.Helper()
	keys, err := f.client.Keys(f.t.Context(), "*").Result()
	if err != nil {
		f.t.Fatal(err)
	}
	slices.Sort(keys)
	return keys
}

func expect[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

type answer = rediscache.Answer[int]

func half() float64 { return 0.5 }

func TestReadsOnceAndInvalidates(t *testing.T) {
	f := newFixture(t, rediscache.Options{TTL: time.Minute, Random: half})
	loaded := func(v int) answer { return answer{Value: v, Found: true, Lifetime: 57 * time.Second} }
	expect(t, "first read", f.sum(f.cache, "a"), loaded(1))
	expect(t, "second read", f.sum(f.cache, "a"), answer{Value: 1, Found: true, Cached: true})
	f.write(f.cache, "a", 3)
	expect(t, "after a write", f.sum(f.cache, "a"), loaded(3))
	f.table["a"] = 9
	expect(t, "after a write past the cache", f.sum(f.cache, "a"), answer{Value: 3, Found: true, Cached: true})
	expect(t, "told of its end", f.cache.Expire(t.Context(), "sum:a"), true)
	expect(t, "after its time", f.sum(f.cache, "a"), loaded(9))
	expect(t, "stats", f.cache.Stats(), rediscache.Stats{Hits: 2, Loads: 3})
}

// A view is invalidated by any of its items, and by no other.
func TestViewOfSeveralItems(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	f.sum(f.cache, "a", "b")
	f.sum(f.cache, "b")
	for _, item := range []string{"a", "b"} {
		f.write(f.cache, item, 10)
		if got := f.sum(f.cache, "a", "b"); got.Cached {
			t.Errorf("after a write of %s the view is served from the cache: %+v", item, got)
		}
	}
	f.write(f.cache, "c", 10)
	expect(t, "after a write of another", f.sum(f.cache, "a", "b"), answer{Value: 20, Found: true, Cached: true})
}

func TestOtherProcessesSeeTheWrite(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	other := f.another(rediscache.Options{})
	f.sum(f.cache, "a")
	expect(t, "through the other", f.sum(other, "a"), answer{Value: 1, Found: true, Cached: true})
	f.write(other, "a", 3)
	if got := f.sum(f.cache, "a"); got.Cached || got.Value != 3 {
		t.Errorf("after the other's write: %+v", got)
	}
}

// A write between a load and its store: the entry must not be served to anybody.
func TestLoadOvertakenByAWrite(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	got := f.sumWhile(f.cache, func() { f.write(f.cache, "a", 3) }, "a")
	expect(t, "the reader that was overtaken", got.Value, 1)
	if got := f.sum(f.cache, "a"); got.Cached || got.Value != 3 {
		t.Errorf("the next reader: %+v", got)
	}
}

func TestMissingIsRemembered(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	f.sum(f.cache, "z")
	expect(t, "second read", f.sum(f.cache, "z"), answer{Cached: true})
	f.write(f.cache, "z", 7)
	expect(t, "after the write", f.sum(f.cache, "z").Value, 7)
}

func TestErrorsAreNotCached(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	broken := errors.New("table is down")
	_, err := rediscache.Get(t.Context(), f.cache, "sum:a", []string{"a"}, func(context.Context) (int, bool, error) {
		return 0, false, broken
	})
	if err != broken {
		t.Errorf("error %v, want %v", err, broken)
	}
	expect(t, "once it works", f.sum(f.cache, "a").Value, 1)
}

// What is in Redis under our names may be anything; it is passed by, and never an
// error.
func TestForeignValues(t *testing.T) {
	for name, plant := range map[string]func(ctx context.Context, c *redis.Client, key string) error{
		"text": func(ctx context.Context, c *redis.Client, key string) error {
			return c.Set(ctx, key, "\x1b[31m", 0).Err()
		},
		"null": func(ctx context.Context, c *redis.Client, key string) error { return c.Set(ctx, key, "null", 0).Err() },
		"no tokens": func(ctx context.Context, c *redis.Client, key string) error {
			return c.Set(ctx, key, `{"Value":666}`, 0).Err()
		},
		"a list": func(ctx context.Context, c *redis.Client, key string) error { return c.LPush(ctx, key, "x").Err() },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, rediscache.Options{Prefix: "p:"})
			for _, key := range []string{"p:entry:sum:a", "p:item:b"} {
				if err := plant(t.Context(), f.client, key); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				expect(t, "value", f.sum(f.cache, "a").Value, 1)
				expect(t, "value", f.sum(f.cache, "b").Value, 2)
			}
			expect(t, "outages", f.downs, 0)
		})
	}
}

func TestOnlyOurKeys(t *testing.T) {
	f := newFixture(t, rediscache.Options{Prefix: "p36:"})
	if err := f.client.Set(t.Context(), "entry:sum:a", "theirs", 0).Err(); err != nil {
		t.Fatal(err)
	}
	f.sum(f.cache, "a")
	expect(t, "keys", f.keys(), []string{"entry:sum:a", "p36:entry:sum:a", "p36:item:a"})
	f.cache.Clear(t.Context(), []string{"sum:a"}, []string{"a"})
	expect(t, "keys once cleared", f.keys(), []string{"entry:sum:a"})
}

func TestBadOptions(t *testing.T) {
	client := redis.NewClient(&redis.Options{})
	defer client.Close()
	for _, tt := range []struct {
		client redis.Cmdable
		o      rediscache.Options
		want   string
	}{
		{client, rediscache.Options{TTL: time.Microsecond}, "time to live must be at least 1ms, got 1µs"},
		{client, rediscache.Options{Jitter: 1.5}, "jitter must be at most 1, got 1.5"},
		{client, rediscache.Options{Timeout: -1}, "time-out must be more than 0, got -1ns"},
		{client, rediscache.Options{Backoff: -1}, "back-off must be more than 0, got -1ns"},
		{nil, rediscache.Options{}, "a client is needed"},
	} {
		_, err := rediscache.New(tt.client, tt.o)
		if err == nil || err.Error() != tt.want {
			t.Errorf("New(%+v): %v, want %s", tt.o, err, tt.want)
		}
	}
}
