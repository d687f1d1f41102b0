package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
)

func newHighCardinalitySequentialCmd(a *app) *cobra.Command {
	var o highcardinality.SequentialOptions
	var date string
	cmd := newVariantCmd(variant{
		name:   "sequential",
		lesson: "ids that count up are fine as partition keys, and a trap behind a shared one",
		text: `DynamoDB hashes the partition key, so ids from a counter spread as well as UUIDs.
What does not spread is a key that many items of one moment share, such as the day
or the first digits of a UUIDv7: it takes 1,000 writes a second, and behind a sort
key that only ever increases it is not split for heat either. An index by day is
the same trap, since an index has partitions too.

When not to: below 1,000 writes a second the day as key is fine, and its sort key
gives the order for free.`,
		example: `  ddbpatterns 34 sequential
  ddbpatterns high-cardinality sequential --writes 1000 --shards 4`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Writes, "writes", 100, "writes of the moment, a millisecond apart")
	f.IntVar(&o.Shards, "shards", 10, "keys that the day is split over in the last design")
	f.StringVar(&date, "date", "2026-10-20", "the `day` of the writes")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if err := atLeastOne(f, "writes", "shards"); err != nil {
			return err
		}
		if o.Date, err = day("date", date); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "high-cardinality sequential", playHighCardinalitySequential(o))
	}
	return cmd
}

func playHighCardinalitySequential(o highcardinality.SequentialOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := highcardinality.RunSequential(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d designs, %d orders read in order", len(r.Moments), r.InOrder), err
	}
}
