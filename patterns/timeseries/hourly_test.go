package timeseries_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func hourly(o timeseries.HourlyOptions) patterntest.Run[timeseries.HourlyResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (timeseries.HourlyResult, error) {
		return timeseries.RunHourly(ctx, client, stage, o)
	}
}

func TestHourlyGolden(t *testing.T) {
	var perKey [][]int
	patterntest.GoldenVariant(t, "time-series-hourly", timeseries.HourlyResult{
		Written: 480,
		Hour:    every3Minutes(14, 15),
		Day:     every3Minutes(0, 24),
		Queries: 96,
	}, func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (timeseries.HourlyResult, error) {
		res, err := timeseries.RunHourly(ctx, client, stage, timeseries.HourlyOptions{})
		perKey, res.PerKey = res.PerKey, nil
		return res, err
	})
	patterntest.Equal(t, []int{4, 8, 3, 5}, perKey[14])
	for hour, counts := range perKey {
		if sum := counts[0] + counts[1] + counts[2] + counts[3]; sum != 20 || len(perKey) != 24 {
			t.Errorf("hour %d of %d holds %d readings, not 20 of 24", hour, len(perKey), sum)
		}
	}
}

// every3Minutes is the default readings of some hours, in the order of time.
func every3Minutes(from, to int) []timeseries.Reading {
	var readings []timeseries.Reading
	for minute := from * 60; minute < to*60; minute += 3 {
		at := time.Date(2026, 10, 20, 0, minute, 0, 0, time.UTC)
		readings = append(readings, timeseries.Reading{
			Time: at.Format("15:04:05.000000") + "#s" + string(rune('0'+minute/3%10)), Value: minute,
		})
	}
	return readings
}

// Readings a few microseconds apart, on one key and on many, in order and whole.
func TestHourlyMany(t *testing.T) {
	for _, o := range []timeseries.HourlyOptions{
		{Readings: 5000, Shards: 1, Parallel: 1},
		{Readings: 5000, Shards: 100, Parallel: 64, Seed: 7},
		{Readings: 1},
	} {
		got := patterntest.Play(t, hourly(o))
		patterntest.Ended(t, "", got)
		day := got.Result.Day
		sorted := slices.IsSortedFunc(day, func(a, b timeseries.Reading) int {
			if a.Time < b.Time {
				return -1
			}
			return 1
		})
		if len(day) != o.Readings || !sorted && len(day) > 1 {
			t.Errorf("%+v: %d readings, sorted %v", o, len(day), sorted)
		}
	}
}

func TestHourlyValidate(t *testing.T) {
	for o, want := range map[timeseries.HourlyOptions]string{
		{Readings: -1}:        "--readings must be at least 1, got -1",
		{Readings: 1_000_001}: "--readings must be at most 1000000, got 1000001",
		{Shards: -1}:          "--shards must be at least 1, got -1",
		{Shards: 101}:         "--shards must be at most 100, got 101",
		{Parallel: -1}:        "--parallel must be at least 1, got -1",
		{Parallel: 1001}:      "--parallel must be at most 1000, got 1001",
		{Date: time.Date(1979, 12, 31, 0, 0, 0, 0, time.UTC)}: "--date must lie in the years 1980 to 9998, got 1979-12-31",
	} {
		got := patterntest.Play(t, hourly(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

// asked is the partition key of a Query, and empty for other calls.
func asked(in any) string {
	if q, ok := in.(*dynamodb.QueryInput); ok {
		return q.ExpressionAttributeValues[":pk"].(*types.AttributeValueMemberS).Value
	}
	return ""
}

func TestHourlyFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	fail := func(key string) func(*dynamodb.Options) {
		return patterntest.FailOn(func(in any) error {
			if asked(in) == key {
				return broken
			}
			return nil
		})
	}
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p37-hourly: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p37-hourly: cable cut"},
		{fail("2026-10-20#H14#S02"), "query shard 2 of p37-hourly: cable cut"},
		{fail("2026-10-20#H23#S03"), "query shard 95 of p37-hourly: cable cut"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, hourly(timeseries.HourlyOptions{}), tt.fail))
	}
}

// Gathered must be what was written, by shard and hour.
func TestHourlyLosses(t *testing.T) {
	for want, once := range map[string]bool{
		"": true,
		"2026-10-20#H14#S01 in p37-hourly: 8 readings were written, 7 found": false,
	} {
		got := patterntest.Play(t, hourly(timeseries.HourlyOptions{}), patterntest.Alter(func(in, out any) {
			if asked(in) == "2026-10-20#H14#S01" && (!once || in.(*dynamodb.QueryInput).ConsistentRead == nil) {
				page := out.(*dynamodb.QueryOutput)
				page.Items = page.Items[1:]
			}
		}))
		patterntest.Ended(t, want, got)
	}
}

func TestHourlyClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"Writes of hour 14: 4 keys",
		"Hour 14: 4 queries, merged by time",
		"The day: 24 x 4 queries, 8 at once, merged by time",
	}, hourly(timeseries.HourlyOptions{}))
}
