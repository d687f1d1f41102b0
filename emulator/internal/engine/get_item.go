package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// getItem answers GetItem.
func (e *Engine) getItem(q *request, out []byte) ([]byte, error) {
	var c fault.Constraints
	q.common(&c)
	if !q.key.given {
		c.NotNull("key")
	}
	q.legacy.constraints(&c)
	if err := c.Err(); err != nil {
		return out, err
	}
	g, err := e.get(q)
	if err != nil {
		return out, err
	}
	it, size := g.read()
	cost := newCost(g.table, reads)
	cost.table = partition.ReadUnits(size, q.consistency())
	if err := g.admit(cost.table, q.consistency()); err != nil {
		return out, err
	}
	out = append(out, '{')
	if it != "" {
		out = append(it.AppendJSON(append(out, `"Item":`...)), ',')
	}
	return closeObject(cost.append(out, q.returnCapacity.string)), nil
}

// lookup is one checked read of an item by its key.
type lookup struct {
	table      *catalog.Table
	key        store.Key
	projection *expr.Projection
}

// get turns the read of an item, of a call or of a transaction, into a lookup.
// A lookup that comes with an error is one that its table does not take.
func (e *Engine) get(q *request) (*lookup, error) {
	s, err := q.scope([]parameter{{"ProjectionExpression", q.projection}}, "AttributesToGet")
	if err != nil {
		return nil, err
	}
	key, err := q.key.valid()
	if err != nil {
		return nil, err
	}
	projection, err := q.projectionOf(s)
	if err != nil {
		return nil, err
	}
	if err := worded(s.Unused()); err != nil {
		return nil, err
	}
	t, err := e.catalog.Open(q.table.string)
	if err != nil {
		return nil, err
	}
	g := &lookup{table: t, projection: projection}
	g.key, err = givenKey(g.table.Data.Keys, key)
	return g, err
}

// read returns the item as projected, or a missing one, and the item's size.
func (g *lookup) read() (value.Item, int) {
	g.table.Mu.RLock()
	defer g.table.Mu.RUnlock()
	return g.readLocked()
}

func (g *lookup) readLocked() (value.Item, int) {
	r := g.table.Data.Tree.Get(g.key)
	if r == nil {
		return "", 0
	}
	if g.projection == nil {
		return r.Item(), r.Size()
	}
	return g.projection.Apply(r.Item()), r.Size()
}

func (q *request) consistency() partition.Consistency {
	if q.consistent {
		return partition.Strong
	}
	return partition.Eventual
}
