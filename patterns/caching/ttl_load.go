package caching

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/ddbpatterns/ddbpatterns/cache"
)

// The PCG streams of the simulated load, one for each thing that is drawn.
const (
	streamReadTimes  = 3601
	streamReadKeys   = 3602
	streamWriteTimes = 3603
	streamWriteKeys  = 3604
)

// version is what the simulated table holds of a product, and when it was read.
type version struct {
	number   int
	loadedAt time.Time
}

// simulation is a load offered to one cache on a virtual clock.
type simulation struct {
	clock *clock
	cache *cache.Cache[string, version]
	keys  []string
	held  []int // the version of each product that the table holds
	row   TTLRow
	ages  []time.Duration
}

// Load reads a product from the simulated table.
func (s *simulation) Load(_ context.Context, key string) (version, bool, error) {
	n, err := strconv.Atoi(key)
	if err != nil {
		return version{}, false, fmt.Errorf("product %q: %w", key, err)
	}
	return version{number: s.held[n], loadedAt: s.clock.now}, true, nil
}

// Store is not used: writes go past the cache.
func (s *simulation) Store(_ context.Context, key string, _ version) error {
	return fmt.Errorf("write of product %s through the cache", key)
}

// simulate measures one TTL. The cache is read for one TTL before it is measured,
// and for each TTL the measured load is the same.
func simulate(ctx context.Context, o TTLOptions, ttl time.Duration) (TTLRow, error) {
	s := &simulation{clock: &clock{}, held: make([]int, o.Products), row: TTLRow{TTL: ttl}}
	for n := range o.Products {
		s.keys = append(s.keys, strconv.Itoa(n))
	}
	var err error
	// Room for all products: what is measured is the TTL, not the size.
	s.cache, err = cache.New[string, version](s, cache.Options{Size: 2 * o.Products, TTL: ttl, Now: s.clock.Now})
	if err != nil {
		return TTLRow{}, err
	}
	popular := newZipf(o.Products)
	reads := newArrivals(o.Seed, streamReadTimes, streamReadKeys, o.Reads, popular)
	writes := newArrivals(o.Seed, streamWriteTimes, streamWriteKeys, o.Writes, popular)
	return s.play(ctx, reads, writes, warmUp()+o.For)
}

// play lets reads and writes arrive until the end.
func (s *simulation) play(ctx context.Context, reads, writes *arrivals, end time.Duration) (TTLRow, error) {
	var before cache.Stats
	start := s.clock.now
	measuring := false
	for min(reads.at, writes.at) < end {
		// A hit does not look at the context.
		if err := ctx.Err(); err != nil {
			return TTLRow{}, err
		}
		now := min(reads.at, writes.at)
		s.clock.now = start.Add(now)
		if !measuring && now >= warmUp() {
			measuring, before = true, s.cache.Stats()
		}
		if writes.at < reads.at {
			s.held[writes.next()]++
			continue
		}
		product := reads.next()
		if now < warmUp()-s.row.TTL {
			continue // what is read this early is forgotten before measuring begins
		}
		if err := s.read(ctx, product, measuring); err != nil {
			return TTLRow{}, err
		}
	}
	return s.sum(before), nil
}

func (s *simulation) read(ctx context.Context, product int, measuring bool) error {
	v, _, err := s.cache.Get(ctx, s.keys[product])
	if err != nil || !measuring {
		return err
	}
	s.row.Reads++
	s.ages = append(s.ages, s.clock.now.Sub(v.loadedAt))
	if v.number != s.held[product] {
		s.row.Stale++
	}
	return nil
}

// sum is the row: the cache's own counts since measuring began, and the ages.
func (s *simulation) sum(before cache.Stats) TTLRow {
	if s.row.Reads == 0 {
		return s.row
	}
	after := s.cache.Stats()
	s.row.Hits, s.row.Loads = after.Hits-before.Hits, after.Loads-before.Loads
	var total time.Duration
	for _, age := range s.ages {
		total += age
	}
	s.row.MeanAge = total / time.Duration(len(s.ages))
	slices.Sort(s.ages)
	// The nearest rank: the smallest age that 99 of 100 reads do not exceed.
	s.row.P99Age = s.ages[(99*len(s.ages)+99)/100-1]
	return s.row
}

// arrivals is a stream of events: when the next one comes, and which product it
// is for.
type arrivals struct {
	at      time.Duration
	gap     time.Duration // twice the mean time between two
	times   *rand.Rand
	choices *rand.Rand
	popular zipf
}

func newArrivals(seed, times, keys uint64, perSecond int, popular zipf) *arrivals {
	a := &arrivals{
		gap:     2 * time.Second / time.Duration(perSecond),
		times:   rand.New(rand.NewPCG(times, seed)),
		choices: rand.New(rand.NewPCG(keys, seed)),
		popular: popular,
	}
	a.wait()
	return a
}

// wait draws the time to the next event: uniform, for whole numbers are the same
// on every platform, and logarithms are not.
func (a *arrivals) wait() { a.at += 1 + time.Duration(a.times.Int64N(int64(a.gap))) }

// next takes the event that has come and returns its product.
func (a *arrivals) next() int {
	a.wait()
	return a.popular.draw(a.choices)
}

// zipf is the popularity of products: the sums of their weights, 1/k for the k-th.
type zipf []int64

func newZipf(products int) zipf {
	z := make(zipf, products)
	var sum int64
	for k := range z {
		// In trillionths, so that the sum of a million of them still fits.
		sum += 1_000_000_000_000 / int64(k+1)
		z[k] = sum
	}
	return z
}

func (z zipf) draw(r *rand.Rand) int {
	at := r.Int64N(z[len(z)-1])
	return sort.Search(len(z), func(k int) bool { return z[k] > at })
}
