package partition

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// numbered gives n keys and then none.
func numbered(n int) func() (Key, bool) {
	return func() (Key, bool) {
		n--
		return Key{}, n >= 0
	}
}

func TestClientTakesTurns(t *testing.T) {
	var asked []time.Duration
	c := client{
		threads: 2, batch: 2, latency: 10 * time.Millisecond, start: time.Second, next: numbered(7),
		ask: func(at time.Duration, _ Key) bool {
			asked = append(asked, (at-time.Second)/time.Millisecond)
			return true
		},
	}
	end := c.run(forever)
	if diff := cmp.Diff([]time.Duration{0, 0, 5, 5, 10, 10, 15}, asked); diff != "" {
		t.Error(diff)
	}
	if want := time.Second + 25*time.Millisecond; end != want {
		t.Errorf("ended at %v, want %v", end, want)
	}
}

func TestClientSendsAgain(t *testing.T) {
	for _, c := range []struct {
		drops bool
		want  int // requests for 100 items of which every third is refused
	}{{false, 149}, {true, 100}} {
		asked := 0
		cl := client{
			threads: 1, batch: 10, latency: time.Millisecond, next: numbered(100), drops: c.drops,
			ask: func(time.Duration, Key) bool { asked++; return asked%3 != 0 },
		}
		cl.run(forever)
		if asked != c.want {
			t.Errorf("drops %t: %d requests, want %d", c.drops, asked, c.want)
		}
	}
}

// Waits double, with jitter, as long as nothing succeeds.
func TestClientWaits(t *testing.T) {
	var asked []time.Duration
	c := client{
		threads: 1, batch: 1, latency: time.Millisecond, next: numbered(1),
		ask: func(at time.Duration, _ Key) bool { asked = append(asked, at); return len(asked) == 12 },
	}
	c.run(forever)
	for i := 1; i < len(asked); i++ {
		most := firstWait<<min(i-1, waits) + 2*time.Millisecond
		if wait := asked[i] - asked[i-1]; wait <= 0 || wait > most {
			t.Errorf("wait %d is %v, want at most %v", i, wait, most)
		}
	}
}

func TestMeter(t *testing.T) {
	var m meter
	for i := range 600 {
		m.count(time.Duration(i)*time.Second, i%4 != 0)
	}
	for i := range 60 {
		m.count(10*time.Minute+time.Duration(i)*time.Second, true)
		m.count(10*time.Minute+time.Duration(i)*time.Second, true)
	}
	got := []int64{m.rate(10, 11), m.best(), m.share(0, 10), m.share(10, 11)}
	if diff := cmp.Diff([]int64{2, 2, 2500, 0}, got); diff != "" {
		t.Error(diff)
	}
}
