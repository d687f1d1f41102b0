package partition_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// traffic is a random table and what is asked of it: phases of steady load on some keys.
type traffic struct {
	options partition.Options
	phases  []phase
}

type phase struct {
	Seconds, PerSecond int
	Keys               int // partition keys
	Sorts              int // sort keys of each
	Reads              bool
	Indexed            bool
	Units              partition.Units
	Raise              int64 // provisioned writes from here on; zero leaves the mode
}

func draw(t *rapid.T) traffic {
	o := partition.Options{
		Seed:             rapid.Uint64().Draw(t, "seed"),
		LocalIndex:       rapid.Bool().Draw(t, "local index"),
		EventualHeadroom: rapid.Bool().Draw(t, "headroom"),
		Indexes:          []partition.Index{{Name: "GSI1"}},
		Queue:            partition.Units(rapid.IntRange(100, 100_000).Draw(t, "queue")),
		Split:            partition.SplitPolicy{After: time.Minute, MaxDelay: 40 * time.Second},
	}
	o.Throughput.Write = rapid.SampledFrom([]int64{0, 0, 500, 6000}).Draw(t, "provisioned")
	p := rapid.Custom(func(t *rapid.T) phase {
		return phase{
			Seconds:   rapid.IntRange(1, 200).Draw(t, "seconds"),
			PerSecond: rapid.SampledFrom([]int{1, 100, 800}).Draw(t, "rate"),
			Keys:      rapid.IntRange(1, 12).Draw(t, "keys"),
			Sorts:     rapid.SampledFrom([]int{1, 2, 500}).Draw(t, "sorts"),
			Reads:     rapid.Bool().Draw(t, "reads"),
			Indexed:   rapid.Bool().Draw(t, "indexed"),
			Units:     partition.Units(rapid.IntRange(1, 9).Draw(t, "units")),
			Raise:     rapid.SampledFrom([]int64{0, 0, 0, 3000, 9000}).Draw(t, "raise"),
		}
	})
	return traffic{o, rapid.SliceOfN(p, 1, 4).Draw(t, "phases")}
}

// play asks for all of it, calling after each request, and returns the end.
func (tr traffic) play(t *partition.Table, after func(at time.Duration, index string, k partition.Key, write bool, n partition.Units, v partition.Verdict)) time.Duration {
	pick := rand.New(rand.NewPCG(1, tr.options.Seed))
	var at time.Duration
	for _, p := range tr.phases {
		if p.Raise > 0 {
			t.SetThroughput(at, "", partition.Throughput{Read: 1, Write: p.Raise})
		}
		for range p.Seconds * p.PerSecond {
			k := partition.Key{Partition: fmt.Sprint("k", pick.IntN(p.Keys)), Sort: fmt.Sprint(pick.IntN(p.Sorts))}
			if p.Reads {
				v := t.Read(at, partition.Read{Key: k, Units: p.Units})
				after(at, "", k, false, p.Units, v)
			} else {
				q := partition.Write{Key: k, Units: p.Units}
				if p.Indexed {
					q.Entries = []partition.Entry{{Index: "GSI1", Key: k, Units: p.Units}}
				}
				after(at, "", k, true, p.Units, t.Write(at, q))
			}
			at += time.Second / time.Duration(p.PerSecond)
		}
	}
	return at
}

func TestLimitsHoldInEverySecond(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := draw(t)
		table := partition.New(tr.options)
		type slot struct {
			id     int
			second time.Duration
			write  bool
		}
		used := map[slot]partition.Units{}
		end := tr.play(table, func(at time.Duration, index string, k partition.Key, write bool, n partition.Units, v partition.Verdict) {
			if v.Admitted() {
				used[slot{table.Partition(index, k), at / time.Second, write}] += n
			}
		})
		reads := partition.ReadLimit * partition.Unit
		if tr.options.EventualHeadroom {
			reads += reads / 2
		}
		var total partition.Units
		for s, n := range used {
			limit := reads
			if s.write {
				limit = partition.WriteLimit * partition.Unit
			}
			if n > limit {
				t.Fatalf("partition %d took %v units in second %d (write %t), limit %v", s.id, n, s.second, s.write, limit)
			}
			total += n
		}
		if l := table.Snapshot(end).Table.Load; l.Read+l.Write != total {
			t.Fatalf("the table counts %v units, %v were admitted", l.Read+l.Write, total)
		}
	})
}

func TestRangesTileAndNeverMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := draw(t)
		table := partition.New(tr.options)
		bounds := map[string]map[partition.Bound]bool{"": {}, "GSI1": {}}
		var last time.Duration
		look := func(at time.Duration) {
			s := table.Snapshot(at)
			for _, r := range append(s.Indexes, s.Table) {
				checkTiling(t, r)
				if tr.options.LocalIndex && r.Name == "" {
					checkWhole(t, r)
				}
				now := map[partition.Bound]bool{}
				for _, p := range r.Partitions {
					now[p.From] = true
				}
				for b := range bounds[r.Name] {
					if !now[b] {
						t.Fatalf("%q: the partition from %v is gone", r.Name, b)
					}
				}
				bounds[r.Name] = now
			}
		}
		end := tr.play(table, func(at time.Duration, _ string, _ partition.Key, _ bool, _ partition.Units, _ partition.Verdict) {
			if at >= last+10*time.Second {
				look(at)
				last = at
			}
		})
		look(end + 5*time.Minute)
	})
}

func checkTiling(t *rapid.T, r partition.Resource) {
	from := partition.Bound{}
	for _, p := range r.Partitions {
		if p.From != from || p.To.Compare(p.From) <= 0 {
			t.Fatalf("%q: partition %d is %v to %v, want it to start at %v", r.Name, p.ID, p.From, p.To, from)
		}
		from = p.To
	}
	if from != (partition.Bound{Hash: math.MaxUint64}) {
		t.Fatalf("%q: the last partition ends at %v", r.Name, from)
	}
	if len(r.Partitions) < len(r.Splits) {
		t.Fatalf("%q: %d partitions after %d splits", r.Name, len(r.Partitions), len(r.Splits))
	}
}

func checkWhole(t *rapid.T, r partition.Resource) {
	for _, p := range r.Partitions {
		if !p.Whole() {
			t.Fatalf("partition %d, %v to %v, holds part of a collection of a table with a local index", p.ID, p.From, p.To)
		}
	}
}

func TestEqualCallsGiveEqualAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := draw(t)
		run := func(watch bool) (partition.Snapshot, []partition.KeyCount, []partition.KeyCount) {
			table := partition.New(tr.options)
			n := 0
			end := tr.play(table, func(at time.Duration, _ string, _ partition.Key, _ bool, _ partition.Units, _ partition.Verdict) {
				// Looking must not change anything.
				if n++; watch && n%97 == 0 {
					table.Snapshot(at)
				}
			})
			return table.Snapshot(end), table.Accessed("", 10), table.Throttled("", 10)
		}
		s1, a1, t1 := run(false)
		s2, a2, t2 := run(true)
		if diff := cmp.Diff([]any{s1, a1, t1}, []any{s2, a2, t2}); diff != "" {
			t.Fatal(diff)
		}
	})
}
