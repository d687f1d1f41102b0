package partition

import (
	"math/rand/v2"
	"time"
)

// Cause is why a partition was split.
type Cause uint8

// The causes of a split.
const (
	Heat   Cause = iota // traffic near its limit for minutes
	Peak                // an on-demand table's new peak was adopted
	Raised              // provisioned or warm throughput was raised
)

// String names the cause in a word.
func (c Cause) String() string {
	switch c {
	case Heat:
		return "heat"
	case Peak:
		return "peak"
	default:
		return "raised"
	}
}

// Split is one split that happened: a partition became two.
type Split struct {
	At          time.Duration
	Cause       Cause
	Parent      int // partition numbers
	Left, Right int
	Bound       Bound // where the right one starts
}

// split replaces partition i by two that meet at the bound. Each half starts with what its parent had: a table gains no
// units in the moment of a split, but all of another limit from the next second on.
func (r *resource) split(at time.Duration, i int, b Bound, cause Cause) {
	p := r.parts[i]
	left, right := r.make(p.id, p.from, at), r.make(p.id, b, at)
	for _, child := range []*part{left, right} {
		child.reads, child.strong, child.writes = p.reads, p.strong, p.writes
	}
	half := p.queue.waiting(at) / 2
	left.inherit(half, at)
	right.inherit(p.queue.waiting(at)-half, at)
	if r.full == p {
		r.full = left
	}
	r.parts[i] = left
	r.insert(i+1, right)
	r.splits = append(r.splits, Split{At: at, Cause: cause, Parent: p.id, Left: left.id, Right: right.id, Bound: b})
}

// inherit takes over a part of the parent's queue, which is then this partition's load.
func (p *part) inherit(n Units, at time.Duration) {
	p.queue = queue{at: at}
	p.queue.add(n)
	p.load.Write = n
}

// closeMinute judges each partition's last minute, plans splits, and adopts a peak that is old enough.
func (r *resource) closeMinute(at time.Duration, chance *rand.PCG) {
	for _, p := range r.parts {
		if !p.closeMinute(at, r.o) {
			p.cool()
			continue
		}
		p.hot++
		if p.due == 0 && !r.o.Split.Off && time.Duration(p.hot)*time.Minute >= r.o.Split.After {
			p.due = at + r.o.Split.delay(chance)
		}
	}
	r.adoptPeak(at)
}

func (p SplitPolicy) delay(chance *rand.PCG) time.Duration {
	spread := uint64(p.MaxDelay - p.MinDelay)
	return p.MinDelay + time.Duration(chance.Uint64()%(spread+1))
}

// cool forgets the heat: a later split needs the whole time again, and new keys.
func (p *part) cool() {
	p.hot, p.due = 0, 0
	p.sample.reset()
}

// splitDue splits what is due at the given time and returns when the next split is due, or zero.
func (r *resource) splitDue(at time.Duration) time.Duration {
	var next time.Duration
	for i := 0; i < len(r.parts); i++ {
		p := r.parts[i]
		if p.due == 0 {
			continue
		}
		if p.due <= at {
			r.splitHot(at, i)
		} else if next == 0 || p.due < next {
			next = p.due
		}
	}
	return next
}

func (r *resource) splitHot(at time.Duration, i int) {
	b, ok := r.parts[i].sample.middle(r.o.LocalIndex && r.name == "")
	if !ok {
		r.parts[i].cool()
		return
	}
	r.split(at, i, b, Heat)
}
