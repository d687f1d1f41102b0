package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
)

func newCachingTTLCmd(a *app) *cobra.Command {
	var o caching.TTLOptions
	cmd := newVariantCmd(variant{
		name:   "ttl",
		lesson: "what a shorter TTL buys and costs: hits, reads of the table, and the age of what is served",
		text: `The same reads and writes meet the project's own cache with TTLs from 100 ms to 5
minutes, on a virtual clock: minutes of traffic take a moment, make no call and give
the same figures each time. Writes go past the cache.

When not to: where a stale answer is a wrong one, no TTL is short enough. With the
default load 1 of 1,000 answers is stale at 100 ms still, and the table gets 77 % of
the reads that it would without a cache.`,
		example: `  ddbpatterns 36 ttl
  ddbpatterns caching ttl --reads 1000 --writes 10 --for 1m
  ddbpatterns caching ttl --products 10`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Products, "products", 200, "products that are read and changed")
	f.IntVar(&o.Reads, "reads", 100, "reads a second")
	f.IntVar(&o.Writes, "writes", 1, "writes a second")
	f.DurationVar(&o.For, "for", 5*time.Minute, "simulated time that is measured")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "products", "reads", "writes"); err != nil {
			return err
		}
		if err := moreThanNone(f, "for"); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "caching ttl", playCachingTTL(o))
	}
	return cmd
}

func playCachingTTL(o caching.TTLOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		r, err := caching.RunTTL(ctx, s.out, o)
		return fmt.Sprintf("%d times to live, no table", len(r.Rows)), err
	}
}
