package sharding

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"strconv"

	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// The streams of random numbers that the UUIDs and the random suffixes are drawn
// from.
const (
	uuidStream   = 3560
	suffixStream = 3561
)

// SuffixesOptions configures RunSuffixes. A number that is 0 means its default.
type SuffixesOptions struct {
	IDs    int    // ids of each kind; 10,000 by default
	Shards int    // shards to spread them over, at most 10,000; 200 by default, as in the Developer Guide's example
	Seed   uint64 // of the UUIDs and of the random suffixes; 20261020 by default
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o SuffixesOptions) Validate() error {
	if o.IDs < 0 {
		return fmt.Errorf("--ids must be at least 1, got %d", o.IDs)
	}
	return Options{Shards: o.Shards}.Validate()
}

func (o SuffixesOptions) withDefaults() SuffixesOptions {
	o.IDs = cmp.Or(o.IDs, 10_000)
	o.Shards = cmp.Or(o.Shards, 200)
	o.Seed = cmp.Or(o.Seed, 20261020)
	return o
}

// SuffixSpread is how one way of choosing the suffix spread one kind of ids.
type SuffixSpread struct {
	IDs     string  // the kind of ids: "UUIDs"
	Suffix  string  // the way: "MD5"
	Used    int     // shards with at least one id
	Hottest float64 // share of the ids on the shard with most of them, from 0 to 1
}

// RunSuffixes spreads ids of three kinds over shards in four ways each and says
// how even that comes out. It needs no table and makes no call: which shard an id
// goes to is arithmetic.
func RunSuffixes(ctx context.Context, stage transcript.Stage, o SuffixesOptions) ([]SuffixSpread, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if err := stage.Section("Ideal: every shard used, each with the same share", transcript.Object{
		{Name: "ids of each kind", Value: o.IDs},
		{Name: "shards used", Value: min(o.Shards, o.IDs)},
		{Name: "hottest share", Value: percent(o.ideal())},
	}); err != nil {
		return nil, err
	}
	var found []SuffixSpread
	for _, kind := range o.kinds() {
		of, err := o.spread(ctx, kind)
		if err != nil {
			return nil, err
		}
		found = append(found, of...)
		if err := stage.Section(fmt.Sprintf("%s, such as %s", kind.name, kind.example()), o.table(of)); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// ideal is the share of the hottest shard if ids went round in turn.
func (o SuffixesOptions) ideal() float64 {
	return float64((o.IDs+o.Shards-1)/o.Shards) / float64(o.IDs)
}

// table is what is shown of one kind of ids.
func (o SuffixesOptions) table(of []SuffixSpread) transcript.Object {
	rows := make(transcript.Object, len(of))
	for i, s := range of {
		rows[i] = transcript.Member{Name: s.Suffix, Value: fmt.Sprintf("shards used: %d, hottest %s, %.1f times the ideal",
			s.Used, percent(s.Hottest), s.Hottest/o.ideal())}
	}
	return rows
}

func percent(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }

// spread puts the ids of one kind on shards, in each of the ways.
func (o SuffixesOptions) spread(ctx context.Context, kind idKind) ([]SuffixSpread, error) {
	var found []SuffixSpread
	for _, way := range o.ways() {
		// There is no call in here to notice that the user has had enough.
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("spread %s: %w", kind.name, err)
		}
		var shards spread.Counts
		for id := range kind.ids {
			shards.Add(strconv.Itoa(way.shard(id)))
		}
		found = append(found, SuffixSpread{IDs: kind.name, Suffix: way.name, Used: shards.Distinct(), Hottest: shards.HottestShare()})
	}
	return found, nil
}

// way is one way of choosing a suffix, from 0 up.
type way struct {
	name  string
	shard func(id string) int
}

func (o SuffixesOptions) ways() []way {
	rng := rand.New(rand.NewPCG(suffixStream, o.Seed))
	return []way{
		{"random", func(string) int { return rng.IntN(o.Shards) }},
		{"MD5", Calculated{shards: o.Shards}.Shard},
		{"FNV-1a", func(id string) int { return fnv1a(id, o.Shards) }},
		{"product of code points", func(id string) int { return codePoints(id, o.Shards) }},
	}
}

// fnv1a is the 64-bit FNV-1a of the id, modulo the number of shards.
func fnv1a(id string, shards int) int {
	h := fnv.New64a()
	// A hash takes any text without an error.
	_, _ = h.Write([]byte(id))
	return int(h.Sum64() % uint64(shards))
}

// codePoints is the product of the id's code points modulo the number of shards:
// the Developer Guide's example, less the 1 that it adds ("Sharding using
// calculated suffixes").
func codePoints(id string, shards int) int {
	product := uint64(1) % uint64(shards)
	for _, r := range id {
		product = product * uint64(r) % uint64(shards)
	}
	return int(product)
}

// idKind is one kind of ids.
type idKind struct {
	name string
	ids  iter.Seq[string]
}

// example is the first id of the kind.
func (k idKind) example() string {
	for id := range k.ids {
		return id
	}
	return ""
}

func (o SuffixesOptions) kinds() []idKind {
	numbered := func(format string) iter.Seq[string] {
		return func(yield func(string) bool) {
			for i := range o.IDs {
				if !yield(fmt.Sprintf(format, i+1)) {
					return
				}
			}
		}
	}
	return []idKind{
		{"UUIDs", o.uuids},
		{"Order numbers", numbered("ORD-%06d")},
		{"Plain digits", numbered("%d")},
	}
}

// uuids yields random UUIDs (version 4, RFC 9562), the same each time.
func (o SuffixesOptions) uuids(yield func(string) bool) {
	rng := rand.New(rand.NewPCG(uuidStream, o.Seed))
	for range o.IDs {
		high, low := rng.Uint64(), rng.Uint64()
		high = high&^0xf000 | 0x4000
		low = low&^(3<<62) | 2<<62
		id := fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", high>>32, high>>16&0xffff, high&0xffff, low>>48, low&(1<<48-1))
		if !yield(id) {
			return
		}
	}
}
