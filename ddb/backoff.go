package ddb

import (
	"context"
	"math/rand/v2"
	"time"
)

// backoff is how long to wait between tries: base, then twice as long each
// time up to most, and of that a random half to whole, so that callers who
// failed together do not come back together.
type backoff struct {
	base, most time.Duration

	// sleep waits or returns the context's cause; nil means a real timer.
	sleep func(context.Context, time.Duration) error
}

// wait waits before the n-th repetition; the first is 0.
func (b backoff) wait(ctx context.Context, n int) error {
	sleep := b.sleep
	if sleep == nil {
		sleep = pause
	}
	return sleep(ctx, jitter(b.length(n)))
}

func (b backoff) length(n int) time.Duration {
	d := b.base
	for range n {
		if d *= 2; d >= b.most {
			return b.most
		}
	}
	return min(d, b.most)
}

func jitter(d time.Duration) time.Duration {
	if d <= 0 {
		return 0
	}
	return d/2 + rand.N(d/2+1)
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
