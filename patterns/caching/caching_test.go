package caching_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/redis/go-redis/v9/logging"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func TestMain(m *testing.M) {
	// The library's own log of each lost connection would hide what failed.
	logging.Disable()
	goleak.VerifyTestMain(m)
}

func run(o caching.Options) patterntest.Run[caching.Result] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (caching.Result, error) {
		return caching.Run(ctx, client, stage, o)
	}
}

func TestGolden(t *testing.T) {
	patterntest.Golden(t, 36, caching.Result{
		DynamoDBReads: 1, CacheHits: 99, Stale: 10, Fresh: 12, Written: 15,
	}, run(caching.Options{}))
}

// The clock is the pattern's own, so a TTL shorter than any call and one longer
// than any test give the same result.
func TestTTLDoesNotDependOnTheMachine(t *testing.T) {
	for _, ttl := range []time.Duration{1, time.Microsecond, time.Hour, 1<<63 - 1} {
		got := patterntest.Play(t, run(caching.Options{TTL: ttl}))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, caching.Result{
			DynamoDBReads: 1, CacheHits: 99, Stale: 10, Fresh: 12, Written: 15,
		}, got.Result)
	}
}

func TestOneRead(t *testing.T) {
	got := patterntest.Play(t, run(caching.Options{Reads: 1}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, caching.Result{DynamoDBReads: 1, Stale: 10, Fresh: 12, Written: 15}, got.Result)
	if !strings.Contains(got.Output, "=== 1 read of a hot key ===\n") {
		t.Errorf("the section's title does not follow the number:\n%s", got.Output)
	}
}

func TestValidate(t *testing.T) {
	for o, want := range map[caching.Options]string{
		{Reads: -1}:                  "--reads must be at least 1, got -1",
		{TTL: -time.Second}:          "--ttl must be more than 0, got -1s",
		{Reads: -2, TTL: -time.Hour}: "--reads must be at least 1, got -2",
	} {
		got := patterntest.Play(t, run(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestFailingCalls(t *testing.T) {
	message := "slow down"
	throttled := &types.ProvisionedThroughputExceededException{Message: &message}
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](throttled), "create table p36-caching"},
		{patterntest.FailAll[*dynamodb.PutItemInput](throttled), "put product p1 in p36-caching"},
		{patterntest.FailAll[*dynamodb.GetItemInput](throttled), "get product p1 from p36-caching"},
		{patterntest.FailAll[*dynamodb.UpdateItemInput](throttled), "update product p1 in p36-caching"},
	} {
		got := patterntest.Play(t, run(caching.Options{}), tt.fail)
		patterntest.Ended(t, tt.want+": ProvisionedThroughputExceededException: slow down", got)
	}
}

type item = map[string]types.AttributeValue

// change alters the item that a GetItem which when accepts returns.
func change(when func(*dynamodb.GetItemInput) bool, alter func(item) item) func(*dynamodb.Options) {
	return patterntest.Alter(func(in, out any) {
		if get, ok := in.(*dynamodb.GetItemInput); ok && when(get) {
			page := out.(*dynamodb.GetItemOutput)
			page.Item = alter(page.Item)
		}
	})
}

func always(*dynamodb.GetItemInput) bool { return true }

func eventually(in *dynamodb.GetItemInput) bool { return in.ConsistentRead == nil }

func gone(item) item { return nil }

func priced(price types.AttributeValue) func(item) item {
	return func(i item) item {
		i["price"] = price
		return i
	}
}

func TestWrongAnswers(t *testing.T) {
	for _, tt := range []struct {
		alter func(item) item
		want  string
	}{
		{gone, "get product p1 from p36-caching: it was written and is not there"},
		{priced(nil), "product p1 in p36-caching: it came back without its name or its price"},
		{priced(&types.AttributeValueMemberN{Value: "7"}), "get product p1 from p36-caching: the price is 7, not 10"},
		{
			priced(&types.AttributeValueMemberN{Value: "1.5"}),
			`product p1 in p36-caching: its price is not a whole number: strconv.Atoi: parsing "1.5": invalid syntax`,
		},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, run(caching.Options{}), change(always, tt.alter)))
	}
}

// On DynamoDB a read just after a write may not see it yet. A strongly consistent
// one then does, and the outcome is the same.
func TestReplicasThatLag(t *testing.T) {
	old := priced(&types.AttributeValueMemberN{Value: "9"})
	for _, alter := range []func(item) item{gone, old} {
		got := patterntest.Play(t, run(caching.Options{}), change(eventually, alter))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, caching.Result{DynamoDBReads: 1, CacheHits: 99, Stale: 10, Fresh: 12, Written: 15}, got.Result)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, run(caching.Options{}), patterntest.FailOn(func(in any) error {
		if !patterntest.Is[*dynamodb.UpdateItemInput](in) {
			return nil
		}
		cancel()
		return ctx.Err()
	}))
	patterntest.Equal(t, []string{}, append([]string{}, got.Left...))
	patterntest.Equal(t, "update product p1 in p36-caching: context canceled", got.Err)
}

func TestCancelledWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, run(caching.Options{Reads: 1 << 62}), patterntest.Alter(func(in, _ any) {
		if patterntest.Is[*dynamodb.GetItemInput](in) {
			cancel()
		}
	}))
	if len(got.Left) > 0 || !strings.HasSuffix(got.Err, "context canceled") {
		t.Errorf("tables left %q, error %q; want none and a cancelled context", got.Left, got.Err)
	}
}

func TestClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"100 reads of a hot key",
		"Right after an external update (stale)",
		"After TTL expiry (fresh)",
		"After write-through",
	}, run(caching.Options{}))
}

// The second read and the second write are the ones after the TTL and through the
// cache; neither may be answered with what the cache still knows.
func TestFailingLater(t *testing.T) {
	for want, late := range map[string]func(in any) bool{
		"get product p1 from p36-caching: cable cut": patterntest.Is[*dynamodb.GetItemInput],
		"put product p1 in p36-caching: cable cut":   patterntest.Is[*dynamodb.PutItemInput],
	} {
		calls := 0
		got := patterntest.Play(t, run(caching.Options{}), patterntest.FailOn(func(in any) error {
			if late(in) {
				calls++
			}
			if late(in) && calls == 2 {
				return errors.New("cable cut")
			}
			return nil
		}))
		patterntest.Ended(t, want, got)
	}
}
