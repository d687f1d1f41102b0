package timeseries_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func run(o timeseries.Options) patterntest.Run[timeseries.Result] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (timeseries.Result, error) {
		return timeseries.Run(ctx, client, stage, o)
	}
}

func TestGolden(t *testing.T) {
	patterntest.Golden(t, 37, timeseries.Result{
		Before:   []string{"p37-metrics-2026-08", "p37-metrics-2026-09", "p37-metrics-2026-10", "p37-metrics-ttl"},
		Dropped:  []string{"p37-metrics-2026-08"},
		After:    []string{"p37-metrics-2026-09", "p37-metrics-2026-10", "p37-metrics-ttl"},
		Readings: readings("2026-10-20"),
		TTL:      timeseries.TTL{Status: "ENABLED", Attribute: "expires_at"},
	}, run(timeseries.Options{}))
}

// readings are those from one to two o'clock.
func readings(day string) []timeseries.Reading {
	return []timeseries.Reading{
		{Time: day + "T01:00:00+00:00", Value: 60},
		{Time: day + "T01:20:00+00:00", Value: 80},
		{Time: day + "T01:40:00+00:00", Value: 100},
	}
}

func TestRotation(t *testing.T) {
	newYear := time.Date(2028, 1, 31, 23, 59, 0, 0, time.UTC)
	for _, tt := range []struct {
		o     timeseries.Options
		want  timeseries.Result
		title string
	}{{
		timeseries.Options{Months: 4, Retention: 1, Date: newYear, Tables: ddb.TableOptions{Prefix: "x-"}},
		timeseries.Result{
			Before: []string{
				"x-p37-metrics-2027-10", "x-p37-metrics-2027-11", "x-p37-metrics-2027-12", "x-p37-metrics-2028-01", "x-p37-metrics-ttl",
			},
			Dropped:  []string{"x-p37-metrics-2027-10", "x-p37-metrics-2027-11", "x-p37-metrics-2027-12"},
			After:    []string{"x-p37-metrics-2028-01", "x-p37-metrics-ttl"},
			Readings: readings("2028-01-31"),
		},
		"Tables after dropping the oldest 3",
	}, {
		timeseries.Options{Months: 1, Retention: 9},
		timeseries.Result{
			Before:   []string{"p37-metrics-2026-10", "p37-metrics-ttl"},
			Dropped:  []string{},
			After:    []string{"p37-metrics-2026-10", "p37-metrics-ttl"},
			Readings: readings("2026-10-20"),
		},
		"Tables after rotation (none is old enough to drop)",
	}} {
		got := patterntest.Play(t, run(tt.o))
		patterntest.Ended(t, "", got)
		tt.want.TTL = timeseries.TTL{Status: "ENABLED", Attribute: "expires_at"}
		patterntest.Equal(t, tt.want, got.Result)
		if !strings.Contains(got.Output, "=== "+tt.title+" ===\n") {
			t.Errorf("no section %q:\n%s", tt.title, got.Output)
		}
	}
}

// Others may have tables whose names look like ours, and old ones at that.
func TestTablesOfOthersAreLeftAlone(t *testing.T) {
	const theirs = "p37-metrics-2020-01"
	var left []string
	got := patterntest.Play(t, func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (timeseries.Result, error) {
		if err := ddb.NewTables(client, ddb.TableOptions{}).Create(ctx, theirTable(theirs)); err != nil {
			return timeseries.Result{}, err
		}
		res, err := timeseries.Run(ctx, client, stage, timeseries.Options{})
		if err != nil {
			return res, err
		}
		there, err := client.ListTables(ctx, &dynamodb.ListTablesInput{})
		if err != nil {
			return res, err
		}
		left = there.TableNames
		_, err = client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(theirs)})
		return res, err
	})
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, []string{theirs}, left)
	patterntest.Equal(t, []string{"p37-metrics-2026-08"}, got.Result.Dropped)
}

func theirTable(name string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:            aws.String(name),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
	}
}

