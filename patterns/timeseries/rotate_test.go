package timeseries_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func retention(o timeseries.RetentionOptions) patterntest.Run[timeseries.RetentionResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (timeseries.RetentionResult, error) {
		return timeseries.RunRetention(ctx, client, stage, o)
	}
}

func TestRetentionGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "time-series-retention", timeseries.RetentionResult{
		Before: []string{"p37-rotate-2026-08", "p37-rotate-2026-09", "p37-rotate-2026-10"},
		First: timeseries.Rotation{
			Made: []string{"p37-rotate-2026-11"}, Current: "p37-rotate-2026-10", Moved: true,
			Lowered: []string{"p37-rotate-2026-09"}, Dropped: []string{"p37-rotate-2026-08"},
		},
		Second: timeseries.Rotation{Current: "p37-rotate-2026-10"},
		Wrote:  "p37-rotate-2026-10",
		Readings: []timeseries.Reading{
			{Time: "2026-09-01T03:00:00+00:00", Value: 180},
			{Time: "2026-09-01T04:00:00+00:00", Value: 240},
			{Time: "2026-10-01T00:00:00+00:00", Value: 0},
			{Time: "2026-10-01T01:00:00+00:00", Value: 60},
			{Time: "2026-10-01T02:00:00+00:00", Value: 120},
			{Time: "2026-10-01T03:00:00+00:00", Value: 180},
			{Time: "2026-10-01T04:00:00+00:00", Value: 240},
			{Time: "2026-10-20T12:00:00+00:00", Value: 720},
		},
		After: []string{"p37-rotate-2026-09", "p37-rotate-2026-10", "p37-rotate-2026-11"},
	}, retention(timeseries.RetentionOptions{}))
}

// Few tables, few to keep, the turn of a year, a prefix.
func TestRetentionOptions(t *testing.T) {
	for _, tt := range []struct {
		o        timeseries.RetentionOptions
		first    timeseries.Rotation
		readings int
	}{
		{timeseries.RetentionOptions{Months: 1}, timeseries.Rotation{
			Made: []string{"p37-rotate-2026-11"}, Current: "p37-rotate-2026-10", Moved: true,
		}, 6},
		{timeseries.RetentionOptions{Retention: 1}, timeseries.Rotation{
			Made: []string{"p37-rotate-2026-11"}, Current: "p37-rotate-2026-10", Moved: true,
			Dropped: []string{"p37-rotate-2026-08", "p37-rotate-2026-09"},
		}, 6},
		{timeseries.RetentionOptions{
			Months: 4, Retention: 9, Date: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), Tables: ddb.TableOptions{Prefix: "x-"},
		}, timeseries.Rotation{
			Made: []string{"x-p37-rotate-2027-02"}, Current: "x-p37-rotate-2027-01", Moved: true,
			Lowered: []string{"x-p37-rotate-2026-10", "x-p37-rotate-2026-11", "x-p37-rotate-2026-12"},
		}, 8},
	} {
		got := patterntest.Play(t, retention(tt.o))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, tt.first, got.Result.First)
		patterntest.Equal(t, tt.readings, len(got.Result.Readings))
	}
}

func TestRetentionValidate(t *testing.T) {
	for o, want := range map[timeseries.RetentionOptions]string{
		{Months: -1}:    "--months must be at least 1, got -1",
		{Months: 121}:   "--months must be at most 120, got 121",
		{Retention: -1}: "--retention must be at least 1, got -1",
		{Date: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}: "--date must lie in the years 1980 to 9998, got 9999-01-01",
	} {
		got := patterntest.Play(t, retention(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestRetentionFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p37-rotate-writers: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p37-rotate-2026-08: cable cut"},
		{patterntest.FailAll[*dynamodb.PutItemInput](broken), "put the period of writers in p37-rotate-writers: cable cut"},
		{patterntest.FailAll[*dynamodb.ListTablesInput](broken), "list tables: cable cut"},
		{patterntest.FailAll[*dynamodb.GetItemInput](broken), "get the period of writers from p37-rotate-writers: cable cut"},
		{patterntest.FailAll[*dynamodb.UpdateItemInput](broken), "point writers at 2026-10 in p37-rotate-writers: cable cut"},
		{patterntest.FailAll[*dynamodb.UpdateTableInput](broken), "lower the capacity of p37-rotate-2026-09: cable cut"},
		{failQuery("p37-rotate-2026-09", broken), "query p37-rotate-2026-09: cable cut"},
		{failMake("p37-rotate-2026-11", broken), "create table p37-rotate-2026-11: cable cut"},
		{failReading(broken), "put a reading in p37-rotate-2026-10: cable cut"},
	} {
		got := patterntest.Play(t, retention(timeseries.RetentionOptions{}), tt.fail)
		patterntest.Ended(t, tt.want, got)
	}
}

// failMake makes the making of one table fail.
func failMake(table string, err error) func(*dynamodb.Options) {
	return patterntest.FailOn(func(in any) error {
		if create, ok := in.(*dynamodb.CreateTableInput); ok && aws.ToString(create.TableName) == table {
			return err
		}
		return nil
	})
}

// failQuery makes the query of one table fail; both are asked at once.
func failQuery(table string, err error) func(*dynamodb.Options) {
	return patterntest.FailOn(func(in any) error {
		if query, ok := in.(*dynamodb.QueryInput); ok && aws.ToString(query.TableName) == table {
			return err
		}
		return nil
	})
}

// failReading makes the writer's put fail, which goes to the current table.
func failReading(err error) func(*dynamodb.Options) {
	return patterntest.FailOn(func(in any) error {
		if put, ok := in.(*dynamodb.PutItemInput); ok && aws.ToString(put.TableName) == "p37-rotate-2026-10" {
			return err
		}
		return nil
	})
}

func TestRetentionLostReading(t *testing.T) {
	got := patterntest.Play(t, retention(timeseries.RetentionOptions{}), patterntest.Alter(func(_, out any) {
		if page, ok := out.(*dynamodb.QueryOutput); ok {
			page.Items = page.Items[1:]
		}
	}))
	patterntest.Ended(t, "query p37-rotate-2026-09 to p37-rotate-2026-10: the 6 readings found are not the 8 written", got)
}

// A job that finds something to do each time is no job to run twice.
func TestRetentionNotIdle(t *testing.T) {
	units := int64(1)
	got := patterntest.Play(t, retention(timeseries.RetentionOptions{}), patterntest.FailOn(func(in any) error {
		if update, ok := in.(*dynamodb.UpdateTableInput); ok {
			units++
			update.ProvisionedThroughput.WriteCapacityUnits = aws.Int64(units)
		}
		return nil
	}))
	patterntest.Ended(t, "the second run was not idle: it made [], lowered [p37-rotate-2026-09] and dropped []", got)
}

func TestRetentionClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"Tables before, writers still in 2026-09",
		"The job on 2026-10-20",
		"The job again: nothing left to do",
		"A writer asks for its table, then writes to it",
		"Readings from 2026-09-01T03:00 on, 2 tables merged",
		"Tables after",
	}, retention(timeseries.RetentionOptions{}))
}
