package partition

import (
	"math/rand/v2"
	"time"
)

// Load is what a partition, a table or an index was asked for. Units of reads and writes are counted apart.
type Load struct {
	Read, Write               Units // accepted; of an index's writes, those applied and not those still waiting
	RefusedRead, RefusedWrite Units
	Throttled                 int64 // refused requests, retries included
}

// Sub returns the load that came on top of an earlier one.
func (l Load) Sub(earlier Load) Load {
	return Load{
		Read:         l.Read - earlier.Read,
		Write:        l.Write - earlier.Write,
		RefusedRead:  l.RefusedRead - earlier.RefusedRead,
		RefusedWrite: l.RefusedWrite - earlier.RefusedWrite,
		Throttled:    l.Throttled - earlier.Throttled,
	}
}

func (l *Load) refuse(n Units, write bool) {
	l.Throttled++
	if write {
		l.RefusedWrite += n
	} else {
		l.RefusedRead += n
	}
}

// part is one physical partition: all keys from its bound up to the next partition's.
type part struct {
	id, parent int
	from       Bound
	born       time.Duration

	reads  second // of all reads
	strong second // of what only the leader serves; used with EventualHeadroom
	writes second
	queue  queue // of an index: entries waiting to be written

	load   Load // of an index: its writes include those in the queue
	mark   Load // load at the start of the minute
	hot    int  // hot minutes in a row
	due    time.Duration
	sample sample
}

func newPart(o *Options, id, parent int, from Bound, at time.Duration) *part {
	reads := int64(ReadLimit)
	if o.EventualHeadroom {
		reads += ReadLimit / 2
	}
	return &part{
		id: id, parent: parent, from: from, born: at,
		reads:  newSecond(reads, at),
		strong: newSecond(ReadLimit, at),
		writes: newSecond(WriteLimit, at),
		queue:  queue{at: at},
	}
}

// canRead asks for n read units, c telling whether only the leader may serve them.
func (p *part) canRead(at time.Duration, o *Options, n Units, c Consistency) bool {
	p.reads.refill(at)
	if !p.reads.admits(n) {
		return false
	}
	if !o.EventualHeadroom || c == Eventual {
		return true
	}
	p.strong.refill(at)
	return p.strong.admits(n)
}

func (p *part) takeRead(o *Options, n Units, c Consistency) {
	p.reads.take(n)
	if o.EventualHeadroom && c != Eventual {
		p.strong.take(n)
	}
}

// With a shared limit a write unit weighs as much as three read units of the leader.
const writeWeight = ReadLimit / WriteLimit

func (p *part) canWrite(at time.Duration, o *Options, n Units) bool {
	if o.SharedLimit {
		return p.canRead(at, o, n*writeWeight, Strong)
	}
	p.writes.refill(at)
	return p.writes.admits(n)
}

func (p *part) takeWrite(o *Options, n Units) {
	if o.SharedLimit {
		p.takeRead(o, n*writeWeight, Strong)
		return
	}
	p.writes.take(n)
}

// served is the load without what still waits in the queue.
func (p *part) served(at time.Duration) Load {
	l := p.load
	l.Write -= p.queue.waiting(at)
	return l
}

// closeMinute tells whether the minute that ends was hot, and starts the next.
func (p *part) closeMinute(at time.Duration, o *Options) bool {
	l := p.served(at)
	d := l.Sub(p.mark)
	p.mark = l
	reads, writes := int64(d.Read)*100, int64(d.Write)*100
	threshold := int64(o.Split.Threshold) * 60
	if o.SharedLimit {
		return reads+writes*writeWeight >= threshold*p.strong.rate
	}
	return reads >= threshold*p.reads.rate || writes >= threshold*p.writes.rate
}

// observed is a key that was asked for, and how much.
type observed struct {
	at    Bound
	units Units
}

// sampleSize bounds the memory of a sample to 128 KB and puts its median within one or two percent of the true one.
const sampleSize = 4096

// sample holds keys in the order they were asked for: all of the first ones, then one in a stride that doubles whenever
// the sample is full. Gaps are irregular, so that a client that goes round in circles does not look like one key.
type sample struct {
	keys   []observed
	stride uint64
	wait   uint64
}

func (s *sample) add(k Bound, n Units, pick *rand.PCG) {
	if s.wait > 0 {
		s.wait--
		return
	}
	if len(s.keys) == sampleSize {
		for i := range sampleSize / 2 {
			s.keys[i] = s.keys[2*i]
		}
		s.keys = s.keys[:sampleSize/2]
		s.stride *= 2
	}
	s.keys = append(s.keys, observed{k, n})
	s.stride = max(s.stride, 1)
	s.wait = pick.Uint64() % (2*s.stride - 1)
}

func (s *sample) reset() {
	clear(s.keys)
	*s = sample{keys: s.keys[:0]}
}
