package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
)

const maxSegments = 1_000_000

// scan answers Scan.
func (e *Engine) scan(q *request, out []byte) ([]byte, error) {
	if err := q.modelOfScan(); err != nil {
		return out, err
	}
	s, err := q.scope([]parameter{{"ProjectionExpression", q.projection}, {"FilterExpression", q.filter}},
		"AttributesToGet", "ScanFilter", "ConditionalOperator")
	if err != nil {
		return out, err
	}
	rd, err := q.parseScan(s)
	if err != nil {
		return out, err
	}
	return e.page(q, rd, out, func() (page, error) { return rd.scanLocked(q) })
}

func (q *request) modelOfScan() error {
	var c fault.Constraints
	q.common(&c)
	c.Enum(q.selected.string, "select", "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES")
	checkIndexName(&c, q.index)
	if q.limit.given {
		c.Least(q.limit.int64, "limit", 1)
	}
	if q.segment.given {
		c.Least(q.segment.int64, "segment", 0)
		c.Most(q.segment.int64, "segment", maxSegments-1)
	}
	if q.total.given {
		c.Least(q.total.int64, "totalSegments", 1)
		c.Most(q.total.int64, "totalSegments", maxSegments)
	}
	q.legacy.constraints(&c)
	return c.Err()
}

func (q *request) parseScan(s *expr.Scope) (*reader, error) {
	if err := q.startValues(); err != nil {
		return nil, err
	}
	if err := q.segments(); err != nil {
		return nil, err
	}
	rd, err := q.parseReader(s, "ScanFilter")
	if err != nil {
		return nil, err
	}
	return rd, worded(s.Unused())
}

func (q *request) segments() error {
	switch {
	case q.segment.given && !q.total.given:
		return fault.Validation("The TotalSegments parameter is required but was not present in the request when Segment parameter is present")
	case q.total.given && !q.segment.given:
		return fault.Validation("The Segment parameter is required but was not present in the request when parameter TotalSegments is present")
	case q.total.given && q.segment.int64 >= q.total.int64:
		return fault.Validation("The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: %d is not less than TotalSegments: %d",
			q.segment.int64, q.total.int64)
	}
	return nil
}

// scanLocked reads the page. The table's lock is held.
func (rd *reader) scanLocked(q *request) (page, error) {
	if err := rd.selection(q); err != nil {
		return page{}, err
	}
	after, err := rd.start(q)
	if err != nil {
		return page{}, err
	}
	segment, total := 0, 1
	if q.total.given {
		segment, total = int(q.segment.int64), int(q.total.int64)
	}
	p, err := rd.collect(rd.tree.Scan(segment, total, after))
	if err != nil || p.first == nil {
		return p, err
	}
	return p, rd.admit(p, store.Key{})
}
