package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns"
	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

func newAllCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "all",
		Short: "Run the four patterns in turn",
		Long: `Run the four patterns in turn, each with its default flags.

Each transcript is what the pattern prints alone, under a line with its number
and name. The first that fails ends the run.`,
		Example:     `  ddbpatterns all --trace off`,
		GroupID:     groupPatterns,
		Args:        noArgs,
		Annotations: map[string]string{runsPatterns: "", refuses: "format"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return a.performAll(cmd.Context()) },
	}
}

func (a *app) performAll(ctx context.Context) error {
	for i, p := range patterns.All() {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprintf(a.out, "##### %d %s #####\n\n", p.Number, p.Name)
		play, err := a.plain(p.Name)
		if err == nil {
			err = a.perform(ctx, p.Name, play)
		}
		if err != nil {
			return fmt.Errorf("%d %s: %w", p.Number, p.Name, err)
		}
	}
	return nil
}

// plain is a pattern with its default options.
func (a *app) plain(name string) (play, error) {
	switch name {
	case "high-cardinality":
		return playHighCardinality(highcardinality.Options{Seed: a.seed}), nil
	case "sharding":
		return playSharding(sharding.Options{Seed: a.seed}), nil
	case "caching":
		return playCaching(caching.Options{}), nil
	case "time-series":
		return playTimeSeries(timeseries.Options{}), nil
	}
	return nil, fmt.Errorf("pattern %s has no command", name)
}
