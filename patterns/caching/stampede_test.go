package caching_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func runStampede(o caching.StampedeOptions) patterntest.Run[caching.StampedeResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (caching.StampedeResult, error) {
		return caching.RunStampede(ctx, client, stage, o)
	}
}

// A thousand readers miss the same key at once: one read reaches the table.
func TestStampedeGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "caching-stampede",
		caching.StampedeResult{Readers: 1000, Living: 0, Each: 1000, Shared: 1},
		runStampede(caching.StampedeOptions{}))
}

// The counts are of the calls that are sent, not of what the caches say.
func TestStampedeCalls(t *testing.T) {
	calls := make(chan struct{}, 2000)
	got := patterntest.Play(t, runStampede(caching.StampedeOptions{Readers: 200}), patterntest.FailOn(func(in any) error {
		if patterntest.Is[*dynamodb.GetItemInput](in) {
			calls <- struct{}{}
		}
		return nil
	}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, caching.StampedeResult{Readers: 200, Each: 200, Shared: 1}, got.Result)
	// One more for each cache, which fills it.
	patterntest.Equal(t, 2+200+1, len(calls))
}

func TestOneReader(t *testing.T) {
	got := patterntest.Play(t, runStampede(caching.StampedeOptions{Readers: 1}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, caching.StampedeResult{Readers: 1, Each: 1, Shared: 1}, got.Result)
	if !strings.Contains(got.Output, "=== 1 reader at its expiry, one load a key ===\n") {
		t.Errorf("the section's title does not follow the number:\n%s", got.Output)
	}
}

func TestStampedeValidate(t *testing.T) {
	for o, want := range map[caching.StampedeOptions]string{
		{Readers: -1}:      "--readers must be at least 1, got -1",
		{Readers: 100_001}: "--readers must be at most 100000, got 100001",
	} {
		got := patterntest.Play(t, runStampede(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

// Whichever read fails, everyone who waits is told, and nobody is left waiting.
func TestStampedeFailingCalls(t *testing.T) {
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](throttled()), "create table p36-caching"},
		{failNth[*dynamodb.PutItemInput](1), "put product p1 in p36-caching"},
		{failNth[*dynamodb.GetItemInput](1), "get product p1 from p36-caching"},
		{failNth[*dynamodb.GetItemInput](2 + 100 + 1), "get product p1 from p36-caching"},
	} {
		got := patterntest.Play(t, runStampede(caching.StampedeOptions{Readers: 100}), tt.fail)
		patterntest.Ended(t, tt.want+slowDown, got)
	}
}

func TestStampedeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, runStampede(caching.StampedeOptions{}), patterntest.Alter(func(in, _ any) {
		if patterntest.Is[*dynamodb.GetItemInput](in) {
			cancel()
		}
	}))
	patterntest.Equal(t, 0, len(got.Left))
	if !strings.HasSuffix(got.Err, "context canceled") {
		t.Errorf("error %q, want a cancelled context", got.Err)
	}
}

func TestStampedeClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"20 readers while the entry lives",
		"20 readers at its expiry, each loads for itself",
		"20 readers at its expiry, one load a key",
	}, runStampede(caching.StampedeOptions{Readers: 20}))
}
