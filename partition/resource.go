package partition

import (
	"math/bits"
	"slices"
	"time"
)

// resource is a table or an index: its partitions, its own limits and what was counted.
type resource struct {
	o    *Options
	name string // of an index; empty for the table

	parts  []*part
	starts []uint64 // the hash of each partition's bound
	born   int      // partitions ever made, so the next one's number
	splits []Split

	limits     Throughput
	reads      burst // provisioned or maximum on-demand throughput
	writes     burst
	readQuota  second // has a rate if there is a quota
	writeQuota second // the same for writes

	backlog Units // of an index: writes that its own throughput holds back
	full    *part // of an index: whose queue is full, or nil

	load      Load
	refused   [IndexWriteMaxOnDemand + 1]int64 // requests by reason
	mark      Load
	growth    growth
	accessed  summary
	throttled summary
}

func newResource(o *Options, name string, th Throughput, at time.Duration) *resource {
	r := &resource{o: o, name: name, limits: th}
	r.readQuota = newSecond(clampRate(o.ReadQuota), at)
	r.writeQuota = newSecond(clampRate(o.WriteQuota), at)
	reads, writes := th.rates()
	r.reads, r.writes = newBurst(reads, at), newBurst(writes, at)
	n := uint64(th.partitions())
	for i := range n {
		// The floor of i * 2^64 / n, which n equal ranges start with.
		hash, _ := bits.Div64(i, 0, n)
		r.insert(len(r.parts), r.make(0, Bound{Hash: hash}, at))
	}
	return r
}

// rates gives the units a second that the table's own bucket allows; zero means no limit.
func (t Throughput) rates() (reads, writes int64) {
	if t.Provisioned() {
		// A provisioned table has at least one unit of each.
		return max(t.Read, 1), max(t.Write, 1)
	}
	return t.MaxRead, t.MaxWrite
}

// partitions is how many partitions a new table of this throughput has.
func (t Throughput) partitions() int64 {
	warm := max(ceil(clampRate(t.WarmRead), ReadLimit), ceil(clampRate(t.WarmWrite), WriteLimit))
	if t.Provisioned() {
		return max(1, warm, t.needs())
	}
	return max(NewOnDemand, warm)
}

// needs is ceil(R/3000 + W/1000): Developer Guide of 2017, "Guidelines for tables".
func (t Throughput) needs() int64 {
	return ceil(clampRate(t.Read)+writeWeight*clampRate(t.Write), ReadLimit)
}

func ceil(n, d int64) int64 { return (n + d - 1) / d }

// make numbers a new partition; a parent of zero means none.
func (r *resource) make(parent int, from Bound, at time.Duration) *part {
	r.born++
	return newPart(r.o, r.born, parent, from, at)
}

func (r *resource) insert(i int, p *part) {
	r.parts = slices.Insert(r.parts, i, p)
	r.starts = slices.Insert(r.starts, i, p.from.Hash)
}

// find returns the partition of a key.
func (r *resource) find(k Bound) *part {
	lo, hi := 0, len(r.starts)
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); r.starts[mid] <= k.Hash {
			lo = mid
		} else {
			hi = mid
		}
	}
	if r.starts[lo] == k.Hash {
		return r.findInside(lo, k)
	}
	return r.parts[lo]
}

// findInside returns the partition of a key in an item collection that was split: one of those that start at its hash, of
// which last is the last, or the one before them.
func (r *resource) findInside(last int, k Bound) *part {
	for last > 0 && r.starts[last] == k.Hash && r.parts[last].from.Sort > k.Sort {
		last--
	}
	return r.parts[last]
}

// end returns the upper bound of partition i.
func (r *resource) end(i int) Bound {
	if i+1 < len(r.parts) {
		return r.parts[i+1].from
	}
	return top
}

// ownLimit is the kind of limit that the resource's own bucket stands for.
func (r *resource) ownLimit() Reason {
	if r.limits.Provisioned() {
		return provisioned
	}
	return maxOnDemand
}

// checkRead returns the limit that forbids a read of n units now, or None.
func (r *resource) checkRead(at time.Duration, p *part, n Units, c Consistency) Reason {
	if r.readQuota.rate > 0 {
		if r.readQuota.refill(at); !r.readQuota.admits(n) {
			return accountLimit
		}
	}
	if r.reads.limited() {
		if r.reads.refill(at); !r.reads.can() {
			return r.ownLimit()
		}
	}
	if !p.canRead(at, r.o, n, c) {
		return keyRange
	}
	return None
}

func (r *resource) takeRead(p *part, n Units, c Consistency) {
	r.readQuota.take(n)
	r.reads.take(n)
	p.takeRead(r.o, n, c)
	p.load.Read += n
	r.load.Read += n
}

// checkQuota returns the limit that forbids a write because of a quota, or None.
func (r *resource) checkQuota(at time.Duration, n Units) Reason {
	if r.writeQuota.rate > 0 {
		if r.writeQuota.refill(at); !r.writeQuota.admits(n) {
			return accountLimit
		}
	}
	return None
}

// checkWrite returns the limit that forbids a write of n units to the table now, or None.
func (r *resource) checkWrite(at time.Duration, p *part, n Units) Reason {
	if limit := r.checkQuota(at, n); limit != None {
		return limit
	}
	if r.writes.limited() {
		if r.writes.refill(at); !r.writes.can() {
			return r.ownLimit()
		}
	}
	if !p.canWrite(at, r.o, n) {
		return keyRange
	}
	return None
}

func (r *resource) takeWrite(p *part, n Units) {
	r.writeQuota.take(n)
	r.writes.take(n)
	p.takeWrite(r.o, n)
	p.load.Write += n
	r.load.Write += n
}

// refuse counts a request that met a limit and words the answer.
func (r *resource) refuse(p *part, n Units, limit Reason, write bool) Verdict {
	reason := reasonFor(limit, r.name != "", write)
	p.load.refuse(n, write)
	r.load.refuse(n, write)
	r.refused[reason]++
	return Verdict{Reason: reason, Index: r.name}
}
