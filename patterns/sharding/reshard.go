package sharding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// reshardTable is the table of the change of N before any prefix.
const reshardTable = "p35-reshard"

// stopStream is the stream of random numbers that the points at which the
// migration is stopped are drawn from; the first by default lies between the
// copies and the deletes.
const stopStream = 3580

// ReshardOptions configures RunReshard. A number that is 0 means its default.
type ReshardOptions struct {
	Before int       // events from before the key was split; 20 by default
	Events int       // events in the first split; 100 by default
	From   int       // its shards, at most 10,000; 10 by default
	To     int       // shards after the change, at most 10,000; 16 by default
	Stops  int       // times that the migration is stopped at a random point, if it takes that long; 1 by default
	Seed   uint64    // of these points; 20261020 by default
	Date   time.Time // the day in the keys, in UTC; 2026-10-20 by default
	Tables ddb.TableOptions
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o ReshardOptions) Validate() error {
	for _, n := range []struct {
		flag  string
		value int
		most  int
	}{
		{"before", o.Before, 0}, {"events", o.Events, 0}, {"stops", o.Stops, 0},
		{"from", o.From, maxShards}, {"to", o.To, maxShards},
	} {
		if n.value < 0 {
			return fmt.Errorf("--%s must be at least 1, got %d", n.flag, n.value)
		}
		if n.most > 0 && n.value > n.most {
			return fmt.Errorf("--%s must be at most %d, got %d", n.flag, n.most, n.value)
		}
	}
	return Options{Date: o.Date}.Validate()
}

func (o ReshardOptions) withDefaults() ReshardOptions {
	shared := Options{Seed: o.Seed, Date: o.Date}.withDefaults()
	o.Seed, o.Date = shared.Seed, shared.Date
	o.Before = cmp.Or(o.Before, 20)
	o.Events = cmp.Or(o.Events, 100)
	o.From = cmp.Or(o.From, 10)
	o.To = cmp.Or(o.To, 16)
	o.Stops = cmp.Or(o.Stops, 1)
	return o
}

// ReshardResult is what RunReshard found. Rows of each version are counted oldest
// version first: from before the split, the first split, the second.
type ReshardResult struct {
	Before  []int    // rows of each version before N changed
	Midway  []int    // rows of each version at the first stop
	Twice   int      // of these, in an old version and in the new one
	Stops   int      // times that the migration was stopped
	Moved   Progress // what all its calls that ended without a stop did
	Written int      // events written in all, before and during the migration
	After   []int    // rows of each version that is left
	Lost    int      // events that are gone, or not as they were last written
	Doubled int      // events that are there more than once
}

// ReshardError says that rows were lost or doubled.
type ReshardError struct {
	Table                  string
	Written, Lost, Doubled int
}

// Error names the figures.
func (e *ReshardError) Error() string {
	return fmt.Sprintf("rows of %s: of %d events %d are lost and %d doubled", e.Table, e.Written, e.Lost, e.Doubled)
}

// ReshardClient is the operations that RunReshard calls.
type ReshardClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	MigrationClient
}

// reshardRun is one run under way.
type reshardRun struct {
	client ReshardClient
	stage  transcript.Stage
	o      ReshardOptions
	table  string
	layout Layout
	stops  *rand.Rand

	written map[string]int // the last rev of each event
}

// RunReshard writes events to a key that is not split, then to the same key split
// over From shards, then changes to To shards and moves all of them there while
// more are written. The migration is stopped at random points and begun again.
// Every event must then be there once, as it was last written; otherwise the error
// is a *ReshardError. The table that it makes it also drops, unless
// ReshardOptions.Tables.Keep, whatever happens.
func RunReshard(ctx context.Context, client ReshardClient, stage transcript.Stage, o ReshardOptions) (res ReshardResult, err error) {
	if err := o.Validate(); err != nil {
		return ReshardResult{}, err
	}
	o = o.withDefaults()
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := &reshardRun{
		client: client, stage: stage, o: o, table: tables.Name(reshardTable),
		stops: rand.New(rand.NewPCG(stopStream, o.Seed)), written: map[string]int{},
	}
	r.layout = Layout{Client: client, Table: r.table, Base: "EVENTS#" + o.Date.UTC().Format(time.DateOnly)}
	if err := tables.Create(ctx, createTable(r.table)); err != nil {
		return ReshardResult{}, err
	}
	for _, step := range []func(context.Context, *ReshardResult) error{r.before, r.change, r.migrate, r.after} {
		if err := step(ctx, &res); err != nil {
			return ReshardResult{}, err
		}
	}
	return res, nil
}

// before writes events to the key as it was, then splits it and writes more.
func (r *reshardRun) before(ctx context.Context, res *ReshardResult) error {
	if err := r.write(ctx, Versioned{}, 0, r.o.Before, 0); err != nil {
		return err
	}
	split, err := r.layout.Add(ctx, r.o.From)
	if err != nil {
		return err
	}
	if err := r.write(ctx, split, r.o.Before, r.o.Events, 1); err != nil {
		return err
	}
	seen, err := r.read(ctx)
	if err != nil {
		return err
	}
	res.Before = seen.counts
	return r.show(fmt.Sprintf("N = %d; rows from before the split are still found", r.o.From), seen)
}

// change makes the second split the current version and writes an old event anew,
// which goes there.
func (r *reshardRun) change(ctx context.Context, _ *ReshardResult) error {
	split, err := r.layout.Add(ctx, r.o.To)
	if err != nil {
		return err
	}
	return r.write(ctx, split, r.o.Before, 1, 2)
}
