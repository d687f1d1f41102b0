package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Where an engine has limits, each request is asked for when its units are
// known, just before it takes effect: a write before it is committed, a read
// before it is answered.

// admit asks for the write, and returns the exception if it is throttled.
func (o *outcome) admit(m mode) error {
	gate := o.table.Gate
	if gate == nil {
		return nil
	}
	how := m.consistency()
	w := partition.Write{Key: modelKey(o.key), Units: partition.WriteUnits(o.oldSize, o.size, how)}
	for _, change := range o.changes {
		atOld, atNew := indexUnits(change, how)
		if change.Index.Spec.Local {
			w.Units += atOld + atNew
			continue
		}
		was, is, _, _ := change.Keys()
		w.Entries = o.entry(w.Entries, change.Index, was, atOld)
		w.Entries = o.entry(w.Entries, change.Index, is, atNew)
	}
	return throttled(gate.Write(w))
}

// entry adds what the write does at one key of an index, if anything.
func (o *outcome) entry(entries []partition.Entry, x *store.Index, k store.Key, units partition.Units) []partition.Entry {
	if units == 0 {
		return entries
	}
	if !x.Spec.Keys.HasSort() {
		k.Sort = o.key.Partition + o.key.Sort
	}
	return append(entries, partition.Entry{Index: x.Spec.Name, Key: modelKey(k), Units: units})
}

// admitFailed asks for a write whose condition failed, which costs as much as
// if it had not.
func (o *outcome) admitFailed() error {
	units := partition.WriteUnits(o.oldSize, o.item.Size(), partition.Strong)
	return throttled(o.table.Gate.Write(partition.Write{Key: modelKey(o.key), Units: units}))
}

// admit asks for the read of one item.
func (g *lookup) admit(units partition.Units, how partition.Consistency) error {
	return throttled(g.table.Gate.Read(partition.Read{Key: modelKey(g.key), Units: units, Consistency: how}))
}

// admit asks for a page, charged where it starts. An empty page of a Query is
// charged to the key it asked for; one of a Scan has none.
func (rd *reader) admit(p page, asked store.Key) error {
	if rd.table.Gate == nil {
		return nil
	}
	q := partition.Read{Key: modelKey(asked), Units: partition.ReadUnits(p.size, rd.how), Consistency: rd.how}
	if p.first != nil {
		q.Key = modelKey(p.first.Key())
	}
	if rd.index != nil && !rd.index.Spec.Local {
		q.Index = rd.index.Spec.Name
	} else {
		q.Units += p.fetched
	}
	return throttled(rd.table.Gate.Read(q))
}

func modelKey(k store.Key) partition.Key { return partition.Key(k) }

// throttled is the fault as an error; a nil fault is a nil error.
func throttled(f *fault.Error) error {
	if f == nil {
		return nil
	}
	return f
}
