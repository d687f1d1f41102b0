package caching

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/redis/go-redis/v9"

	"github.com/ddbpatterns/ddbpatterns/cache/rediscache"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// streamJitter is the PCG stream of the entries' lifetimes.
const streamJitter = 3605

// redisRun is one run under way.
type redisRun struct {
	stage  transcript.Stage
	o      RedisOptions
	client dynamodb.QueryAPIClient
	clock  *clock // of the back-off
	line   *line
	conn   *redis.Client
	shop   *shop
	cache  *rediscache.Cache
}

func (r *redisRun) play(ctx context.Context, res *RedisResult) error {
	for _, step := range []func(context.Context, *RedisResult) error{
		r.fill, r.hot, r.past, r.expire, r.write, r.view, r.change, r.down, r.back,
	} {
		if err := step(ctx, res); err != nil {
			return err
		}
	}
	return nil
}

// clear takes the run's keys out of Redis, also after an error or Ctrl-C.
func (r *redisRun) clear(ctx context.Context) {
	if r.o.Tables.Keep {
		return
	}
	r.line.mend()
	r.clock.now = r.clock.now.Add(redisBackoff)
	r.cache.Clear(context.WithoutCancel(ctx), []string{productEntry, viewEntry}, names(viewItems()...))
}

// put writes an item and invalidates what is made of it. That it does also after an
// error: the write may have happened.
func (r *redisRun) put(ctx context.Context, value item) error {
	err := r.shop.Store(ctx, value.ID, value)
	r.cache.Invalidate(ctx, string(value.ID))
	return err
}

// fill writes a product with three reviews. The invalidations are not idle: an
// earlier run may have left its entries.
func (r *redisRun) fill(ctx context.Context, _ *RedisResult) error {
	for n, id := range viewItems() {
		value := item{ID: id, Value: 6 - n}
		if id == hotID {
			value = widget(10)
		}
		if err := r.put(ctx, value); err != nil {
			return err
		}
	}
	return nil
}

// hot reads the product many times.
func (r *redisRun) hot(ctx context.Context, res *RedisResult) error {
	for range r.o.Reads {
		got, err := r.product(ctx, 10)
		if err != nil {
			return err
		}
		res.Hot.Lifetime = max(res.Hot.Lifetime, got.Lifetime)
	}
	stats := r.cache.Stats()
	res.Hot.DynamoDBReads, res.Hot.RedisHits = stats.Loads, stats.Hits
	return r.stage.Section(hotTitle(r.o.Reads), append(transcript.Object{
		{Name: "dynamodb_reads", Value: res.Hot.DynamoDBReads},
		{Name: "redis_hits", Value: res.Hot.RedisHits},
	}, lifetime(res.Hot.Lifetime)...))
}

// past changes the price as another program would that does not know of Redis.
func (r *redisRun) past(ctx context.Context, res *RedisResult) (err error) {
	if err := r.shop.update(ctx, hotID, 12); err != nil {
		return err
	}
	if res.Past, err = r.price(ctx, 10); err != nil {
		return err
	}
	return r.show("Right after an update past the cache", res.Past)
}

// expire ends the entry's time in Redis, and lets it pass on the run's clock.
func (r *redisRun) expire(ctx context.Context, res *RedisResult) (err error) {
	r.clock.now = r.clock.now.Add(r.o.TTL)
	r.cache.Expire(ctx, productEntry)
	if res.Expired, err = r.price(ctx, 12); err != nil {
		return err
	}
	return r.show("Once the entry's time is over", res.Expired)
}

// write changes the price through the cache.
func (r *redisRun) write(ctx context.Context, res *RedisResult) (err error) {
	if err := r.put(ctx, widget(15)); err != nil {
		return err
	}
	if res.Written, err = r.twice(ctx, 15); err != nil {
		return err
	}
	return r.showTwo("After a write that invalidates", res.Written)
}

// view reads what is computed of four items.
func (r *redisRun) view(ctx context.Context, res *RedisResult) (err error) {
	if res.View, err = r.viewTwice(ctx); err != nil {
		return err
	}
	return r.showView("A view of four items, cached as one entry", res.View)
}

// change writes one of the items.
func (r *redisRun) change(ctx context.Context, res *RedisResult) (err error) {
	if err := r.put(ctx, item{ID: "p1/r2", Value: 1}); err != nil {
		return err
	}
	if res.Changed, err = r.viewTwice(ctx); err != nil {
		return err
	}
	return r.showView("One of the four is written: the view is computed again", res.Changed)
}

// down cuts the line to Redis, writes and reads.
func (r *redisRun) down(ctx context.Context, res *RedisResult) error {
	before := r.cache.Stats()
	r.line.cut()
	if err := r.put(ctx, widget(18)); err != nil {
		return err
	}
	for range r.o.Reads {
		if _, err := r.price(ctx, 18); err != nil {
			return err
		}
	}
	after := r.cache.Stats()
	res.Down = RedisOutage{
		Answers:       r.o.Reads,
		DynamoDBReads: after.Loads - before.Loads,
		Tries:         after.Failures - before.Failures,
	}
	return r.stage.Section("Redis is down: a write, and "+readsOf(r.o.Reads), transcript.Object{
		{Name: "answers", Value: res.Down.Answers},
		{Name: "dynamodb_reads", Value: res.Down.DynamoDBReads},
		{Name: "tries_of_redis", Value: res.Down.Tries},
	})
}

// back mends the line and waits until Redis is tried again. Redis has kept the
// entry with the old price.
func (r *redisRun) back(ctx context.Context, res *RedisResult) (err error) {
	r.line.mend()
	r.clock.now = r.clock.now.Add(redisBackoff)
	// To the cache a Redis that went meanwhile is the same outage, which nobody has
	// been told of, unless it began before the line was cut.
	if err := ping(ctx, r.conn); err != nil && ctx.Err() == nil && res.Down.Tries > 0 {
		r.tell(err)
	}
	if res.Back, err = r.twice(ctx, 18); err != nil {
		return err
	}
	return r.showTwo("After the back-off: Redis is tried again", res.Back)
}
