package sharding_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func suffixes(t *testing.T, o sharding.SuffixesOptions) []sharding.SuffixSpread {
	t.Helper()
	found, err := sharding.RunSuffixes(t.Context(), &patterntest.ClosedEarly{After: math.MaxInt}, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Case 49: the product of code points of any UUID has the factors of 200, so all
// of them are on shard 1 of 1 to 200.
func TestSuffixesGolden(t *testing.T) {
	var out bytes.Buffer
	w := transcript.New(&out, transcript.Options{})
	got, err := sharding.RunSuffixes(t.Context(), w, sharding.SuffixesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, []sharding.SuffixSpread{
		{IDs: "UUIDs", Suffix: "random", Used: 200, Hottest: 0.0073},
		{IDs: "UUIDs", Suffix: "MD5", Used: 200, Hottest: 0.0068},
		{IDs: "UUIDs", Suffix: "FNV-1a", Used: 200, Hottest: 0.0074},
		{IDs: "UUIDs", Suffix: "product of code points", Used: 1, Hottest: 1},
		{IDs: "Order numbers", Suffix: "random", Used: 200, Hottest: 0.0073},
		{IDs: "Order numbers", Suffix: "MD5", Used: 200, Hottest: 0.007},
		{IDs: "Order numbers", Suffix: "FNV-1a", Used: 200, Hottest: 0.0068},
		{IDs: "Order numbers", Suffix: "product of code points", Used: 5, Hottest: 0.5904},
		{IDs: "Plain digits", Suffix: "random", Used: 200, Hottest: 0.0073},
		{IDs: "Plain digits", Suffix: "MD5", Used: 200, Hottest: 0.0078},
		{IDs: "Plain digits", Suffix: "FNV-1a", Used: 200, Hottest: 0.0065},
		{IDs: "Plain digits", Suffix: "product of code points", Used: 123, Hottest: 0.2529},
	}, got)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("..", "..", "testdata", "golden", "sharding-suffixes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, string(want), out.String())
}

// Whatever the seed, no UUID leaves the one shard.
func TestUUIDsShareAShardWithAnySeed(t *testing.T) {
	for seed := range uint64(20) {
		for _, s := range suffixes(t, sharding.SuffixesOptions{Seed: seed, IDs: 1000}) {
			if s.IDs == "UUIDs" && s.Suffix == "product of code points" && s.Used != 1 {
				t.Errorf("seed %d: %d shards used", seed, s.Used)
			}
		}
	}
}

func TestFewIDsAndOneShard(t *testing.T) {
	for _, s := range suffixes(t, sharding.SuffixesOptions{IDs: 1, Shards: 10_000}) {
		patterntest.Equal(t, sharding.SuffixSpread{IDs: s.IDs, Suffix: s.Suffix, Used: 1, Hottest: 1}, s)
	}
	for _, s := range suffixes(t, sharding.SuffixesOptions{IDs: 50, Shards: 1}) {
		patterntest.Equal(t, sharding.SuffixSpread{IDs: s.IDs, Suffix: s.Suffix, Used: 1, Hottest: 1}, s)
	}
}

func TestSuffixesErrors(t *testing.T) {
	for want, o := range map[string]sharding.SuffixesOptions{
		"--ids must be at least 1, got -1":            {IDs: -1},
		"--shards must be at least 1, got -1":         {Shards: -1},
		"--shards must be at most 10000, got 1000000": {Shards: 1_000_000},
	} {
		if _, err := sharding.RunSuffixes(t.Context(), &patterntest.ClosedEarly{}, o); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
	titles := []string{
		"Ideal: every shard used, each with the same share",
		"UUIDs, such as a9977692-12ec-4f5d-9e9d-301e32190957",
		"Order numbers, such as ORD-000001",
		"Plain digits, such as 1",
	}
	for n, title := range titles {
		_, err := sharding.RunSuffixes(t.Context(), &patterntest.ClosedEarly{After: n}, sharding.SuffixesOptions{})
		if want := "broken pipe at \"" + title + "\""; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := sharding.RunSuffixes(ctx, &patterntest.ClosedEarly{After: 9}, sharding.SuffixesOptions{})
	if !errors.Is(err, context.Canceled) || err.Error() != "spread UUIDs: context canceled" {
		t.Errorf("error %v, want a cancelled context", err)
	}
}
