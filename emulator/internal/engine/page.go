package engine

import (
	"iter"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// maxPage is what Query and Scan evaluate at most, before the filter (Developer
// Guide, "Paginating table query results").
const maxPage = 1 << 20

// reader is a checked Query or Scan.
type reader struct {
	*source
	filter     *expr.Condition
	projection *expr.Projection
	limit      int // 0 is none
	countOnly  bool
	whole      bool // an index read that returns attributes it does not hold: fetched from the table
	how        partition.Consistency
}

// page is what one Query or Scan found.
type page struct {
	items   []value.Item
	count   int // after the filter
	scanned int // before it
	size    int // bytes evaluated
	fetched partition.Units
	first   *store.Record // evaluated; nil if none was
	last    *store.Record // where to go on, if there may be more
}

// page opens what rd is to read, reads it and answers; read is called with the
// table's lock held.
func (e *Engine) page(q *request, rd *reader, out []byte, read func() (page, error)) ([]byte, error) {
	t, err := e.catalog.Open(q.table.string)
	if err != nil {
		return out, err
	}
	t.Mu.RLock()
	defer t.Mu.RUnlock()
	if rd.source, err = q.open(t); err != nil {
		return out, err
	}
	p, err := read()
	if err != nil {
		return out, err
	}
	return rd.answer(q, p, out), nil
}

// collect evaluates records until the limit, the page size or the end. The
// table's lock is held.
func (rd *reader) collect(records iter.Seq[*store.Record]) (p page, err error) {
	if !rd.countOnly {
		p.items = make([]value.Item, 0, min(rd.limit, 128))
	}
	var last *store.Record
	for r := range records {
		if p.size+r.Size() > maxPage && p.scanned > 0 {
			p.last = last
			break
		}
		if p.first == nil {
			p.first = r
		}
		p.scanned++
		p.size += r.Size()
		last = r
		if err := rd.take(&p, r); err != nil {
			return p, err
		}
		if p.scanned == rd.limit {
			p.last = r
			break
		}
	}
	return p, nil
}

func (rd *reader) take(p *page, r *store.Record) error {
	it := r.Item()
	switch {
	case rd.whole:
		p.fetched += partition.ReadUnits(it.Size(), rd.how)
	case rd.index != nil:
		it = rd.index.View(r)
	}
	if rd.filter != nil {
		match, err := rd.filter.Eval(it)
		if err != nil {
			return worded(err)
		}
		if !match {
			return nil
		}
	}
	p.count++
	if rd.countOnly {
		return nil
	}
	if rd.projection != nil {
		it = rd.projection.Apply(it)
	}
	p.items = append(p.items, it)
	return nil
}

// answer appends the answer to a Query or Scan.
func (rd *reader) answer(q *request, p page, out []byte) []byte {
	out = appendInt(append(out, `{"Count":`...), p.count)
	out = append(out, ',')
	if !rd.countOnly {
		out = append(out, `"Items":[`...)
		for _, it := range p.items {
			out = append(it.AppendJSON(out), ',')
		}
		out = append(closeArray(out), ',')
	}
	if p.last != nil {
		out = append(rd.resume(p.last).AppendJSON(append(out, `"LastEvaluatedKey":`...)), ',')
	}
	out = appendInt(append(out, `"ScannedCount":`...), p.scanned)
	out = append(out, ',')
	return closeObject(rd.cost(p).append(out, q.returnCapacity.string))
}

func (rd *reader) cost(p page) *cost {
	c := newCost(rd.table, reads)
	units := partition.ReadUnits(p.size, rd.how)
	if rd.index == nil {
		c.table = units
		return c
	}
	c.table = p.fetched
	c.addIndex(rd.index.Spec.Name, rd.index.Spec.Local, units)
	return c
}

// selection checks Select against the other members and the index.
func (rd *reader) selection(q *request) error {
	specific := q.projection.given || q.legacy.has("AttributesToGet")
	switch mode := q.selected.string; {
	case specific && q.selected.given && mode != "SPECIFIC_ATTRIBUTES":
		what := "AttributesToGet"
		if q.projection.given {
			what = "ProjectionExpression"
		}
		return fault.Validation("Cannot specify the %s when choosing to get %s", what, selectNames[mode])
	case mode == "SPECIFIC_ATTRIBUTES" && !specific:
		return fault.Validation("Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES")
	case mode == "ALL_PROJECTED_ATTRIBUTES" && rd.index == nil:
		return fault.Parameters("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")
	}
	rd.countOnly = q.selected.string == "COUNT"
	return rd.beyondIndex(q)
}

var selectNames = map[string]string{
	"COUNT":                    "only the Count",
	"ALL_ATTRIBUTES":           "ALL_ATTRIBUTES",
	"ALL_PROJECTED_ATTRIBUTES": "ALL_PROJECTED_ATTRIBUTES",
}

// beyondIndex sees to attributes that the index does not hold: a local index
// fetches them from the table, a global one cannot.
func (rd *reader) beyondIndex(q *request) error {
	if rd.index == nil || rd.index.Spec.Projection.All {
		return nil
	}
	x := rd.index.Spec
	if q.selected.string == "ALL_ATTRIBUTES" {
		if !x.Local {
			return fault.Parameters("Select type ALL_ATTRIBUTES is not supported for global secondary index %s because its projection type is not ALL", x.Name)
		}
		rd.whole = true
	}
	if rd.projection == nil {
		return nil
	}
	for _, p := range rd.projection.Paths() {
		switch name := p.Name(); {
		case rd.index.Projects(name):
		case x.Local:
			rd.whole = true
		default:
			return fault.Parameters("Global secondary index %s does not project [%s]", x.Name, name)
		}
	}
	return nil
}
