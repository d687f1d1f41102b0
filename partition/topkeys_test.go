package partition

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTopIsExactForFewKeys(t *testing.T) {
	var s summary
	for i, name := range []string{"c", "a", "b", "d"} {
		for range 2 - i/3 {
			s.add(Hash(name), name, 4)
		}
	}
	s.add(Hash("e"), "e", 0)
	want := []KeyCount{{"a", 4, 0}, {"b", 4, 0}, {"c", 4, 0}, {"d", 2, 0}}
	if diff := cmp.Diff(want, s.top(10, 2)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want[:2], s.top(2, 2)); diff != "" {
		t.Error(diff)
	}
	if got := s.top(-1, 2); len(got) != 0 {
		t.Errorf("top(-1) = %v", got)
	}
	if got := (&summary{}).top(3, 1); len(got) != 0 {
		t.Errorf("top of nothing = %v", got)
	}
}

// Among any number of keys, those with more than a 190th of all counts are found, and no count is below the true one or
// more than its error above it.
func TestTopFindsHotKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "seed")))
		others := rapid.IntRange(1, 20_000).Draw(t, "other keys")
		hotKeys := rapid.IntRange(1, 10).Draw(t, "hot keys")
		var s summary
		truth := map[string]int64{}
		const all = 50_000
		for range all {
			name := fmt.Sprint("k", pick.IntN(others))
			if pick.IntN(2) == 0 {
				name = fmt.Sprint("hot", pick.IntN(hotKeys))
			}
			truth[name]++
			s.add(Hash(name), name, 1)
		}
		found := map[string]bool{}
		for _, k := range s.top(summaryKeys, 1) {
			found[k.Partition] = true
			if n := truth[k.Partition]; k.Count < n || k.Count > n+k.Error {
				t.Fatalf("%s: count %d, error %d, true %d", k.Partition, k.Count, k.Error, n)
			}
		}
		for name, n := range truth {
			if n > all/190 && !found[name] {
				t.Fatalf("%s is missing: %d of %d", name, n, all)
			}
		}
		if len(s.slots) != summarySlots || s.used > summaryKeys {
			t.Fatalf("%d keys in %d slots", s.used, len(s.slots))
		}
	})
}

func TestTopKeysOfATable(t *testing.T) {
	table := New(Options{Indexes: []Index{{Name: "GSI1"}}})
	entry := []Entry{{Index: "GSI1", Key: Key{Partition: "status"}, Units: Unit}}
	for range 1500 {
		table.Write(0, Write{Key: Key{Partition: "a"}, Units: Unit, Entries: entry})
	}
	table.Read(0, Read{Key: Key{Partition: "b"}, Units: 1})
	got := [][]KeyCount{
		table.Accessed("", 10), table.Throttled("", 10), table.Accessed("GSI1", 10), table.Throttled("GSI1", 10),
		table.Accessed("no", 10), table.Throttled("no", 10),
	}
	want := [][]KeyCount{{{"a", 3000, 0}, {"b", 1, 0}}, {{"a", 500, 0}}, {{"status", 3000, 0}}, {}, nil, nil}
	if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
		t.Error(diff)
	}
}
