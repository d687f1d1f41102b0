package timeseries

import (
	"context"
	"fmt"
	"slices"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// run is one run under way.
type run struct {
	client    Client
	stage     transcript.Stage
	o         Options
	tables    *ddb.Tables
	retention Retention
	made      []string // full names
}

func newRun(client Client, stage transcript.Stage, o Options, tables *ddb.Tables) *run {
	return &run{
		client: client, stage: stage, o: o, tables: tables,
		retention: Retention{Base: tables.Name(monthsBase), Months: o.Retention},
	}
}

// create makes a table and notes that it is this run's.
func (r *run) create(ctx context.Context, name string) error {
	if err := r.tables.Create(ctx, createTable(name)); err != nil {
		return err
	}
	r.made = append(r.made, name)
	return nil
}

// fill stores readings in a table.
func (r *run) fill(ctx context.Context, table string, s series) error {
	_, err := ddb.WriteBatches(ctx, r.client, table, keyNames(), s.items())
	return err
}

// fillMonths makes and fills a table for each month, the newest first.
func (r *run) fillMonths(ctx context.Context, _ *Result) error {
	current := PeriodOf(r.o.Date)
	for ago := range r.o.Months {
		p := current.Add(-ago)
		name := r.retention.Name(p)
		if err := r.create(ctx, name); err != nil {
			return err
		}
		if err := r.fill(ctx, name, monthly(p)); err != nil {
			return err
		}
	}
	return nil
}

// makeBuckets makes the table of option B, which rotation must leave alone.
func (r *run) makeBuckets(ctx context.Context, _ *Result) error {
	return r.create(ctx, r.tables.Name(bucketsName))
}

// rotate drops the tables of the months that are over.
func (r *run) rotate(ctx context.Context, res *Result) (err error) {
	if res.Before, err = r.ours(ctx); err != nil {
		return err
	}
	if err := r.stage.Section("Tables before rotation", res.Before); err != nil {
		return err
	}
	if res.Dropped, err = r.retention.Expired(res.Before, r.o.Date); err != nil {
		return err
	}
	for _, name := range res.Dropped {
		if err := r.tables.Drop(ctx, name); err != nil {
			return err
		}
	}
	if res.After, err = r.ours(ctx); err != nil {
		return err
	}
	return r.stage.Section(rotationTitle(len(res.Dropped)), res.After)
}

func rotationTitle(dropped int) string {
	switch dropped {
	case 0:
		return "Tables after rotation (none is old enough to drop)"
	case 1:
		return "Tables after dropping the oldest"
	default:
		return fmt.Sprintf("Tables after dropping the oldest %d", dropped)
	}
}

// ours is the names of this run's tables that are there, in byte order. Others
// may have tables whose names look the same; they are none of our business.
func (r *run) ours(ctx context.Context) ([]string, error) {
	names, err := r.tables.List(ctx)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(r.made, name) })
	slices.Sort(names)
	return names, nil
}
