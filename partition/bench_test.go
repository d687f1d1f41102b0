package partition_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// BenchmarkWrite offers a table 10,000 writes a second on the model's clock: to many keys, to ten, and to one that is
// mostly refused. admitted/s is the rate on this machine's clock.
func BenchmarkWrite(b *testing.B) {
	for _, keys := range []int{100_000, 10, 1} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			names := make([]partition.Key, keys)
			for i := range names {
				names[i] = partition.Key{Partition: fmt.Sprintf("EVENTS#2026-10-20#%d", i), Sort: "E#000123"}
			}
			t := partition.New(partition.Options{Throughput: partition.Throughput{WarmWrite: 40_000}})
			var at time.Duration
			var admitted, i int
			b.ReportAllocs()
			for b.Loop() {
				if t.Write(at, partition.Write{Key: names[i], Units: partition.Unit}).Admitted() {
					admitted++
				}
				at += 100 * time.Microsecond
				if i++; i == keys {
					i = 0
				}
			}
			b.ReportMetric(float64(admitted)/b.Elapsed().Seconds(), "admitted/s")
		})
	}
}

// BenchmarkWriteIndexed does the same with an entry in one index.
func BenchmarkWriteIndexed(b *testing.B) {
	names := make([]string, 100_000)
	for i := range names {
		names[i] = fmt.Sprintf("ORDER#%06d", i)
	}
	t := partition.New(partition.Options{
		Throughput: partition.Throughput{WarmWrite: 40_000},
		Indexes:    []partition.Index{{Name: "GSI1", Throughput: partition.Throughput{WarmWrite: 40_000}}},
	})
	var at time.Duration
	var i int
	entries := make([]partition.Entry, 1)
	b.ReportAllocs()
	for b.Loop() {
		k := partition.Key{Partition: names[i]}
		entries[0] = partition.Entry{Index: "GSI1", Key: k, Units: partition.Unit}
		t.Write(at, partition.Write{Key: k, Units: partition.Unit, Entries: entries})
		at += 100 * time.Microsecond
		if i++; i == len(names) {
			i = 0
		}
	}
}

// A simulated hour of 10,000 writes a second to a million keys.
func BenchmarkHour(b *testing.B) {
	names := make([]string, 1_000_000)
	for i := range names {
		names[i] = fmt.Sprintf("ORDER#%06d", i)
	}
	for b.Loop() {
		t := partition.New(partition.Options{})
		for i := range 3600 * 10_000 {
			at := time.Duration(i) * 100 * time.Microsecond
			t.Write(at, partition.Write{Key: partition.Key{Partition: names[i%len(names)]}, Units: partition.Unit})
		}
	}
}
