package partition

import "time"

// Read is one item, or one page of a query or scan, that someone wants to read.
type Read struct {
	// Index is the global index that is read; empty for the table and its local indexes.
	Index string
	// Key is the item's key, or the first key of the page: a page is charged where it starts.
	Key         Key
	Units       Units
	Consistency Consistency
}

// Write is one item that someone wants to put, change or delete. Members of a batch are asked for one by one.
type Write struct {
	Key     Key
	Units   Units   // of the item, and of its entries in local indexes
	Entries []Entry // in global indexes; an entry that moves is two, one at either key
}

// Entry is what a write puts into, changes in or deletes from a global index.
type Entry struct {
	Index string
	Key   Key // in the index: its partition key and its sort key, or the table's key where it has none
	Units Units
}

// Read asks whether a read is admitted at the given time since the table was made. If so, it is charged. An index that
// the table does not have admits everything. A time before that of an earlier call counts as that call's time. A read of
// more than a partition's limit is never admitted.
func (t *Table) Read(at time.Duration, q Read) Verdict {
	at = t.advance(at)
	r := t.resource(q.Index)
	if r == nil {
		return Verdict{}
	}
	k := Bound{Hash(q.Key.Partition), q.Key.Sort}
	p := r.find(k)
	p.sample.add(k, q.Units, t.pick)
	if limit := r.checkRead(at, p, q.Units, q.Consistency); limit != None {
		r.throttled.add(k.Hash, q.Key.Partition, 1)
		return r.refuse(p, q.Units, limit, false)
	}
	r.takeRead(p, q.Units, q.Consistency)
	r.accessed.add(k.Hash, q.Key.Partition, int64(q.Units))
	return Verdict{}
}

// Write asks whether a write is admitted at the given time since the table was made. If so, it is charged to the table and
// its entries are queued for their indexes; else nothing is charged. It is refused while any index's queue is full, even
// if it has no entry there. Entries in indexes that the table does not have are ignored. As with Read, time does not go back
// and a write of more than a partition's limit is never admitted.
func (t *Table) Write(at time.Duration, q Write) Verdict {
	at = t.advance(at)
	if t.blocked != nil {
		if v := t.pressure(at, q); !v.Admitted() {
			return v
		}
	}
	r := t.table
	k := Bound{Hash(q.Key.Partition), q.Key.Sort}
	p := r.find(k)
	p.sample.add(k, q.Units, t.pick)
	limit := r.checkWrite(at, p, q.Units)
	if limit != None {
		r.throttled.add(k.Hash, q.Key.Partition, 1)
		return r.refuse(p, q.Units, limit, true)
	}
	if len(q.Entries) > 0 {
		if v := t.queueEntries(at, q.Entries); !v.Admitted() {
			return v
		}
	}
	r.takeWrite(p, q.Units)
	r.accessed.add(k.Hash, q.Key.Partition, writeWeight*int64(q.Units))
	return Verdict{}
}

// advance moves the clock, letting happen what was to happen by then, and returns the time that counts.
func (t *Table) advance(at time.Duration) time.Duration {
	if at < t.now {
		return t.now
	}
	for at >= t.next {
		t.happen(at)
	}
	t.now = at
	return at
}

// idleMinutes without a request leave nothing that further ones would change: all peaks are adopted by then.
const idleMinutes = peakAfter + 2

// happen lets the next thing happen: the end of a minute, or a split.
func (t *Table) happen(until time.Duration) {
	e := t.next
	if e == t.minute {
		t.each(func(r *resource) { r.closeMinute(e, t.chance) })
		t.minute += time.Minute
		if idle := t.now + idleMinutes*time.Minute; t.minute > idle && t.minute < until {
			t.minute = until - until%time.Minute + time.Minute
		}
	}
	t.next = t.minute
	t.each(func(r *resource) {
		if due := r.splitDue(e); due != 0 {
			t.next = min(t.next, due)
		}
	})
}
