package engine

import (
	"fmt"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

const maxBatchWrites = 25

// batchWriteItem answers BatchWriteItem: all is checked before anything is
// written, then each table's writes are done in request order. What is
// throttled stays unprocessed; if everything is, the call fails.
func (e *Engine) batchWriteItem(q *request, out []byte) ([]byte, error) {
	if err := q.modelOfBatchWrite(); err != nil {
		return out, err
	}
	batches := make([][]*action, len(q.parts.writes))
	total := 0
	for i, b := range q.parts.writes {
		if total += len(b.writes); total > maxBatchWrites {
			return out, fault.Validation("Too many items requested for the BatchWriteItem call")
		}
		var err error
		if batches[i], err = e.batchOf(b); err != nil {
			return out, err
		}
	}
	run := batchRun{unprocessed: q.unprocessed, counted: q.returnCapacity.given, rest: []byte(`"UnprocessedItems":{`)}
	for i, actions := range batches {
		run.write(q.parts.writes[i].table, actions)
	}
	if run.throttled != nil && run.done == 0 {
		return out, run.throttled
	}
	out = run.consumed.append(append(out, '{'), q.returnCapacity.string)
	return append(append(out, closeObject(run.rest)...), '}'), nil
}

func (q *request) modelOfBatchWrite() error {
	if len(q.parts.writes) == 0 {
		return fault.Validation("The requestItems parameter is required for BatchWriteItem")
	}
	var c fault.Constraints
	c.Enum(q.returnCapacity.string, "returnConsumedCapacity", "INDEXES", "TOTAL", "NONE")
	c.Enum(q.returnMetrics.string, "returnItemCollectionMetrics", "SIZE", "NONE")
	for _, b := range q.parts.writes {
		if n := len(b.writes); n == 0 || n > maxBatchWrites {
			c.Add(fmt.Sprintf("'{%s=[%d WriteRequest members]}'", b.table, n), "requestItems",
				"Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]")
		}
	}
	return c.Err()
}

// batchOf checks the writes to one table.
func (e *Engine) batchOf(b batchWrite) ([]*action, error) {
	for _, w := range b.writes {
		if err := w.check(); err != nil {
			return nil, err
		}
	}
	t, err := e.catalog.Open(b.table)
	if err != nil {
		return nil, err
	}
	actions := make([]*action, len(b.writes))
	seen := make(map[store.Key]bool, len(b.writes))
	for i, w := range b.writes {
		a, err := w.action(t)
		if err != nil {
			return nil, err
		}
		if seen[a.key] {
			return nil, fault.Validation("Provided list of item keys contains duplicates")
		}
		seen[a.key] = true
		actions[i] = a
	}
	return actions, nil
}

func (w writeRequest) check() error {
	switch {
	case w.put.given && w.delete.given:
		return fault.Validation("Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes")
	case !w.put.given && !w.delete.given:
		return fault.Validation("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes")
	}
	item, err := w.put.valid()
	if err != nil {
		return err
	}
	if item.Size() > maxItemSize {
		return fault.Validation("Item size has exceeded the maximum allowed size")
	}
	_, err = w.delete.valid()
	return err
}

func (w writeRequest) action(t *catalog.Table) (a *action, err error) {
	if w.put.given {
		a = &action{table: t, item: w.put.item}
		return a, a.locatePut()
	}
	a = &action{table: t, keys: w.delete.item, delete: true}
	a.key, err = givenKey(t.Data.Keys, a.keys)
	return a, err
}

// batchRun is what comes of a batch as its tables are written.
type batchRun struct {
	unprocessed func(n int) bool // see Call; nil is none
	counted     bool

	asked, done int // members so far, and those that were written
	consumed    costs
	rest        []byte // of the answer: what was not written
	throttled   error  // the last refusal
}

// write does the writes to one table.
func (run *batchRun) write(name string, actions []*action) {
	t := actions[0].table
	t.Mu.Lock()
	defer t.Mu.Unlock()
	start := len(run.rest)
	run.rest = append(wire.AppendString(run.rest, name), ':', '[')
	left := false
	for _, a := range actions {
		if !run.one(a) {
			run.rest = append(a.appendRequest(run.rest), ',')
			left = true
		}
	}
	if !left {
		run.rest = run.rest[:start]
		return
	}
	run.rest = append(closeArray(run.rest), ',')
}

// one does one write and reports whether it was done. It has neither condition
// nor update, so that it can only be throttled.
func (run *batchRun) one(a *action) bool {
	n := run.asked
	run.asked++
	if run.unprocessed != nil && run.unprocessed(n) {
		return false
	}
	o, err := a.evaluate()
	if err != nil {
		panic("engine: a write without a condition failed: " + err.Error())
	}
	if err := o.admit(single); err != nil {
		run.throttled = err
		return false
	}
	o.commit()
	run.done++
	if run.counted {
		run.consumed.add(o.cost(single))
	}
	return true
}

// appendRequest appends the write as BatchWriteItem takes it.
func (a *action) appendRequest(out []byte) []byte {
	if a.delete {
		out = a.keys.AppendJSON(append(out, `{"DeleteRequest":{"Key":`...))
	} else {
		out = a.item.AppendJSON(append(out, `{"PutRequest":{"Item":`...))
	}
	return append(out, '}', '}')
}
