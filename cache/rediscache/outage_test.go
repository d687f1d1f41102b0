package rediscache_test

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/ddbpatterns/ddbpatterns/cache/rediscache"
)

// Redis is killed: reads go to the table without an error, Redis is asked once for
// each back-off, and whoever wants to know is told once.
func TestKilledAndRestarted(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	f.sum(f.cache, "a")
	f.server.Kill()
	for range 100 {
		expect(t, "while it is down", f.sum(f.cache, "a"), answer{Value: 1, Found: true})
	}
	expect(t, "stats", f.cache.Stats(), rediscache.Stats{Loads: 101, Failures: 1})

	// One trial after a second, the next not before two more.
	for _, wait := range []time.Duration{time.Second, 2*time.Second - 1, 1} {
		f.now = f.now.Add(wait)
		f.sum(f.cache, "a")
		f.sum(f.cache, "a")
	}
	expect(t, "stats", f.cache.Stats(), rediscache.Stats{Loads: 107, Failures: 3})

	f.server.Restart()
	f.now = f.now.Add(4 * time.Second)
	f.sum(f.cache, "a")
	expect(t, "once it is back", f.sum(f.cache, "a"), answer{Value: 1, Found: true, Cached: true})
	expect(t, "outages", f.downs, 1)

	f.server.Kill()
	f.sum(f.cache, "a")
	expect(t, "outages after the second", f.downs, 2)
}

// cut is a way to Redis that can be cut, while Redis keeps what it holds.
type cut struct {
	on    bool
	conns []net.Conn
}

func (c *cut) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if c.on {
		return nil, &net.OpError{Op: "dial", Net: network, Err: context.DeadlineExceeded}
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	c.conns = append(c.conns, conn)
	return conn, err
}

func (c *cut) cut() {
	c.on = true
	for _, conn := range c.conns {
		_ = conn.Close()
	}
}

// What is written while Redis cannot be told is not stale when it is back, though
// it has kept its entries.
func TestInvalidationIsOwed(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	line := &cut{}
	client := redis.NewClient(rediscache.ClientOptions(f.server.Addr, 5*time.Second, line.dial))
	defer client.Close()
	c, err := rediscache.New(client, rediscache.Options{Now: func() time.Time { return f.now }, Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	f.sum(c, "a", "b")
	line.cut()
	f.write(c, "b", 10)
	f.write(c, "b", 20)
	expect(t, "while it is away", f.sum(c, "a", "b"), answer{Value: 21, Found: true})
	line.on = false
	f.now = f.now.Add(time.Second)
	if got := f.sum(c, "a", "b"); got.Cached || got.Value != 21 {
		t.Errorf("once it is back: %+v", got)
	}
	expect(t, "then", f.sum(c, "a", "b"), answer{Value: 21, Found: true, Cached: true})
	expect(t, "stats", c.Stats(), rediscache.Stats{Hits: 1, Loads: 3, Failures: 1})
}

// A Redis that takes connections and says nothing costs one time-out, not one for
// each read.
func TestSilentRedis(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client := redis.NewClient(rediscache.ClientOptions(listener.Addr().String(), time.Millisecond, nil))
	defer client.Close()
	f := &fixture{t: t, table: map[string]int{"a": 1}}
	c, err := rediscache.New(client, rediscache.Options{Timeout: time.Millisecond, Now: func() time.Time { return f.now }})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		expect(t, "value", f.sum(c, "a"), answer{Value: 1, Found: true})
	}
	expect(t, "stats", c.Stats(), rediscache.Stats{Loads: 100, Failures: 1})
}

// A reader that gives up says nothing about Redis.
func TestCancelledIsNoOutage(t *testing.T) {
	f := newFixture(t, rediscache.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := rediscache.Get(ctx, f.cache, "sum:a", []string{"a"}, func(ctx context.Context) (int, bool, error) {
		return 0, false, ctx.Err()
	})
	if err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	f.sum(f.cache, "a")
	expect(t, "afterwards", f.sum(f.cache, "a"), answer{Value: 1, Found: true, Cached: true})
	expect(t, "outages", f.downs, 0)
}

// Many readers at once, writers, and a Redis that is killed and restarted: what the
// writer has finished no later reader misses.
func TestNothingOlderThanTheLastWrite(t *testing.T) {
	f := newFixture(t, rediscache.Options{Backoff: 1, Jitter: -1})
	c := f.another(rediscache.Options{Backoff: 1})
	var table, finished atomic.Int64
	read := func() {
		atLeast := finished.Load()
		got, err := rediscache.Get(t.Context(), c, "n", []string{"n"}, func(context.Context) (int64, bool, error) {
			return table.Load(), true, nil
		})
		if err != nil || got.Value < atLeast {
			t.Errorf("read %d (%v) after %d was written", got.Value, err, atLeast)
		}
	}
	done := make(chan struct{})
	for range 4 {
		go func() {
			defer func() { done <- struct{}{} }()
			for range 300 {
				read()
			}
		}()
	}
	for n := range int64(100) {
		table.Store(n)
		c.Invalidate(t.Context(), "n")
		finished.Store(n)
		switch n {
		case 30:
			f.server.Kill()
		case 60:
			f.server.Restart()
		}
	}
	for range 4 {
		<-done
	}
}
