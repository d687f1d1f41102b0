package caching_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func runDAX(o caching.DAXOptions) patterntest.Run[caching.DAXResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (caching.DAXResult, error) {
		return caching.RunDAX(ctx, client, stage, o)
	}
}

// daxResult holds DAX's rules: a put through the cache makes the item fresh and
// leaves the query stale until its own time is over, and a missing item is asked
// for once until the put.
func daxResult(expired ...caching.DAXAge) caching.DAXResult {
	return caching.DAXResult{
		Apart:   caching.DAXReads{Reads: 4, Table: 2},
		Written: caching.DAXPrice{Get: 12, Query: 10},
		Strong:  15,
		Past:    caching.DAXPrice{Get: 12, Query: 10},
		Missing: caching.DAXReads{Reads: 3, Table: 1},
		Found:   true,
		Expired: expired,
	}
}

func TestDAXGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "caching-dax", daxResult(
		caching.DAXAge{After: 5 * time.Minute, Price: caching.DAXPrice{Get: 15, Query: 15}},
	), runDAX(caching.DAXOptions{}))
}

// Each cache has its own time to live, whichever is longer.
func TestDAXTimesToLive(t *testing.T) {
	for _, tt := range []struct {
		o    caching.DAXOptions
		want []caching.DAXAge
	}{{
		caching.DAXOptions{RecordTTL: time.Second},
		[]caching.DAXAge{
			{After: time.Second, Price: caching.DAXPrice{Get: 15, Query: 10}},
			{After: 5 * time.Minute, Price: caching.DAXPrice{Get: 15, Query: 15}},
		},
	}, {
		caching.DAXOptions{RecordTTL: time.Hour, QueryTTL: time.Nanosecond},
		[]caching.DAXAge{
			{After: time.Nanosecond, Price: caching.DAXPrice{Get: 12, Query: 15}},
			{After: time.Hour, Price: caching.DAXPrice{Get: 15, Query: 15}},
		},
	}} {
		got := patterntest.Play(t, runDAX(tt.o))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, daxResult(tt.want...), got.Result)
	}
}

func TestDAXValidate(t *testing.T) {
	for o, want := range map[caching.DAXOptions]string{
		{RecordTTL: -1}:        "--record-ttl must be more than 0, got -1ns",
		{QueryTTL: -time.Hour}: "--query-ttl must be more than 0, got -1h0m0s",
	} {
		got := patterntest.Play(t, runDAX(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func throttled() error {
	message := "slow down"
	return &types.ProvisionedThroughputExceededException{Message: &message}
}

const slowDown = ": ProvisionedThroughputExceededException: slow down"

func TestDAXFailingCalls(t *testing.T) {
	for want, fail := range map[string]func(*dynamodb.Options){
		"create table p36-caching":                   patterntest.FailAll[*dynamodb.CreateTableInput](throttled()),
		"put product p1 in p36-caching":              patterntest.FailAll[*dynamodb.PutItemInput](throttled()),
		"query product p1 in p36-caching":            patterntest.FailAll[*dynamodb.QueryInput](throttled()),
		"get product p1 from p36-caching":            patterntest.FailAll[*dynamodb.GetItemInput](throttled()),
		"update product p1 in p36-caching":           patterntest.FailAll[*dynamodb.UpdateItemInput](throttled()),
		"put product p9 in p36-caching":              failNth[*dynamodb.PutItemInput](5),
		"get product p9 from p36-caching":            failNth[*dynamodb.GetItemInput](3),
		"put review r2 of product p1 in p36-caching": failNth[*dynamodb.PutItemInput](3),
	} {
		patterntest.Ended(t, want+slowDown, patterntest.Play(t, runDAX(caching.DAXOptions{}), fail))
	}
}

// failNth makes the n-th call fail whose input is of type T.
func failNth[T any](n int) func(*dynamodb.Options) {
	var calls atomic.Int64
	return patterntest.FailOn(func(in any) error {
		if patterntest.Is[T](in) && calls.Add(1) == int64(n) {
			return throttled()
		}
		return nil
	})
}

// page alters what queries return.
func page(alter func(*dynamodb.QueryInput, *dynamodb.QueryOutput)) func(*dynamodb.Options) {
	return patterntest.Alter(func(in, out any) {
		if query, ok := in.(*dynamodb.QueryInput); ok {
			alter(query, out.(*dynamodb.QueryOutput))
		}
	})
}

func TestDAXWrongAnswers(t *testing.T) {
	for want, alter := range map[string]func(*dynamodb.Options){
		"get product p1 from p36-caching: it was written and is not there": change(always, gone),
		"get product p1 from p36-caching: the price is 7, not 10":          change(always, priced(&types.AttributeValueMemberN{Value: "7"})),
		"query product p1 in p36-caching: an item came back without its key": page(func(_ *dynamodb.QueryInput, out *dynamodb.QueryOutput) {
			delete(out.Items[0], "SK")
		}),
		"review r1 of product p1 in p36-caching: it came back without its stars": page(func(_ *dynamodb.QueryInput, out *dynamodb.QueryOutput) {
			delete(out.Items[1], "stars")
		}),
	} {
		patterntest.Ended(t, want, patterntest.Play(t, runDAX(caching.DAXOptions{}), alter))
	}
}

// A replica that lags is asked again, strongly consistently, and the outcome is
// the same.
func TestDAXReplicasThatLag(t *testing.T) {
	got := patterntest.Play(t, runDAX(caching.DAXOptions{}),
		change(eventually, gone),
		page(func(in *dynamodb.QueryInput, out *dynamodb.QueryOutput) {
			if in.ConsistentRead == nil {
				out.Items = out.Items[:1]
			}
		}))
	// It costs no answer, only calls: the cache still asked its source twice.
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, daxResult(
		caching.DAXAge{After: 5 * time.Minute, Price: caching.DAXPrice{Get: 15, Query: 15}},
	), got.Result)
}

func TestDAXClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"Two queries, two gets: the caches are apart",
		"After a write through the cache: the query is stale",
		"After a write past the cache: a strongly consistent get is not kept",
		"A missing item: two gets, a write, a get",
		"After 5m0s: both times to live are over",
	}, runDAX(caching.DAXOptions{}))
}
