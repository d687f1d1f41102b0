package catalog

import (
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/limits"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Throughput is what a table or a global index is set to serve, in units a second.
type Throughput struct {
	OnDemand bool

	Read, Write         int64 // provisioned; 0 on demand
	MaxRead, MaxWrite   int64 // the limit set for on-demand; 0 means none
	WarmRead, WarmWrite int64 // what it can serve at once
}

// A new on-demand table or index serves this much at once (Developer Guide,
// "On-demand capacity mode").
const (
	initialRead  = 12_000
	initialWrite = 4_000
)

// Limits of provisioned capacity: the largest number that is read at all, and the
// decreases in a UTC day before there is an hour between them.
const (
	maxUnits      = 1_000_000_000_000
	freeDecreases = 4
)

// Throughput is the table's. Mu is held.
func (t *Table) Throughput() Throughput { return t.capacity.Throughput }

// IndexThroughput is a global index's, and whether there is one of the name: a
// local index shares its table's. Mu is held.
func (t *Table) IndexThroughput(name string) (Throughput, bool) {
	x := t.index(name)
	if x == nil || x.spec.Local {
		return Throughput{}, false
	}
	return x.capacity.Throughput, true
}

// served is what the table and its global indexes are set to serve, as the model
// of partitions takes it. Mu is held, or the table is not shared yet.
func (t *Table) served() limits.Setup {
	s := limits.Setup{Table: t.capacity.modelled()}
	for _, x := range t.indexes {
		switch {
		case x.spec.Local:
			s.Local = true
		case !x.deleting:
			s.Indexes = append(s.Indexes, partition.Index{Name: x.spec.Name, Throughput: x.capacity.modelled()})
		}
	}
	return s
}

func (t Throughput) modelled() partition.Throughput {
	return partition.Throughput{
		Read: t.Read, Write: t.Write, MaxRead: t.MaxRead, MaxWrite: t.MaxWrite, WarmRead: t.WarmRead, WarmWrite: t.WarmWrite,
	}
}

// capacity is a Throughput and its history.
type capacity struct {
	Throughput
	onDemandSince time.Time // zero where it never was on demand
	increased     time.Time
	decreased     time.Time
	decreases     int // on the UTC day of the last one
}

// newCapacity is that of a table or index to be made, with what was asked for checked.
func newCapacity(now time.Time, demand bool, p *provisioned, o *onDemand, w *warm) capacity {
	var c capacity
	if demand {
		c.toOnDemand(now)
	} else {
		c.provision(*p.ReadCapacityUnits, *p.WriteCapacityUnits)
	}
	c.limit(o)
	c.warm(w)
	return c
}

func (c *capacity) toOnDemand(now time.Time) {
	c.OnDemand, c.Read, c.Write, c.onDemandSince = true, 0, 0, now
	c.WarmRead, c.WarmWrite = max(c.WarmRead, initialRead), max(c.WarmWrite, initialWrite)
}

func (c *capacity) provision(read, write int64) {
	c.OnDemand, c.Read, c.Write, c.MaxRead, c.MaxWrite = false, read, write, 0, 0
	c.WarmRead, c.WarmWrite = max(c.WarmRead, read), max(c.WarmWrite, write)
}

// limit sets or, by -1, removes the limit of on-demand throughput.
func (c *capacity) limit(o *onDemand) {
	if o == nil {
		return
	}
	if o.MaxReadRequestUnits != nil {
		c.MaxRead = max(*o.MaxReadRequestUnits, 0)
	}
	if o.MaxWriteRequestUnits != nil {
		c.MaxWrite = max(*o.MaxWriteRequestUnits, 0)
	}
}

func (c *capacity) warm(w *warm) {
	if w == nil {
		return
	}
	if w.ReadUnitsPerSecond != nil {
		c.WarmRead = *w.ReadUnitsPerSecond
	}
	if w.WriteUnitsPerSecond != nil {
		c.WarmWrite = *w.WriteUnitsPerSecond
	}
}

// change provisions anew and keeps the history.
func (c *capacity) change(read, write int64, now time.Time) {
	if read > c.Read || write > c.Write {
		c.increased = now
	}
	if !c.OnDemand && (read < c.Read || write < c.Write) {
		c.decreases = c.decreasesOn(now) + 1
		c.decreased = now
	}
	c.provision(read, write)
}

// decreasesOn is how many decreases there were on the UTC day.
func (c *capacity) decreasesOn(now time.Time) int {
	if c.decreased.IsZero() || !sameDay(c.decreased, now) {
		return 0
	}
	return c.decreases
}

func sameDay(a, b time.Time) bool {
	return a.UTC().Truncate(24 * time.Hour).Equal(b.UTC().Truncate(24 * time.Hour))
}

// decreasable refuses a decrease that comes too soon.
func (c *capacity) decreasable(p *provisioned, now time.Time) error {
	lower := *p.ReadCapacityUnits < c.Read || *p.WriteCapacityUnits < c.Write
	n, next := c.decreasesOn(now), c.decreased.Add(time.Hour)
	if c.OnDemand || !lower || n < freeDecreases || !now.Before(next) {
		return nil
	}
	return limitExceeded("Provisioned throughput decreases are limited within a given UTC day. After the first %d decreases, "+
		"each subsequent decrease in the same UTC day can be performed at most once every 3600 seconds. "+
		"Number of decreases today: %d. Last decrease at %s. Next decrease can be made at %s",
		freeDecreases, n, worded(c.decreased), worded(next))
}

func worded(t time.Time) string { return t.UTC().Format("Monday, January 2, 2006 at 3:04:05 PM UTC") }

func limitExceeded(format string, args ...any) error {
	return &fault.Error{Code: "LimitExceededException", Message: "Subscriber limit exceeded: " + fmt.Sprintf(format, args...)}
}
