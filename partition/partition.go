// Package partition models how DynamoDB's physical partitions admit, throttle and split, so that a hot key shows
// itself without AWS.
//
// A table, and each of its global secondary indexes, is a row of partitions: contiguous ranges of the hash of the
// partition key. Each partition serves [WriteLimit] write units and [ReadLimit] read units a second, whatever the table
// has. A new on-demand table has four; a provisioned one has as many as its capacity needs and a bucket with 300 seconds
// of burst. A partition that stays near its limit for minutes is split at the weighted median of the keys seen, unless that
// would not help. Partitions are never merged. Index writes wait in a bounded queue; while it is full, the table
// refuses every write.
//
// The package does no input or output and reads no clock. Time is an argument, counted from the moment the table was
// made, so that the same code serves an engine on a real clock and a load test on a virtual one. Equal calls give equal
// answers on every platform: all arithmetic is on integers and all chance comes from [Options.Seed].
//
// Cost: one admission takes about 100 ns and allocates nothing; a table takes a few kilobytes, and up to 130 KB more for
// each partition that is busy and each list of top keys, however many requests it sees.
//
// What the figures rest on, and what the model leaves out, is told in docs/partitions.md. [Published] runs published
// measurements against the model.
package partition

import (
	"math/rand/v2"
	"time"
)

// Limits of one physical partition and defaults of the service.
const (
	// WriteLimit is the write units a second of one partition: Developer Guide, "Partition key design".
	WriteLimit = 1000
	// ReadLimit is the read units a second of one partition: Developer Guide, "Partition key design".
	ReadLimit = 3000
	// TableQuota is the default quota of a table, in read units and in write units a second: Developer Guide, "Quotas".
	TableQuota = 40000
	// BurstSeconds is how many seconds of unused capacity are kept: Developer Guide, "Burst and adaptive capacity".
	BurstSeconds = 300
	// NewOnDemand is the number of partitions a new on-demand table behaves as: AWS Database Blog, "Scaling DynamoDB", part 1.
	NewOnDemand = 4
)

// Throughput is the capacity of a table or an index. The zero value is on-demand without a maximum.
// Negative figures count as zero, and figures above 4,000,000 as 4,000,000.
type Throughput struct {
	// Read and Write are provisioned units a second. If both are zero, the mode is on-demand.
	Read, Write int64
	// MaxRead and MaxWrite are the maximum on-demand throughput in units a second; zero means none.
	// They are targets: like provisioned capacity, what was not used in the last 300 seconds may be used on top.
	MaxRead, MaxWrite int64
	// WarmRead and WarmWrite are the warm throughput, in units a second, that there must be partitions for.
	WarmRead, WarmWrite int64
}

// Provisioned tells whether the mode is provisioned.
func (t Throughput) Provisioned() bool { return t.Read > 0 || t.Write > 0 }

// Index describes a global secondary index.
type Index struct {
	Name       string // unique among the table's indexes
	Throughput Throughput
}

// Options describe a table. The zero value is a new on-demand table without indexes or quotas, with the published defaults.
type Options struct {
	Throughput Throughput
	Indexes    []Index // the global secondary indexes

	// LocalIndex tells that the table has a local secondary index, so that no item collection is ever split.
	LocalIndex bool
	// EventualHeadroom lets three replicas serve eventually consistent reads, 1,500 units a second each. A partition then
	// takes 4,500 read units, of which 3,000 strongly consistent. It was measured once (AWS Database Blog, "Scaling
	// DynamoDB", part 2), is documented nowhere, and is off by default.
	EventualHeadroom bool
	// SharedLimit makes reads and writes of a partition share one budget, reads/3000 + writes/1000 <= 1.
	// Sources disagree; the Developer Guide says that they are independent, which is the default.
	SharedLimit bool
	// ReadQuota and WriteQuota are quotas in units a second for the table and for each index; zero means none.
	// The service's default is TableQuota.
	ReadQuota, WriteQuota int64
	// Queue is how many units of index writes may wait before the table refuses writes. Zero means 180,000: three
	// minutes of 1,000 units a second, fitted to one measurement that says "after a few minutes".
	Queue Units
	// Split says when partitions split for heat.
	Split SplitPolicy
	// Seed feeds all chance: when a split happens and which keys are sampled.
	Seed uint64
}

