// Package timeseries shows two ways to keep readings that grow old: a table for
// each month, dropped whole, and one table with a key for each sensor and day,
// whose items expire by themselves.
//
// # Problem
//
// Time goes one way, so the newest readings are the ones written and read, and
// the old ones only cost storage. With the date as partition key every write of
// the moment meets in one partition and its 1,000 writes a second; and deleting
// old items one by one costs as many writes as storing them did.
//
// # Table
//
// Option A: p37-metrics-YYYY-MM for each month, PK is SENSOR#id, SK the time.
// Option B: p37-metrics-ttl, PK is SENSOR#id#day, SK the time, expires_at the
// second of expiry, which TTL is told to use. All keys are strings, on demand.
//
// # Cost
//
// A: one DeleteTable drops a month, whatever it holds, and costs no write units;
// a query over two months is two queries, and the next month's table must be
// there before the month is. B: deletions cost no write units either, but come
// within a few days of expiry, and expired items are read, and paid for, until
// then (DynamoDB Developer Guide, "Using time to live (TTL) in DynamoDB").
//
// # When not to
//
// Where items of one period expire at different times, tables cannot be dropped
// whole: use B. Where an expired item must not be seen, filter on expires_at, and
// do not wait for TTL. A sensor above 1,000 writes a second needs an hour or a
// shard in its key as well.
package timeseries

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Options configures Run. The zero value gives the guide's figures; a number
// that is 0 means its default.
type Options struct {
	Months    int       // monthly tables to make, at most 120; 3 by default
	Retention int       // months to keep, the current one included; 2 by default
	Date      time.Time // the day of the run, in UTC; 2026-10-20 by default
	Tables    ddb.TableOptions
}

// Reading is one reading of a sensor.
type Reading struct {
	Time  string // as in the sort key: 2026-10-20T01:00:00+00:00
	Value int
}

// TTL is what a table says of its time to live.
type TTL struct {
	Status, Attribute string
}

// Result is what Run found. Names are full table names, in byte order.
type Result struct {
	Before   []string  // this run's tables before rotation
	Dropped  []string  // those that rotation dropped, the oldest first
	After    []string  // those left
	Readings []Reading // of one hour in the day's bucket
	TTL      TTL       // of the table with the buckets
}

// Client is the operations that Run calls.
type Client interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
	UpdateTimeToLive(context.Context, *dynamodb.UpdateTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error)
	DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTimeToLiveOutput, error)
}

// Run fills a table for each month up to the date's and drops those that a
// Retention says are over; then it fills one day's bucket with readings that
// expire and queries an hour of it. It lists and drops only tables that it made
// itself, whatever else the engine holds, and drops what is left of them at the
// end, unless Options.Tables.Keep, whatever happens.
func Run(ctx context.Context, client Client, stage transcript.Stage, o Options) (res Result, err error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := newRun(client, stage, o.withDefaults(), tables)
	for _, step := range []func(context.Context, *Result) error{
		r.fillMonths, r.makeBuckets, r.rotate, r.fillBucket, r.queryHour, r.describeTTL,
	} {
		if err := step(ctx, &res); err != nil {
			return Result{}, err
		}
	}
	return res, nil
}
