package caching

import (
	"context"
	"fmt"

	"github.com/ddbpatterns/ddbpatterns/cache/rediscache"
)

// The entries in Redis.
const (
	productEntry = "product:p1"
	viewEntry    = "view:p1"
)

// viewItems is everything that the view is made of.
func viewItems() []itemID { return []itemID{hotID, "p1/r1", "p1/r2", "p1/r3"} }

func names(ids ...itemID) []string {
	all := make([]string, len(ids))
	for n, id := range ids {
		all[n] = string(id)
	}
	return all
}

// product reads the product. From Redis it must have the price cached, from the
// table what was written last; another would make the section a lie.
func (r *redisRun) product(ctx context.Context, cached int) (rediscache.Answer[item], error) {
	got, err := rediscache.Get(ctx, r.cache, productEntry, names(hotID), func(ctx context.Context) (item, bool, error) {
		return r.shop.Load(ctx, hotID)
	})
	if err != nil {
		return got, err
	}
	want := r.shop.latest[hotID]
	if got.Cached {
		want = cached
	}
	return got, r.shop.expect(got.Value, got.Found, hotID, want)
}

func (r *redisRun) price(ctx context.Context, cached int) (RedisPrice, error) {
	got, err := r.product(ctx, cached)
	return RedisPrice{Price: got.Value.Value, Cached: got.Cached}, err
}

func (r *redisRun) twice(ctx context.Context, cached int) (two [2]RedisPrice, err error) {
	for n := range two {
		if two[n], err = r.price(ctx, cached); err != nil {
			return two, err
		}
	}
	return two, nil
}

func (r *redisRun) viewTwice(ctx context.Context) (two [2]RedisAnswer, err error) {
	for n := range two {
		got, err := rediscache.Get(ctx, r.cache, viewEntry, names(viewItems()...), r.compute)
		if err != nil {
			return two, err
		}
		two[n] = RedisAnswer{View: got.Value, Cached: got.Cached, Lifetime: got.Lifetime}
	}
	if two[0].View != two[1].View {
		return two, fmt.Errorf("read the view of %s twice: %+v, then %+v", hotID.what(), two[0].View, two[1].View)
	}
	return two, nil
}

// compute makes the view of what the table holds.
func (r *redisRun) compute(ctx context.Context) (v RedisView, found bool, err error) {
	all, err := r.shop.queryProduct(ctx, r.client, hotID)
	if err != nil {
		return RedisView{}, false, err
	}
	stars := 0
	for _, i := range all {
		if i.ID == hotID {
			v.Name, v.Price, found = i.Name, i.Value, true
			continue
		}
		v.Reviews++
		stars += i.Value
	}
	if v.Reviews > 0 {
		v.Stars = float64(stars) / float64(v.Reviews)
	}
	return v, found, nil
}
