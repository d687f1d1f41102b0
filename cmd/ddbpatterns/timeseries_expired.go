package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

func newTimeSeriesExpiredCmd(a *app) *cobra.Command {
	var o timeseries.ExpiredOptions
	var date string
	cmd := newVariantCmd(variant{
		name:   "expired",
		lesson: "expired items stay readable until TTL deletes them: the filter readers need, and what never expires",
		text: `TTL deletes within a few days of expiry; until then an expired item is read, and
paid for. A filter on expires_at hides it. An expiry in milliseconds, as text, or
more than five years ago is never acted upon. Now is noon of --date, not the
machine's time, so the output is the same every day.

When not to: where an item must be gone at its second, TTL is no means; filter, or
delete it for one write unit per KB. Where nearly all that a query reads has
expired, a filter saves nothing: it is applied after reading, up to 1 MB a page.`,
		example: `  ddbpatterns 37 expired
  ddbpatterns time-series expired --date 2027-01-31`,
	})
	cmd.Flags().StringVar(&date, "date", "2026-10-20", "the `day` whose noon is now")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if o.Date, err = day("date", date); err != nil {
			return err
		}
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "time-series expired", playTimeSeriesExpired(o))
	}
	return cmd
}

func playTimeSeriesExpired(o timeseries.ExpiredOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := timeseries.RunExpired(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d items read, %d left by the filter", r.Read, len(r.Filtered)), err
	}
}
