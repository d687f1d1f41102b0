// Package load shows a hot partition: it offers the same traffic to several key designs of a pattern, each on a model of
// DynamoDB's partitions, and reports what each accepts, refuses and lets wait.
//
// Time is simulated. Requests arrive at the rate asked for whatever becomes of earlier ones, as those of many independent
// users do, and each design is served by one SDK client that retries as aws-sdk-go-v2 does. The package does no input or
// output. Equal options give equal reports on every platform: arithmetic is on integers, and what is not is rounded.
//
// Cost: some 200 ns of time for each request and each retry; memory depends on the number of keys and partitions and on
// the rate, not on how many requests there are.
//
// What the figures rest on is told in docs/load.md.
package load

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Options describe the traffic and the tables. The zero value gives each pattern its defaults.
type Options struct {
	Rate     int64         // requests a second; zero means the pattern's default
	For      time.Duration // simulated time; zero means the pattern's default
	Shards   int           // suffixes of a sharded key; zero means 10
	ItemSize int           // bytes of an item; zero means 400

	// Read and Write are provisioned units a second of the table and of each index. If both are zero, the mode is on-demand.
	Read, Write int64

	Arrivals Arrivals      // when requests come and what they are for; zero means Steady
	TTL      time.Duration // of the cache of pattern 36; zero means 500 ms
	Seed     uint64        // of all chance; zero means 20261020
}

const (
	// maxRequests bounds a run to minutes of real time for each design.
	maxRequests = 1_000_000_000
	maxFor      = 7 * 24 * time.Hour
	maxShards   = 10_000
	// maxItem is DynamoDB's limit on the size of an item: Developer Guide, "Constraints".
	maxItem = 400 << 10
)

// Validate says which option is out of range, naming it as the flag it comes from. It fails for a pattern that has no
// designs, too.
func (o Options) Validate(pattern int) error {
	p, err := profileOf(pattern)
	if err != nil {
		return err
	}
	switch {
	case o.Rate < 0:
		return fmt.Errorf("--rate must be at least 1, got %d", o.Rate)
	case o.For < 0 || o.For > maxFor:
		return fmt.Errorf("--for must be more than 0 and at most %v, got %v", maxFor, o.For)
	case o.Shards < 0 || o.Shards > maxShards:
		return fmt.Errorf("--shards must be from 1 to %d, got %d", maxShards, o.Shards)
	case o.ItemSize < 0 || o.ItemSize > maxItem:
		return fmt.Errorf("--item-size must be from 1 to %d bytes, got %d", maxItem, o.ItemSize)
	case o.Read < 0 || o.Write < 0:
		return fmt.Errorf("--rcu and --wcu must be at least 1, got %d and %d", o.Read, o.Write)
	case o.Read > partition.TableQuota || o.Write > partition.TableQuota:
		return fmt.Errorf("--rcu and --wcu must be at most %d, the quota of a table, got %d and %d", partition.TableQuota, o.Read, o.Write)
	case o.TTL < 0:
		return fmt.Errorf("--ttl must be more than 0, got %v", o.TTL)
	case o.Arrivals > Zipf:
		return fmt.Errorf("--arrivals has no kind number %d", o.Arrivals)
	}
	o.Rate, o.For = cmp.Or(o.Rate, p.rate), cmp.Or(o.For, p.duration)
	return o.checkRequests()
}

// checkRequests looks at what only several options together can get wrong.
func (o Options) checkRequests() error {
	seconds := int64(o.For/time.Second) + 1
	if o.Rate > maxRequests/seconds {
		return fmt.Errorf("--rate times --for must be at most %s requests, got %s a second for %v",
			Thousands(maxRequests), Thousands(o.Rate), o.For)
	}
	if n := o.requests(); int64(o.Shards) > n {
		return fmt.Errorf("--shards must be at most the number of requests, %s (--rate times --for), got %d", Thousands(n), o.Shards)
	}
	return nil
}

// requests is how many come at the plain rate.
func (o Options) requests() int64 {
	return o.Rate*int64(o.For/time.Second) + o.Rate*int64(o.For%time.Second)/int64(time.Second)
}

func (o Options) withDefaults(p profile) Options {
	o.Rate = cmp.Or(o.Rate, p.rate)
	o.For = cmp.Or(o.For, p.duration)
	o.Shards = cmp.Or(o.Shards, int(min(10, max(o.requests(), 1))))
	o.ItemSize = cmp.Or(o.ItemSize, 400)
	o.TTL = cmp.Or(o.TTL, 500*time.Millisecond)
	o.Seed = cmp.Or(o.Seed, 20261020)
	return o
}

// throughput is that of the table and of each index.
func (o Options) throughput() partition.Throughput {
	if o.Read == 0 && o.Write == 0 {
		return partition.Throughput{}
	}
	return partition.Throughput{Read: max(o.Read, 1), Write: max(o.Write, 1)}
}

// Run offers the pattern's traffic to each of its designs, side by side, and reports. It ends early, with the context's
// error, when ctx is done. Bad options are an error that names the flag.
func Run(ctx context.Context, pattern int, o Options) (Report, error) {
	plan, err := NewPlan(pattern, o)
	if err != nil {
		return Report{}, err
	}
	results := make([]Result, len(plan.Designs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, d := range plan.Designs {
		group.Go(func() (err error) {
			results[i], err = drive(ctx, plan, d)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Report{}, err
	}
	return plan.report(results), nil
}
