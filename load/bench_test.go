package load

import (
	"context"
	"testing"
	"time"
)

// BenchmarkDrive offers 10,000 requests a second to each kind of design; requests/s is the rate on this machine's clock.
func BenchmarkDrive(b *testing.B) {
	for _, bm := range []struct {
		name            string
		pattern, design int
	}{{"one key", 35, 0}, {"random suffix", 35, 1}, {"customers", 34, 1}, {"index", 34, 3}, {"cached", 36, 2}} {
		b.Run(bm.name, func(b *testing.B) {
			p, err := NewPlan(bm.pattern, Options{Rate: 10_000, For: 20 * time.Second})
			if err != nil {
				b.Fatal(err)
			}
			var requests int64
			b.ReportAllocs()
			for b.Loop() {
				r, err := drive(context.Background(), p, p.Designs[bm.design])
				if err != nil {
					b.Fatal(err)
				}
				requests += r.Offered
			}
			b.ReportMetric(float64(requests)/b.Elapsed().Seconds(), "requests/s")
		})
	}
}

// BenchmarkHour is a simulated hour at 10,000 requests a second for all three designs of pattern 37, side by side.
func BenchmarkHour(b *testing.B) {
	for b.Loop() {
		if _, err := Run(context.Background(), 37, Options{Rate: 10_000, For: time.Hour}); err != nil {
			b.Fatal(err)
		}
	}
}
