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

// hours is the hours of a day, each of which has keys of its own.
const hours = 24

// HourlyOptions configures RunHourly. The zero value works; a number that is 0
// means its default.
type HourlyOptions struct {
	Readings int       // readings of the day, at even intervals; 480 by default
	Shards   int       // keys that each hour is split over, at most 100; 4 by default
	Parallel int       // keys read at once; 8 by default
	Date     time.Time // the day, in UTC; 2026-10-20 by default
	Seed     uint64    // of the shards; 20261020 by default
	Tables   ddb.TableOptions
}

// HourlyResult is what RunHourly found.
type HourlyResult struct {
	Written int       // readings that were accepted
	PerKey  [][]int   // readings gathered by hour and shard, the same as were written there
	Hour    []Reading // of hour 14, merged in the order of time; times are of day, then the sensor
	Day     []Reading // of all hours, likewise
	Queries int       // that the day took, one for each key, further pages not counted
}

// HourlyClient is the operations that RunHourly calls.
type HourlyClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
}

// ShortError says that a key holds another number of readings than were written.
type ShortError struct {
	Table          string
	Key            string // as in 2026-10-20#H14#S03
	Written, Found int
}

// Error names the key and both figures.
func (e *ShortError) Error() string {
	return fmt.Sprintf("%s in %s: %d readings were written, %d found", e.Key, e.Table, e.Written, e.Found)
}

// RunHourly writes a day's readings of many sensors under keys of an hour and a
// shard, as in 2026-10-20#H14#S03, and reads one hour and then the whole day from
// all their keys, a few at once, merged in the order of time. Each key must hold
// what was written to it; otherwise the error is a *ShortError. The table that
// RunHourly makes it also drops, unless Tables.Keep, whatever happens.
func RunHourly(ctx context.Context, client HourlyClient, stage transcript.Stage, o HourlyOptions) (res HourlyResult, err error) {
	if err := o.Validate(); err != nil {
		return HourlyResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := newHourlyRun(client, stage, o.withDefaults(), tables.Name(hourlyName))
	if err := tables.Create(ctx, createTable(r.table)); err != nil {
		return HourlyResult{}, err
	}
	for _, step := range []func(context.Context, *HourlyResult) error{r.write, r.hour, r.day} {
		if err := step(ctx, &res); err != nil {
			return HourlyResult{}, err
		}
	}
	return res, nil
}

const (
	// maxHourShards has room in the two digits of a key.
	maxHourShards = 100
	// maxReadings is one each 86 µs, in keys that tell microseconds.
	maxReadings = 1_000_000
	// maxParallel is as many connections as one client comfortably keeps.
	maxParallel = 1000
)

// Validate says which option is out of range, naming it as the flag it comes from.
func (o HourlyOptions) Validate() error {
	switch {
	case o.Readings < 0:
		return fmt.Errorf("--readings must be at least 1, got %d", o.Readings)
	case o.Readings > maxReadings:
		return fmt.Errorf("--readings must be at most %d, got %d", maxReadings, o.Readings)
	case o.Shards < 0:
		return fmt.Errorf("--shards must be at least 1, got %d", o.Shards)
	case o.Shards > maxHourShards:
		return fmt.Errorf("--shards must be at most %d, got %d", maxHourShards, o.Shards)
	case o.Parallel < 0:
		return fmt.Errorf("--parallel must be at least 1, got %d", o.Parallel)
	case o.Parallel > maxParallel:
		return fmt.Errorf("--parallel must be at most %d, got %d", maxParallel, o.Parallel)
	}
	return checkDate(o.Date)
}

func (o HourlyOptions) withDefaults() HourlyOptions {
	o.Readings = cmp.Or(o.Readings, 480)
	o.Shards = cmp.Or(o.Shards, 4)
	o.Parallel = cmp.Or(o.Parallel, 8)
	o.Seed = cmp.Or(o.Seed, 20261020)
	o.Date = dayOf(o.Date)
	return o
}
