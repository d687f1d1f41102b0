package load

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Real is how the figures came about if real calls were made on the wall clock.
type Real struct {
	Engine string `json:"engine"` // what answered
}

// Observed is one design's result on the wall clock.
type Observed struct {
	// Late is by how much a request was sent late at most: the sender could not keep up, or too many calls were under way.
	// Latencies include it.
	Late time.Duration `json:"lateNanoseconds"`
	// Virtual is what the virtual clock gives for the same time.
	Virtual Count `json:"virtual"`
	// OffPermille is how far Accepted is from Virtual.Accepted, in tenths of a percent.
	OffPermille int64 `json:"offPermille"`
}

// Latencies collects latencies. It is not safe for concurrent use.
type Latencies struct{ h *hdrhistogram.Histogram }

// NewLatencies returns an empty collection.
func NewLatencies() Latencies {
	return Latencies{hdrhistogram.New(1, int64(10*time.Minute/time.Microsecond), 3)}
}

// Add counts a latency n times. Above ten minutes, it counts as ten minutes.
func (l Latencies) Add(d time.Duration, n int64) {
	// What is left out of range here is negative, and there are no negative latencies.
	_ = l.h.RecordValues(int64(min(d, 10*time.Minute)/time.Microsecond), n)
}

// Latency is what was collected, to the nearest millisecond.
func (l Latencies) Latency() Latency {
	at := func(percent float64) time.Duration {
		return (time.Duration(l.h.ValueAtQuantile(percent)) * time.Microsecond).Round(time.Millisecond)
	}
	return Latency{P50: at(50), P99: at(99), Max: at(100)}
}

// Observe makes the result of a design from what was counted on the wall clock, beside that on the virtual one.
func (p *Plan) Observe(virtual Result, c Count, l Latency, late time.Duration) Result {
	end := p.Options.For
	r := Result{
		Name: virtual.Name, Key: virtual.Key, Count: c, Latency: l, FirstRefusal: end,
		AcceptedRate: PerSecond(c.Accepted, end), FailedRate: PerSecond(c.Failed(), end),
		Observed: &Observed{Late: late, Virtual: virtual.Count},
	}
	if v := virtual.Accepted; v > 0 {
		off := max(c.Accepted-v, v-c.Accepted)
		r.Observed.OffPermille = (off*1000 + v/2) / v
	}
	r.Verdict = r.observedVerdict(p)
	return r
}
