package timeseries

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// ExpiredOptions configures RunExpired. The zero value works.
type ExpiredOptions struct {
	Date   time.Time // the day whose noon is now, in UTC; 2026-10-20 by default
	Tables ddb.TableOptions
}

// ExpiredResult is what RunExpired found. Names are sort keys, in byte order.
type ExpiredResult struct {
	Unfiltered []string // read without a filter: every item, expired or not
	Naive      []string // read with a filter that forgets items without an expiry
	Filtered   []string // read with a filter that keeps those
	Read       int      // items read, and paid for, for each of the three
	Sweeps     []Sweep  // what TTL makes of each item
	TTL        TTL
}

// Sweep is what TTL makes of one item.
type Sweep struct {
	Name    string
	Verdict Verdict
}

// ExpiredClient is the operations that RunExpired calls.
type ExpiredClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
	UpdateTimeToLive(context.Context, *dynamodb.UpdateTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error)
	DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTimeToLiveOutput, error)
}

// RunExpired writes items with all kinds of expiry, reads them without a filter and
// with two, and says what TTL makes of each. Now is noon of the date, whatever the
// clock of the machine or the engine: an engine whose own clock is later could sweep
// what must be shown, so TTL is turned on last. Each read must find what it must,
// from what was written; otherwise the error says which. The table that RunExpired
// makes it also drops, unless Tables.Keep, whatever happens.
func RunExpired(ctx context.Context, client ExpiredClient, stage transcript.Stage, o ExpiredOptions) (res ExpiredResult, err error) {
	if err := o.Validate(); err != nil {
		return ExpiredResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := newExpiredRun(client, stage, o, tables.Name(expiredName))
	if err := tables.Create(ctx, createTable(r.table)); err != nil {
		return ExpiredResult{}, err
	}
	for _, step := range []func(context.Context, *ExpiredResult) error{
		r.write, r.unfiltered, r.naive, r.filtered, r.sweeps, r.ttl,
	} {
		if err := step(ctx, &res); err != nil {
			return ExpiredResult{}, err
		}
	}
	return res, nil
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o ExpiredOptions) Validate() error { return checkDate(o.Date) }
