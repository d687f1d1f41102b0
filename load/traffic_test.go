package load

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func events(t *testing.T, pattern int, o Options) []Event {
	t.Helper()
	p, err := NewPlan(pattern, o)
	if err != nil {
		t.Fatal(err)
	}
	var all []Event
	traffic := p.Traffic()
	for e, ok := traffic.Next(); ok; e, ok = traffic.Next() {
		if n := len(all); n > 0 && (e.At < all[n-1].At || e.N != int64(n)) {
			t.Fatalf("event %+v after %+v", e, all[n-1])
		}
		all = append(all, e)
	}
	return all
}

func TestSteadyIsExact(t *testing.T) {
	var got []time.Duration
	for _, e := range events(t, 35, Options{Rate: 3, For: 2 * time.Second}) {
		got = append(got, e.At)
	}
	want := []time.Duration{0, 333_333_333, 666_666_666, time.Second, 1_333_333_333, 1_666_666_666}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSpike(t *testing.T) {
	perSecond := make([]int, 20)
	for _, e := range events(t, 35, Options{Rate: 100, For: 20 * time.Second, Arrivals: Spike}) {
		perSecond[e.At/time.Second]++
	}
	want := []int{100, 100, 100, 100, 100, 100, 100, 100, 100, 500, 500, 100, 100, 100, 100, 100, 100, 100, 100, 100}
	if diff := cmp.Diff(want, perSecond); diff != "" {
		t.Error(diff)
	}
}

// In a Poisson process, the variance of the number in a time is its mean.
func TestPoisson(t *testing.T) {
	const slots = 1000
	perSlot := make([]int64, slots)
	all := events(t, 35, Options{Rate: 1000, For: slots * 100 * time.Millisecond, Arrivals: Poisson})
	for _, e := range all {
		perSlot[e.At/(100*time.Millisecond)]++
	}
	var squares int64
	for _, n := range perSlot {
		squares += (n - 100) * (n - 100)
	}
	if n := len(all); n < 99_000 || n > 101_000 {
		t.Errorf("%d events, want about 100,000", n)
	}
	if v := squares / slots; v < 85 || v > 115 {
		t.Errorf("variance %d, want about 100", v)
	}
}

func TestZipf(t *testing.T) {
	perProduct := make([]int, products)
	for _, e := range events(t, 36, Options{Rate: 10_000, For: 10 * time.Second, Arrivals: Zipf}) {
		perProduct[e.Who]++
	}
	// 100,000 / sum of 1/i^0.99 for i to 1,000 is 12,940; a tenth of it to the power of 0.99 goes to the tenth.
	for i, want := range map[int]int{0: 12_940, 1: 6515, 9: 1324, 999: 14} {
		if got := perProduct[i]; got < want*9/10-10 || got > want*11/10+10 {
			t.Errorf("product %d is read %d times, want about %d", i, got, want)
		}
	}
}

func TestZipfianHasEach(t *testing.T) {
	seen := map[uint16]bool{}
	for _, who := range zipfian(products) {
		seen[who] = true
	}
	if len(seen) != products {
		t.Errorf("%d of %d can be drawn", len(seen), products)
	}
}

func TestParseArrivals(t *testing.T) {
	for i, word := range ArrivalWords() {
		if a, err := ParseArrivals(word); err != nil || a != Arrivals(i) || a.String() != word {
			t.Errorf("%s: got %v, %v", word, a, err)
		}
	}
	for name, want := range map[string]string{
		"zipfian":  `--arrivals has no kind "zipfian": did you mean "zipf"?`,
		"Poisson":  `--arrivals has no kind "Poisson": did you mean "poisson"?`,
		"stedy":    `--arrivals has no kind "stedy": did you mean "steady"?`,
		"posison":  `--arrivals has no kind "posison": did you mean "poisson"?`,
		"steadyy":  `--arrivals has no kind "steadyy": did you mean "steady"?`,
		"spoke":    `--arrivals has no kind "spoke": did you mean "spike"?`,
		"uniform":  `--arrivals must be steady, poisson, spike or zipf, got "uniform"`,
		"":         `--arrivals must be steady, poisson, spike or zipf, got ""`,
		"\x1b[31m": `--arrivals must be steady, poisson, spike or zipf, got "\x1b[31m"`,
	} {
		if _, err := ParseArrivals(name); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got := Arrivals(9).String(); got != "arrivals 9" {
		t.Error(got)
	}
}
