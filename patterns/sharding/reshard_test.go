package sharding_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func runReshard(o sharding.ReshardOptions) patterntest.Run[sharding.ReshardResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (sharding.ReshardResult, error) {
		return sharding.RunReshard(ctx, client, stage, o)
	}
}

func TestReshardGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "sharding-reshard", sharding.ReshardResult{
		Before:  []int{20, 100},
		Midway:  []int{20, 100, 125},
		Twice:   120,
		Stops:   1,
		Moved:   sharding.Progress{Present: 120, Deleted: 120, Steps: 1},
		Written: 125,
		After:   []int{125},
	}, runReshard(sharding.ReshardOptions{}))
}

// Ten stops at random points, whatever the seed and the sizes.
func TestReshardStoppedTenTimes(t *testing.T) {
	for _, o := range []sharding.ReshardOptions{
		{}, {From: 4, To: 3}, {From: 16, To: 10, Before: 60}, {From: 1, To: 1, Events: 130}, {Events: 1, Before: 1},
	} {
		o.Stops = 10
		for o.Seed = 1; o.Seed < 4; o.Seed++ {
			got := patterntest.Play(t, runReshard(o))
			patterntest.Ended(t, "", got)
			r := got.Result
			few := o.Before == 1 && r.Stops > 0 // the migration is over sooner
			if r.Lost+r.Doubled > 0 || len(r.After) != 1 || r.After[0] != r.Written || (r.Stops != 10 && !few) {
				t.Errorf("%+v: %+v", o, r)
			}
		}
	}
}

func TestReshardValidate(t *testing.T) {
	for want, o := range map[string]sharding.ReshardOptions{
		"--before must be at least 1, got -1":                     {Before: -1},
		"--events must be at least 1, got -1":                     {Events: -1},
		"--from must be at least 1, got -1":                       {From: -1},
		"--from must be at most 10000, got 10001":                 {From: 10_001},
		"--to must be at most 10000, got 10001":                   {To: 10_001},
		"--stops must be at least 1, got -1":                      {Stops: -1},
		"--date must lie in the years 1 to 9999, got 12026-01-01": {Date: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		patterntest.Ended(t, want, patterntest.Play(t, runReshard(o)))
	}
}

// without makes reads not find one event.
func without(sk string) func(*dynamodb.Options) {
	return patterntest.Alter(func(_, out any) {
		if page, ok := out.(*dynamodb.QueryOutput); ok {
			page.Items = slices.DeleteFunc(page.Items, func(item gather.Item) bool { return text(item["SK"]) == sk })
		}
	})
}

func TestALostRowIsAnError(t *testing.T) {
	patterntest.Ended(t, "rows of p35-reshard: of 125 events 1 are lost and 0 doubled",
		patterntest.Play(t, runReshard(sharding.ReshardOptions{}), without("EVENT#e-000042")))
}

func TestFailingReshardCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for want, fail := range map[string]func(*dynamodb.Options){
		"write batch to p35-reshard: cable cut":                           patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken),
		"store the layout of EVENTS#2026-10-20 in p35-reshard: cable cut": patterntest.FailAll[*dynamodb.PutItemInput](broken),
		"read the layout of EVENTS#2026-10-20 in p35-reshard: cable cut":  patterntest.FailAll[*dynamodb.GetItemInput](broken),
		"version 1: query shard 3 of p35-reshard: cable cut": patterntest.FailOn(func(in any) error {
			if strings.HasSuffix(shardOf(in), "#v1#3") {
				return broken
			}
			return nil
		}),
	} {
		patterntest.Ended(t, want, patterntest.Play(t, runReshard(sharding.ReshardOptions{}), fail))
	}
	patterntest.Closes(t, []string{
		"N = 10; rows from before the split are still found",
		"The migration was stopped: a read of all versions finds every event",
		"N = 16: all moved",
	}, runReshard(sharding.ReshardOptions{}))
}
