package caching_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func runTTL(o caching.TTLOptions) patterntest.Run[caching.TTLResult] {
	return func(ctx context.Context, _ *dynamodb.Client, stage transcript.Stage) (caching.TTLResult, error) {
		return caching.RunTTL(ctx, stage, o)
	}
}

func TestTTLGolden(t *testing.T) {
	golden, err := os.ReadFile(filepath.Join("..", "..", "testdata", "golden", "caching-ttl.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := transcript.New(&out, transcript.Options{})
	res, err := caching.RunTTL(t.Context(), w, caching.TTLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, string(golden), out.String())
	for n, row := range res.Rows {
		if row.Hits+row.Loads != row.Reads || row.P99Age >= row.TTL || row.MeanAge > row.P99Age {
			t.Errorf("a row that cannot be: %+v", row)
		}
		if n == 0 {
			continue
		}
		// What a longer TTL buys, and what it costs.
		shorter := res.Rows[n-1]
		if row.Reads != shorter.Reads || row.Loads >= shorter.Loads || row.MeanAge <= shorter.MeanAge || row.Stale <= shorter.Stale {
			t.Errorf("%+v\nafter %+v", row, shorter)
		}
	}
}

// One product and steady reads can be counted by hand: with a TTL of n gaps, one
// read of n reaches the table.
func TestTTLOfOneProduct(t *testing.T) {
	got := patterntest.Play(t, runTTL(caching.TTLOptions{Products: 1, Reads: 1000, Writes: 1, For: 10 * time.Second}))
	patterntest.Ended(t, "", got)
	for _, row := range got.Result.Rows {
		// The gaps are drawn, so an entry is loaded anew up to one gap after its time.
		least, most := int64(10*time.Second/(row.TTL+2*time.Millisecond)), int64(10*time.Second/row.TTL)+1
		if row.Loads < least || row.Loads > most {
			t.Errorf("TTL %v: %d loads in 10 s, want from %d to %d", row.TTL, row.Loads, least, most)
		}
		// Each change is stale from when it happens to when the entry's time is up.
		if row.TTL >= 10*time.Second && row.StaleRate() < 0.8 {
			t.Errorf("TTL %v: %.2f of the answers are stale", row.TTL, row.StaleRate())
		}
	}
}

func TestTTLFollowsTheSeed(t *testing.T) {
	small := caching.TTLOptions{Products: 10, Reads: 10, For: time.Minute}
	first, again := patterntest.Play(t, runTTL(small)), patterntest.Play(t, runTTL(small))
	patterntest.Equal(t, first, again)
	small.Seed = 7
	if other := patterntest.Play(t, runTTL(small)); other.Output == first.Output {
		t.Error("another seed gives the same figures")
	}
}

func TestRates(t *testing.T) {
	row := caching.TTLRow{Reads: 8, Hits: 6, Stale: 2}
	patterntest.Equal(t, []float64{0.75, 0.25, 0}, []float64{row.HitRate(), row.StaleRate(), caching.TTLRow{}.HitRate()})
}

func TestTTLValidate(t *testing.T) {
	for o, want := range map[caching.TTLOptions]string{
		{Products: -1}:                  "--products must be at least 1, got -1",
		{Reads: -1}:                     "--reads must be at least 1, got -1",
		{Writes: -1}:                    "--writes must be at least 1, got -1",
		{Products: 2_000_000}:           "--products must be at most 1000000, got 2000000",
		{Writes: 1 << 62}:               "--writes must be at most 10000000, got 4611686018427387904",
		{For: -time.Second}:             "--for must be at least 1s, got -1s",
		{For: time.Millisecond}:         "--for must be at least 1s, got 1ms",
		{Reads: 99_999, For: time.Hour}: "99999 reads and 1 writes a second for 1h0m0s, and 5m0s before it, are 390000000 calls to simulate; 10000000 are the most",
	} {
		got := patterntest.Play(t, runTTL(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestTTLCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := patterntest.PlayContext(ctx, t, runTTL(caching.TTLOptions{}))
	patterntest.Ended(t, "simulate a TTL of 100ms: context canceled", got)
}

func TestTTLClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{"The load, the same for each TTL", "What a shorter TTL buys and costs"},
		runTTL(caching.TTLOptions{Products: 10, Reads: 1, For: time.Second}))
}
