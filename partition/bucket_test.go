package partition

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// offer asks a bucket of 1,000 units a second for one unit at equal distances and returns what each second admitted.
func offer(b *second, from time.Duration, perSecond, seconds int) []int {
	admitted := make([]int, seconds)
	for i := range perSecond * seconds {
		after := time.Duration(i) * time.Second / time.Duration(perSecond)
		if b.refill(from + after); b.admits(Unit) {
			b.take(Unit)
			admitted[after/time.Second]++
		}
	}
	return admitted
}

func TestSecondUnderOverload(t *testing.T) {
	b := newSecond(1000, 0)
	if diff := cmp.Diff([]int{1000, 1000, 1000, 1000}, offer(&b, 0, 3000, 4)); diff != "" {
		t.Error(diff)
	}
	// After the first second, which starts full, overload is served evenly: one in three at any time.
	var run, longest int
	for i := range 3000 {
		if b.refill(4*time.Second + time.Duration(i)*time.Second/3000); b.admits(Unit) {
			b.take(Unit)
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	if longest > 3 {
		t.Errorf("%d refusals in a row, want at most 3", longest)
	}
}

func TestSecondAdmitsSpikes(t *testing.T) {
	for _, size := range []int{1000, 1500, 5000} {
		b := newSecond(1000, 0)
		got := make([]int, 4)
		for second := range got {
			for range size {
				if b.refill(time.Duration(second) * time.Second); b.admits(Unit) {
					b.take(Unit)
					got[second]++
				}
			}
		}
		if diff := cmp.Diff([]int{1000, 1000, 1000, 1000}, got); diff != "" {
			t.Errorf("spikes of %d: %s", size, diff)
		}
	}
}

func TestSecondNeverExceedsItsRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.Int64Range(1, 5000).Draw(t, "rate")
		b := newSecond(rate, 0)
		used := map[time.Duration]Units{}
		var at time.Duration
		for range rapid.IntRange(1, 300).Draw(t, "requests") {
			at += time.Duration(rapid.Int64Range(0, int64(2*time.Second)).Draw(t, "step"))
			n := Units(rapid.Int64Range(1, 2*rate+2).Draw(t, "units"))
			if b.refill(at); b.admits(n) {
				b.take(n)
				used[at/time.Second] += n
			}
		}
		for second, n := range used {
			if n > Units(rate)*Unit {
				t.Fatalf("second %d: %v units of %d", second, n, rate)
			}
		}
	})
}

// The Developer Guide's example: 150 units a second idle for five minutes, then 200 are used for 900 seconds.
func TestBurst(t *testing.T) {
	b := newBurst(150, 0)
	from := BurstSeconds * time.Second
	var lasted time.Duration
	for ; ; lasted += time.Second / 200 {
		if b.refill(from + lasted); !b.can() {
			break
		}
		b.take(Unit)
	}
	if got := lasted.Round(time.Second); got != 900*time.Second {
		t.Errorf("burst lasted %v, want 15m0s", got)
	}
}

func TestBurstRateChange(t *testing.T) {
	b := newBurst(100, 0)
	b.setRate(10, 300*time.Second)
	if want := 300 * 10 * int64(Unit) * nano; b.level != want {
		t.Errorf("level after lowering = %d, want %d: what a lower rate can save", b.level, want)
	}
	b.setRate(0, 301*time.Second)
	if b.limited() || !b.can() {
		t.Error("a rate of zero limits")
	}
	b.setRate(1<<62, 302*time.Second)
	if b.rate != maxRate*int64(Unit) {
		t.Errorf("rate = %d, want the largest, %d", b.rate, maxRate*int64(Unit))
	}
	for i := range time.Duration(100) {
		if b.refill((302 + i*600) * time.Second); b.level <= 0 {
			t.Fatalf("level overflowed: %d", b.level)
		}
	}
}
