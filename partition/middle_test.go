package partition

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// seen makes a sample of keys written "hash/sort", each of one unit.
func seen(keys ...Bound) *sample {
	s := &sample{}
	for _, k := range keys {
		s.keys = append(s.keys, observed{k, Unit})
	}
	return s
}

// repeat gives the keys n times in a row.
func repeat(n int, keys ...Bound) []Bound {
	var all []Bound
	for range n {
		all = append(all, keys...)
	}
	return all
}

func rising(hash uint64, from, n int) []Bound {
	var all []Bound
	for i := range n {
		all = append(all, Bound{hash, fmt.Sprintf("%03d", from+i)})
	}
	return all
}

func TestMiddle(t *testing.T) {
	a, b, c := Bound{1, "x"}, Bound{2, "x"}, Bound{3, "x"}
	for _, tt := range []struct {
		name  string
		keys  []Bound
		whole bool
		want  Bound
		ok    bool
	}{
		{"nothing", nil, false, Bound{}, false},
		{"one item", repeat(50, a), false, Bound{}, false},
		{"two items", repeat(50, a, b), false, Bound{Hash: 2}, true},
		{"three items, the last one hot", repeat(50, c, a, c, b, c), false, Bound{Hash: 3}, true},
		{"three items, the first one hot", repeat(50, a, b, a, c, a), false, Bound{Hash: 2}, true},
		{"one item with more than 90 %", append(repeat(19, a), b), false, Bound{2, ""}, false},
		{"inside a collection", repeat(20, Bound{1, "b"}, Bound{1, "a"}), false, Bound{1, "b"}, true},
		{"inside a collection with a local index", repeat(20, Bound{1, "b"}, Bound{1, "a"}), true, Bound{}, false},
		{"rising", rising(1, 0, 100), false, Bound{}, false},
		{"rising over many hashes", append(rising(1, 0, 30), rising(2, 0, 30)...), false, Bound{}, false},
		{"too few steps to tell", rising(1, 0, 10), false, Bound{1, "005"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := seen(tt.keys...).middle(tt.whole)
			if ok != tt.ok || ok && got != tt.want {
				t.Errorf("middle = %v, %t, want %v, %t", got, ok, tt.want, tt.ok)
			}
		})
	}
}

// Two collections take turns, each with rising sort keys: they can be told apart, but neither can be divided.
func TestMiddleOfInterleavedCollections(t *testing.T) {
	var keys []Bound
	for i, k := range rising(1, 0, 200) {
		keys = append(keys, k, Bound{2, k.Sort})
		if i%2 == 0 {
			keys = append(keys, Bound{2, k.Sort + "x"})
		}
	}
	got, ok := seen(keys...).middle(false)
	if want := (Bound{Hash: 2}); !ok || got != want {
		t.Errorf("middle = %v, %t, want %v", got, ok, want)
	}
}

func TestMiddleIsWeighted(t *testing.T) {
	s := &sample{}
	for range 20 {
		s.keys = append(s.keys, observed{Bound{3, ""}, 8 * Unit}, observed{Bound{1, ""}, Unit}, observed{Bound{2, ""}, Unit})
	}
	if got, ok := s.middle(false); !ok || got != (Bound{Hash: 3}) {
		t.Errorf("middle = %v, %t, want the one large item apart", got, ok)
	}
}

func TestSampleIsBoundedAndFair(t *testing.T) {
	s, pick := &sample{}, rand.NewPCG(1, 1)
	const all = 1_000_000
	for i := range uint64(all) {
		s.add(Bound{Hash: i}, Unit, pick)
	}
	if n := len(s.keys); n < sampleSize/4 || n > sampleSize {
		t.Errorf("%d keys of at most %d", n, sampleSize)
	}
	quarters := make([]int, 4)
	for i, k := range s.keys {
		if i > 0 && k.at.Hash <= s.keys[i-1].at.Hash {
			t.Fatalf("key %d comes before the one it was seen after", i)
		}
		quarters[k.at.Hash*4/all]++
	}
	for i, n := range quarters {
		if n*100 < len(s.keys)*20 || n*100 > len(s.keys)*30 {
			t.Errorf("quarter %d has %d of %d keys", i, n, len(s.keys))
		}
	}
	s.reset()
	if diff := cmp.Diff([]uint64{0, 0, 0}, []uint64{uint64(len(s.keys)), s.stride, s.wait}); diff != "" {
		t.Error(diff)
	}
}
