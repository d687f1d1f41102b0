package highcardinality_test

import (
	"context"
	"errors"
	"regexp"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func sequential(o highcardinality.SequentialOptions) patterntest.Run[highcardinality.SequentialResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (highcardinality.SequentialResult, error) {
		return highcardinality.RunSequential(ctx, client, stage, o)
	}
}

func TestSequentialGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "high-cardinality-sequential", highcardinality.SequentialResult{
		Moments: []highcardinality.Moment{{
			Design: "PK=counter", First: "ORDER#0001000000", Last: "ORDER#0001000099",
			Keys: 100, Hottest: spread.KeyCount{Key: "ORDER#0001000000", Items: 1}, OnPartition: []int{23, 30, 17, 30}, Allows: 3333,
		}, {
			Design: "PK=UUIDv7", First: "ORDER#01a1599c-a300-7a21-8473-d99d66b04f6c", Last: "ORDER#01a1599c-a363-7a63-8899-017aa4c2e779",
			Keys: 100, Hottest: spread.KeyCount{Key: "ORDER#01a1599c-a300-7a21-8473-d99d66b04f6c", Items: 1},
			OnPartition: []int{30, 23, 19, 28}, Allows: 3333,
		}, {
			Design: "PK=day, SK=counter", First: "ORDERS#2026-10-20", Last: "ORDERS#2026-10-20",
			Keys: 1, Hottest: spread.KeyCount{Key: "ORDERS#2026-10-20", Items: 100}, OnPartition: []int{0, 0, 0, 100}, Allows: 1000,
		}, {
			Design: "PK=first 8 digits of UUIDv7, SK=UUIDv7", First: "ORDERS#01a1599c", Last: "ORDERS#01a1599c",
			Keys: 1, Hottest: spread.KeyCount{Key: "ORDERS#01a1599c", Items: 100}, OnPartition: []int{0, 0, 0, 100}, Allows: 1000,
		}, {
			Design: "PK=day and hash of counter modulo 10, SK=counter", First: "ORDERS#2026-10-20#6", Last: "ORDERS#2026-10-20#3",
			Keys: 10, Hottest: spread.KeyCount{Key: "ORDERS#2026-10-20#8", Items: 16}, OnPartition: []int{6, 15, 53, 26}, Allows: 1886,
		}},
		PerShard: []int{10, 6, 8, 6, 10, 8, 13, 15, 16, 8},
		InOrder:  100,
	}, sequential(highcardinality.SequentialOptions{}))
}

// A UUID of version 7 begins with its time, whatever the rest of it.
func TestSequentialUUIDs(t *testing.T) {
	got := patterntest.Play(t, sequential(highcardinality.SequentialOptions{
		Writes: 1, Shards: 1, Seed: 7, Date: time.Date(1970, 1, 1, 23, 0, 0, 0, time.UTC),
	}))
	patterntest.Ended(t, "", got)
	// 14 hours are 50,400,000 ms, hexadecimal 3010b00.
	want := regexp.MustCompile(`^ORDER#00000301-0b00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	if uuid := got.Result.Moments[1].First; !want.MatchString(uuid) {
		t.Errorf("%s is not a UUIDv7 of that moment", uuid)
	}
	patterntest.Equal(t, []int{1}, got.Result.PerShard)
}

// With more shards than writes some are empty, and are asked all the same.
func TestSequentialEmptyShards(t *testing.T) {
	got := patterntest.Play(t, sequential(highcardinality.SequentialOptions{Writes: 3, Shards: 50}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, []int{50, 3}, []int{len(got.Result.PerShard), got.Result.InOrder})
}

func TestSequentialValidate(t *testing.T) {
	for o, want := range map[highcardinality.SequentialOptions]string{
		{Writes: -1}:     "--writes must be at least 1, got -1",
		{Writes: 10_001}: "--writes must be at most 10000, got 10001",
		{Shards: -1}:     "--shards must be at least 1, got -1",
		{Shards: 10_001}: "--shards must be at most 10000, got 10001",
		{Date: time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC)}: "--date must lie in the years 1970 to 9999, got 1969-12-31",
	} {
		got := patterntest.Play(t, sequential(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestSequentialFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p34-sequential: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p34-sequential: cable cut"},
		{failQuery("ORDERS#2026-10-20#4", broken), "query shard 4 of p34-sequential: cable cut"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, sequential(highcardinality.SequentialOptions{}), tt.fail))
	}
}

func TestSequentialLosses(t *testing.T) {
	for want, once := range map[string]bool{
		"": true,
		"ORDERS#2026-10-20#8 in p34-sequential: 16 orders were written, 15 found": false,
	} {
		got := patterntest.Play(t, sequential(highcardinality.SequentialOptions{}), patterntest.Alter(func(in, out any) {
			if asked(in) == "ORDERS#2026-10-20#8" && (!once || in.(*dynamodb.QueryInput).ConsistentRead == nil) {
				page := out.(*dynamodb.QueryOutput)
				page.Items = page.Items[1:]
			}
		}))
		patterntest.Ended(t, want, got)
	}
}

func TestSequentialClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"PK=counter",
		"PK=UUIDv7",
		"PK=day, SK=counter",
		"PK=first 8 digits of UUIDv7, SK=UUIDv7",
		"PK=day and hash of counter modulo 10, SK=counter",
		"The moment in order: 10 queries, merged",
	}, sequential(highcardinality.SequentialOptions{}))
}
