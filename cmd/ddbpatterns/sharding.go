package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func newShardingCmd(a *app) *cobra.Command {
	var o sharding.Options
	var date string
	cmd := newPatternCmd("sharding", `  ddbpatterns 35
  ddbpatterns sharding --events 5000 --shards 64 --seed 7
  ddbpatterns sharding --trace full`)
	f := cmd.Flags()
	f.IntVar(&o.Events, "events", 200, "events to write")
	f.IntVar(&o.Shards, "shards", 10, "suffixes that the day's key is split over")
	f.StringVar(&date, "date", "2026-10-20", "the `day` of the events")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if err := atLeastOne(f, "events", "shards"); err != nil {
			return err
		}
		if o.Date, err = day("date", date); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "sharding", playSharding(o))
	}
	addVariants(cmd, newShardingVotesCmd(a), newShardingSuffixesCmd(a), newShardingFeedCmd(a), newShardingReshardCmd(a))
	return cmd
}

func playSharding(o sharding.Options) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := sharding.Run(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d events over %d shards", r.Total, len(r.PerShard)), err
	}
}
