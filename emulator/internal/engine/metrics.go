package engine

import (
	"strconv"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

const gigabyte = 1 << 30

// appendMetrics appends the write's ItemCollectionMetrics: the collection's key
// and a range of its size in gigabytes; an empty object for a table without
// local indexes, whose collections have no limit. The table's lock is not held.
func (o *outcome) appendMetrics(out []byte) []byte {
	t := o.action.table
	t.Mu.RLock()
	defer t.Mu.RUnlock()
	if !hasLocal(o.action) {
		return append(out, "{}"...)
	}
	item := o.after
	if item == "" {
		item = o.before
	}
	if item == "" {
		item = o.keys
	}
	name := t.Data.Keys.Partition.Name
	key := value.NewItem([]value.Attr{{Name: name, Value: item.Get(name)}})
	out = key.AppendJSON(append(out, `{"ItemCollectionKey":`...))
	size := float64(t.Data.CollectionSize(o.key.Partition)) / gigabyte
	out = strconv.AppendFloat(append(out, `,"SizeEstimateRangeGB":[`...), float64(int(size)), 'f', 1, 64)
	out = strconv.AppendFloat(append(out, ','), float64(int(size)+1), 'f', 1, 64)
	return append(out, ']', '}')
}

func hasLocal(a *action) bool {
	for _, x := range a.table.Data.Indexes {
		if x.Spec.Local {
			return true
		}
	}
	return false
}
