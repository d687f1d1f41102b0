package cache

import (
	"context"

	"golang.org/x/sync/singleflight"
)

// flight is a load under way. Its fields are guarded by Cache.mu.
type flight struct {
	cancel  context.CancelFunc
	waiters int
	// detached is set once the flight's result must not be stored, because it is
	// stored already or because the key has changed since. It is then no longer
	// in Cache.flights, and the next Get of the key begins another.
	detached bool
}

// join returns the entry of key with a nil flight if it has come in the meantime;
// else the load under way for key, begun here if there is none, and where its
// result will arrive.
func (c *Cache[K, V]) join(ctx context.Context, key K) (entry[V], *flight, <-chan singleflight.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	// A load may have landed between the caller's look and this lock; asking
	// again would be a second load for the same miss.
	if e, ok := c.store.GetIfPresent(key); ok {
		c.hits.Add(1)
		return e, nil, nil
	}
	c.misses.Add(1)
	f := c.flights[key]
	if f == nil {
		f = &flight{}
		// The first caller may give up before the others do.
		ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
		c.flights[key] = f
	}
	f.waiters++
	result := c.group.DoChan(string(key), func() (any, error) { return c.load(ctx, key, f) })
	return entry[V]{}, f, result
}

// leave tells a flight that one of its callers has given up. The last one to
// leave cancels it.
func (c *Cache[K, V]) leave(key K, f *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.waiters--
	if f.waiters > 0 {
		return
	}
	f.cancel()
	if !f.detached {
		c.detachLocked(key)
	}
}

// load asks the source and keeps the answer.
func (c *Cache[K, V]) load(ctx context.Context, key K, f *flight) (any, error) {
	var e entry[V]
	keep := false
	// Deferred, so that a source that ends its goroutine leaves no dead flight behind.
	defer func() { c.land(key, f, e, keep) }()
	c.loads.Add(1)
	var err error
	if e.value, e.found, err = c.source.Load(ctx, key); err != nil {
		return nil, err
	}
	keep = e.found || !c.forgetMissing
	return e, nil
}

// land ends a flight and stores what it brought, unless the key has changed since.
func (c *Cache[K, V]) land(key K, f *flight, e entry[V], keep bool) {
	f.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.detached {
		return
	}
	c.detachLocked(key)
	if keep {
		c.store.Set(key, e)
	}
}

// detachLocked takes the flight of key, if there is one, out of the way: its
// callers still get its result, later ones do not, and it is not stored after this.
func (c *Cache[K, V]) detachLocked(key K) {
	f := c.flights[key]
	if f == nil {
		return
	}
	f.detached = true
	delete(c.flights, key)
	c.group.Forget(string(key))
}

// write is the Puts of one key that run at the same time. Its fields are guarded
// by Cache.mu.
type write struct {
	running int
	// contested is set when the order of changes in the source is unknown.
	contested bool
}

func (c *Cache[K, V]) beginWrite(key K) *write {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.writes[key]
	if w == nil {
		w = &write{}
		c.writes[key] = w
	}
	w.running++
	w.contested = w.contested || w.running > 1
	return w
}

// endWrite keeps value if the source holds it for certain, and forgets key otherwise.
func (c *Cache[K, V]) endWrite(key K, w *write, value V, stored bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.running--; w.running == 0 {
		delete(c.writes, key)
	}
	// A load that began before the write ended may bring the value from before it.
	c.detachLocked(key)
	if !stored || w.contested {
		c.store.Invalidate(key)
		return
	}
	c.store.Set(key, entry[V]{value: value, found: true})
}
