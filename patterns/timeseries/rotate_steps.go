package timeseries

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

const (
	// seriesBase is what the names of the monthly tables begin with, before any
	// prefix.
	seriesBase = "p37-rotate-"
	// pointerName is the table of the item that writers read, likewise.
	pointerName = "p37-rotate-writers"
	// bothTables is how many tables a query across two months reads at once.
	bothTables = 2
)

// retentionRun is one run of the variant under way.
type retentionRun struct {
	client RetentionClient
	stage  transcript.Stage
	o      RetentionOptions
	tables *ddb.Tables
	keeper Keeper
	before Period // the one before the current
}

func newRetentionRun(client RetentionClient, stage transcript.Stage, o RetentionOptions, tables *ddb.Tables) *retentionRun {
	return &retentionRun{
		client: client, stage: stage, o: o, tables: tables,
		keeper: Keeper{
			Client: client, Tables: tables,
			Retention: Retention{Base: tables.Name(seriesBase), Months: o.Retention},
			Pointer:   tables.Name(pointerName),
			Full:      Capacity{Read: 10, Write: 10},
			Low:       Capacity{Read: 5, Write: 1},
		},
		before: PeriodOf(o.Date).Add(-1),
	}
}

// begin makes what there is on the last day of the month before: its table and
// those before it, the current month's table made ahead, and writers still in the
// month before.
func (r *retentionRun) begin(ctx context.Context, res *RetentionResult) error {
	if err := r.tables.Create(ctx, createTable(r.keeper.Pointer)); err != nil {
		return err
	}
	for ago := r.o.Months - 1; ago >= 0; ago-- {
		p := PeriodOf(r.o.Date).Add(-ago)
		name := r.keeper.Retention.Name(p)
		if err := r.tables.Create(ctx, createProvisioned(name, r.keeper.Full)); err != nil {
			return err
		}
		if _, err := ddb.WriteBatches(ctx, r.client, name, keyNames(), monthly(p).items()); err != nil {
			return err
		}
	}
	item := pointerKey()
	item[periodName] = &types.AttributeValueMemberS{Value: r.before.String()}
	_, err := r.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(r.keeper.Pointer), Item: item})
	if err != nil {
		return &ddb.CallError{Op: "put the period of writers in", Table: r.keeper.Pointer, Err: err}
	}
	if res.Before, err = r.series(ctx); err != nil {
		return err
	}
	return r.stage.Section("Tables before, writers still in "+r.before.String(), res.Before)
}

// series is the names of the series' tables, in byte order.
func (r *retentionRun) series(ctx context.Context) ([]string, error) {
	names, err := r.tables.List(ctx)
	names = slices.DeleteFunc(names, func(name string) bool {
		_, ok := r.keeper.Retention.Parse(name)
		return !ok
	})
	slices.Sort(names)
	return names, err
}

func (r *retentionRun) first(ctx context.Context, res *RetentionResult) (err error) {
	if res.First, err = r.keeper.Rotate(ctx, r.o.Date); err != nil {
		return err
	}
	return r.show("The job on "+r.o.Date.Format(time.DateOnly), res.First)
}

// second runs the job again, as when two people do.
func (r *retentionRun) second(ctx context.Context, res *RetentionResult) (err error) {
	if res.Second, err = r.keeper.Rotate(ctx, r.o.Date); err != nil {
		return err
	}
	if s := res.Second; s.Moved || len(s.Made)+len(s.Lowered)+len(s.Dropped) > 0 {
		return &LeftoverError{Rotation: s}
	}
	return r.show("The job again: nothing left to do", res.Second)
}

func (r *retentionRun) show(title string, done Rotation) error {
	list := func(names []string) []string { return append([]string{}, names...) }
	return r.stage.Section(title, transcript.Object{
		{Name: "made", Value: list(done.Made)},
		{Name: "writers", Value: done.Current},
		{Name: "lowered", Value: list(done.Lowered)},
		{Name: "dropped", Value: list(done.Dropped)},
	})
}

// late is the reading that the writer adds: of noon on the day of the job.
func (r *retentionRun) late() Reading {
	return Reading{Time: r.o.Date.Add(12 * time.Hour).Format(timeLayout), Value: 720}
}

// writer asks which table to write to, as it would now and then, and writes.
func (r *retentionRun) writer(ctx context.Context, res *RetentionResult) (err error) {
	if res.Wrote, err = r.keeper.Writing(ctx); err != nil {
		return err
	}
	_, err = r.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(res.Wrote), Item: gather.Item{
		"PK":    &types.AttributeValueMemberS{Value: sensor},
		"SK":    &types.AttributeValueMemberS{Value: r.late().Time},
		"value": number(int64(r.late().Value)),
	}})
	if err != nil {
		return &ddb.CallError{Op: "put a reading in", Table: res.Wrote, Err: err}
	}
	return r.stage.Section("A writer asks for its table, then writes to it", res.Wrote)
}

// across reads from the third hour of the month before to the end of the day.
func (r *retentionRun) across(ctx context.Context, res *RetentionResult) (err error) {
	from, to := r.before.start().Add(3*time.Hour), r.o.Date.Add(24*time.Hour)
	var want []Reading
	var periods []Period
	for _, p := range []Period{r.before, PeriodOf(r.o.Date)} {
		if monthsBetween(p, PeriodOf(r.o.Date)) < min(r.o.Months, r.o.Retention) {
			periods = append(periods, p)
			want = append(want, monthly(p).between(from, to)...)
		}
	}
	want = append(want, r.late())
	if res.Readings, err = r.read(ctx, periods, from, to); err != nil {
		return err
	}
	if !slices.Equal(res.Readings, want) {
		return fmt.Errorf("query %s to %s: the %d readings found are not the %d written",
			r.keeper.Retention.Name(periods[0]), res.Wrote, len(res.Readings), len(want))
	}
	rows := make([][]any, len(res.Readings))
	for i, reading := range res.Readings {
		rows[i] = []any{reading.Time, reading.Value}
	}
	return r.stage.Section(fmt.Sprintf("Readings from %s on, %s merged", from.Format(minuteLayout), over(len(periods), "table")), rows)
}

// read queries the tables of some periods side by side and merges what they hold.
func (r *retentionRun) read(ctx context.Context, periods []Period, from, to time.Time) ([]Reading, error) {
	perTable := make([][]Reading, len(periods))
	order := trace.NewOrder()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(bothTables)
	for n, p := range periods {
		place, release := order.Reserve(ctx)
		group.Go(func() error {
			defer release()
			in := between(r.keeper.Retention.Name(p), sensor, from, to)
			in.ConsistentRead = aws.Bool(true)
			_, err := gather.Pages(place, r.client, in, func(item gather.Item) error {
				reading, err := decode(item)
				perTable[n] = append(perTable[n], reading)
				return err
			})
			return err
		})
	}
	err := group.Wait()
	return merge(perTable), err
}

func (r *retentionRun) end(ctx context.Context, res *RetentionResult) (err error) {
	if res.After, err = r.series(ctx); err != nil {
		return err
	}
	return r.stage.Section("Tables after", res.After)
}
