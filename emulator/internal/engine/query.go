package engine

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// query answers Query.
func (e *Engine) query(q *request, out []byte) ([]byte, error) {
	if err := q.modelOfQuery(); err != nil {
		return out, err
	}
	s, err := q.scope([]parameter{{"ProjectionExpression", q.projection}, {"FilterExpression", q.filter}, {"KeyConditionExpression", q.keyCondition}},
		q.legacyOfQuery()...)
	if err != nil {
		return out, err
	}
	rd, condition, err := q.parseQuery(s)
	if err != nil {
		return out, err
	}
	return e.page(q, rd, out, func() (page, error) { return rd.queryLocked(q, condition) })
}

func (q *request) modelOfQuery() error {
	var c fault.Constraints
	q.common(&c)
	c.Enum(q.selected.string, "select", "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES")
	checkIndexName(&c, q.index)
	q.legacy.constraints(&c)
	if err := c.Err(); err != nil {
		return err
	}
	if q.limit.given && q.limit.int64 < 1 {
		return fault.Validation("1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1")
	}
	return nil
}

func checkIndexName(c *fault.Constraints, index text) {
	if index.given {
		c.Pattern(index.string, "indexName", namePattern, isName(index.string))
		c.Length(index.string, "indexName", 3, 255)
	}
}

// legacyOfQuery are the members that go with no expression; KeyConditions may
// stand beside other expressions.
func (q *request) legacyOfQuery() []string {
	names := []string{"AttributesToGet", "QueryFilter", "ConditionalOperator"}
	if q.keyCondition.given {
		names = append(names, "KeyConditions")
	}
	return names
}

// parseQuery parses all expressions, in DynamoDB's order.
func (q *request) parseQuery(s *expr.Scope) (rd *reader, condition *expr.KeyCondition, err error) {
	if err := q.startValues(); err != nil {
		return nil, nil, err
	}
	if !q.keyCondition.given && !q.legacy.has("KeyConditions") {
		return nil, nil, fault.Validation("Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.")
	}
	if condition, err = q.keyConditionOf(s); err != nil {
		return nil, nil, err
	}
	if rd, err = q.parseReader(s, "QueryFilter"); err != nil {
		return nil, nil, err
	}
	return rd, condition, worded(s.Unused())
}

// parseReader parses what Query and Scan share.
func (q *request) parseReader(s *expr.Scope, legacyFilter string) (rd *reader, err error) {
	rd = &reader{limit: int(q.limit.int64), how: q.consistency()}
	if rd.filter, err = q.filterOf(s, legacyFilter); err != nil {
		return nil, err
	}
	rd.projection, err = q.projectionOf(s)
	return rd, err
}

func (q *request) keyConditionOf(s *expr.Scope) (*expr.KeyCondition, error) {
	if !q.keyCondition.given {
		return q.legacy.keyConditions()
	}
	k, err := expr.ParseKeyCondition(q.keyCondition.string, s)
	return k, worded(err)
}

func (q *request) filterOf(s *expr.Scope, legacyFilter string) (*expr.Condition, error) {
	if !q.filter.given {
		return q.legacy.filter(legacyFilter)
	}
	c, err := expr.ParseCondition(expr.FilterExpression, q.filter.string, s)
	return c, worded(err)
}

// queryLocked reads the page. The table's lock is held.
func (rd *reader) queryLocked(q *request, condition *expr.KeyCondition) (page, error) {
	if err := rd.selection(q); err != nil {
		return page{}, err
	}
	pk, sort, err := condition.Resolve(rd.keys.Partition.Name, rd.keys.Sort.Name)
	if err != nil {
		return page{}, worded(err)
	}
	if err := rd.checkPartition(pk); err != nil {
		return page{}, err
	}
	if err := rd.checkFilter(q); err != nil {
		return page{}, err
	}
	after, err := rd.start(q)
	if err != nil {
		return page{}, err
	}
	bounds, err := sort.Bounds(rd.keys.Sort.Kind)
	if err != nil {
		return page{}, worded(err)
	}
	if after != nil {
		if err := outside(after, pk, bounds); err != nil {
			return page{}, err
		}
	}
	p, err := rd.collect(rd.tree.Query(pk.Key(), rangeOf(bounds), after, q.backwards))
	if err != nil {
		return p, err
	}
	return p, rd.admit(p, store.Key{Partition: pk.Key()})
}

// checkFilter refuses a filter on a key attribute, which a key condition does.
func (rd *reader) checkFilter(q *request) error {
	if rd.filter == nil {
		return nil
	}
	keys := rd.keys.Names()
	for _, p := range rd.filter.Paths() {
		if slices.Contains(keys, p.Name()) {
			return fault.Validation("%s can only contain non-primary key attributes: Primary key attribute: %s", q.filterName(), p.Name())
		}
	}
	return nil
}

func (q *request) filterName() string {
	if q.filter.given {
		return "Filter Expression"
	}
	return "QueryFilter"
}

// checkPartition compares the partition key's value with the key schema.
func (rd *reader) checkPartition(pk value.Value) error {
	if err := expr.CheckKeyType(pk, rd.keys.Partition.Kind); err != nil {
		return worded(err)
	}
	if pk.Kind() != value.N && pk.Text() == "" {
		return fault.Validation("One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty %s value. Key: %s",
			emptyKind(pk.Kind()), rd.keys.Partition.Name)
	}
	return nil
}

// rangeOf is the condition's range as the store takes it.
func rangeOf(r expr.Range) store.Range {
	return store.Range{From: r.From, To: r.To, AfterFrom: r.FromOpen, Under: r.ToOpen, HasFrom: r.From != "" || r.FromOpen, HasTo: r.Bounded}
}

// outside refuses a starting key that the conditions could not have returned.
func outside(after *store.Position, pk value.Value, r expr.Range) error {
	if after.Key.Partition != pk.Key() {
		return fault.Validation("The provided starting key is outside query boundaries based on provided conditions")
	}
	if !r.Contains(after.Key.Sort) {
		return fault.Validation("The provided starting key does not match the range key predicate")
	}
	return nil
}
