package rediscache

import (
	"context"
	"sync"
	"time"
)

// maxBackoff bounds how long Redis is left alone, unless Options.Backoff is more.
const maxBackoff = 30 * time.Second

// breaker decides whether Redis is asked. After a failure it is not, until the
// back-off is over; then one caller tries, and the others wait for what comes of it
// by doing without.
type breaker struct {
	first  time.Duration // the first back-off
	now    func() time.Time
	onDown func(error) // nil: nobody is told

	mu      sync.Mutex // guards what follows
	total   int64      // failures ever
	backoff time.Duration
	until   time.Time // when the back-off is over
	down    bool
	trying  bool // one caller tries, while down
}

// allow reports whether the caller may ask Redis, and whether that is a trial; the
// caller then owes a report.
func (b *breaker) allow() (ok, trial bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.down {
		return true, false
	}
	if b.trying || b.now().Before(b.until) {
		return false, false
	}
	b.trying = true
	return true, true
}

// report says how asking went. What failed since the caller's own context ended
// says nothing about Redis.
func (b *breaker) report(ctx context.Context, trial bool, err error) {
	if b.wentDown(ctx, trial, err) && b.onDown != nil {
		b.onDown(err)
	}
}

// wentDown takes a report and returns whether Redis was well before it.
func (b *breaker) wentDown(ctx context.Context, trial bool, err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	gaveUp := err != nil && ctx.Err() != nil
	if err != nil && !gaveUp {
		b.total++
	}
	switch {
	case b.down && !trial:
		// It set out before the first failure, which knows better.
		return false
	case gaveUp:
		b.trying = false
		return false
	case err == nil:
		b.down, b.trying, b.backoff = false, false, 0
		return false
	}
	wasDown := b.down
	b.backoff = max(b.first, min(2*b.backoff, maxBackoff))
	b.down, b.trying, b.until = true, false, b.now().Add(b.backoff)
	return !wasDown
}

func (b *breaker) failed() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.total
}
