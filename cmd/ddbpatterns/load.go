package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/patterns"
)

func newLoadCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "load",
		Short: "See a hot partition: one pattern's traffic on its bad and good keys",
		Long: `Offer the same traffic to a pattern's bad and good key designs, side by side,
and see which partitions it reaches and what they refuse.

The clock is simulated, so minutes of traffic take less than a second, and the
same flags give the same output. "load published" shows how near the model comes
to published measurements.`,
		Example: `  ddbpatterns load 35
  ddbpatterns load 35 --rate 8000 --for 20m
  ddbpatterns load published`,
		GroupID: groupPatterns,
		Args:    unknownLoad,
		// One letter wrong or missing in "published" is near enough.
		SuggestionsMinimumDistance: 2,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, p := range patterns.All() {
		cmd.AddCommand(newLoadPatternCmd(a, p))
	}
	cmd.AddCommand(newLoadPublishedCmd(a))
	return cmd
}

// unknownLoad is reached with a word that is no pattern's load.
func unknownLoad(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if len(args[0]) <= len("34") {
		// Any number is near some other.
		_, err := patterns.Find(args[0])
		return asMisuse(err)
	}
	return unknownCommand(cmd, args[0])
}

func newLoadPatternCmd(a *app, p patterns.Pattern) *cobra.Command {
	number := strconv.Itoa(p.Number)
	cmd := &cobra.Command{
		Use:         number,
		Aliases:     []string{p.Name},
		Short:       p.Title,
		Long:        fmt.Sprintf("Offer the traffic of pattern %d, %s, to its key designs.\n\n%s.", p.Number, p.Title, sentence(p.Lesson)),
		Example:     fmt.Sprintf("  ddbpatterns load %[1]d\n  ddbpatterns load %[1]d --rate 8000 --for 20m\n  ddbpatterns load %[1]d --real --for 10s", p.Number),
		Args:        noArgs,
		Annotations: map[string]string{runsPatterns: "", refuses: "trace format capacity limits"},
	}
	f := &loadFlags{pattern: p.Number}
	f.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o, err := f.options(a, cmd.Flags())
		if err != nil {
			return err
		}
		if f.real {
			return a.loadReal(cmd.Context(), f, o)
		}
		return a.load(cmd.Context(), f, o)
	}
	return cmd
}

// load runs a pattern's load on the virtual clock.
func (a *app) load(ctx context.Context, f *loadFlags, o load.Options) error {
	start := time.Now()
	report, err := load.Run(ctx, f.pattern, o)
	if err != nil {
		return err
	}
	if err := a.showLoad(f, report); err != nil {
		return err
	}
	var offered int64
	for _, d := range report.Designs {
		offered += d.Offered
	}
	a.note("load %d: %s requests in %.2f s, %d MB of memory", f.pattern, load.Thousands(offered), time.Since(start).Seconds(), memoryMB())
	return nil
}

func (a *app) showLoad(f *loadFlags, report load.Report) error {
	if f.json {
		return writeJSON(a.out, report)
	}
	return writeLoad(a.out, report, colours(a.color, a.stdout))
}
