package timeseries

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// Capacity is a table's provisioned capacity, in units a second.
type Capacity struct{ Read, Write int64 }

// Keeper looks after a series of monthly tables and the item that points writers
// at one of them. It keeps nothing in memory: any number of keepers, here and on
// other machines, may look after the same series, at the same time too.
type Keeper struct {
	Client KeeperClient
	// Tables makes and removes the tables. What it drops when it is closed is
	// those that it made itself.
	Tables *ddb.Tables
	// Retention names the tables, prefix included, and says how long they stay.
	Retention Retention
	// Pointer is the table with the item that writers read, prefix included.
	Pointer string
	// Full is for the tables that are written or soon will be, Low for those
	// that are only read.
	Full, Low Capacity
}

// KeeperClient is the operations that a Keeper calls, beside those of its Tables.
type KeeperClient interface {
	dynamodb.DescribeTableAPIClient
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	UpdateTable(context.Context, *dynamodb.UpdateTableInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTableOutput, error)
}

// Rotation is what one call of Rotate did; empty where nothing was left to do.
// Names are full table names, in the order of their periods.
type Rotation struct {
	Made    []string // the current period's table and the next one's
	Current string   // the table that writers use
	Moved   bool     // whether they were pointed at it only now
	Lowered []string // tables only read from now on
	Dropped []string
}

// BehindError says that writers are already in a later period than the one that
// the clock gives: the clock is wrong, and nothing was changed.
type BehindError struct {
	Clock   Period // by the time given
	Writers Period // by the item that points at their table
}

// Error names both periods.
func (e *BehindError) Error() string {
	return fmt.Sprintf("the clock says %v, but writers are already in %v: nothing was changed", e.Clock, e.Writers)
}

// Rotate brings the series to where it must be at the time now: the tables of the
// current period and the next one are there, writers are pointed at the current
// one, tables before it are lowered, and those that Retention says are over are
// dropped. The order is such that it can stop after any step and be run again, and
// each step is such that two may take it at once. It never drops the current table,
// the next one, or one that is not ours by schema or tag.
//
// An error leaves what was done until then, which is returned with it. A clock that
// is ahead cannot be told from a job that has not run for long, and is believed.
func (k Keeper) Rotate(ctx context.Context, now time.Time) (Rotation, error) {
	current := PeriodOf(now)
	// Before anything else is asked or done: an empty name could match any table.
	if _, err := k.Retention.Expired(nil, now); err != nil {
		return Rotation{}, err
	}
	writers, err := k.writers(ctx)
	if err != nil {
		return Rotation{}, err
	}
	if writers.Compare(current) > 0 {
		return Rotation{}, &BehindError{Clock: current, Writers: writers}
	}
	done := Rotation{Current: k.Retention.Name(current)}
	if err := k.make(ctx, current, &done); err != nil {
		return done, err
	}
	if done.Moved, err = k.point(ctx, writers, current); err != nil {
		return done, err
	}
	if err := k.lower(ctx, now, &done); err != nil {
		return done, err
	}
	return done, k.drop(ctx, now, &done)
}

// Writing is the table that writers are pointed at.
func (k Keeper) Writing(ctx context.Context) (string, error) {
	p, err := k.writers(ctx)
	if err == nil && p == (Period{}) {
		err = fmt.Errorf("%s points at no table yet", k.Pointer)
	}
	return k.Retention.Name(p), err
}

// make sees to it that the current period's table is there and the next one's: a
// period that begins without its table would lose what is written.
func (k Keeper) make(ctx context.Context, current Period, done *Rotation) error {
	for _, p := range []Period{current, current.Add(1)} {
		name := k.Retention.Name(p)
		made, err := k.Tables.Ensure(ctx, createProvisioned(name, k.Full))
		if err != nil {
			return err
		}
		if made {
			done.Made = append(done.Made, name)
		}
	}
	return nil
}

// drop removes the tables that are over, whoever made them.
func (k Keeper) drop(ctx context.Context, now time.Time, done *Rotation) error {
	names, err := k.Tables.List(ctx)
	if err != nil {
		return err
	}
	expired, err := k.Retention.Expired(names, now)
	if err != nil {
		return err
	}
	for _, name := range expired {
		removed, err := k.Tables.Remove(ctx, createProvisioned(name, k.Full))
		if err != nil {
			return err
		}
		if removed {
			done.Dropped = append(done.Dropped, name)
		}
	}
	return nil
}

func (c Capacity) throughput() *types.ProvisionedThroughput {
	return &types.ProvisionedThroughput{ReadCapacityUnits: aws.Int64(c.Read), WriteCapacityUnits: aws.Int64(c.Write)}
}

// createProvisioned is a table of the series, under its full name.
func createProvisioned(name string, c Capacity) *dynamodb.CreateTableInput {
	in := createTable(name)
	in.BillingMode = types.BillingModeProvisioned
	in.ProvisionedThroughput = c.throughput()
	return in
}
