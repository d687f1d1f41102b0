package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func newShardingReshardCmd(a *app) *cobra.Command {
	var o sharding.ReshardOptions
	var date string
	cmd := newVariantCmd(variant{
		name:   "reshard",
		lesson: "go from 10 to 16 suffixes while the table is written, and lose nothing",
		text: `The number of suffixes is stored with the data, and a version of it stands in each key.
Writers use the newest version, readers all of them, oldest first. A migration copies
each row, unless a newer one is there, and then deletes the old one. It can be
stopped at any point and begun again; --stops says how often it is.

When not to: each row moved costs one write and one delete, here two write units,
and until the end a read asks 1 + 10 + 16 keys instead of 16. If rows expire within
days, change N, read both and move nothing.`,
		example: `  ddbpatterns 35 reshard
  ddbpatterns sharding reshard --from 4 --to 64 --stops 10`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Before, "before", 20, "events from before the key was split")
	f.IntVar(&o.Events, "events", 100, "events in the first split")
	f.IntVar(&o.From, "from", 10, "suffixes of the first split")
	f.IntVar(&o.To, "to", 16, "suffixes after the change")
	f.IntVar(&o.Stops, "stops", 1, "times that the migration is stopped at a random point")
	f.StringVar(&date, "date", "2026-10-20", "the `day` of the events")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if err := atLeastOne(f, "before", "events", "from", "to", "stops"); err != nil {
			return err
		}
		if o.Date, err = day("date", date); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "sharding reshard", playShardingReshard(o))
	}
	return cmd
}

func playShardingReshard(o sharding.ReshardOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := sharding.RunReshard(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d events, %d lost, %d doubled, stops: %d", r.Written, r.Lost, r.Doubled, r.Stops), err
	}
}
