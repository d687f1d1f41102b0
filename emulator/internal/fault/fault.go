// Package fault holds the errors that DynamoDB answers with, in its own words
// and as they stand on the wire.
package fault

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// Error is one error answer. Code is the exception's name without its prefix.
type Error struct {
	Code    string
	Message string
	Status  int // HTTP status; 0 means 400

	Item       value.Item  // of a failed condition, where it was asked for
	Reasons    []Reason    // of a cancelled transaction, in request order
	Throttling []Throttled // of a throttled request
}

// Reason is why one action of a transaction failed; Code is "None" for one
// that did not.
type Reason struct {
	Code    string
	Message string
	Item    value.Item
}

// Throttled is a published throttling reason, such as
// TableWriteKeyRangeThroughputExceeded, and the ARN of what was throttled.
type Throttled struct {
	Reason   string `json:"reason"`
	Resource string `json:"resource"`
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// HTTPStatus is the status to answer with.
func (e *Error) HTTPStatus() int {
	if e.Status == 0 {
		return 400
	}
	return e.Status
}

// prefixes of the exceptions that DynamoDB does not define itself; all others
// carry the API version.
var prefixes = map[string]string{
	"ValidationException":                 "com.amazon.coral.validate#",
	"SerializationException":              "com.amazon.coral.service#",
	"UnknownOperationException":           "com.amazon.coral.service#",
	"MissingAuthenticationTokenException": "com.amazon.coral.service#",
	"AccessDeniedException":               "com.amazon.coral.service#",
}

// Type is the exception's full name on the wire.
func (e *Error) Type() string {
	if prefix, ok := prefixes[e.Code]; ok {
		return prefix + e.Code
	}
	return "com.amazonaws.dynamodb.v20120810#" + e.Code
}

// AppendJSON appends the error's body.
func (e *Error) AppendJSON(out []byte) []byte {
	out = wire.AppendString(append(out, `{"__type":`...), e.Type())
	out = wire.AppendString(append(out, `,"message":`...), e.Message)
	if e.Item != "" {
		out = e.Item.AppendJSON(append(out, `,"Item":`...))
	}
	if len(e.Reasons) > 0 {
		out = append(appendReasons(append(out, `,"CancellationReasons":[`...), e.Reasons), ']')
	}
	if len(e.Throttling) > 0 {
		list, _ := json.Marshal(e.Throttling) // two strings each: cannot fail
		out = append(append(out, e.throttlingMember()...), list...)
	}
	return append(out, '}')
}

// throttlingMember is the list's name, whose case differs by exception.
func (e *Error) throttlingMember() string {
	if e.Code == "ThrottlingException" {
		return `,"throttlingReasons":`
	}
	return `,"ThrottlingReasons":`
}

func appendReasons(out []byte, reasons []Reason) []byte {
	for i, r := range reasons {
		if i > 0 {
			out = append(out, ',')
		}
		out = wire.AppendString(append(out, `{"Code":`...), r.Code)
		if r.Message != "" {
			out = wire.AppendString(append(out, `,"Message":`...), r.Message)
		}
		if r.Item != "" {
			out = r.Item.AppendJSON(append(out, `,"Item":`...))
		}
		out = append(out, '}')
	}
	return out
}

// Validation is a ValidationException.
func Validation(format string, args ...any) *Error {
	return &Error{Code: "ValidationException", Message: fmt.Sprintf(format, args...)}
}

// Parameters is a ValidationException about the request's values.
func Parameters(format string, args ...any) *Error {
	return Validation("One or more parameter values were invalid: "+format, args...)
}

// Serialization is the answer to a body that is not JSON of the right types.
func Serialization(err error) *Error {
	return &Error{Code: "SerializationException", Message: err.Error()}
}

// NotFound is the answer to a request for items of a table that is not there.
func NotFound() *Error {
	return &Error{Code: "ResourceNotFoundException", Message: "Requested resource not found"}
}

// TableNotFound is the answer to a request about a table that is not there.
func TableNotFound(name string) *Error {
	return &Error{Code: "ResourceNotFoundException", Message: "Requested resource not found: Table: " + name + " not found"}
}

// InUse is the answer to a change of a table in a state that forbids it.
func InUse(format string, args ...any) *Error {
	return &Error{Code: "ResourceInUseException", Message: fmt.Sprintf(format, args...)}
}

// ConditionalCheckFailed is the code of ConditionFailed.
const ConditionalCheckFailed = "ConditionalCheckFailedException"

// ConditionFailed is a condition that was false; it holds the item where the
// request asked for it.
func ConditionFailed(item value.Item) *Error {
	return &Error{Code: ConditionalCheckFailed, Message: "The conditional request failed", Item: item}
}

// Cancelled is a transaction that did not happen, with a reason for each action.
func Cancelled(reasons []Reason) *Error {
	codes := make([]string, len(reasons))
	for i, r := range reasons {
		codes[i] = r.Code
	}
	return &Error{
		Code:    "TransactionCanceledException",
		Message: "Transaction cancelled, please refer cancellation reasons for specific reasons [" + strings.Join(codes, ", ") + "]",
		Reasons: reasons,
	}
}
