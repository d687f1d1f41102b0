package rediscache

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/redis/go-redis/v9"
)

// errLeftAlone is when Redis is not asked, since it failed a moment ago.
var errLeftAlone = errors.New("redis failed a moment ago")

// exchange sends commands to Redis in one go, after the invalidations that it is
// owed, and waits for the answers. That a key is not there is no error.
func (c *Cache) exchange(ctx context.Context, fill func(context.Context, redis.Pipeliner)) error {
	ok, trial := c.breaker.allow()
	if !ok {
		return errLeftAlone
	}
	bounded, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	owed := c.whatIsOwed()
	pipe := c.client.Pipeline()
	// One command a key: the keys of one must lie together in a Redis Cluster.
	for _, key := range slices.Sorted(maps.Keys(owed)) {
		pipe.Del(bounded, key)
	}
	fill(bounded, pipe)
	err := firstFailure(pipe.Exec(bounded))
	c.breaker.report(ctx, trial, err)
	if err == nil {
		c.delivered(owed)
	}
	return err
}

// firstFailure is the first failure among commands that Exec returned with err.
func firstFailure(commands []redis.Cmder, err error) error {
	for _, command := range commands {
		if e := command.Err(); isFailure(e) {
			return e
		}
	}
	if isFailure(err) {
		return err
	}
	return nil
}

// isFailure tells what Redis cannot do from what it does not have: a key that is
// not there, or that is of another kind and so not ours.
func isFailure(err error) bool {
	return err != nil && !errors.Is(err, redis.Nil) && !redis.HasErrorPrefix(err, "WRONGTYPE")
}

// Invalidate says that items have changed in the store: no entry made of one of
// them is served after this. It is for after the write, and whenever nobody knows
// whether a write happened. When Redis does not answer it is told later, before
// this Cache reads from it again; others may see what they know until it is told
// or the entry's time is up.
func (c *Cache) Invalidate(ctx context.Context, items ...string) {
	if len(items) == 0 {
		return
	}
	keys := make([]string, len(items))
	for n, item := range items {
		keys[n] = c.itemKey(item)
	}
	// Owed from the start, so that the exchange sends them, whatever the context:
	// the write has happened.
	c.owe(keys)
	_ = c.exchange(context.WithoutCancel(ctx), func(context.Context, redis.Pipeliner) {})
}

// Expire ends the time of an entry at once, as its TTL would, and reports whether
// Redis has been told. It is for tests and demonstrations, which need not wait.
func (c *Cache) Expire(ctx context.Context, key string) bool {
	return c.exchange(ctx, func(ctx context.Context, p redis.Pipeliner) {
		p.PExpire(ctx, c.entryKey(key), 0)
	}) == nil
}

// Clear takes entries and the tokens of items out of Redis, and no other key. What
// it cannot take out, since Redis does not answer, ends with its time.
func (c *Cache) Clear(ctx context.Context, entries, items []string) {
	_ = c.exchange(ctx, func(ctx context.Context, p redis.Pipeliner) {
		for _, key := range entries {
			p.Del(ctx, c.entryKey(key))
		}
		for _, item := range items {
			p.Del(ctx, c.itemKey(item))
		}
	})
}

// owe remembers keys that Redis has to drop.
func (c *Cache) owe(keys []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.debts++
	for _, key := range keys {
		if _, ok := c.owed[key]; ok || len(c.owed) < maxOwed {
			c.owed[key] = c.debts
		}
	}
}

// whatIsOwed is a copy: it stays owed until it is delivered, so that readers at the
// same time send it too and none of them is ahead of it.
func (c *Cache) whatIsOwed() map[string]uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.owed)
}

// delivered forgets what was owed, unless it has come to be owed again.
func (c *Cache) delivered(owed map[string]uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, debt := range owed {
		if c.owed[key] == debt {
			delete(c.owed, key)
		}
	}
}
