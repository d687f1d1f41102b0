package partition_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// heat writes 600 items a second for the given minutes and returns the table's splits.
func heat(o partition.Options, minutes int, key func(i int) partition.Key) []partition.Split {
	t := partition.New(o)
	for i := range minutes * 60 * 600 {
		t.Write(time.Duration(i)*time.Second/600, partition.Write{Key: key(i), Units: partition.Unit})
	}
	return t.Snapshot(time.Duration(minutes) * time.Minute).Table.Splits
}

func randomSort() func(int) partition.Key {
	pick := rand.New(rand.NewPCG(1, 1))
	return func(int) partition.Key {
		return partition.Key{Partition: "one", Sort: fmt.Sprintf("%08x", pick.Uint32())}
	}
}

func TestSplitForHeat(t *testing.T) {
	splits := heat(partition.Options{}, 12, randomSort())
	if len(splits) == 0 {
		t.Fatal("no split in 12 minutes")
	}
	first := splits[0]
	if first.At < 5*time.Minute || first.At > 12*time.Minute {
		t.Errorf("split at %v, want between 5 and 12 minutes", first.At)
	}
	if first.Cause != partition.Heat || first.Bound.Hash != partition.Hash("one") {
		t.Errorf("split %+v, want one for heat inside the item collection", first)
	}
	// The median of eight random hexadecimal digits, within three percent.
	if first.Bound.Sort < "78000000" || first.Bound.Sort > "88000000" {
		t.Errorf("split at sort key %s, want near 80000000", first.Bound.Sort)
	}
}

func TestSplitPolicy(t *testing.T) {
	exact := partition.SplitPolicy{After: 2 * time.Minute, MinDelay: 30 * time.Second, MaxDelay: 30 * time.Second}
	splits := heat(partition.Options{Split: exact}, 3, randomSort())
	if len(splits) != 1 || splits[0].At != 150*time.Second {
		t.Errorf("splits %v, want one at 2m30s", splits)
	}
	late := partition.SplitPolicy{MinDelay: 8 * time.Minute}
	if splits := heat(partition.Options{Split: late}, 12, randomSort()); len(splits) != 0 {
		t.Errorf("splits %v, want none before 13 minutes", splits)
	}
}

func TestNotSplit(t *testing.T) {
	days := []string{"2026-10-20", "2026-10-21", "2026-10-22"}
	for _, c := range []struct {
		name string
		o    partition.Options
		key  func(int) partition.Key
	}{
		{"turned off", partition.Options{Split: partition.SplitPolicy{Off: true}}, randomSort()},
		{"cool", partition.Options{Split: partition.SplitPolicy{Threshold: 101}}, randomSort()},
		{"one item", partition.Options{}, func(int) partition.Key { return partition.Key{Partition: "one", Sort: "1"} }},
		{"one item with nearly all", partition.Options{}, func(i int) partition.Key {
			return partition.Key{Partition: "one", Sort: fmt.Sprint(max(0, i%20-18))}
		}},
		{"rising sort key", partition.Options{}, func(i int) partition.Key {
			return partition.Key{Partition: "one", Sort: fmt.Sprintf("%09d", i)}
		}},
		{"falling sort key", partition.Options{}, func(i int) partition.Key {
			return partition.Key{Partition: "one", Sort: fmt.Sprintf("%09d", 999_999_999-i)}
		}},
		{"rising sort key, one day after the other", partition.Options{}, func(i int) partition.Key {
			return partition.Key{Partition: days[i/160_000%3], Sort: fmt.Sprintf("%09d", i)}
		}},
		{"local index", partition.Options{LocalIndex: true}, randomSort()},
	} {
		t.Run(c.name, func(t *testing.T) {
			if splits := heat(c.o, 13, c.key); len(splits) != 0 {
				t.Errorf("splits %v, want none", splits)
			}
		})
	}
}

// Keys of different partition keys that lie in one partition are separated, whatever their sort keys do.
func TestSplitBetweenCollections(t *testing.T) {
	var names []string
	probe := partition.New(partition.Options{})
	for i := 0; len(names) < 4; i++ {
		if k := (partition.Key{Partition: fmt.Sprint("shard", i)}); probe.Partition("", k) == 1 {
			names = append(names, k.Partition)
		}
	}
	splits := heat(partition.Options{LocalIndex: true}, 13, func(i int) partition.Key {
		return partition.Key{Partition: names[i%4], Sort: fmt.Sprintf("%09d", i)}
	})
	if len(splits) == 0 || splits[0].Bound.Sort != "" {
		t.Fatalf("splits %v, want one between two collections", splits)
	}
	after := partition.New(partition.Options{LocalIndex: true})
	for i := range 13 * 60 * 600 {
		after.Write(time.Duration(i)*time.Second/600,
			partition.Write{Key: partition.Key{Partition: names[i%4], Sort: fmt.Sprintf("%09d", i)}, Units: partition.Unit})
	}
	perPartition := map[int]int{}
	for _, n := range names {
		perPartition[after.Partition("", partition.Key{Partition: n, Sort: "9"})]++
	}
	for id, n := range perPartition {
		if n > 2 {
			t.Errorf("partition %d holds %d of 4 collections", id, n)
		}
	}
}

func TestCauses(t *testing.T) {
	got := []string{partition.Heat.String(), partition.Peak.String(), partition.Raised.String()}
	if diff := cmp.Diff([]string{"heat", "peak", "raised"}, got); diff != "" {
		t.Error(diff)
	}
}
