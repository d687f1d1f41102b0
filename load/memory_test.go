package load

import (
	"runtime"
	"testing"
	"time"
)

// heapAfter is the memory in use at the end of a run, with all that the run holds.
func heapAfter(t *testing.T, end time.Duration) uint64 {
	t.Helper()
	p, err := NewPlan(35, Options{Rate: 10_000, For: end})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(p.Designs[1], p.Options)
	if err != nil {
		t.Fatal(err)
	}
	traffic := p.Traffic()
	for e, ok := traffic.Next(); ok; e, ok = traffic.Next() {
		r.retry(e.At)
		r.arrive(e)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	runtime.KeepAlive(r)
	return m.HeapAlloc
}

// Ten times the requests take no more memory: no list grows with them.
func TestMemoryDoesNotGrow(t *testing.T) {
	short, long := heapAfter(t, 20*time.Second), heapAfter(t, 200*time.Second)
	if long > short+512<<10 {
		t.Errorf("%d bytes after 200,000 requests, %d after 2,000,000", short, long)
	}
}
