package partition_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

func TestSnapshot(t *testing.T) {
	table := partition.New(partition.Options{Throughput: partition.Throughput{Read: 3000, Write: 1000}})
	k := partition.Key{Partition: "a"}
	for range 1200 {
		table.Write(time.Second, partition.Write{Key: k, Units: partition.Unit})
	}
	table.Read(time.Second, partition.Read{Key: k, Units: 1})
	s := table.Snapshot(time.Second)

	load := partition.Load{Read: 1, Write: 2000, RefusedWrite: 400, Throttled: 200}
	half := partition.Bound{Hash: 1 << 63}
	want := partition.Snapshot{At: time.Second, Table: partition.Resource{
		Throughput: partition.Throughput{Read: 3000, Write: 1000},
		Partitions: []partition.Partition{
			{ID: 1, To: half},
			{ID: 2, From: half, To: partition.Bound{Hash: 1<<64 - 1}, Load: load},
		},
		Load:    load,
		Refused: []partition.Refusal{{Reason: partition.TableWriteKeyRange, Count: 200}},
	}}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	if got := table.Partition("", k); got != 2 {
		t.Errorf("Partition = %d, want 2", got)
	}
	if got := table.Partition("no", k); got != 0 {
		t.Errorf("Partition of an unknown index = %d, want 0", got)
	}
}

func TestSnapshotIsACopy(t *testing.T) {
	table := partition.New(partition.Options{Throughput: partition.Throughput{Write: 1}})
	table.SetThroughput(0, "", partition.Throughput{Write: 1500})
	before := table.Snapshot(0)
	kept := table.Snapshot(0)
	table.SetThroughput(0, "", partition.Throughput{Write: 9000})
	table.Write(0, partition.Write{Key: hot, Units: partition.Unit})
	if diff := cmp.Diff(kept, before); diff != "" {
		t.Error(diff)
	}
}

func TestLoadSub(t *testing.T) {
	a := partition.Load{Read: 5, Write: 6, RefusedRead: 7, RefusedWrite: 8, Throttled: 9}
	b := partition.Load{Read: 1, Write: 1, RefusedRead: 1, RefusedWrite: 1, Throttled: 1}
	want := partition.Load{Read: 4, Write: 5, RefusedRead: 6, RefusedWrite: 7, Throttled: 8}
	if diff := cmp.Diff(want, a.Sub(b)); diff != "" {
		t.Error(diff)
	}
}
