// Package live sends a load's requests through a real SDK client on the wall clock.
//
// Requests are sent when they are due, whatever became of earlier ones, and latency counts from when a request was due, so
// a stalled engine is not flattered. The client's own retries apply. Each design gets a table and a client of its own.
//
// Cost: one goroutine for each call under way, at most [Options.InFlight]; some 100 microseconds of processor time a call.
package live

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/load"
)

// Client is the operations that Run calls.
type Client interface {
	ddb.TablesAPI
	ddb.BatchWriter
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
}

// Options configure Run. Connect is needed; all else may be zero.
type Options struct {
	// Connect returns a client with the options applied. Each design calls it once, since a client's budget for retries
	// must not be spent by the design before.
	Connect func(ctx context.Context, optFns ...func(*dynamodb.Options)) (Client, error)
	Tables  ddb.TableOptions
	// InFlight bounds the calls under way, those that wait for a retry included; zero means 8,192. When there are so many,
	// further requests are sent late.
	InFlight int
	// Progress, if not nil, is called now and then from one goroutine with the requests sent so far of a design.
	Progress func(design string, sent int64)
}

// Run offers the plan's traffic to one design after the other and reports, beside the same time on the virtual clock. The
// tables that it makes it also drops, unless Options.Tables.Keep, whatever happens. The first call that fails for another
// reason than throttling ends it.
func Run(ctx context.Context, plan *load.Plan, engine string, o Options) (load.Report, error) {
	virtual, err := load.Run(ctx, plan.Pattern, plan.Options)
	if err != nil {
		return load.Report{}, err
	}
	results := make([]load.Result, len(plan.Designs))
	for i, d := range plan.Designs {
		if results[i], err = runDesign(ctx, plan, d, virtual.Designs[i], o); err != nil {
			return load.Report{}, err
		}
	}
	return plan.Report(&load.Real{Engine: engine}, results), nil
}

func runDesign(ctx context.Context, plan *load.Plan, d *load.Design, virtual load.Result, o Options) (_ load.Result, err error) {
	s := &sender{plan: plan, d: d, o: o, latency: load.NewLatencies()}
	if s.client, err = o.Connect(ctx, s.counting); err != nil {
		return load.Result{}, err
	}
	tables := ddb.NewTables(s.client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()
	s.table = tables.Name(tableName(plan.Pattern))
	if err := tables.Create(ctx, createTable(s.table, d, plan.Options)); err != nil {
		return load.Result{}, err
	}
	if err := s.prepare(ctx); err != nil {
		return load.Result{}, err
	}
	if err := s.send(ctx); err != nil {
		return load.Result{}, err
	}
	return plan.Observe(virtual, s.total(), s.latency.Latency(), s.late), nil
}

// progressEvery is how often Progress is called.
const progressEvery = 100 * time.Millisecond
