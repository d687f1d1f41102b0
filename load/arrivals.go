package load

import (
	"fmt"
	"strings"
)

// Arrivals says when requests come and how they are spread over customers, users, products or sensors.
type Arrivals uint8

// The kinds of arrivals.
const (
	// Steady requests come at equal distances, for whom each is drawn evenly.
	Steady Arrivals = iota
	// Poisson requests come at random, independently of each other.
	Poisson
	// Spike is Steady, but five times the rate in the middle tenth of the time.
	Spike
	// Zipf is Poisson, but some are far more popular than others: the nth most popular in proportion to 1/n^0.99, which
	// YCSB calls zipfian (Cooper and others, "Benchmarking cloud serving systems with YCSB", 2010).
	Zipf
)

// ArrivalWords is the names of all arrivals.
func ArrivalWords() []string { return []string{"steady", "poisson", "spike", "zipf"} }

// String is the name, as in ArrivalWords.
func (a Arrivals) String() string {
	if words := ArrivalWords(); int(a) < len(words) {
		return words[a]
	}
	return fmt.Sprintf("arrivals %d", uint8(a))
}

// ParseArrivals returns the arrivals of a name. The error for an unknown name suggests the one that was probably meant.
func ParseArrivals(name string) (Arrivals, error) {
	words := ArrivalWords()
	for i, word := range words {
		if word == name {
			return Arrivals(i), nil
		}
	}
	for _, word := range words {
		if near(strings.ToLower(name), word) {
			return 0, fmt.Errorf("--arrivals has no kind %q: did you mean %q?", name, word)
		}
	}
	last := len(words) - 1
	return 0, fmt.Errorf("--arrivals must be %s or %s, got %q", strings.Join(words[:last], ", "), words[last], name)
}

// near tells whether what was typed begins like the word, so that YCSB's "zipfian" leads to "zipf", or has its letters with
// one wrong, missing or too many, or two swapped.
func near(typed, word string) bool {
	if len(typed) > 3 && (strings.HasPrefix(typed, word) || strings.HasPrefix(word, typed)) {
		return true
	}
	for i := range min(len(typed), len(word)) {
		if typed[i] == word[i] {
			continue
		}
		a, b := typed[i:], word[i:]
		swapped := len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
		return swapped || a[1:] == b[1:] || a[1:] == b || a == b[1:]
	}
	return len(typed) > 1 && max(len(typed), len(word))-min(len(typed), len(word)) <= 1
}
