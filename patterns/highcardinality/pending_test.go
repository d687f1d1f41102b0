package highcardinality_test

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
)

// pendingByDefault is the sort keys of the PENDING orders that DESIGN's stream of
// statuses gives, worked out apart from the package.
func pendingByDefault() []string {
	var keys []string
	statuses := rand.New(rand.NewPCG(316, 20261020))
	for n := range 1000 {
		if statuses.IntN(3) == 0 {
			keys = append(keys, fmt.Sprintf("ORDER#o%04d", n))
		}
	}
	return keys
}

// lag takes the last order out of one index shard's answers while behind says so.
func lag(behind func() bool) func(*dynamodb.Options) {
	return patterntest.Alter(func(in, out any) {
		if asked(in) != "STATUS#PENDING#1" || !behind() {
			return
		}
		page := out.(*dynamodb.QueryOutput)
		page.Count--
		page.Items = page.Items[:max(0, len(page.Items)-1)]
	})
}

// An index may follow its table late: the run waits, asking for counts only, and
// the result is the same. The time is the bubble's, so nobody waits here.
func TestIndexThatLags(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int32
		begin := time.Now()
		got := patterntest.Play(t, run(highcardinality.Options{}), lag(func() bool { return reads.Add(1) <= 3 }))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, pendingByDefault(), got.Result.PendingKeys)
		patterntest.Equal(t, 350*time.Millisecond, time.Since(begin))
		// Read, behind; counted, behind; counted, behind; counted, there; read.
		patterntest.Equal(t, int32(5), reads.Load())
	})
}

func TestIndexThatNeverCatchesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		got := patterntest.Play(t, run(highcardinality.Options{}), lag(func() bool { return true }))
		patterntest.Ended(t, "index shard 1 of p34-high-cardinality: 91 orders were written, 90 found", got)
		patterntest.Equal(t, 12750*time.Millisecond, time.Since(begin))
	})
}

func TestCustomerWithALostOrder(t *testing.T) {
	for name, tt := range map[string]struct {
		when func(*dynamodb.QueryInput) bool
		want string
	}{
		"for a moment": {func(in *dynamodb.QueryInput) bool { return in.ConsistentRead == nil }, ""},
		"for good": {
			func(*dynamodb.QueryInput) bool { return true },
			"CUSTOMER#c234 in p34-high-cardinality: 4 orders were written, 3 found",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := patterntest.Play(t, run(highcardinality.Options{}), patterntest.Alter(func(in, out any) {
				if asked(in) == "CUSTOMER#c234" && tt.when(in.(*dynamodb.QueryInput)) {
					page := out.(*dynamodb.QueryOutput)
					page.Items = page.Items[1:]
				}
			}))
			patterntest.Ended(t, tt.want, got)
		})
	}
}

func TestAnOrderWithoutItsKey(t *testing.T) {
	got := patterntest.Play(t, run(highcardinality.Options{}), patterntest.Alter(func(in, out any) {
		if asked(in) == "STATUS#PENDING#0" {
			out.(*dynamodb.QueryOutput).Items[5]["GSI1SK"] = &types.AttributeValueMemberNULL{Value: true}
		}
	}))
	patterntest.Ended(t, "an order came back without its GSI1SK", got)
}