// SplitPolicy says when a hot partition is split. The service publishes only that it is "near its limit" for "minutes".
// Measured first splits came after about 8 minutes, near which the defaults lie on average (5 to 12). The threshold is
// fitted to ten hot keys whose partitions stopped splitting at about 360 of 1,000 writes a second each.
type SplitPolicy struct {
	// Off turns split for heat off.
	Off bool
	// Threshold is the percentage of a partition's limit from which a minute counts as hot. Zero means 50.
	Threshold int
	// After is for how long, in whole minutes, a partition must have been hot before its split is planned. Zero means 5.
	After time.Duration
	// MinDelay and MaxDelay bound the irregular time from there until the split is done. A zero MaxDelay means 7 minutes.
	MinDelay, MaxDelay time.Duration
}

func (p SplitPolicy) withDefaults() SplitPolicy {
	if p.Threshold <= 0 {
		p.Threshold = 50
	}
	if p.After <= 0 {
		p.After = 5 * time.Minute
	}
	if p.MaxDelay <= 0 {
		p.MaxDelay = 7 * time.Minute
	}
	p.MinDelay = max(p.MinDelay, 0)
	p.MaxDelay = max(p.MaxDelay, p.MinDelay)
	return p
}

// Table is the model of one table with its indexes. It is not safe for concurrent use: the caller locks.
type Table struct {
	o       Options
	table   *resource
	indexes []*resource
	blocked *resource // the index whose full queue makes the table refuse writes, or nil

	now    time.Duration
	next   time.Duration // when something next happens by itself: a minute ends or a split is due
	minute time.Duration // when the current minute ends

	chance *rand.PCG // the delays of splits
	pick   *rand.PCG // the sampling of keys
}

// New returns the model of a table made at time zero.
func New(o Options) *Table {
	o.Split = o.Split.withDefaults()
	if o.Queue <= 0 {
		o.Queue = 180_000 * Unit
	}
	t := &Table{
		o:      o,
		minute: time.Minute,
		next:   time.Minute,
		chance: rand.NewPCG(1, o.Seed),
		pick:   rand.NewPCG(2, o.Seed),
	}
	t.table = newResource(&t.o, "", o.Throughput, 0)
	for _, x := range o.Indexes {
		t.indexes = append(t.indexes, newResource(&t.o, x.Name, x.Throughput, 0))
	}
	return t
}

// AddIndex adds an index at the given time. One of that name is replaced.
func (t *Table) AddIndex(at time.Duration, x Index) {
	at = t.advance(at)
	t.DropIndex(at, x.Name)
	t.indexes = append(t.indexes, newResource(&t.o, x.Name, x.Throughput, at))
}

// DropIndex removes an index with what waits in its queue. Without one of that name it does nothing.
func (t *Table) DropIndex(at time.Duration, name string) {
	t.advance(at)
	for i, r := range t.indexes {
		if r.name != name {
			continue
		}
		if t.blocked == r {
			t.blocked = nil
		}
		t.indexes = append(t.indexes[:i:i], t.indexes[i+1:]...)
		return
	}
}

// resource returns the table for an empty name, else the index of that name or nil.
func (t *Table) resource(index string) *resource {
	if index == "" {
		return t.table
	}
	for _, r := range t.indexes {
		if r.name == index {
			return r
		}
	}
	return nil
}

// each calls f for the table and then each index.
func (t *Table) each(f func(*resource)) {
	f(t.table)
	for _, r := range t.indexes {
		f(r)
	}
}
