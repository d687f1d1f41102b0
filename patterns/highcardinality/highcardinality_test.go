package highcardinality_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func run(o highcardinality.Options) patterntest.Run[highcardinality.Result] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (highcardinality.Result, error) {
		return highcardinality.Run(ctx, client, stage, o)
	}
}

func TestGolden(t *testing.T) {
	patterntest.Golden(t, 34, highcardinality.Result{
		Statuses: []spread.KeyCount{
			{Key: "SHIPPED", Items: 336}, {Key: "PENDING", Items: 333}, {Key: "DELIVERED", Items: 331},
		},
		Customers:   290,
		MaxOrders:   9,
		Written:     1000,
		Customer:    "c234",
		OrdersOf:    []string{"ORDER#o0000", "ORDER#o0416", "ORDER#o0674", "ORDER#o0704"},
		PendingOn:   []int{76, 91, 76, 90},
		PendingKeys: pendingByDefault(),
	}, run(highcardinality.Options{}))
}

func TestFewOrders(t *testing.T) {
	got := patterntest.Play(t, run(highcardinality.Options{Orders: 3, Customers: 5, GSIShards: 2}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, highcardinality.Result{
		Statuses:  []spread.KeyCount{{Key: "SHIPPED", Items: 2}, {Key: "DELIVERED", Items: 1}},
		Customers: 3,
		MaxOrders: 1,
		Written:   3,
		Customer:  "c0",
		OrdersOf:  []string{"ORDER#o0001"},
		PendingOn: []int{0, 0},
	}, got.Result)
	if !strings.Contains(got.Output, "=== Orders for CUSTOMER#c0 ===\n") {
		t.Errorf("the section's title does not follow the customer:\n%s", got.Output)
	}
}

// With more than 10,000 orders their numbers have five digits, all of them, so
// that their order as text is still their order as numbers; and one page no longer
// holds what a customer has.
func TestManyOrders(t *testing.T) {
	got := patterntest.Play(t, run(highcardinality.Options{Orders: 20_000, Customers: 1, GSIShards: 1}))
	patterntest.Ended(t, "", got)
	res := got.Result
	first, last := res.OrdersOf[0], res.OrdersOf[len(res.OrdersOf)-1]
	patterntest.Equal(t, []any{20_000, 20_000, "ORDER#o00000", "ORDER#o19999", len(res.PendingKeys)},
		[]any{res.Written, len(res.OrdersOf), first, last, res.PendingOn[0]})
}

func TestAnotherSeed(t *testing.T) {
	o := highcardinality.Options{Orders: 100, Customers: 1000, Seed: 7}
	first := patterntest.Play(t, run(o))
	patterntest.Ended(t, "", first)
	patterntest.Equal(t, first, patterntest.Play(t, run(o)))
	if first.Result.Customer == "c234" {
		t.Error("customer c234 has orders with this seed; take one with which it has none")
	}
}

func TestValidate(t *testing.T) {
	for o, want := range map[highcardinality.Options]string{
		{Orders: -5}:        "--orders must be at least 1, got -5",
		{Customers: -1}:     "--customers must be at least 1, got -1",
		{GSIShards: -1}:     "--gsi-shards must be at least 1, got -1",
		{GSIShards: 10_001}: "--gsi-shards must be at most 10000, got 10001",
	} {
		got := patterntest.Play(t, run(o))
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

func TestAFailingQueryNamesItsShard(t *testing.T) {
	message := "slow down"
	got := patterntest.Play(t, run(highcardinality.Options{}), patterntest.FailOn(func(in any) error {
		if asked(in) == "STATUS#PENDING#2" {
			return &types.ProvisionedThroughputExceededException{Message: &message}
		}
		return nil
	}))
	patterntest.Ended(t, "query shard 2 of p34-high-cardinality: ProvisionedThroughputExceededException: slow down", got)
}

func TestFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p34-high-cardinality: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p34-high-cardinality: cable cut"},
		{patterntest.FailAll[*dynamodb.QueryInput](broken), "query p34-high-cardinality: cable cut"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, run(highcardinality.Options{}), tt.fail))
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, run(highcardinality.Options{}), patterntest.FailOn(func(in any) error {
		if !strings.HasPrefix(asked(in), "STATUS#") {
			return nil
		}
		cancel()
		return ctx.Err()
	}))
	if len(got.Left) > 0 || !strings.HasSuffix(got.Err, "context canceled") {
		t.Errorf("tables left %q, error %q; want none and a cancelled context", got.Left, got.Err)
	}
}

// Ctrl-C while a number of orders is counted that would take hours.
func TestCancelledWhileCounting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, run(highcardinality.Options{Orders: 1 << 60}), patterntest.Alter(func(in, _ any) {
		if patterntest.Is[*dynamodb.DescribeTableInput](in) {
			cancel()
		}
	}))
	if len(got.Left) > 0 || !strings.HasSuffix(got.Err, "context canceled") {
		t.Errorf("tables left %q, error %q; want none and a cancelled context", got.Left, got.Err)
	}
}

func TestClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"BAD: PK=status -> distinct partition keys",
		"GOOD: PK=customer -> distinct partition keys",
		"Orders for CUSTOMER#c234",
		"PENDING orders via sharded GSI",
	}, run(highcardinality.Options{}))
}
