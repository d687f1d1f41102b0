package load

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A client without success spends its budget and then gives up at once.
func TestBudget(t *testing.T) {
	c := newClient(1)
	kept := 0
	for c.refused(Event{}, 0, 1) {
		kept++
	}
	if want := budgetSize / retryCost; kept != want {
		t.Errorf("%d retries, want %d", kept, want)
	}
	c.succeeded(2)
	if !c.refused(Event{}, 0, 1) || c.refused(Event{}, 0, 1) {
		t.Error("a retry that succeeds pays for one retry")
	}
	for range retryCost {
		c.succeeded(0)
	}
	if !c.refused(Event{}, 0, 1) || c.refused(Event{}, 0, 1) {
		t.Error("five calls that succeed at once pay for one retry")
	}
	for range 10_000 {
		c.succeeded(0)
	}
	if c.budget != budgetSize {
		t.Errorf("budget %d, want at most %d", c.budget, budgetSize)
	}
}

func TestAttemptsEnd(t *testing.T) {
	c := newClient(1)
	var got []bool
	for tries := 1; tries <= maxAttempts; tries++ {
		got = append(got, c.refused(Event{}, 0, tries))
	}
	if diff := cmp.Diff([]bool{true, true, true, false}, got); diff != "" {
		t.Error(diff)
	}
}

// Waits are anywhere up to one, two and four seconds.
func TestWaits(t *testing.T) {
	for tries, most := range map[int]time.Duration{1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second} {
		c := newClient(7)
		var sum, longest time.Duration
		const n = 1000
		for range n {
			c.budget = budgetSize
			c.refused(Event{}, time.Minute, tries)
			wait := c.due(time.Hour).at - time.Minute - roundTrip
			sum, longest = sum+wait, max(longest, wait)
		}
		if mean := sum / n; mean < most*45/100 || mean > most*55/100 || longest > most || longest < most*9/10 {
			t.Errorf("after %d refusals: mean %v, longest %v, want up to %v", tries, mean, longest, most)
		}
	}
}

// Calls come due in the order of their times, those of the same time as they came in.
func TestDue(t *testing.T) {
	c := newClient(1)
	for i, at := range []time.Duration{3, 1, 2, 1} {
		c.seq++
		c.waiting = append(c.waiting, &call{at: at, event: Event{N: int64(i)}, seq: c.seq})
	}
	calls := c.waiting
	c.waiting = nil
	for _, one := range calls {
		c.waiting = append(c.waiting, one)
		for i := len(c.waiting) - 1; i > 0 && c.waiting.Less(i, (i-1)/2); i = (i - 1) / 2 {
			c.waiting.Swap(i, (i-1)/2)
		}
	}
	var got []int64
	for one := c.due(2); one != nil; one = c.due(2) {
		got = append(got, one.event.N)
	}
	if diff := cmp.Diff([]int64{1, 3, 2}, got); diff != "" {
		t.Error(diff)
	}
}
