package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

func newTimeSeriesHourlyCmd(a *app) *cobra.Command {
	var o timeseries.HourlyOptions
	var date string
	cmd := newVariantCmd(variant{
		name:   "hourly",
		lesson: "split each hour over N keys, and read a day by 24 x N queries merged in the order of time",
		text: `The key is 2026-10-20#H14#S03: the hour, and a shard drawn for each reading, so that
the writes of one moment spread over N keys whatever the sensor. A day is read from
all keys, a few at once, and each key must hold what was written to it.

When not to: below 1,000 readings a second in all, N = 1 will do; a day then takes
24 queries. If readings are only asked for by sensor, a key for each sensor and day
spreads them already, and takes one query.`,
		example: `  ddbpatterns 37 hourly
  ddbpatterns time-series hourly --shards 10 --readings 5000 --parallel 32`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Readings, "readings", 480, "readings of the day")
	f.IntVar(&o.Shards, "shards", 4, "keys that each hour is split over")
	f.IntVar(&o.Parallel, "parallel", 8, "keys that are read at once")
	f.StringVar(&date, "date", "2026-10-20", "the `day` of the readings")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if err := atLeastOne(f, "readings", "shards", "parallel"); err != nil {
			return err
		}
		if o.Date, err = day("date", date); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "time-series hourly", playTimeSeriesHourly(o))
	}
	return cmd
}

func playTimeSeriesHourly(o timeseries.HourlyOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := timeseries.RunHourly(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d readings written, the same found by %d queries", r.Written, r.Queries), err
	}
}
