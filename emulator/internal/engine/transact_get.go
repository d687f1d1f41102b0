package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// transactGetItems answers TransactGetItems: all items as they are at one moment.
func (e *Engine) transactGetItems(q *request, out []byte) ([]byte, error) {
	if err := q.modelOfTransaction(); err != nil {
		return out, err
	}
	lookups, err := e.lookups(q.parts.acts)
	if err != nil {
		return out, err
	}
	tables := make([]*catalog.Table, len(lookups))
	for i, g := range lookups {
		tables[i] = g.table
	}
	for _, t := range inOrder(tables) {
		t.Mu.RLock()
		defer t.Mu.RUnlock()
	}
	return q.answerReads(lookups, out)
}

// answerReads appends the items, as far as they are there. The tables' locks
// are held.
func (q *request) answerReads(lookups []*lookup, out []byte) ([]byte, error) {
	var consumed costs
	rs := newReasons(len(lookups))
	total := 0
	out = append(out, `{"Responses":[`...)
	for i, g := range lookups {
		it, size := g.readLocked()
		if total += size; total > maxTransactBytes {
			return out, fault.Validation("Transaction size exceeded the maximum allowed size of 4 MB")
		}
		c := newCost(g.table, reads)
		c.split, c.table = true, partition.ReadUnits(size, partition.Transactional)
		if err := g.admit(c.table, partition.Transactional); err != nil {
			if err := rs.note(i, err); err != nil {
				return out, err
			}
		}
		consumed.add(c)
		out = append(out, '{')
		if it != "" {
			out = it.AppendJSON(append(out, `"Item":`...))
		}
		out = append(out, '}', ',')
	}
	if err := rs.err(); err != nil {
		return out, err
	}
	out = append(closeArray(out), ',')
	return closeObject(consumed.append(out, q.returnCapacity.string)), nil
}

func (e *Engine) lookups(parts []transactPart) ([]*lookup, error) {
	rs := newReasons(len(parts))
	lookups := make([]*lookup, len(parts))
	targets := make([]target, 0, len(parts))
	for i, p := range parts {
		if p.kind != "Get" {
			return nil, fault.Validation("TransactItems can only contain Get")
		}
		g, err := e.get(p.request)
		if g == nil {
			return nil, err
		}
		if err != nil {
			if err := rs.note(i, err); err != nil {
				return nil, err
			}
			continue
		}
		lookups[i] = g
		targets = append(targets, target{g.table.Name, g.key})
	}
	if err := distinct(targets); err != nil {
		return nil, err
	}
	return lookups, rs.err()
}
