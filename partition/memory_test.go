package partition_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

func TestAdmissionAllocatesNothing(t *testing.T) {
	table := partition.New(partition.Options{Indexes: []partition.Index{{Name: "GSI1"}}})
	keys := make([]partition.Key, 10_000)
	for i := range keys {
		keys[i] = partition.Key{Partition: fmt.Sprint("k", i), Sort: "s"}
	}
	entries := []partition.Entry{{Index: "GSI1", Key: keys[0], Units: partition.Unit}}
	var at time.Duration
	request := func() {
		k := keys[int(at/time.Microsecond)%len(keys)]
		table.Write(at, partition.Write{Key: k, Units: partition.Unit, Entries: entries})
		table.Read(at, partition.Read{Key: k, Units: 1})
		at += 7 * time.Microsecond
	}
	for range 200_000 { // samples and summaries reach their full size
		request()
	}
	if n := testing.AllocsPerRun(10_000, request); n != 0 {
		t.Errorf("%v allocations a request, want none", n)
	}
}

// Ten times the requests, of ever new keys, must not need more memory.
func TestMemoryIsBounded(t *testing.T) {
	table := partition.New(partition.Options{Split: partition.SplitPolicy{Off: true}})
	requests := func(from, to int) uint64 {
		for i := from; i < to; i++ {
			k := partition.Key{Partition: fmt.Sprint("k", i), Sort: fmt.Sprint(i)}
			table.Write(time.Duration(i)*100*time.Microsecond, partition.Write{Key: k, Units: partition.Unit})
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	early := requests(0, 100_000)
	late := requests(100_000, 1_000_000)
	if late > early+256<<10 {
		t.Errorf("heap grew from %d to %d bytes", early, late)
	}
	runtime.KeepAlive(table)
}
