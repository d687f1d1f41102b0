package sharding_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func version(t *testing.T, number, shards int) sharding.Version {
	t.Helper()
	v, err := sharding.NewVersion(number, shards)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func versioned(t *testing.T, versions ...sharding.Version) sharding.Versioned {
	t.Helper()
	v, err := sharding.NewVersioned(versions...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVersionKeys(t *testing.T) {
	for want, v := range map[string]sharding.Version{
		"E":      {},
		"E#v1#0": version(t, 1, 1),
		"E#v1#3": version(t, 1, 10),
		"E#v2#1": version(t, 2, 16),
	} {
		if got := v.Key("E", v.Shard("o-1001")); got != want {
			t.Errorf("version %d over %d: %s, want %s", v.Number(), v.Shards(), got, want)
		}
	}
	patterntest.Equal(t, []string{"E"}, sharding.Keys("E", sharding.Version{}))
	patterntest.Equal(t, []string{"E#v3#0", "E#v3#1"}, sharding.Keys("E", version(t, 3, 2)))
}

// Case 47 for versions: what is written is what is read.
func TestVersionsHaveOneRangeForWriterAndReader(t *testing.T) {
	for _, v := range []sharding.Version{{}, version(t, 1, 10), version(t, 2, 16)} {
		written := map[string]bool{}
		for i := range 100 * v.Shards() {
			written[v.Key("E", v.Shard(strconv.Itoa(i)))] = true
		}
		keys := sharding.Keys("E", v)
		for key := range written {
			if !slices.Contains(keys, key) {
				t.Errorf("version %d: %s is written and never read", v.Number(), key)
			}
		}
		if len(written) != len(keys) {
			t.Errorf("version %d: %d keys written, %d read", v.Number(), len(written), len(keys))
		}
	}
}

func TestVersionErrors(t *testing.T) {
	for _, tt := range []struct {
		number, shards int
		want           string
	}{
		{1, 0, "a key needs at least 1 shard, got 0"},
		{-1, 4, "a version is numbered from 0, got -1"},
		{0, 4, "version 0 is the key before it was split, with 1 shard, got 4"},
	} {
		if _, err := sharding.NewVersion(tt.number, tt.shards); err == nil || err.Error() != tt.want {
			t.Errorf("NewVersion(%d, %d): %v, want %s", tt.number, tt.shards, err, tt.want)
		}
	}
	if _, err := sharding.NewVersioned(); err == nil || err.Error() != "a key needs at least 1 version, got 0" {
		t.Errorf("NewVersioned(): %v", err)
	}
	if _, err := sharding.NewVersioned(version(t, 2, 3), version(t, 2, 4)); err == nil || err.Error() != "version 2 comes twice" {
		t.Errorf("NewVersioned of 2 and 2: %v", err)
	}
}

func TestVersionedOrder(t *testing.T) {
	v := versioned(t, version(t, 2, 16), sharding.Version{}, version(t, 1, 10))
	numbers := func(versions []sharding.Version) []int {
		of := []int{}
		for _, v := range versions {
			of = append(of, v.Number())
		}
		return of
	}
	patterntest.Equal(t, []int{0, 1, 2}, numbers(v.All()))
	patterntest.Equal(t, []int{0, 1}, numbers(v.Old()))
	patterntest.Equal(t, 2, v.Current().Number())

	var unsplit sharding.Versioned
	patterntest.Equal(t, []int{0}, numbers(unsplit.All()))
	patterntest.Equal(t, []int{}, numbers(unsplit.Old()))
	patterntest.Equal(t, "B", unsplit.Current().Key("B", 0))
}

// Every version's rows are visited, the oldest version's first.
func TestVersionedGather(t *testing.T) {
	v := versioned(t, sharding.Version{}, version(t, 1, 2), version(t, 2, 3))
	items := []gather.Item{}
	for _, of := range v.All() {
		for i := range 4 + of.Number() {
			sk := strconv.Itoa(i)
			items = append(items, gather.Item{"PK": str(of.Key("B", of.Shard(sk))), "SK": str(sk)})
		}
	}
	q := gather.Query{Client: rows(t, items), Table: "rows", Parallel: 1}
	var visited []int
	counts, err := v.Gather(t.Context(), q, "B", func(version int, _ gather.Item) error {
		visited = append(visited, version)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, []int{4, 5, 6}, counts)
	patterntest.Equal(t, []int{0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}, visited)

	q.Table = "absent"
	if _, err := v.Gather(t.Context(), q, "B", nil); err == nil || err.Error() !=
		"version 0: query shard 0 of absent: ResourceNotFoundException: Requested resource not found" {
		t.Errorf("Gather of a table that is not there: %v", err)
	}
}
