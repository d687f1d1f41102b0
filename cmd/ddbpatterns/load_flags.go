package main

import (
	"encoding/json"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ddbpatterns/ddbpatterns/load"
)

// loadFlags are the flags of one pattern's load.
type loadFlags struct {
	pattern        int
	o              load.Options
	mode, arrivals string
	json           bool
	real, yes      bool
}

// A load on the wall clock lasts this long by default, and at most so long for each design.
const (
	realFor    = 10 * time.Second
	maxRealFor = 5 * time.Minute
)

func (f *loadFlags) add(cmd *cobra.Command) {
	// The catalogue and the loads have the same patterns; a test sees to it.
	plan, _ := load.NewPlan(f.pattern, load.Options{})
	flags := cmd.Flags()
	flags.Int64Var(&f.o.Rate, "rate", plan.Options.Rate, "requests a second")
	flags.DurationVar(&f.o.For, "for", plan.Options.For, "how long they come, in simulated time; with --real 10s by default")
	if f.pattern == 36 {
		flags.DurationVar(&f.o.TTL, "ttl", plan.Options.TTL, "how long the cache keeps an item")
	} else {
		flags.IntVar(&f.o.Shards, "shards", plan.Options.Shards, "suffixes of a sharded key")
	}
	flags.IntVar(&f.o.ItemSize, "item-size", plan.Options.ItemSize, "bytes of an item")
	flags.StringVar(&f.arrivals, "arrivals", "steady", "when they come, and for whom: steady, poisson, spike or zipf")
	flags.StringVar(&f.mode, "mode", "on-demand", "capacity mode: on-demand or provisioned")
	flags.Int64Var(&f.o.Write, "wcu", 0, "provisioned write units a second, of the table and of its index")
	flags.Int64Var(&f.o.Read, "rcu", 0, "provisioned read units a second, of the table and of its index")
	flags.BoolVar(&f.json, "json", false, "write the figures as JSON")
	flags.BoolVar(&f.real, "real", false, "send real calls on the wall clock, to the embedded engine or to --endpoint-url")
	flags.BoolVar(&f.yes, "yes", false, "with --real --aws: agree to what it costs")
	for flag, words := range map[string][]string{"arrivals": load.ArrivalWords(), "mode": modeWords()} {
		// The error is for a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
}

func modeWords() []string { return []string{"on-demand", "provisioned"} }

// options checks all flags and turns them into options.
func (f *loadFlags) options(a *app, flags *pflag.FlagSet) (load.Options, error) {
	o := f.o
	if err := f.checkRange(flags); err != nil {
		return o, err
	}
	if err := f.checkMode(flags); err != nil {
		return o, err
	}
	if err := f.checkReal(a, flags); err != nil {
		return o, err
	}
	var err error
	if o.Arrivals, err = load.ParseArrivals(f.arrivals); err != nil {
		return o, asMisuse(err)
	}
	if f.real && !flags.Changed("for") {
		o.For = realFor
	}
	if !flags.Changed("shards") {
		o.Shards = 0 // which is fewer than the default if there are few requests
	}
	o.Seed = a.seed
	return o, asMisuse(o.Validate(f.pattern))
}

// checkRange checks what the options cannot: zero means the default there, and is a mistake in a flag.
func (f *loadFlags) checkRange(flags *pflag.FlagSet) error {
	switch {
	case f.o.Rate < 1:
		return misused("--rate must be at least 1, got %d", f.o.Rate)
	case f.o.For <= 0:
		return misused("--for must be more than 0, got %v", f.o.For)
	case f.pattern == 36 && f.o.TTL <= 0:
		return misused("--ttl must be more than 0, got %v", f.o.TTL)
	}
	return atLeastOne(flags, "shards", "item-size")
}

func (f *loadFlags) checkMode(flags *pflag.FlagSet) error {
	if err := oneOf("mode", f.mode, modeWords()...); err != nil {
		return err
	}
	for name, units := range map[string]int64{"rcu": f.o.Read, "wcu": f.o.Write} {
		switch given := flags.Changed(name); {
		case given && f.mode == "on-demand":
			return misused("--%s is of use only with --mode provisioned", name)
		case given && units < 1:
			return misused("--%s must be at least 1, got %d", name, units)
		}
	}
	if f.mode == "provisioned" && f.o.Read == 0 && f.o.Write == 0 {
		return misused("--mode provisioned needs --wcu, --rcu or both")
	}
	return nil
}

// checkReal checks the flags of a run on the wall clock, and that those of a real engine are not there without one.
func (f *loadFlags) checkReal(a *app, flags *pflag.FlagSet) error {
	if !f.real {
		for _, name := range []string{"endpoint-url", "aws", "region", "table-prefix", "keep", "yes"} {
			if flags.Changed(name) {
				return misused("--%s is of use only with --real", name)
			}
		}
	}
	switch {
	case f.real && flags.Changed("for") && f.o.For > maxRealFor:
		return misused("--real runs on the wall clock: --for must be at most %v, got %v", maxRealFor, f.o.For)
	case f.yes && !a.aws:
		return misused("--yes is of use only with --aws")
	}
	return nil
}

// writeJSON writes a value with two spaces of indent and nothing HTML-escaped.
func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}
