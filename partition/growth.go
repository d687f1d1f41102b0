package partition

import "time"

// peakAfter is for how many minutes a peak must be past before the table is ready for twice as much: Developer Guide,
// "On-demand capacity mode".
const peakAfter = 30

// growth remembers the load of the last minutes of an on-demand table, and its adopted peak.
type growth struct {
	minutes     [peakAfter]Load // of each minute, by its number
	read, write Units           // the highest minute that is old enough
}

// adoptPeak remembers the minute that ended. Once the highest of them is 30 minutes old, there are partitions for twice
// its rate. Until then the partitions there are, not a limit of the table, say what is admitted.
func (r *resource) adoptPeak(at time.Duration) {
	l := r.load
	l.Write -= r.waiting(at)
	slot := &r.growth.minutes[int(at/time.Minute)%peakAfter]
	r.growth.read = max(r.growth.read, slot.Read)
	r.growth.write = max(r.growth.write, slot.Write)
	*slot = l.Sub(r.mark)
	r.mark = l
	if !r.limits.Provisioned() {
		r.grow(at, r.growth.partitions(), Peak)
	}
}

// partitions is how many are needed for twice the adopted peak.
func (g *growth) partitions() int64 {
	perMinute := int64(Unit) * 60
	return max(ceil(2*int64(g.read), ReadLimit*perMinute), ceil(2*int64(g.write), WriteLimit*perMinute))
}

// waiting is what is in the queues of an index's partitions.
func (r *resource) waiting(at time.Duration) Units {
	var n Units
	if r.name != "" {
		for _, p := range r.parts {
			n += p.queue.waiting(at)
		}
	}
	return n
}

// grow halves the widest hash ranges until there are n partitions, or none that can be halved.
func (r *resource) grow(at time.Duration, n int64, cause Cause) {
	for int64(len(r.parts)) < n {
		widest, width := 0, uint64(0)
		for i, p := range r.parts {
			if w := r.end(i).Hash - p.from.Hash; w > width {
				widest, width = i, w
			}
		}
		if width < 2 {
			return
		}
		r.split(at, widest, Bound{Hash: r.parts[widest].from.Hash + width/2}, cause)
	}
}

// double halves every partition's hash range once.
func (r *resource) double(at time.Duration) {
	for i := len(r.parts) - 1; i >= 0; i-- {
		if width := r.end(i).Hash - r.parts[i].from.Hash; width >= 2 {
			r.split(at, i, Bound{Hash: r.parts[i].from.Hash + width/2}, Raised)
		}
	}
}

// SetThroughput changes the capacity of the table, or of the index of that name, at the given time. If more is provisioned
// than the partitions there are can serve, their number doubles, as often as needed; a change to on-demand makes at least
// four; warm throughput makes as many as it needs. Nothing makes them fewer. An unknown index is ignored.
func (t *Table) SetThroughput(at time.Duration, index string, th Throughput) {
	at = t.advance(at)
	r := t.resource(index)
	if r == nil {
		return
	}
	r.limits = th
	reads, writes := th.rates()
	r.reads.setRate(reads, at)
	r.writes.setRate(writes, at)
	for th.Provisioned() && int64(len(r.parts)) < th.needs() {
		before := len(r.parts)
		if r.double(at); len(r.parts) == before {
			break
		}
	}
	r.grow(at, th.partitions(), Raised)
}
