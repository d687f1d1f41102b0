package partition

import (
	"slices"
	"time"
)

// Snapshot is the state of a table at a moment. It shares no memory with the model.
type Snapshot struct {
	At      time.Duration
	Table   Resource
	Indexes []Resource // in the order in which they were added
}

// Resource is the state of a table or an index.
type Resource struct {
	Name       string // of an index; empty for the table
	Throughput Throughput
	Partitions []Partition // in the order of their ranges, which tile all keys
	Splits     []Split     // all so far
	Load       Load        // since it was made, gone partitions included
	Waiting    Units       // of an index: writes not yet applied
	Refused    []Refusal   // requests, by reason; only reasons that occurred
}

// Refusal counts the requests that were refused for a reason.
type Refusal struct {
	Reason Reason
	Count  int64
}

// Partition is the state of one physical partition.
type Partition struct {
	ID     int // counts from 1 and is never used again
	Parent int // the partition it was split off; 0 if it was there from the start
	// From is its first key. To is the next partition's From; the last one ends at the highest hash and includes it.
	From, To Bound
	Born     time.Duration
	Load     Load // since it was born
}

// Whole tells whether the partition holds only whole item collections.
func (p Partition) Whole() bool { return p.From.Sort == "" && p.To.Sort == "" }

// Snapshot returns the state at the given time. To draw load over time, take snapshots at equal distances and subtract
// each partition's Load from the one before, found by ID; a partition that is new starts at zero.
func (t *Table) Snapshot(at time.Duration) Snapshot {
	at = t.advance(at)
	s := Snapshot{At: at, Table: t.table.snapshot(at)}
	for _, r := range t.indexes {
		if r.full != nil {
			r.pour(at, r.full)
		}
		s.Indexes = append(s.Indexes, r.snapshot(at))
	}
	return s
}

func (r *resource) snapshot(at time.Duration) Resource {
	waiting := r.waiting(at)
	s := Resource{
		Name: r.name, Throughput: r.limits,
		Splits: slices.Clone(r.splits), Load: r.load, Waiting: waiting + r.backlog,
	}
	s.Load.Write -= waiting
	for i, p := range r.parts {
		s.Partitions = append(s.Partitions, Partition{
			ID: p.id, Parent: p.parent, From: p.from, To: r.end(i), Born: p.born, Load: p.served(at),
		})
	}
	for reason, n := range r.refused {
		if n > 0 {
			s.Refused = append(s.Refused, Refusal{Reason(reason), n})
		}
	}
	return s
}

// Partition returns the number of the partition that holds a key of the table or of the index of that name, or 0 for an
// unknown index.
func (t *Table) Partition(index string, k Key) int {
	if r := t.resource(index); r != nil {
		return r.find(Bound{Hash(k.Partition), k.Sort}).id
	}
	return 0
}
