package load

import (
	"math"
	"math/rand/v2"
	"time"
)

// Event is one thing that happens outside, such as an order. Each design turns it into a request of its own.
type Event struct {
	At   time.Duration // since the start
	N    int64         // its number, from 0
	Who  int           // whom or what it is for: a customer, user, product or sensor
	Draw uint64        // a random number, for a random suffix
}

// Streams of random numbers, one for each thing that is random.
const (
	gapStream = iota + 101
	whoStream
	drawStream
	waitStream
)

// Traffic yields the events of a run in the order of their times. The same plan yields the same events each time.
// It is not safe for concurrent use.
type Traffic struct {
	until time.Duration
	n     int64

	// Events at equal distances: what is left of the time, in stretches of one rate each.
	stretches []stretch
	k         int64 // events in the current stretch

	// Events at random distances, if gaps is not nil.
	at   time.Duration
	gaps []time.Duration

	who        []uint16 // drawn from evenly, each entry as likely
	gap, whose *rand.PCG
	draw       *rand.PCG
}

// stretch is a time with one rate.
type stretch struct {
	from, to time.Duration
	rate     int64
}

// Traffic returns the events of a run from its start.
func (p *Plan) Traffic() *Traffic {
	o := p.Options
	t := &Traffic{
		until: o.For,
		who:   evenly(p.population),
		gap:   rand.NewPCG(gapStream, o.Seed),
		whose: rand.NewPCG(whoStream, o.Seed),
		draw:  rand.NewPCG(drawStream, o.Seed),
	}
	switch o.Arrivals {
	case Spike:
		from, to := o.For*9/20, o.For*11/20
		t.stretches = []stretch{{0, from, o.Rate}, {from, to, spikeFactor * o.Rate}, {to, o.For, o.Rate}}
	case Poisson, Zipf:
		t.gaps = gapsOf(o.Rate)
		t.at = t.nextGap()
	default:
		t.stretches = []stretch{{0, o.For, o.Rate}}
	}
	if o.Arrivals == Zipf {
		t.who = zipfian(p.population)
	}
	return t
}

const spikeFactor = 5

// Next returns the next event, or false after the last one.
func (t *Traffic) Next() (Event, bool) {
	at, ok := t.next()
	if !ok {
		return Event{}, false
	}
	e := Event{
		At:   at,
		N:    t.n,
		Who:  int(t.who[t.whose.Uint64()%uint64(len(t.who))]),
		Draw: t.draw.Uint64(),
	}
	t.n++
	return e, true
}

func (t *Traffic) next() (time.Duration, bool) {
	if t.gaps != nil {
		at := t.at
		t.at += t.nextGap()
		return at, at < t.until
	}
	for len(t.stretches) > 0 {
		s := t.stretches[0]
		// Not a sum of gaps, so that no rounding adds up.
		if at := s.from + time.Duration(t.k*int64(time.Second)/s.rate); at < s.to {
			t.k++
			return at, true
		}
		t.stretches, t.k = t.stretches[1:], 0
	}
	return 0, false
}

func (t *Traffic) nextGap() time.Duration { return t.gaps[t.gap.Uint64()%uint64(len(t.gaps))] }

// The distances and the popularities are drawn from tables of rounded numbers, so that the last bit of a logarithm, which
// differs between platforms, does not matter.
const (
	gapEntries  = 1 << 12
	zipfEntries = 1 << 16
	zipfTheta   = 0.99
)

// gapsOf returns exponentially distributed distances with a mean of 1/rate: the middle of each of equally likely ranges.
func gapsOf(rate int64) []time.Duration {
	gaps := make([]time.Duration, gapEntries)
	for i := range gaps {
		u := (float64(i) + 0.5) / gapEntries
		gaps[i] = time.Duration(math.Round(-math.Log(u)*float64(time.Second))) / time.Duration(rate)
	}
	return gaps
}

// evenly returns each of n once.
func evenly(n int) []uint16 {
	all := make([]uint16, n)
	for i := range all {
		all[i] = uint16(i)
	}
	return all
}

// zipfian returns each of n as often as its popularity in zipfEntries, the most popular first.
func zipfian(n int) []uint16 {
	weights := make([]int64, n)
	var total int64
	for i := range weights {
		weights[i] = int64(math.Round((1 << 32) / math.Pow(float64(i+1), zipfTheta)))
		total += weights[i]
	}
	all := make([]uint16, zipfEntries)
	who, below := 0, int64(0)
	for i := range all {
		for who < n-1 && (below+weights[who])*zipfEntries <= int64(i)*total {
			below += weights[who]
			who++
		}
		all[i] = uint16(who)
	}
	return all
}
