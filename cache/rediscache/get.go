package rediscache

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"
)

// Answer is what Get returns.
type Answer[V any] struct {
	Value V
	Found bool // false if the store has no such value
	// Cached reports whether the answer came from Redis.
	Cached bool
	// Lifetime is what the entry was given when this Get stored it, else 0.
	Lifetime time.Duration
}

// entry is what is in Redis under an entry's key, as JSON.
type entry[V any] struct {
	Tokens map[string]string // by item: the tokens that make it valid
	Found  bool
	Value  V
}

// Get returns the value of key, from Redis if it has a valid entry, else by load,
// whose found is false when the store has none; that is remembered too. items names
// everything the value is made of; it must not be empty, or nothing could ever
// invalidate the entry. V must come back from JSON as it went in.
//
// The only errors are load's own: a Redis that fails, or holds what is no entry, is
// passed by.
func Get[V any](ctx context.Context, c *Cache, key string, items []string, load func(context.Context) (value V, found bool, err error)) (Answer[V], error) {
	items = slices.Compact(slices.Sorted(slices.Values(items)))
	stored, tokens, ok := lookup[V](ctx, c, key, items)
	if ok && maps.Equal(stored.Tokens, tokens) && len(tokens) > 0 {
		c.hits.Add(1)
		return Answer[V]{Value: stored.Value, Found: stored.Found, Cached: true}, nil
	}
	if ok {
		// Before the load: a write that comes after this changes the tokens again.
		tokens, ok = c.complete(ctx, tokens, items)
	}
	c.loads.Add(1)
	value, found, err := load(ctx)
	if err != nil {
		return Answer[V]{}, err
	}
	answer := Answer[V]{Value: value, Found: found}
	if ok && len(tokens) > 0 {
		answer.Lifetime = c.keep(ctx, key, tokens, entry[V]{Tokens: tokens, Found: found, Value: value})
	}
	return answer, nil
}

// lookup reads an entry, which is empty if there is none, and those of its items'
// tokens that are there. ok is false when Redis did not answer.
func lookup[V any](ctx context.Context, c *Cache, key string, items []string) (e entry[V], tokens map[string]string, ok bool) {
	var got *redis.StringCmd
	var read map[string]*redis.StringCmd
	err := c.exchange(ctx, func(ctx context.Context, p redis.Pipeliner) {
		got = p.Get(ctx, c.entryKey(key))
		read = c.readTokens(ctx, p, items)
	})
	if err != nil {
		return e, nil, false
	}
	// What cannot be decoded is not ours; it has no tokens, so it is a miss.
	if json.Unmarshal([]byte(got.Val()), &e) != nil {
		e = entry[V]{}
	}
	return e, present(read), true
}

// complete gives the items that have no token a new one, unless another process
// was faster, and returns the tokens of all.
func (c *Cache) complete(ctx context.Context, tokens map[string]string, items []string) (map[string]string, bool) {
	var lacking []string
	for _, item := range items {
		if _, ok := tokens[item]; !ok {
			lacking = append(lacking, item)
		}
	}
	if len(lacking) == 0 {
		return tokens, true
	}
	var read map[string]*redis.StringCmd
	err := c.exchange(ctx, func(ctx context.Context, p redis.Pipeliner) {
		for _, item := range lacking {
			p.SetArgs(ctx, c.itemKey(item), rand.Text(), redis.SetArgs{Mode: "NX", TTL: c.tokenLifetime()})
		}
		read = c.readTokens(ctx, p, lacking)
	})
	if err != nil {
		return nil, false
	}
	maps.Copy(tokens, present(read))
	// One that is gone again was invalidated just now, so there is nothing to keep.
	return tokens, len(tokens) == len(items)
}

func (c *Cache) readTokens(ctx context.Context, p redis.Pipeliner, items []string) map[string]*redis.StringCmd {
	read := make(map[string]*redis.StringCmd, len(items))
	for _, item := range items {
		read[item] = p.Get(ctx, c.itemKey(item))
	}
	return read
}

func present(read map[string]*redis.StringCmd) map[string]string {
	tokens := make(map[string]string, len(read))
	for item, token := range read {
		if token.Err() == nil {
			tokens[item] = token.Val()
		}
	}
	return tokens
}

// keep stores an entry and returns the lifetime it was given, 0 if it was not
// stored: because Redis failed, or because its value is not one for JSON.
func (c *Cache) keep(ctx context.Context, key string, tokens map[string]string, e any) time.Duration {
	text, err := json.Marshal(e)
	if err != nil {
		return 0
	}
	lifetime := c.lifetime()
	err = c.exchange(ctx, func(ctx context.Context, p redis.Pipeliner) {
		p.Set(ctx, c.entryKey(key), text, lifetime)
		for item := range tokens {
			p.PExpire(ctx, c.itemKey(item), c.tokenLifetime())
		}
	})
	if err != nil {
		return 0
	}
	return lifetime
}
