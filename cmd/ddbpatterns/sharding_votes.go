package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func newShardingVotesCmd(a *app) *cobra.Command {
	var o sharding.VotesOptions
	cmd := newVariantCmd(variant{
		name:   "votes",
		lesson: "count votes in N counters a candidate, and keep the sum from the table's stream",
		text: `A counter for each candidate takes 1,000 votes a second; twenty for each take up to
20,000. The tally is then twenty reads a candidate, until a consumer of the table's
stream keeps one summary row: it stores each counter's value instead of adding up
records, so that a replay after a crash counts nothing twice.

When not to: under 1,000 votes a second for the favourite, one counter each is both
simpler and exact at once. The summary lags behind by what the stream takes, usually
under a second.

The stream's own calls are shown with --trace full only: how many there are is up to
the engine, which may divide its stream as it likes.`,
		example: `  ddbpatterns 35 votes
  ddbpatterns sharding votes --votes 200000 --shards 20 --trace off`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Votes, "votes", 200, "votes with a random suffix")
	f.IntVar(&o.Shards, "shards", 20, "counters of each candidate")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "votes", "shards"); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "sharding votes", playShardingVotes(o))
	}
	return cmd
}

func playShardingVotes(o sharding.VotesOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := sharding.RunVotes(ctx, s.conn.DynamoDB, s.conn.Streams, s.out, o)
		return fmt.Sprintf("%d votes for A, %d for B", r.Summary.A, r.Summary.B), err
	}
}
