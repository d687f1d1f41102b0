package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
)

func newCachingCmd(a *app) *cobra.Command {
	var o caching.Options
	cmd := newPatternCmd("caching", `  ddbpatterns 36
  ddbpatterns caching --reads 100000 --ttl 5m`)
	f := cmd.Flags()
	f.IntVar(&o.Reads, "reads", 100, "reads of the hot item")
	f.DurationVar(&o.TTL, "ttl", 500*time.Millisecond, "how long the cache keeps an item")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "reads"); err != nil {
			return err
		}
		if err := moreThanNone(f, "ttl"); err != nil {
			return err
		}
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "caching", playCaching(o))
	}
	addVariants(cmd, newCachingDAXCmd(a), newCachingRedisCmd(a), newCachingStampedeCmd(a), newCachingTTLCmd(a))
	return cmd
}

func playCaching(o caching.Options) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := caching.Run(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d of %d reads reached the table", r.DynamoDBReads, r.DynamoDBReads+r.CacheHits), err
	}
}
