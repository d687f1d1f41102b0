package partition_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

func partitions(t *partition.Table, at time.Duration) int {
	return len(t.Snapshot(at).Table.Partitions)
}

func TestPartitionsAtStart(t *testing.T) {
	for _, c := range []struct {
		name string
		th   partition.Throughput
		want int
	}{
		{"new on-demand table", partition.Throughput{}, 4},
		{"1,000 R and 500 W", partition.Throughput{Read: 1000, Write: 500}, 1},
		{"1,000 R and 1,000 W", partition.Throughput{Read: 1000, Write: 1000}, 2},
		{"5,000 R and 2,000 W", partition.Throughput{Read: 5000, Write: 2000}, 4},
		{"1,500 W", partition.Throughput{Read: 1, Write: 1500}, 2},
		{"3,200 W", partition.Throughput{Write: 3200}, 4},
		{"10,000 W", partition.Throughput{Write: 10_000}, 10},
		{"warm for 12,000 R and 10,000 W", partition.Throughput{WarmRead: 12_000, WarmWrite: 10_000}, 10},
		{"warm for less than a new table", partition.Throughput{WarmRead: 3000}, 4},
		{"negative", partition.Throughput{Read: -5, WarmWrite: -5}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := partitions(partition.New(partition.Options{Throughput: c.th}), 0); got != c.want {
				t.Errorf("%d partitions, want %d", got, c.want)
			}
		})
	}
}

// The steps are those of the Developer Guide of 2017 and of the USENIX ATC paper of 2022.
func TestSetThroughput(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []partition.Throughput
		want  []int
	}{
		{"raised beyond what exists", []partition.Throughput{{Read: 5000, Write: 2000}, {Read: 8000, Write: 2000}}, []int{4, 8}},
		{"raised within what exists", []partition.Throughput{{Write: 3200}, {Write: 3600}}, []int{4, 4}},
		{"raised and lowered", []partition.Throughput{{Write: 3600}, {Write: 6000}, {Write: 5000}}, []int{4, 8, 8}},
		{"raised far", []partition.Throughput{{Write: 1}, {Write: 7500}}, []int{1, 8}},
		{"to on-demand", []partition.Throughput{{Write: 1}, {}}, []int{1, 4}},
		{"from on-demand", []partition.Throughput{{}, {Write: 1}}, []int{4, 4}},
		{"warmed", []partition.Throughput{{}, {WarmWrite: 11_000}, {}}, []int{4, 11, 11}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := partition.New(partition.Options{Throughput: c.steps[0]})
			table.SetThroughput(0, "no such index", partition.Throughput{Write: 40_000})
			got := []int{partitions(table, 0)}
			for i, th := range c.steps[1:] {
				at := time.Duration(i+1) * time.Hour
				table.SetThroughput(at, "", th)
				got = append(got, partitions(table, at))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSetThroughputChangesTheLimit(t *testing.T) {
	table := partition.New(partition.Options{Throughput: partition.Throughput{Write: 100}})
	one := partition.Write{Key: hot, Units: partition.Unit}
	want := map[partition.Verdict]int{{}: 200, {Reason: partition.TableWriteProvisioned}: 800}
	if diff := cmp.Diff(want, writes(table, 0, 1000, 1, one)); diff != "" {
		t.Error(diff)
	}
	table.SetThroughput(time.Second, "", partition.Throughput{})
	if diff := cmp.Diff(map[partition.Verdict]int{{}: 900}, writes(table, time.Second, 900, 1, one)); diff != "" {
		t.Error(diff)
	}
}

// A peak of 3,600 writes a second makes room for 7,200, half an hour later.
func TestPeakIsAdopted(t *testing.T) {
	table := partition.New(partition.Options{Split: partition.SplitPolicy{Off: true}})
	for i := range 3600 * 60 {
		k := partition.Key{Partition: fmt.Sprint(i % 1000)}
		table.Write(time.Duration(i)*time.Second/3600, partition.Write{Key: k, Units: partition.Unit})
	}
	got := []int{partitions(table, 30*time.Minute), partitions(table, 32*time.Minute), partitions(table, 10*time.Hour)}
	if diff := cmp.Diff([]int{4, 8, 8}, got); diff != "" {
		t.Error(diff)
	}
	for _, s := range table.Snapshot(10 * time.Hour).Table.Splits {
		if s.Cause != partition.Peak || s.At != 31*time.Minute {
			t.Errorf("split %+v, want one for the peak at 31m", s)
		}
	}
}
