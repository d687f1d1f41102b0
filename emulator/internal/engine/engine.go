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
		"PutItem":            e.putItem,
		"GetItem":            e.getItem,
		"UpdateItem":         e.updateItem,
		"DeleteItem":         e.deleteItem,
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

// Check reports the first thing in the store that does not add up.
func (e *Engine) Check() error { return e.catalog.Check() }

// Do answers one call. operation is the API's name, body the JSON of the
// request; the answer's body is appended to out. The status is the HTTP status.
func (e *Engine) Do(operation string, body, out []byte) (status int, answer []byte) {
	start := len(out)
	out, err := e.do(operation, body, out)
	if err == nil {
		return 200, out
	}
	f := asFault(err)
	return f.HTTPStatus(), f.AppendJSON(out[:start])
}

func (e *Engine) do(operation string, body, out []byte) ([]byte, error) {
	r := wire.NewReader(body)
	if !r.Valid() {
		return out, fault.Serialization(errors.New("the body is not UTF-8"))
	}
	do, ok := e.calls[operation]
	if !ok {
		return e.control(operation, r, body, out)
	}
	q := newRequest()
	defer q.free()
	q.body = body
	if err := q.read(r); err != nil {
		return out, err
	}
	return do(q, out)
}

// control answers an operation on tables rather than items.
func (e *Engine) control(operation string, r *wire.Reader, body, out []byte) ([]byte, error) {
	if err := errors.Join(r.Skip(), r.End()); err != nil {
		return out, err
	}
	answer, handled, err := e.catalog.Call(operation, body)
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
