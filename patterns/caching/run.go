package caching

import (
	"context"
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/cache"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// hotID is the product that everybody reads.
const hotID itemID = "p1"

// widget is that product, at a price.
func widget(price int) item { return item{ID: hotID, Name: "Widget", Value: price} }

// clock is a time that moves only when it is told to.
type clock struct{ now time.Time }

// Now is the time it was last moved to.
func (c *clock) Now() time.Time { return c.now }

// run is one run under way.
type run struct {
	stage transcript.Stage
	o     Options
	shop  *shop
	clock *clock
	cache *cache.Cache[itemID, item]
}

func newRun(client Client, stage transcript.Stage, o Options, table string) (*run, error) {
	r := &run{stage: stage, o: o, shop: newShop(client, table), clock: &clock{}}
	var err error
	r.cache, err = cache.New[itemID, item](r.shop, cache.Options{TTL: o.TTL, Now: r.clock.Now})
	return r, err
}

// hot stores the product and reads it many times.
func (r *run) hot(ctx context.Context, res *Result) error {
	// Not through the cache, which would then answer the first read as well.
	if err := r.shop.Store(ctx, hotID, widget(10)); err != nil {
		return err
	}
	for range r.o.Reads {
		// A hit does not look at the context, and there may be billions of them.
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read product %s: %w", hotID, err)
		}
		if _, err := r.price(ctx, 10); err != nil {
			return err
		}
	}
	stats := r.cache.Stats()
	res.DynamoDBReads, res.CacheHits = stats.Loads, stats.Hits
	return r.stage.Section(hotTitle(r.o.Reads), transcript.Object{
		{Name: "dynamodb_reads", Value: res.DynamoDBReads},
		{Name: "cache_hits", Value: res.CacheHits},
	})
}

func hotTitle(reads int) string { return readsOf(reads) + " of a hot key" }

func readsOf(n int) string {
	if n == 1 {
		return "1 read"
	}
	return fmt.Sprintf("%d reads", n)
}

// stale changes the price in the table and reads it through the cache at once.
func (r *run) stale(ctx context.Context, res *Result) (err error) {
	if err := r.shop.update(ctx, hotID, 12); err != nil {
		return err
	}
	if res.Stale, err = r.price(ctx, 10); err != nil {
		return err
	}
	return r.show("Right after an external update (stale)", res.Stale)
}

// fresh waits for the TTL and reads again.
func (r *run) fresh(ctx context.Context, res *Result) (err error) {
	r.clock.now = r.clock.now.Add(r.o.TTL)
	if res.Fresh, err = r.price(ctx, 12); err != nil {
		return err
	}
	return r.show("After TTL expiry (fresh)", res.Fresh)
}

// writeThrough changes the price through the cache and reads it at once.
func (r *run) writeThrough(ctx context.Context, res *Result) (err error) {
	if err := r.cache.Put(ctx, hotID, widget(15)); err != nil {
		return err
	}
	if res.Written, err = r.price(ctx, 15); err != nil {
		return err
	}
	return r.show("After write-through", res.Written)
}

// price reads the product's price through the cache. Another one than want would
// make the section's title a lie, so it is an error.
func (r *run) price(ctx context.Context, want int) (int, error) {
	got, found, err := r.cache.Get(ctx, hotID)
	if err != nil {
		return 0, err
	}
	return got.Value, r.shop.expect(got, found, hotID, want)
}

func (r *run) show(title string, price int) error {
	return r.stage.Section(title, transcript.Object{{Name: "price", Value: price}})
}
