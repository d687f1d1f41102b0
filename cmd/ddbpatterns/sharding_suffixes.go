package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func newShardingSuffixesCmd(a *app) *cobra.Command {
	var o sharding.SuffixesOptions
	cmd := newVariantCmd(variant{
		name:   "suffixes",
		lesson: "see how evenly random, MD5, FNV-1a and product-of-code-points suffixes spread real ids",
		text: `Which shard an id goes to is arithmetic, so this needs no table and makes no call.
The product of code points is the Developer Guide's example: over 200 shards it puts
every UUID on one of them, since a product of many numbers has the factors of 200.

When not to: a hash of the id spreads ids, not traffic. If one id has more than 1,000
writes a second, its shard is hot whatever the formula; that id needs shards itself.`,
		example: `  ddbpatterns 35 suffixes
  ddbpatterns sharding suffixes --shards 16 --ids 100000`,
	})
	f := cmd.Flags()
	f.IntVar(&o.IDs, "ids", 10_000, "ids of each kind")
	f.IntVar(&o.Shards, "shards", 200, "shards to spread them over")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "ids", "shards"); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "sharding suffixes", playShardingSuffixes(o))
	}
	return cmd
}

func playShardingSuffixes(o sharding.SuffixesOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		found, err := sharding.RunSuffixes(ctx, s.out, o)
		return fmt.Sprintf("%d spreads of %d ids, no table", len(found), o.IDs), err
	}
}
