package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

func newTimeSeriesCmd(a *app) *cobra.Command {
	var o timeseries.Options
	var date string
	cmd := newPatternCmd("time-series", `  ddbpatterns 37
  ddbpatterns time-series --months 12 --retention 6 --date 2027-01-31`)
	f := cmd.Flags()
	f.IntVar(&o.Months, "months", 3, "monthly tables to fill")
	f.IntVar(&o.Retention, "retention", 2, "monthly tables to keep")
	f.StringVar(&date, "date", "2026-10-20", "the `day` that the run takes for today")
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
		return a.perform(cmd.Context(), "time-series", playTimeSeries(o))
	}
	addVariants(cmd, newTimeSeriesHourlyCmd(a), newTimeSeriesRetentionCmd(a), newTimeSeriesExpiredCmd(a))
	return cmd
}

func playTimeSeries(o timeseries.Options) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := timeseries.Run(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d of %d tables dropped, %d readings found", len(r.Dropped), len(r.Before), len(r.Readings)), err
	}
}
