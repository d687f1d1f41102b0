package sharding_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func run(o sharding.Options) patterntest.Run[sharding.Result] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (sharding.Result, error) {
		return sharding.Run(ctx, client, stage, o)
	}
}

func TestGolden(t *testing.T) {
	patterntest.Golden(t, 35, sharding.Result{
		Written:  200,
		PerShard: []int{26, 14, 21, 22, 21, 20, 15, 22, 22, 17},
		Total:    200,
		Shard:    7,
		Order:    sharding.Order{PK: "ORDERS#2026-10-20#7", SK: "ORDER#o-1002", Total: "10"},
	}, run(sharding.Options{}))
}

func TestOptions(t *testing.T) {
	got := patterntest.Play(t, run(sharding.Options{
		Events: 3, Shards: 2, Seed: 7, Date: time.Date(2024, 2, 29, 23, 0, 0, 0, time.UTC),
	}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, sharding.Result{
		Written: 3, PerShard: []int{3, 0}, Total: 3, Shard: 1,
		Order: sharding.Order{PK: "ORDERS#2024-02-29#1", SK: "ORDER#o-1002", Total: "10"},
	}, got.Result)
}

func TestOneShard(t *testing.T) {
	got := patterntest.Play(t, run(sharding.Options{Events: 1, Shards: 1}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, sharding.Result{
		Written: 1, PerShard: []int{1}, Total: 1, Shard: 0,
		Order: sharding.Order{PK: "ORDERS#2026-10-20#0", SK: "ORDER#o-1002", Total: "10"},
	}, got.Result)
}

// Reads side by side end in any order; the transcript must not.
func TestSameBytesEachTime(t *testing.T) {
	o := sharding.Options{Events: 500, Shards: 64, Seed: 7}
	first := patterntest.Play(t, run(o))
	patterntest.Ended(t, "", first)
	for range 5 {
		patterntest.Equal(t, first, patterntest.Play(t, run(o)))
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		o    sharding.Options
		want string
	}{
		{sharding.Options{Events: -5}, "--events must be at least 1, got -5"},
		{sharding.Options{Shards: -1}, "--shards must be at least 1, got -1"},
		{sharding.Options{Shards: 10_001}, "--shards must be at most 10000, got 10001"},
		{sharding.Options{Date: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}, "--date must lie in the years 1 to 9999, got 12026-01-01"},
	} {
		got := patterntest.Play(t, run(tt.o))
		patterntest.Ended(t, tt.want, got)
		if got.Output != "" {
			t.Errorf("%+v: it called DynamoDB first:\n%s", tt.o, got.Output)
		}
	}
}

// shardOf is the partition key that a Query asks for, and empty for other calls.
func shardOf(in any) string {
	if q, ok := in.(*dynamodb.QueryInput); ok {
		return q.ExpressionAttributeValues[":pk"].(*types.AttributeValueMemberS).Value
	}
	return ""
}

func TestAFailingQueryNamesItsShard(t *testing.T) {
	message := "slow down"
	got := patterntest.Play(t, run(sharding.Options{}), patterntest.FailOn(func(in any) error {
		if strings.HasSuffix(shardOf(in), "#2") {
			return &types.ProvisionedThroughputExceededException{Message: &message}
		}
		return nil
	}))
	patterntest.Ended(t, "query shard 2 of p35-write-sharding: ProvisionedThroughputExceededException: slow down", got)
}

// lose takes the last item out of the answers of one shard that when accepts.
func lose(shard string, when func(*dynamodb.QueryInput) bool) func(*dynamodb.Options) {
	return patterntest.Alter(func(in, out any) {
		if !strings.HasSuffix(shardOf(in), shard) || !when(in.(*dynamodb.QueryInput)) {
			return
		}
		page := out.(*dynamodb.QueryOutput)
		page.Items = page.Items[:len(page.Items)-1]
		page.Count--
	})
}

func TestALostEventIsAnError(t *testing.T) {
	got := patterntest.Play(t, run(sharding.Options{}), lose("#3", func(*dynamodb.QueryInput) bool { return true }))
	patterntest.Ended(t, "shard 3 of p35-write-sharding: 22 events were written, 21 gathered", got)
}

func TestADelayedEventIsNotLost(t *testing.T) {
	eventual := func(in *dynamodb.QueryInput) bool { return in.ConsistentRead == nil }
	got := patterntest.Play(t, run(sharding.Options{}), lose("#3", eventual))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, 200, got.Result.Total)
}

func TestAMissingOrderIsAnError(t *testing.T) {
	got := patterntest.Play(t, run(sharding.Options{}), patterntest.Alter(func(_, out any) {
		if got, ok := out.(*dynamodb.GetItemOutput); ok {
			got.Item = nil
		}
	}))
	patterntest.Ended(t, "get order o-1002 from p35-write-sharding: it was written and is not there", got)
}

func TestAMangledOrderIsAnError(t *testing.T) {
	got := patterntest.Play(t, run(sharding.Options{}), patterntest.Alter(func(_, out any) {
		if got, ok := out.(*dynamodb.GetItemOutput); ok {
			delete(got.Item, "total")
		}
	}))
	patterntest.Ended(t, "order o-1002: the item that came back is not the one written", got)
}

func TestFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p35-write-sharding: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p35-write-sharding: cable cut"},
		{patterntest.FailAll[*dynamodb.PutItemInput](broken), "put order o-1001 in p35-write-sharding: cable cut"},
		{patterntest.FailAll[*dynamodb.GetItemInput](broken), "get order o-1002 from p35-write-sharding: cable cut"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, run(sharding.Options{}), tt.fail))
	}
}

// Ctrl-C while the shards are read: what was made is dropped all the same.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, run(sharding.Options{}), patterntest.FailOn(func(in any) error {
		if strings.HasSuffix(shardOf(in), "#5") {
			cancel()
			return ctx.Err()
		}
		return nil
	}))
	if len(got.Left) > 0 || !strings.HasSuffix(got.Err, "context canceled") {
		t.Errorf("tables left %q, error %q; want none and a cancelled context", got.Left, got.Err)
	}
}

func TestClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"Random suffix: items per shard",
		"Total gathered",
		"Calculated suffix: direct GetItem for o-1002 (shard 7)",
	}, run(sharding.Options{}))
}
