package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

const (
	maxBatchReads = 100
	maxBatchBytes = 16 << 20
)

// tableReads is what one BatchGetItem reads of one table.
type tableReads struct {
	name       string
	table      *catalog.Table
	request    *request
	keys       []value.Item
	find       []store.Key
	projection *expr.Projection
	rest       []value.Item // keys that stay unprocessed
}

// batchGetItem answers BatchGetItem. Keys that are throttled, or past 16 MB of
// items, come back unprocessed; if all are throttled, the call fails.
func (e *Engine) batchGetItem(q *request, out []byte) ([]byte, error) {
	if err := q.modelOfBatchGet(); err != nil {
		return out, err
	}
	tables := make([]*tableReads, len(q.parts.reads))
	for i, b := range q.parts.reads {
		var err error
		if tables[i], err = e.readsOf(b); err != nil {
			return out, err
		}
	}
	run := batchReads{unprocessed: q.unprocessed, left: maxBatchBytes}
	rest := []byte(`"UnprocessedKeys":{`)
	out = append(out, `{"Responses":{`...)
	for _, t := range tables {
		out = append(wire.AppendString(out, t.name), ':', '[')
		out = append(closeArray(run.read(t, out)), ',')
		rest = t.appendRest(rest)
	}
	if run.throttled != nil && run.done == 0 {
		return out, run.throttled
	}
	out = append(closeObject(out), ',')
	out = run.consumed.append(out, q.returnCapacity.string)
	return append(append(out, closeObject(rest)...), '}'), nil
}

func (q *request) modelOfBatchGet() error {
	if len(q.parts.reads) == 0 {
		return fault.Validation("The requestItems parameter is required for BatchGetItem")
	}
	var c fault.Constraints
	c.Enum(q.returnCapacity.string, "returnConsumedCapacity", "INDEXES", "TOTAL", "NONE")
	for _, b := range q.parts.reads {
		if len(b.keys) == 0 {
			c.Count(0, "[]", "requestItems."+b.table+".member.keys", 1, 0)
		}
	}
	if err := c.Err(); err != nil {
		return err
	}
	total := 0
	for _, b := range q.parts.reads {
		if len(b.keys) > maxBatchReads {
			return fault.Validation("1 validation error detected: Value at 'RequestItems.%s.member.Keys' failed to satisfy constraint: "+
				"Member must have length less than or equal to 100", b.table)
		}
		if total += len(b.keys); total > maxBatchReads {
			return fault.Validation("Too many items requested for the BatchGetItem call")
		}
	}
	return nil
}

// readsOf checks the reads of one table.
func (e *Engine) readsOf(b batchRead) (*tableReads, error) {
	s, err := b.scope([]parameter{{"ProjectionExpression", b.projection}}, "AttributesToGet")
	if err != nil {
		return nil, err
	}
	t := &tableReads{name: b.table, request: b.request}
	for _, k := range b.keys {
		key, err := k.valid()
		if err != nil {
			return nil, err
		}
		t.keys = append(t.keys, key)
	}
	if t.projection, err = b.projectionOf(s); err != nil {
		return nil, err
	}
	if err := worded(s.Unused()); err != nil {
		return nil, err
	}
	if t.table, err = e.catalog.Open(b.table); err != nil {
		return nil, err
	}
	return t, t.locate()
}

func (t *tableReads) locate() error {
	seen := make(map[store.Key]bool, len(t.keys))
	for _, key := range t.keys {
		k, err := givenKey(t.table.Data.Keys, key)
		if err != nil {
			return err
		}
		if seen[k] {
			return fault.Validation("Provided list of item keys contains duplicates")
		}
		seen[k] = true
		t.find = append(t.find, k)
	}
	return nil
}

// batchReads is what comes of a batch as its tables are read.
type batchReads struct {
	unprocessed func(n int) bool // see Call; nil is none
	left        int              // bytes that the answer may still take

	asked, done int // keys so far, and those that were looked up
	consumed    costs
	throttled   error // the last refusal
}

// read appends the items of one table that are there; keys that are not looked
// up are left in t.rest.
func (run *batchReads) read(t *tableReads, out []byte) []byte {
	t.table.Mu.RLock()
	defer t.table.Mu.RUnlock()
	c := newCost(t.table, reads)
	run.consumed.add(c)
	for i := range t.find {
		it, units, ok := run.one(t, i)
		if !ok {
			t.rest = append(t.rest, t.keys[i])
			continue
		}
		c.table += units
		if it != "" {
			out = append(it.AppendJSON(out), ',')
		}
	}
	return out
}

// one looks up one key and reports whether it did.
func (run *batchReads) one(t *tableReads, i int) (value.Item, partition.Units, bool) {
	n := run.asked
	run.asked++
	if run.left < 0 || run.unprocessed != nil && run.unprocessed(n) {
		return "", 0, false
	}
	g := lookup{table: t.table, key: t.find[i], projection: t.projection}
	it, size := g.readLocked()
	if run.left -= size; run.left < 0 {
		return "", 0, false
	}
	units := partition.ReadUnits(size, t.request.consistency())
	if err := g.admit(units, t.request.consistency()); err != nil {
		run.throttled = err
		return "", 0, false
	}
	run.done++
	return it, units, true
}

// appendRest appends the keys that were not read, with what was asked of them.
func (t *tableReads) appendRest(out []byte) []byte {
	if len(t.rest) == 0 {
		return out
	}
	out = append(wire.AppendString(out, t.name), `:{"Keys":[`...)
	for _, key := range t.rest {
		out = append(key.AppendJSON(out), ',')
	}
	out = append(closeArray(out), ',')
	if t.request.consistent {
		out = append(out, `"ConsistentRead":true,`...)
	}
	if t.request.projection.given {
		out = append(wire.AppendString(append(out, `"ProjectionExpression":`...), t.request.projection.string), ',')
	}
	out = t.request.appendNames(out)
	return append(closeObject(out), ',')
}

func (q *request) appendNames(out []byte) []byte {
	if len(q.names) == 0 {
		return out
	}
	out = append(out, `"ExpressionAttributeNames":{`...)
	for placeholder, name := range q.names {
		out = append(wire.AppendString(out, placeholder), ':')
		out = append(wire.AppendString(out, name), ',')
	}
	return append(closeObject(out), ',')
}
