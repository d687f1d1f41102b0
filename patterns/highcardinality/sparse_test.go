package highcardinality_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func sparse(o highcardinality.SparseOptions) patterntest.Run[highcardinality.SparseResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (highcardinality.SparseResult, error) {
		return highcardinality.RunSparse(ctx, client, stage, o)
	}
}

func TestSparseGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "high-cardinality-sparse", highcardinality.SparseResult{
		Written:    400,
		Table:      highcardinality.Size{Items: 400, Bytes: 54536},
		Index:      highcardinality.Size{Items: 27, Bytes: 27 * (len("PKORDER#o0000") + len("pending_since2026-10-20T00:00Z"))},
		Read:       400,
		Shipped:    "ORDER#o0019",
		IndexAfter: 26,
		Found:      27,
		Units:      highcardinality.SparseUnits{Table: 401, Sparse: 28, Full: 402},
	}, sparse(highcardinality.SparseOptions{}))
}

func TestSparseExtremes(t *testing.T) {
	for name, tt := range map[string]struct {
		o    highcardinality.SparseOptions
		want highcardinality.SparseResult
	}{
		"all are PENDING": {highcardinality.SparseOptions{Orders: 3, Pending: 100}, highcardinality.SparseResult{
			Written: 3, Table: highcardinality.Size{Items: 3, Bytes: 483}, Index: highcardinality.Size{Items: 3, Bytes: 129},
			Read: 3, Shipped: "ORDER#o0000", IndexAfter: 2, Found: 3, Units: highcardinality.SparseUnits{Table: 4, Sparse: 4, Full: 5},
		}},
		"none is": {highcardinality.SparseOptions{Orders: 2, Pending: 1}, highcardinality.SparseResult{
			Written: 2, Table: highcardinality.Size{Items: 2, Bytes: 266}, Read: 2,
			Units: highcardinality.SparseUnits{Table: 2, Full: 2},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got := patterntest.Play(t, sparse(tt.o))
			patterntest.Ended(t, "", got)
			patterntest.Equal(t, tt.want, got.Result)
		})
	}
}

// More than a page of 1 MB is read to its end, both ways.
func TestSparsePages(t *testing.T) {
	got := patterntest.Play(t, sparse(highcardinality.SparseOptions{Orders: 10_000, Pending: 90}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, []int{10_000, got.Result.Units.Sparse - 1}, []int{got.Result.Read, got.Result.Found})
}

func TestSparseValidate(t *testing.T) {
	for o, want := range map[highcardinality.SparseOptions]string{
		{Orders: -5}:   "--orders must be at least 1, got -5",
		{Pending: -1}:  "--pending must be at least 1, got -1",
		{Pending: 101}: "--pending must be at most 100, got 101",
	} {
		got := patterntest.Play(t, sparse(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestSparseFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p34-sparse: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p34-sparse: cable cut"},
		{patterntest.FailAll[*dynamodb.ScanInput](broken), "scan p34-sparse: cable cut"},
		{patterntest.FailAll[*dynamodb.UpdateItemInput](broken), "ship o0019 in p34-sparse: cable cut"},
		{shipped(), "ship o0019 in p34-sparse: ConditionalCheckFailedException: The conditional request failed"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, sparse(highcardinality.SparseOptions{}), tt.fail))
	}
}

// shipped lets somebody else ship the order first.
func shipped() func(*dynamodb.Options) {
	return patterntest.FailOn(func(in any) error {
		if update, ok := in.(*dynamodb.UpdateItemInput); ok {
			update.Key["PK"] = &types.AttributeValueMemberS{Value: "ORDER#o0000"}
		}
		return nil
	})
}

// drop takes the last item out of a Scan's answer while when says so.
func drop(when func(*dynamodb.ScanInput) bool) func(*dynamodb.Options) {
	return patterntest.Alter(func(in, out any) {
		if scan, ok := in.(*dynamodb.ScanInput); ok && when(scan) {
			page := out.(*dynamodb.ScanOutput)
			page.Items = page.Items[:max(0, len(page.Items)-1)]
		}
	})
}

func TestSparseLosses(t *testing.T) {
	got := patterntest.Play(t, sparse(highcardinality.SparseOptions{}), drop(func(in *dynamodb.ScanInput) bool { return in.IndexName == nil }))
	patterntest.Ended(t, "PENDING in p34-sparse: 27 orders were written, 26 found", got)
}

// The index may follow its table late; the time is the bubble's.
func TestSparseIndexThatLags(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reads, begin := 0, time.Now()
		got := patterntest.Play(t, sparse(highcardinality.SparseOptions{}), drop(func(in *dynamodb.ScanInput) bool {
			if aws.ToString(in.IndexName) == "" {
				return false
			}
			reads++
			return reads <= 2
		}))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, []int{27, 27, 26}, []int{got.Result.Found, got.Result.Index.Items, got.Result.IndexAfter})
		patterntest.Equal(t, 150*time.Millisecond, time.Since(begin))
	})
}

func TestSparseIndexThatNeverCatchesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := patterntest.Play(t, sparse(highcardinality.SparseOptions{}), drop(func(in *dynamodb.ScanInput) bool { return in.IndexName != nil }))
		patterntest.Ended(t, "index pending of p34-sparse: 27 orders were written, 26 found", got)
	})
}

func TestSparseCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, sparse(highcardinality.SparseOptions{}), patterntest.FailOn(func(in any) error {
		if !patterntest.Is[*dynamodb.UpdateItemInput](in) {
			return nil
		}
		cancel()
		return ctx.Err()
	}))
	patterntest.Ended(t, "ship o0019 in p34-sparse: context canceled", got)
}

func TestSparseClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"Without the index: read every order, keep the PENDING ones",
		"With the sparse index: read the index",
		"Size of both",
		"ORDER#o0019 shipped: entries left in the index",
		"Write units of this run",
	}, sparse(highcardinality.SparseOptions{}))
}
