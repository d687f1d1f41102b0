package engine

import (
	"strconv"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// access is what capacity units pay for.
type access string

const (
	reads  access = "ReadCapacityUnits"
	writes access = "WriteCapacityUnits"
)

// mode is how a write is paid: on its own, or twice as part of a transaction.
type mode bool

const (
	single        mode = false
	transactional mode = true
)

func (m mode) consistency() partition.Consistency {
	if m == transactional {
		return partition.Transactional
	}
	return partition.Strong
}

// cost is the capacity that a call consumed on one table.
type cost struct {
	name    string
	kind    access
	split   bool // a transaction: the units are also given under their kind
	table   partition.Units
	indexes []indexCost // in the order of the table's indexes
}

type indexCost struct {
	name  string
	local bool
	units partition.Units
}

func newCost(t *catalog.Table, kind access) *cost { return &cost{name: t.Name, kind: kind} }

// addIndex charges an index.
func (c *cost) addIndex(name string, local bool, units partition.Units) {
	if units == 0 {
		return
	}
	for i := range c.indexes {
		if c.indexes[i].name == name {
			c.indexes[i].units += units
			return
		}
	}
	c.indexes = append(c.indexes, indexCost{name, local, units})
}

// add charges what another call on the same table did.
func (c *cost) add(o *cost) {
	c.table += o.table
	for _, x := range o.indexes {
		c.addIndex(x.name, x.local, x.units)
	}
}

func (c *cost) total() partition.Units {
	sum := c.table
	for _, x := range c.indexes {
		sum += x.units
	}
	return sum
}

// cost is what the write consumed: the larger of the old and new item, and for
// each index its entry's changes.
func (o *outcome) cost(m mode) *cost {
	how := m.consistency()
	c := newCost(o.action.table, writes)
	c.split = m == transactional
	c.table = partition.WriteUnits(o.oldSize, o.size, how)
	for _, change := range o.changes {
		atOld, atNew := indexUnits(change, how)
		c.addIndex(change.Index.Spec.Name, change.Index.Spec.Local, atOld+atNew)
	}
	return c
}

// indexUnits is what a change costs at the entry's old key and at its new one.
func indexUnits(c store.Change, how partition.Consistency) (atOld, atNew partition.Units) {
	before, after := c.Entries()
	return partition.IndexWriteUnits(kindOf(c, before, after), before.Size(), after.Size(), how)
}

func kindOf(c store.Change, before, after value.Item) partition.IndexChange {
	switch {
	case c.MovedKey():
		return partition.Moved
	case before == after:
		return partition.NoChange
	case before == "":
		return partition.Added
	case after == "":
		return partition.Removed
	}
	return partition.Updated
}

// append appends the ConsumedCapacity member if the request asked for it.
func (c *cost) append(out []byte, asked string) []byte {
	if asked != "TOTAL" && asked != "INDEXES" {
		return out
	}
	return append(c.appendObject(append(out, `"ConsumedCapacity":`...), asked), ',')
}

func (c *cost) appendObject(out []byte, asked string) []byte {
	out = wire.AppendString(append(out, `{"TableName":`...), c.name)
	out = c.appendUnits(append(out, ','), c.total())
	if asked == "INDEXES" {
		out = c.appendUnits(append(out, `,"Table":{`...), c.table)
		out = append(out, '}')
		out = c.appendIndexes(out, `,"GlobalSecondaryIndexes":{`, false)
		out = c.appendIndexes(out, `,"LocalSecondaryIndexes":{`, true)
	}
	return append(out, '}')
}

func (c *cost) appendIndexes(out []byte, open string, local bool) []byte {
	any := false
	for _, x := range c.indexes {
		if x.local != local {
			continue
		}
		if !any {
			out = append(out, open...)
			any = true
		}
		out = append(wire.AppendString(out, x.name), ':', '{')
		out = append(c.appendUnits(out, x.units), '}', ',')
	}
	if !any {
		return out
	}
	return closeObject(out)
}

func (c *cost) appendUnits(out []byte, u partition.Units) []byte {
	out = strconv.AppendFloat(append(out, `"CapacityUnits":`...), u.Float(), 'f', 1, 64)
	if c.split {
		out = append(append(append(out, `,"`...), c.kind...), `":`...)
		out = strconv.AppendFloat(out, u.Float(), 'f', 1, 64)
	}
	return out
}

// costs gathers what the parts of a batch or a transaction consumed, by table
// in the order of first use.
type costs []*cost

func (cs *costs) add(c *cost) {
	for _, known := range *cs {
		if known.name == c.name {
			known.add(c)
			return
		}
	}
	*cs = append(*cs, c)
}

func (cs costs) append(out []byte, asked string) []byte {
	if asked != "TOTAL" && asked != "INDEXES" {
		return out
	}
	out = append(out, `"ConsumedCapacity":[`...)
	for _, c := range cs {
		out = append(c.appendObject(out, asked), ',')
	}
	return append(closeArray(out), ',')
}
