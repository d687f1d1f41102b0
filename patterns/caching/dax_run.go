package caching

import (
	"context"
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// daxRun is one run under way.
type daxRun struct {
	stage transcript.Stage
	o     DAXOptions
	clock *clock
	shop  *shop
	dax   *accelerator
}

// missingID is a product that is not there at first.
const missingID itemID = "p9"

// fill writes a product with two reviews, past the cache.
func (r *daxRun) fill(ctx context.Context, _ *DAXResult) error {
	for _, i := range []item{widget(10), {ID: "p1/r1", Value: 5}, {ID: "p1/r2", Value: 4}} {
		if err := r.shop.Store(ctx, i.ID, i); err != nil {
			return err
		}
	}
	return nil
}

// apart reads the product by query and by get, each twice.
func (r *daxRun) apart(ctx context.Context, res *DAXResult) error {
	for range 2 {
		if _, err := r.queryPrice(ctx, 10); err != nil {
			return err
		}
	}
	for range 2 {
		if _, err := r.getPrice(ctx, 10, false); err != nil {
			return err
		}
	}
	res.Apart = DAXReads{Reads: 4, Table: r.dax.tableReads()}
	if res.Apart.Table != 2 {
		return fmt.Errorf("two queries and two gets of %s: %d reached the table, not 2", r.shop.table, res.Apart.Table)
	}
	return r.stage.Section("Two queries, two gets: the caches are apart", transcript.Object{
		{Name: "reads", Value: res.Apart.Reads},
		{Name: "reached_the_table", Value: res.Apart.Table},
	})
}

// write changes the price through the cache and reads it either way.
func (r *daxRun) write(ctx context.Context, res *DAXResult) (err error) {
	if err := r.dax.put(ctx, widget(12)); err != nil {
		return err
	}
	if res.Written, err = r.prices(ctx, DAXPrice{Get: 12, Query: 10}); err != nil {
		return err
	}
	return r.show("After a write through the cache: the query is stale", res.Written)
}

// strong changes the price past the cache and reads it strongly consistently, and
// then as before.
func (r *daxRun) strong(ctx context.Context, res *DAXResult) (err error) {
	if err := r.shop.update(ctx, hotID, 15); err != nil {
		return err
	}
	if res.Strong, err = r.getPrice(ctx, 15, true); err != nil {
		return err
	}
	if res.Past, err = r.prices(ctx, DAXPrice{Get: 12, Query: 10}); err != nil {
		return err
	}
	return r.stage.Section("After a write past the cache: a strongly consistent get is not kept", transcript.Object{
		{Name: "strongly consistent get", Value: res.Strong},
		{Name: "get", Value: res.Past.Get},
		{Name: "query", Value: res.Past.Query},
	})
}

// missing asks twice for a product that is not there, writes it, and asks again.
func (r *daxRun) missing(ctx context.Context, res *DAXResult) error {
	before := r.dax.tableReads()
	for range 2 {
		if _, found, err := r.dax.get(ctx, missingID, false); err != nil {
			return err
		} else if found {
			return fmt.Errorf("get %s from %s: it is there before it was written", missingID.what(), r.shop.table)
		}
	}
	if err := r.dax.put(ctx, item{ID: missingID, Name: "Gadget", Value: 7}); err != nil {
		return err
	}
	got, found, err := r.dax.get(ctx, missingID, false)
	if err != nil {
		return err
	}
	if err := r.shop.expect(got, found, missingID, 7); err != nil {
		return err
	}
	res.Missing, res.Found = DAXReads{Reads: 3, Table: r.dax.tableReads() - before}, found
	return r.stage.Section("A missing item: two gets, a write, a get", transcript.Object{
		{Name: "reads", Value: res.Missing.Reads},
		{Name: "reached_the_table", Value: res.Missing.Table},
		{Name: "found_after_the_write", Value: res.Found},
	})
}

// expire waits for the shorter time to live, and then for the longer one.
func (r *daxRun) expire(ctx context.Context, res *DAXResult) error {
	start := r.clock.now
	short, long := min(r.o.RecordTTL, r.o.QueryTTL), max(r.o.RecordTTL, r.o.QueryTTL)
	waits := []time.Duration{short, long}
	if short == long {
		waits = waits[:1]
	}
	for _, after := range waits {
		r.clock.now = start.Add(after)
		want := DAXPrice{Get: 12, Query: 10}
		if after >= r.o.RecordTTL {
			want.Get = 15
		}
		if after >= r.o.QueryTTL {
			want.Query = 15
		}
		got, err := r.prices(ctx, want)
		if err != nil {
			return err
		}
		res.Expired = append(res.Expired, DAXAge{After: after, Price: got})
		if err := r.show("After "+after.String()+r.over(after), got); err != nil {
			return err
		}
	}
	return nil
}

// over says whose time is up.
func (r *daxRun) over(after time.Duration) string {
	switch {
	case r.o.RecordTTL == r.o.QueryTTL:
		return ": both times to live are over"
	case after == r.o.RecordTTL:
		return ": the item cache's time to live is over"
	}
	return ": the query cache's time to live is over"
}

func (r *daxRun) show(title string, p DAXPrice) error {
	return r.stage.Section(title, transcript.Object{{Name: "get", Value: p.Get}, {Name: "query", Value: p.Query}})
}

func (r *daxRun) prices(ctx context.Context, want DAXPrice) (got DAXPrice, err error) {
	if got.Get, err = r.getPrice(ctx, want.Get, false); err != nil {
		return DAXPrice{}, err
	}
	got.Query, err = r.queryPrice(ctx, want.Query)
	return got, err
}

func (r *daxRun) getPrice(ctx context.Context, want int, consistent bool) (int, error) {
	got, found, err := r.dax.get(ctx, hotID, consistent)
	if err != nil {
		return 0, err
	}
	return got.Value, r.shop.expect(got, found, hotID, want)
}

// queryPrice is the price of the product in what the query of it brings.
func (r *daxRun) queryPrice(ctx context.Context, want int) (int, error) {
	all, err := r.dax.query(ctx, hotID)
	if err != nil {
		return 0, err
	}
	var got item
	found := false
	for _, i := range all {
		if i.ID == hotID {
			got, found = i, true
		}
	}
	return got.Value, r.shop.expect(got, found, hotID, want)
}
