package trace_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

// describe makes one call that the trace can be told by.
func describe(ctx context.Context, t *testing.T, c *dynamodb.Client, table string) {
	t.Helper()
	if _, err := c.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(table)}); err != nil {
		t.Error(err)
	}
}

func order(got recorder) []string {
	names := []string{}
	for _, r := range got.records {
		names = append(names, r.Table)
	}
	return names
}

func check(t *testing.T, what string, got recorder, want ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), order(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestPlacesKeepProgramOrder(t *testing.T) {
	var got recorder
	client := dynamodb.NewFromConfig(config(t, script(answer{200, "{}"})), trace.To(&got))
	places := trace.NewOrder()
	var group sync.WaitGroup
	var want []string
	release := map[int]chan struct{}{}
	for shard := range 10 {
		ctx, done := places.Reserve(t.Context())
		gate := make(chan struct{})
		release[shard] = gate
		group.Go(func() {
			defer done()
			<-gate
			for page := range 3 {
				describe(ctx, t, client, fmt.Sprintf("shard%d-page%d", shard, page))
			}
		})
		for page := range 3 {
			want = append(want, fmt.Sprintf("shard%d-page%d", shard, page))
		}
	}
	for _, shard := range rand.Perm(10) {
		close(release[shard])
	}
	group.Wait()
	check(t, "ten shards of three pages", got, want...)
}

func TestPlaces(t *testing.T) {
	var got recorder
	client := dynamodb.NewFromConfig(config(t, script(answer{200, "{}"})), trace.To(&got))
	var places trace.Order
	first, releaseFirst := places.Reserve(t.Context())
	second, releaseSecond := places.Reserve(t.Context())

	describe(second, t, client, "second")
	check(t, "the second place waits", got)
	describe(t.Context(), t, client, "free")
	check(t, "a call without a place does not", got, "free")
	describe(first, t, client, "first")
	check(t, "the first place reports at once", got, "free", "first")
	releaseSecond()
	describe(second, t, client, "second again")
	releaseFirst()
	releaseFirst()
	check(t, "nothing stays behind", got, "free", "first", "second", "second again")
	describe(first, t, client, "late")
	check(t, "a call after its place", got, "free", "first", "second", "second again", "late")
}

func TestPlacesWithinPlaces(t *testing.T) {
	var got recorder
	client := dynamodb.NewFromConfig(config(t, script(answer{200, "{}"})), trace.To(&got))
	var outer, inner trace.Order
	a, releaseA := outer.Reserve(t.Context())
	b, releaseB := outer.Reserve(t.Context())
	b1, releaseB1 := inner.Reserve(b)
	b2, releaseB2 := outer.Reserve(b)

	describe(b2, t, client, "b2")
	releaseB2()
	describe(b, t, client, "b")
	releaseB()
	describe(b1, t, client, "b1")
	releaseB1()
	describe(a, t, client, "a")
	releaseA()
	check(t, "nested", got, "a", "b1", "b2", "b")

	ctx, release := inner.Reserve(b)
	describe(ctx, t, client, "after")
	release()
	check(t, "within a place that is gone", got, "a", "b1", "b2", "b", "after")
}

// panicky panics on one record.
type panicky struct{ recorder }

func (p *panicky) Call(r trace.Record) {
	p.recorder.Call(r)
	if r.Table == "bad" {
		panic("sink")
	}
}

func TestSinkThatPanics(t *testing.T) {
	var got panicky
	client := dynamodb.NewFromConfig(config(t, script(answer{200, "{}"})), trace.To(&got))
	var places trace.Order
	first, releaseFirst := places.Reserve(t.Context())
	second, releaseSecond := places.Reserve(t.Context())
	describe(second, t, client, "bad")
	describe(second, t, client, "good")
	releaseSecond()

	recovered := func(f func()) (p any) {
		defer func() { p = recover() }()
		f()
		return nil
	}
	if p := recovered(releaseFirst); p != "sink" {
		t.Errorf("the release gave %v, want the sink's panic", p)
	}
	if p := recovered(func() { describe(t.Context(), t, client, "bad") }); p != "sink" {
		t.Errorf("the call gave %v, want the sink's panic", p)
	}
	describe(first, t, client, "later")
	check(t, "reported all the same", got.recorder, "bad", "good", "bad", "later")
}

func TestCallsAtOnceDoNotMix(t *testing.T) {
	var got recorder
	client := dynamodb.NewFromConfig(config(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { reply(w, answer{200, "{}"}) })), trace.To(&got))
	var places trace.Order
	_, leaked := places.Reserve(t.Context()) // never released: keeps back nobody without a place
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() { describe(t.Context(), t, client, fmt.Sprint(i)) })
	}
	group.Wait()
	if len(got.records) != 20 {
		t.Errorf("20 calls left %d records", len(got.records))
	}
	leaked()
}
