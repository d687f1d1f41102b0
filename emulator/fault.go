package emulator

import (
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/engine"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// Call is a call about to be answered, as Options.Faults sees it.
type Call struct {
	Operation string // the API's name, such as PutItem
	Body      []byte // the request's JSON; not to be kept or changed
}

// Fault is a failure to answer with instead.
type Fault struct {
	Code    string // the exception's name, such as ThrottlingException
	Message string
	Status  int // HTTP status; 0 means 400, and 500 for InternalServerError

	// Unprocessed, where Code is empty, makes a batch succeed in part: it says
	// of the nth put, delete or key, in the order of the request, that it is
	// to stay unprocessed. Other operations are answered as ever.
	Unprocessed func(n int) bool
}

// targets are the prefixes of X-Amz-Target before the operation's name.
const (
	dynamoTarget  = "DynamoDB_20120810."
	streamsTarget = "DynamoDBStreams_20120810."
)

// answer answers one call, unless a fault is to happen.
func (s *Server) answer(target string, body, out []byte) (int, []byte) {
	operation, ok := strings.CutPrefix(target, dynamoTarget)
	if !ok {
		operation, ok = strings.CutPrefix(target, streamsTarget)
	}
	if !ok {
		f := &fault.Error{Code: "UnknownOperationException"}
		return f.HTTPStatus(), f.AppendJSON(out)
	}
	call := engine.Call{Operation: operation, Body: body}
	if s.opts.Faults != nil {
		if f := s.opts.Faults(Call{Operation: operation, Body: body}); f != nil {
			if f.Code != "" {
				return f.answer(out)
			}
			call.Unprocessed = f.Unprocessed
		}
	}
	return s.engine.Do(call, out)
}

func (f *Fault) answer(out []byte) (int, []byte) {
	e := &fault.Error{Code: f.Code, Message: f.Message, Status: f.Status}
	if e.Status == 0 && f.Code == "InternalServerError" {
		e.Status = 500
	}
	return e.HTTPStatus(), e.AppendJSON(out)
}
