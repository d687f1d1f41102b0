package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
)

func newCachingDAXCmd(a *app) *cobra.Command {
	var o caching.DAXOptions
	cmd := newVariantCmd(variant{
		name:   "dax",
		lesson: "DAX's rules: an item cache and a query cache that know nothing of each other",
		text: `A write goes to the table and into the item cache, and leaves the cached query as
it was until its own time is over. A strongly consistent read passes by and is not
kept. That an item is missing is remembered, until it is written. The rules are
DAX's, the cache is the project's own, and so the clock can be moved.

When not to: for DAX's sizing a miss counts about 10 hits and a write about 25. A
load that mostly writes, or seldom reads the same item twice, pays for a cluster
and gains nothing; nor does one that must read strongly consistently.`,
		example: `  ddbpatterns 36 dax
  ddbpatterns caching dax --record-ttl 1m --query-ttl 10s`,
	})
	f := cmd.Flags()
	f.DurationVar(&o.RecordTTL, "record-ttl", 5*time.Minute, "how long the item cache keeps an item")
	f.DurationVar(&o.QueryTTL, "query-ttl", 5*time.Minute, "how long the query cache keeps an answer")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := moreThanNone(f, "record-ttl", "query-ttl"); err != nil {
			return err
		}
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "caching dax", playCachingDAX(o))
	}
	return cmd
}

func playCachingDAX(o caching.DAXOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := caching.RunDAX(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("after a write a get says %d and a query %d", r.Written.Get, r.Written.Query), err
	}
}
