package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

func newTimeSeriesRetentionCmd(a *app) *cobra.Command {
	var o timeseries.RetentionOptions
	var date string
	cmd := newVariantCmd(variant{
		name:   "retention",
		lesson: "the monthly job that makes, points, lowers and drops tables, safe to run twice or by two",
		text: `The job makes the next month's table ahead, points writers at the current one by a
conditional update that only goes forward, lowers the capacity of the tables that
are only read, and drops those that are over. Run again it finds nothing to do.

When not to: a table on demand has no capacity to lower; what it costs idle is its
storage. And an account has 2,500 tables by default, so a table a day for each of
ten customers lasts 250 days: use TTL for those.`,
		example: `  ddbpatterns 37 retention
  ddbpatterns time-series retention --months 12 --retention 6 --trace full`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Months, "months", 3, "monthly tables there are before the job")
	f.IntVar(&o.Retention, "retention", 2, "monthly tables to keep, the current one included")
	f.StringVar(&date, "date", "2026-10-20", "the `day` that the job takes for today")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if err := atLeastOne(f, "months", "retention"); err != nil {
			return err
		}
		if o.Date, err = day("date", date); err != nil {
			return err
		}
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "time-series retention", playTimeSeriesRetention(o))
	}
	return cmd
}

func playTimeSeriesRetention(o timeseries.RetentionOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := timeseries.RunRetention(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d tables made, %d lowered and %d dropped", len(r.First.Made), len(r.First.Lowered), len(r.First.Dropped)), err
	}
}