// Each reading of the bucket expires 30 days after its day, in whole seconds.
func TestExpiry(t *testing.T) {
	expires := map[string]int{}
	got := patterntest.Play(t, run(timeseries.Options{}), patterntest.FailOn(func(in any) error {
		if batch, ok := in.(*dynamodb.BatchWriteItemInput); ok {
			for table, requests := range batch.RequestItems {
				for _, request := range requests {
					if at, ok := request.PutRequest.Item["expires_at"].(*types.AttributeValueMemberN); ok {
						expires[table+" "+at.Value]++
					}
				}
			}
		}
		return nil
	}))
	patterntest.Ended(t, "", got)
	at := time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC).Unix()
	patterntest.Equal(t, map[string]int{fmt.Sprintf("p37-metrics-ttl %d", at): 9}, expires)
}

func TestValidate(t *testing.T) {
	for o, want := range map[timeseries.Options]string{
		{Months: -1}:    "--months must be at least 1, got -1",
		{Months: 121}:   "--months must be at most 120, got 121",
		{Retention: -2}: "--retention must be at least 1, got -2",
		{Date: time.Date(1979, 12, 31, 0, 0, 0, 0, time.UTC)}: "--date must lie in the years 1980 to 9998, got 1979-12-31",
		{Date: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}:   "--date must lie in the years 1980 to 9998, got 9999-01-01",
	} {
		got := patterntest.Play(t, run(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p37-metrics-2026-10: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p37-metrics-2026-10: cable cut"},
		{patterntest.FailAll[*dynamodb.ListTablesInput](broken), "list tables: cable cut"},
		{patterntest.FailAll[*dynamodb.UpdateTimeToLiveInput](broken), "set time to live of p37-metrics-ttl: cable cut"},
		{patterntest.FailAll[*dynamodb.QueryInput](broken), "query p37-metrics-ttl: cable cut"},
		{patterntest.FailAll[*dynamodb.DescribeTimeToLiveInput](broken), "describe time to live of p37-metrics-ttl: cable cut"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, run(timeseries.Options{}), tt.fail))
	}
}

func TestWrongReadings(t *testing.T) {
	for name, tt := range map[string]struct {
		alter func(in *dynamodb.QueryInput, out *dynamodb.QueryOutput)
		want  string
	}{
		"one late": {func(in *dynamodb.QueryInput, out *dynamodb.QueryOutput) {
			if in.ConsistentRead == nil {
				out.Items = out.Items[1:]
			}
		}, ""},
		"one lost": {func(_ *dynamodb.QueryInput, out *dynamodb.QueryOutput) {
			out.Items = out.Items[1:]
		}, "query p37-metrics-ttl: the 2 readings found are not the 3 written"},
		"one without a value": {func(_ *dynamodb.QueryInput, out *dynamodb.QueryOutput) {
			delete(out.Items[1], "value")
		}, "a reading came back without its time or its value"},
		"one with half a value": {func(_ *dynamodb.QueryInput, out *dynamodb.QueryOutput) {
			out.Items[1]["value"] = &types.AttributeValueMemberN{Value: "0.5"}
		}, `the reading of 2026-10-20T01:20:00+00:00: its value is not a whole number: strconv.Atoi: parsing "0.5": invalid syntax`},
	} {
		t.Run(name, func(t *testing.T) {
			got := patterntest.Play(t, run(timeseries.Options{}), patterntest.Alter(func(in, out any) {
				if query, ok := in.(*dynamodb.QueryInput); ok {
					tt.alter(query, out.(*dynamodb.QueryOutput))
				}
			}))
			patterntest.Ended(t, tt.want, got)
		})
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, run(timeseries.Options{}), patterntest.FailOn(func(in any) error {
		if !patterntest.Is[*dynamodb.UpdateTimeToLiveInput](in) {
			return nil
		}
		cancel()
		return ctx.Err()
	}))
	patterntest.Ended(t, "set time to live of p37-metrics-ttl: context canceled", got)
}

func TestClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"Tables before rotation",
		"Tables after dropping the oldest",
		"Bucketed query: 01:00-02:00",
		"TTL status",
	}, run(timeseries.Options{}))
}

// The drop of the oldest table fails, and works when the run cleans up.
func TestFailingDrop(t *testing.T) {
	drops := 0
	got := patterntest.Play(t, run(timeseries.Options{}), patterntest.FailOn(func(in any) error {
		if patterntest.Is[*dynamodb.DeleteTableInput](in) {
			if drops++; drops == 1 {
				return errors.New("cable cut")
			}
		}
		return nil
	}))
	patterntest.Ended(t, "delete table p37-metrics-2026-08: cable cut", got)
}
