package engine

import (
	"sync"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// text is a string member of a request, and whether it was given.
type text struct {
	string
	given bool
}

// attrs is an item or key of a request. What is wrong with its values is kept,
// because DynamoDB says so only after checks that come first.
type attrs struct {
	item    value.Item
	invalid *value.Invalid
	given   bool
}

// request holds the members that requests on items have. They mean the same in
// every operation and in the parts of batches and transactions, so one reader
// serves them all; an operation ignores what is not its own, as DynamoDB does.
type request struct {
	table, index text

	item, key, startKey attrs

	condition, filter, keyCondition, projection, update text

	names  map[string]string
	values map[string]value.Value

	badValue    *value.Invalid // the first value in values that is refused,
	badValueKey string         // and its placeholder

	returnValues, returnCapacity, returnMetrics, returnOnFailure, selected text

	consistent, backwards bool
	limit, segment, total number

	legacy legacy
	parts  parts

	body        []byte           // of the whole request
	unprocessed func(n int) bool // see Call
	decoder     value.Decoder

	spareNames  map[string]string // empty ones, to use again
	spareValues map[string]value.Value
}

// number is a whole number of a request, and whether it was given.
type number struct {
	int64
	given bool
}

var requests = sync.Pool{New: func() any { return new(request) }}

func newRequest() *request { return requests.Get().(*request) }

// free returns the request for another call; nothing of it may be in use.
func (q *request) free() {
	kept := request{decoder: q.decoder, spareNames: emptied(q.names, q.spareNames), spareValues: emptied(q.values, q.spareValues)}
	*q = kept
	requests.Put(q)
}

// emptied is a map to use again: the one that was used, unless it grew, else
// the spare one.
func emptied[V any](used, spare map[string]V) map[string]V {
	if used == nil || len(used) > 16 {
		return spare
	}
	clear(used)
	return used
}

// begun is an empty map: the spare one, if there is one.
func begun[V any](spare *map[string]V) map[string]V {
	m := *spare
	*spare = nil
	if m == nil {
		m = map[string]V{}
	}
	return m
}

// read reads a whole body.
func (q *request) read(r *wire.Reader) error {
	if err := q.object(r); err != nil {
		return err
	}
	return r.End()
}

// object reads the members of one request or part.
func (q *request) object(r *wire.Reader) error {
	return r.Object("Map", func(name []byte) error {
		if r.Null() {
			return nil
		}
		return q.member(r, name)
	})
}

// member reads the member of that name. Names are compared as they stand in the
// body, without a copy.
func (q *request) member(r *wire.Reader, name []byte) (err error) {
	if t := q.textNamed(name); t != nil {
		t.given = true
		t.string, err = r.Text()
		return err
	}
	switch string(name) {
	case "Item":
		return q.attributes(r, &q.item)
	case "Key":
		return q.attributes(r, &q.key)
	case "ExclusiveStartKey":
		return q.attributes(r, &q.startKey)
	case "ExpressionAttributeNames":
		return q.readNames(r)
	case "ExpressionAttributeValues":
		return q.readValues(r)
	case "ConsistentRead":
		q.consistent, err = r.Bool()
		return err
	case "ScanIndexForward":
		forward, err := r.Bool()
		q.backwards = !forward
		return err
	case "Limit":
		return q.limit.read(r)
	case "Segment":
		return q.segment.read(r)
	case "TotalSegments":
		return q.total.read(r)
	case "RequestItems", "TransactItems", "ClientRequestToken":
		return q.parts.member(r, string(name), &q.decoder)
	}
	return q.legacy.member(r, string(name), &q.decoder)
}

func (q *request) textNamed(name []byte) *text {
	switch string(name) {
	case "TableName":
		return &q.table
	case "IndexName":
		return &q.index
	case "ConditionExpression":
		return &q.condition
	case "FilterExpression":
		return &q.filter
	case "KeyConditionExpression":
		return &q.keyCondition
	case "ProjectionExpression":
		return &q.projection
	case "UpdateExpression":
		return &q.update
	case "ReturnValues":
		return &q.returnValues
	case "ReturnConsumedCapacity":
		return &q.returnCapacity
	case "ReturnItemCollectionMetrics":
		return &q.returnMetrics
	case "ReturnValuesOnConditionCheckFailure":
		return &q.returnOnFailure
	case "Select":
		return &q.selected
	}
	return nil
}

func (n *number) read(r *wire.Reader) (err error) {
	n.given = true
	n.int64, err = r.Int()
	return err
}

func (q *request) attributes(r *wire.Reader, to *attrs) (err error) {
	to.given = true
	to.item, to.invalid, err = q.decoder.Item(r)
	return err
}

func (q *request) readNames(r *wire.Reader) error {
	q.names = begun(&q.spareNames)
	return r.Object("Map", func(name []byte) error {
		placeholder := string(name)
		attribute, err := r.Text()
		q.names[placeholder] = attribute
		return err
	})
}

func (q *request) readValues(r *wire.Reader) error {
	q.values = begun(&q.spareValues)
	return r.Object("Map", func(name []byte) error {
		placeholder := string(name)
		v, invalid, err := q.decoder.Value(r)
		q.values[placeholder] = v
		if invalid != nil && q.badValue == nil {
			q.badValue, q.badValueKey = invalid, placeholder
		}
		return err
	})
}
