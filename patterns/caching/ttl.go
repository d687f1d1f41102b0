package caching

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// TTLOptions configures RunTTL. The zero value works; a number that is 0 means
// its default.
type TTLOptions struct {
	Products int           // products that are read and changed; 200 by default
	Reads    int           // reads a second, of all products; 100 by default
	Writes   int           // changes a second, past the cache; 1 by default
	For      time.Duration // simulated time that is measured, after a warm-up; 5 minutes by default
	Seed     uint64        // of all that is drawn; 20261020 by default
}

// TTLResult is what RunTTL measured.
type TTLResult struct {
	Rows []TTLRow // one for each TTL, shortest first
}

// TTLRow is what one TTL gave. Counts and ages are those of the measured time.
type TTLRow struct {
	TTL   time.Duration
	Reads int64
	Hits  int64 // reads answered from memory
	Loads int64 // reads that reached the table
	Stale int64 // answers that the table no longer held
	// MeanAge and P99Age are the time since what was served was loaded; 0 for a
	// read that reached the table.
	MeanAge, P99Age time.Duration
}

// HitRate is the share of the reads answered from memory, from 0 to 1.
func (r TTLRow) HitRate() float64 { return share(r.Hits, r.Reads) }

// StaleRate is the share of the reads answered with what the table no longer
// held, from 0 to 1.
func (r TTLRow) StaleRate() float64 { return share(r.Stale, r.Reads) }

func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// ttls is what RunTTL compares; the last is DAX's default.
func ttls() []time.Duration {
	return []time.Duration{100 * time.Millisecond, time.Second, 10 * time.Second, time.Minute, 5 * time.Minute}
}

// warmUp is how long the load runs before it is measured, so that no cache is
// measured while it fills.
func warmUp() time.Duration { return slices.Max(ttls()) }

// The most that RunTTL simulates: some seconds of work, and 8 bytes a read.
const (
	maxSimulated = 10_000_000
	maxProducts  = 1_000_000
)

// Validate says which option is out of range, naming it as the flag it comes from.
func (o TTLOptions) Validate() error {
	for _, n := range []struct {
		flag      string
		got, most int
	}{{"products", o.Products, maxProducts}, {"reads", o.Reads, maxSimulated}, {"writes", o.Writes, maxSimulated}} {
		switch {
		case n.got < 0:
			return fmt.Errorf("--%s must be at least 1, got %d", n.flag, n.got)
		case n.got > n.most:
			return fmt.Errorf("--%s must be at most %d, got %d", n.flag, n.most, n.got)
		}
	}
	if o.For != 0 && o.For < time.Second {
		return fmt.Errorf("--for must be at least 1s, got %v", o.For)
	}
	o = o.withDefaults()
	seconds := o.For.Seconds() + warmUp().Seconds()
	if calls := seconds * float64(o.Reads+o.Writes); calls > maxSimulated {
		return fmt.Errorf("%d reads and %d writes a second for %v, and %v before it, are %.0f calls to simulate; %d are the most",
			o.Reads, o.Writes, o.For, warmUp(), calls, maxSimulated)
	}
	return nil
}

func (o TTLOptions) withDefaults() TTLOptions {
	o.Products = cmp.Or(o.Products, 200)
	o.Reads = cmp.Or(o.Reads, 100)
	o.Writes = cmp.Or(o.Writes, 1)
	o.For = cmp.Or(o.For, 5*time.Minute)
	o.Seed = cmp.Or(o.Seed, 20261020)
	return o
}

// RunTTL offers the same reads and writes to one cache after the other, each with
// another TTL, and measures what reached the table and how old the answers were.
// The cache is package cache; the clock is virtual and the table is a slice that
// knows which changes it holds, so no call is made and the figures are exact.
func RunTTL(ctx context.Context, stage transcript.Stage, o TTLOptions) (TTLResult, error) {
	if err := o.Validate(); err != nil {
		return TTLResult{}, err
	}
	o = o.withDefaults()
	var res TTLResult
	for _, ttl := range ttls() {
		row, err := simulate(ctx, o, ttl)
		if err != nil {
			return TTLResult{}, fmt.Errorf("simulate a TTL of %v: %w", ttl, err)
		}
		res.Rows = append(res.Rows, row)
	}
	return res, showTTL(stage, o, res)
}

func showTTL(stage transcript.Stage, o TTLOptions, res TTLResult) error {
	err := stage.Section("The load, the same for each TTL", transcript.Object{
		{Name: "products", Value: o.Products},
		{Name: "reads_per_second", Value: o.Reads},
		{Name: "writes_per_second", Value: o.Writes},
		{Name: "popularity", Value: "Zipf: product k is asked for 1/k as often as product 1"},
		{Name: "simulated", Value: o.For.String()},
	})
	if err != nil {
		return err
	}
	lines := []string{"   TTL     hits   table reads/s   mean age    p99 age     stale"}
	for _, r := range res.Rows {
		lines = append(lines, fmt.Sprintf("%6s  %5.1f %%   %13.1f   %6.2f s   %6.2f s  %6.2f %%",
			short(r.TTL), 100*r.HitRate(), float64(r.Loads)/o.For.Seconds(),
			r.MeanAge.Seconds(), r.P99Age.Seconds(), 100*r.StaleRate()))
	}
	return stage.Section("What a shorter TTL buys and costs", lines)
}

// short is a TTL without the zero seconds that Go prints: 5m, not 5m0s.
func short(ttl time.Duration) string {
	if ttl%time.Minute == 0 {
		return fmt.Sprintf("%dm", ttl/time.Minute)
	}
	return ttl.String()
}
