package partition_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// spread writes one-unit items of many keys, each with an entry under the index key that entryKey gives, and returns the
// verdicts by minute.
func spread(t *partition.Table, perSecond, minutes int, entryKey func(i int) string) []map[partition.Verdict]int {
	got := make([]map[partition.Verdict]int, minutes)
	for i := range perSecond * 60 * minutes {
		at := time.Duration(i) * time.Second / time.Duration(perSecond)
		k := partition.Key{Partition: fmt.Sprintf("ORDER#%d", i%10_000)}
		entry := partition.Entry{Index: "GSI1", Key: partition.Key{Partition: entryKey(i), Sort: k.Partition}, Units: partition.Unit}
		v := t.Write(at, partition.Write{Key: k, Units: partition.Unit, Entries: []partition.Entry{entry}})
		m := int(at / time.Minute)
		if got[m] == nil {
			got[m] = map[partition.Verdict]int{}
		}
		got[m][v]++
	}
	return got
}

func pending(int) string { return "STATUS#PENDING" }

func TestHotIndexPartitionThrottlesTheTable(t *testing.T) {
	refused := partition.Verdict{Reason: partition.IndexWriteKeyRange, Index: "GSI1"}
	table := partition.New(partition.Options{
		Indexes: []partition.Index{{Name: "GSI1"}}, Queue: 60_000 * partition.Unit, Split: partition.SplitPolicy{Off: true},
	})
	// At 2,000 a second the one index partition falls 1,000 a second behind, so the queue is full after a minute.
	want := []map[partition.Verdict]int{
		{{}: 120_000},
		{{}: 60_000, refused: 60_000},
	}
	if diff := cmp.Diff(want, spread(table, 2000, 2, pending)); diff != "" {
		t.Error(diff)
	}
	s := table.Snapshot(2 * time.Minute)
	if diff := cmp.Diff([]partition.Refusal{{Reason: refused.Reason, Count: 60_000}}, s.Indexes[0].Refused); diff != "" {
		t.Error(diff)
	}
	if got := s.Table.Load.Throttled; got != 0 {
		t.Errorf("the table counts %d throttles of its own", got)
	}
	// Later the rest is written, and a write without an entry in the index is admitted again.
	s = table.Snapshot(4 * time.Minute)
	if diff := cmp.Diff([]partition.Units{0, s.Table.Load.Write}, []partition.Units{s.Indexes[0].Waiting, s.Indexes[0].Load.Write}); diff != "" {
		t.Error(diff)
	}
	if v := table.Write(4*time.Minute, partition.Write{Key: hot, Units: partition.Unit}); !v.Admitted() {
		t.Error(v)
	}
}

func TestShardedIndexDoesNot(t *testing.T) {
	table := partition.New(partition.Options{Indexes: []partition.Index{{Name: "GSI1"}}, Queue: 60_000 * partition.Unit})
	got := spread(table, 2000, 2, func(i int) string { return fmt.Sprintf("STATUS#PENDING#%d", i%16) })
	if diff := cmp.Diff([]map[partition.Verdict]int{{{}: 120_000}, {{}: 120_000}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnderprovisionedIndex(t *testing.T) {
	for _, c := range []struct {
		name   string
		th     partition.Throughput
		reason partition.Reason
	}{
		{"provisioned", partition.Throughput{Read: 1, Write: 100}, partition.IndexWriteProvisioned},
		{"maximum on demand", partition.Throughput{MaxWrite: 100}, partition.IndexWriteMaxOnDemand},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := partition.New(partition.Options{
				Indexes: []partition.Index{{Name: "GSI1", Throughput: c.th}}, Queue: 1000 * partition.Unit,
			})
			got := spread(table, 500, 1, pending)
			// What the index wrote, with the one second it started with, and what is in the queue.
			if admitted := got[0][partition.Verdict{}]; admitted < 7000 || admitted > 7110 {
				t.Errorf("%d writes admitted, want 60 s of 100, 100 to start with and a queue of 1,000", admitted)
			}
			if n := got[0][partition.Verdict{Reason: c.reason, Index: "GSI1"}]; n+got[0][partition.Verdict{}] != 30_000 {
				t.Errorf("verdicts %v, want only %v beside the admitted", got[0], c.reason)
			}
		})
	}
}

func TestIndexQuota(t *testing.T) {
	table := partition.New(partition.Options{Indexes: []partition.Index{{Name: "GSI1"}}, WriteQuota: 3000})
	two := []partition.Entry{
		{Index: "GSI1", Key: partition.Key{Partition: "A"}, Units: 2 * partition.Unit},
		{Index: "GSI1", Key: partition.Key{Partition: "B"}, Units: 2 * partition.Unit},
	}
	got := writes(table, 0, 900, 10, partition.Write{Key: hot, Units: partition.Unit, Entries: two})
	if got[partition.Verdict{Reason: partition.IndexWriteAccountLimit, Index: "GSI1"}] == 0 {
		t.Errorf("verdicts %v, want some by the index's quota", got)
	}
}

func TestDropIndex(t *testing.T) {
	table := partition.New(partition.Options{Queue: 10 * partition.Unit})
	table.AddIndex(0, partition.Index{Name: "GSI1", Throughput: partition.Throughput{Read: 1, Write: 1}})
	table.AddIndex(0, partition.Index{Name: "GSI2"})
	spread(table, 100, 1, pending)
	if v := table.Write(time.Minute, partition.Write{Key: hot, Units: partition.Unit}); v.Admitted() {
		t.Fatal("the queue is not full")
	}
	table.DropIndex(time.Minute, "GSI3")
	table.DropIndex(time.Minute, "GSI1")
	if v := table.Write(time.Minute, partition.Write{Key: hot, Units: partition.Unit}); !v.Admitted() {
		t.Error(v)
	}
	var names []string
	for _, r := range table.Snapshot(time.Minute).Indexes {
		names = append(names, r.Name)
	}
	if diff := cmp.Diff([]string{"GSI2"}, names); diff != "" {
		t.Error(diff)
	}
}
