package ddb

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestBackoffLength(t *testing.T) {
	b := backoff{base: 50 * time.Millisecond, most: time.Second}
	var got []time.Duration
	for _, n := range []int{0, 1, 2, 4, 5, 1000} {
		got = append(got, b.length(n)/time.Millisecond)
	}
	if diff := cmp.Diff([]time.Duration{50, 100, 200, 800, 1000, 1000}, got); diff != "" {
		t.Error(diff)
	}
}

func TestJitterIsHalfToWhole(t *testing.T) {
	const d = 100 * time.Millisecond
	for range 1000 {
		if got := jitter(d); got < d/2 || got > d {
			t.Fatalf("jitter(%v) = %v", d, got)
		}
	}
	if got := jitter(0); got != 0 {
		t.Errorf("jitter(0) = %v", got)
	}
}

func TestPauseEndsWithItsContext(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if err := pause(ctx, time.Hour); !errors.Is(err, cause) {
		t.Errorf("got %v, want %v", err, cause)
	}
	if err := pause(t.Context(), 0); err != nil {
		t.Error(err)
	}
}
