// Package engine answers the DynamoDB API: it reads a request, checks it in
// DynamoDB's order, does it on the store and writes the answer. One file holds
// one operation or what several share; tables themselves are package catalog's.
package engine

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Engine is a DynamoDB of its own. It is safe for concurrent use.
type Engine struct {
	catalog *catalog.Catalog
	calls   map[string]call
	tokens  *tokens
}

// call answers one operation: it reads the request and appends the answer's
// body to out.
type call func(q *request, out []byte) ([]byte, error)

// New returns an engine without tables.
func New(o catalog.Options) *Engine {
	e := &Engine{catalog: catalog.New(o), tokens: newTokens(o.Now)}
	e.calls = map[string]call{
		"PutItem":            write("item", e.put),
		"GetItem":            e.getItem,
		"UpdateItem":         write("key", e.change),
		"DeleteItem":         write("key", e.remove),
		"Query":              e.query,
		"Scan":               e.scan,
		"BatchGetItem":       e.batchGetItem,
		"BatchWriteItem":     e.batchWriteItem,
		"TransactGetItems":   e.transactGetItems,
		"TransactWriteItems": e.transactWriteItems,
	}
	return e
}

// Run sweeps expired items in the background until ctx ends.
func (e *Engine) Run(ctx context.Context) { e.catalog.Run(ctx) }

// Sweep deletes the expired items that are due and says how many.
func (e *Engine) Sweep() int { return e.catalog.Sweep() }

// Check reports the first thing in the store that does not add up.
func (e *Engine) Check() error { return e.catalog.Check() }

// Partitions is the state of a table's partitions; ok is false without limits
// or without the table.
func (e *Engine) Partitions(table string) (s partition.Snapshot, ok bool) {
	t, err := e.catalog.Open(table)
	if err != nil {
		return s, false
	}
	return t.Gate.Snapshot()
}

// Call is one call of the API.
type Call struct {
	Operation string // the API's name
	Body      []byte // the JSON of the request

	// Unprocessed, if not nil, says of the nth put, delete or key of a batch,
	// in the order of the body, that it is to stay unprocessed.
	Unprocessed func(n int) bool
}

// Do answers one call. The answer's body is appended to out; the status is the
// HTTP status.
func (e *Engine) Do(c Call, out []byte) (status int, answer []byte) {
	start := len(out)
	out, err := e.do(c, out)
	if err == nil {
		return 200, out
	}
	f := asFault(err)
	return f.HTTPStatus(), f.AppendJSON(out[:start])
}

func (e *Engine) do(c Call, out []byte) ([]byte, error) {
	r := wire.NewReader(c.Body)
	if !r.Valid() {
		return out, fault.Serialization(errors.New("the body is not UTF-8"))
	}
	do, ok := e.calls[c.Operation]
	if !ok {
		return e.control(c, r, out)
	}
	q := newRequest()
	defer q.free()
	q.body, q.unprocessed = c.Body, c.Unprocessed
	if err := q.read(r); err != nil {
		return out, err
	}
	return do(q, out)
}

// control answers an operation on tables rather than items.
func (e *Engine) control(c Call, r *wire.Reader, out []byte) ([]byte, error) {
	if err := errors.Join(r.Skip(), r.End()); err != nil {
		return out, err
	}
	answer, handled, err := e.catalog.Call(c.Operation, c.Body)
	if !handled {
		return out, &fault.Error{Code: "UnknownOperationException"}
	}
	if err != nil {
		return out, err
	}
	text, err := json.Marshal(answer)
	return append(out, text...), err
}

// asFault turns what reading a request or an expression can say into the
// answer that DynamoDB gives.
func asFault(err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if _, ok := errors.AsType[*wire.TypeError](err); ok {
		return fault.Serialization(err)
	}
	if _, ok := errors.AsType[*wire.SyntaxError](err); ok {
		return fault.Serialization(err)
	}
	return &fault.Error{Code: "InternalServerError", Message: err.Error(), Status: 500}
}
