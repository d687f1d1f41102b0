package highcardinality

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// SequentialOptions configures RunSequential. The zero value works; a number that
// is 0 means its default.
type SequentialOptions struct {
	Writes int       // writes of the moment looked at, a millisecond apart; 100 by default
	Shards int       // keys that a day is split over in the last design, at most 10,000; 10 by default
	Date   time.Time // the day of the writes, in UTC; 2026-10-20 by default
	Seed   uint64    // of the random part of UUIDs; 20261020 by default
	Tables ddb.TableOptions
}

// Moment is what the writes of one moment touch under one design of the key.
type Moment struct {
	Design      string
	First, Last string          // partition keys of the first and the last write
	Keys        int             // distinct partition keys
	Hottest     spread.KeyCount // the key with the most writes
	// OnPartition is the writes on each of the four partitions of a new table, by
	// a hash like DynamoDB's, which is not published.
	OnPartition []int
	// Allows is the writes a second, spread like these, before the busiest of those
	// partitions is throttled. Where there are many keys, splitting raises it.
	Allows int
}

// SequentialResult is what RunSequential found.
type SequentialResult struct {
	Moments  []Moment // in the order shown
	PerShard []int    // writes gathered from the day's keys in the last design
	InOrder  int      // of them, merged, those that are where they belong; must be all
}

// SequentialClient is the operations that RunSequential calls.
type SequentialClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
}

// RunSequential writes one moment's orders under five designs of the key: by a
// counter, by UUIDv7, by day with the counter as sort key, by the time that a
// UUIDv7 begins with, and by day and a number of shards. It shows which keys and
// partitions those writes touch, and reads the last design's in order. Found must
// be what was written; otherwise the error is a *MismatchError. The table that
// RunSequential makes it also drops, unless Tables.Keep, whatever happens.
func RunSequential(
	ctx context.Context, client SequentialClient, stage transcript.Stage, o SequentialOptions,
) (res SequentialResult, err error) {
	if err := o.Validate(); err != nil {
		return SequentialResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := &sequentialRun{client: client, stage: stage, o: o.withDefaults(), table: tables.Name(sequentialName)}
	if err := tables.Create(ctx, createPlain(r.table)); err != nil {
		return SequentialResult{}, err
	}
	for _, step := range []func(context.Context, *SequentialResult) error{r.designs, r.inOrder} {
		if err := step(ctx, &res); err != nil {
			return SequentialResult{}, err
		}
	}
	return res, nil
}

// maxWrites is ten seconds of writes: still a moment.
const maxWrites = 10_000

// Validate says which option is out of range, naming it as the flag it comes from.
func (o SequentialOptions) Validate() error {
	switch {
	case o.Writes < 0:
		return fmt.Errorf("--writes must be at least 1, got %d", o.Writes)
	case o.Writes > maxWrites:
		return fmt.Errorf("--writes must be at most %d, got %d", maxWrites, o.Writes)
	case o.Shards < 0:
		return fmt.Errorf("--shards must be at least 1, got %d", o.Shards)
	case o.Shards > maxShards:
		return fmt.Errorf("--shards must be at most %d, got %d", maxShards, o.Shards)
	case !o.Date.IsZero() && (o.Date.UTC().Year() < 1970 || o.Date.UTC().Year() > 9999):
		return fmt.Errorf("--date must lie in the years 1970 to 9999, got %s", o.Date.UTC().Format(time.DateOnly))
	}
	return nil
}

func (o SequentialOptions) withDefaults() SequentialOptions {
	o.Writes = cmp.Or(o.Writes, 100)
	o.Shards = cmp.Or(o.Shards, 10)
	o.Seed = cmp.Or(o.Seed, defaultSeed)
	if o.Date.IsZero() {
		o.Date = time.Date(2026, time.October, 20, 0, 0, 0, 0, time.UTC)
	}
	o.Date = o.Date.UTC()
	return o
}
