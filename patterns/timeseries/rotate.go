package timeseries

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// RetentionOptions configures RunRetention. The zero value works; a number that is
// 0 means its default.
type RetentionOptions struct {
	Months    int       // monthly tables there are before, the current one the last, at most 120; 3 by default
	Retention int       // months to keep, the current one included; 2 by default
	Date      time.Time // the day of the job, in UTC; 2026-10-20 by default
	Tables    ddb.TableOptions
}

// RetentionResult is what RunRetention found. Names are full table names.
type RetentionResult struct {
	Before        []string  // tables of the series, in byte order
	First, Second Rotation  // what the job did, and what it did when run again
	Wrote         string    // the table that a writer then used
	Readings      []Reading // of the two months, merged in the order of time
	After         []string  // tables of the series, in byte order
}

// RetentionClient is the operations that RunRetention calls.
type RetentionClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	KeeperClient
	dynamodb.QueryAPIClient
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
}

// RunRetention fills monthly tables up to the date's month and runs the job that
// the month needs twice: see Keeper.Rotate. The second run must find nothing left
// to do. Then a writer asks for its table and writes, and a query over two months
// reads both tables side by side and merges. The tables that it made it also drops,
// unless Tables.Keep, whatever happens; of others only those that are over and ours.
func RunRetention(
	ctx context.Context, client RetentionClient, stage transcript.Stage, o RetentionOptions,
) (res RetentionResult, err error) {
	if err := o.Validate(); err != nil {
		return RetentionResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := newRetentionRun(client, stage, o.withDefaults(), tables)
	for _, step := range []func(context.Context, *RetentionResult) error{
		r.begin, r.first, r.second, r.writer, r.across, r.end,
	} {
		if err := step(ctx, &res); err != nil {
			return RetentionResult{}, err
		}
	}
	return res, nil
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o RetentionOptions) Validate() error {
	return Options{Months: o.Months, Retention: o.Retention, Date: o.Date}.Validate()
}

func (o RetentionOptions) withDefaults() RetentionOptions {
	o.Months = cmp.Or(o.Months, 3)
	o.Retention = cmp.Or(o.Retention, 2)
	o.Date = dayOf(o.Date)
	return o
}

// LeftoverError says that the job, run again, still found something to do.
type LeftoverError struct{ Rotation Rotation }

// Error says what.
func (e *LeftoverError) Error() string {
	r := e.Rotation
	return fmt.Sprintf("the second run was not idle: it made %v, lowered %v and dropped %v", r.Made, r.Lowered, r.Dropped)
}
