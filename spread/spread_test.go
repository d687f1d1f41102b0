package spread_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/spread"
)

// figures is everything a Counts tells.
type figures struct {
	Items, Distinct int
	Max             spread.KeyCount
	All             []spread.KeyCount
	HottestShare    float64
	Allows          spread.Allowance
}

func figuresOf(keys ...string) figures {
	c := spread.Of(slices.Values(keys))
	return figures{c.Items(), c.Distinct(), c.Max(), c.All(), c.HottestShare(), c.Allows()}
}

func TestCounts(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name string
		keys []string
		want figures
	}{
		{"nothing", nil, figures{Allows: spread.Allowance{Writes: inf, Reads: inf}}},
		{"one key", []string{"a", "a", "a"}, figures{
			Items: 3, Distinct: 1, Max: spread.KeyCount{Key: "a", Items: 3},
			All:          []spread.KeyCount{{Key: "a", Items: 3}},
			HottestShare: 1, Allows: spread.Allowance{Writes: 1000, Reads: 3000},
		}},
		{"half on one key", []string{"b", "a", "b", "c"}, figures{
			Items: 4, Distinct: 3, Max: spread.KeyCount{Key: "b", Items: 2},
			All:          []spread.KeyCount{{Key: "b", Items: 2}, {Key: "a", Items: 1}, {Key: "c", Items: 1}},
			HottestShare: 0.5, Allows: spread.Allowance{Writes: 2000, Reads: 6000},
		}},
		{"equal counts go by name", []string{"z", "m", "a", ""}, figures{
			Items: 4, Distinct: 4, Max: spread.KeyCount{Key: "", Items: 1},
			All: []spread.KeyCount{
				{Key: "", Items: 1}, {Key: "a", Items: 1}, {Key: "m", Items: 1}, {Key: "z", Items: 1},
			},
			HottestShare: 0.25, Allows: spread.Allowance{Writes: 4000, Reads: 12000},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, figuresOf(tt.keys...)); diff != "" {
				t.Errorf("figures (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTop(t *testing.T) {
	c := spread.Of(slices.Values([]string{"a", "b", "b", "c", "c", "c"}))
	three := []spread.KeyCount{{Key: "c", Items: 3}, {Key: "b", Items: 2}, {Key: "a", Items: 1}}
	for n, want := range map[int][]spread.KeyCount{-1: nil, 0: nil, 1: three[:1], 2: three[:2], 3: three, 9: three} {
		if diff := cmp.Diff(want, c.Top(n)); diff != "" {
			t.Errorf("Top(%d) (-want +got):\n%s", n, diff)
		}
	}
}

func TestZeroCounts(t *testing.T) {
	var c spread.Counts
	if got := c.On("a"); got != 0 {
		t.Errorf("On before any Add = %d, want 0", got)
	}
	c.Add("a")
	if got := c.On("a"); got != 1 {
		t.Errorf("On after one Add = %d, want 1", got)
	}
}

func TestAllow(t *testing.T) {
	inf := math.Inf(1)
	for share, want := range map[float64]spread.Allowance{
		-1:   {Writes: inf, Reads: inf},
		0:    {Writes: inf, Reads: inf},
		0.25: {Writes: 4000, Reads: 12000},
		1:    {Writes: 1000, Reads: 3000},
	} {
		if diff := cmp.Diff(want, spread.Allow(share)); diff != "" {
			t.Errorf("Allow(%v) (-want +got):\n%s", share, diff)
		}
	}
}

func Example() {
	orders := []string{"PENDING", "SHIPPED", "PENDING", "DELIVERED", "PENDING", "SHIPPED"}
	c := spread.Of(slices.Values(orders))
	fmt.Printf("%d items on %d keys\n", c.Items(), c.Distinct())
	for _, kc := range c.Top(2) {
		fmt.Println(kc.Key, kc.Items)
	}
	fmt.Printf("hottest share %.2f: at most %.0f writes a second\n", c.HottestShare(), c.Allows().Writes)
	// Output:
	// 6 items on 3 keys
	// PENDING 3
	// SHIPPED 2
	// hottest share 0.50: at most 2000 writes a second
}
