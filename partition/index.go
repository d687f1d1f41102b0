package partition

import "time"

// queue is what waits for one partition of an index. It is written at the partition's limit, evenly.
type queue struct {
	level int64 // half units times nanoseconds
	at    time.Duration
}

const drain = WriteLimit * int64(Unit)

// waiting writes what could be written by then and returns what is left.
func (q *queue) waiting(at time.Duration) Units {
	if elapsed := int64(at - q.at); elapsed > q.level/drain {
		q.level = 0
	} else {
		q.level -= elapsed * drain
	}
	q.at = at
	return Units((q.level + nano - 1) / nano)
}

func (q *queue) add(n Units) { q.level += int64(n) * nano }

// queueEntries takes the entries of a write into their indexes' queues, all or none.
func (t *Table) queueEntries(at time.Duration, entries []Entry) Verdict {
	for i := range entries {
		e := &entries[i]
		r := t.resource(e.Index)
		if r == nil {
			continue
		}
		if limit := r.checkQuota(at, e.Units); limit != None {
			return r.refuse(r.find(e.bound()), e.Units, limit, true)
		}
	}
	for i := range entries {
		e := &entries[i]
		if r := t.resource(e.Index); r != nil {
			t.enqueue(at, r, e)
		}
	}
	return Verdict{}
}

func (e *Entry) bound() Bound { return Bound{Hash(e.Key.Partition), e.Key.Sort} }

func (t *Table) enqueue(at time.Duration, r *resource, e *Entry) {
	k := e.bound()
	p := r.find(k)
	p.sample.add(k, e.Units, t.pick)
	r.accessed.add(k.Hash, e.Key.Partition, writeWeight*int64(e.Units))
	r.writeQuota.take(e.Units)
	r.backlog += e.Units
	r.pour(at, p)
	if r.fullQueue(at, p) != None {
		r.full = p
		t.blocked = r
	}
}

// pour passes on to a partition what the index's own throughput allows of all that it holds back. Which partition each
// held back entry belongs to is not kept: what becomes free goes to the one that is asked for, so in the long run to each
// as often as it is written to.
func (r *resource) pour(at time.Duration, p *part) {
	if r.writes.limited() {
		r.writes.refill(at)
	}
	n := r.writes.flow(r.backlog)
	r.backlog -= n
	p.queue.waiting(at)
	p.queue.add(n)
	p.load.Write += n
	r.load.Write += n
}

// fullQueue returns the limit that keeps the queue full, or None if there is room.
func (r *resource) fullQueue(at time.Duration, p *part) Reason {
	if r.backlog >= r.o.Queue {
		return r.ownLimit()
	}
	if p.queue.waiting(at) >= r.o.Queue {
		return keyRange
	}
	return None
}

// pressure refuses a write while an index's queue is full. The refusal counts on the index, not on the table.
func (t *Table) pressure(at time.Duration, q Write) Verdict {
	r := t.blocked
	r.pour(at, r.full)
	limit := r.fullQueue(at, r.full)
	if limit != None {
		return r.refuse(r.full, q.Units, limit, true)
	}
	r.full, t.blocked = nil, nil
	for _, other := range t.indexes {
		if other.full == nil {
			continue
		}
		if other.pour(at, other.full); other.fullQueue(at, other.full) != None {
			t.blocked = other
			break
		}
	}
	return Verdict{}
}
