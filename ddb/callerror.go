package ddb

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// CallError is a failed call in words that are the same in every run: the SDK's
// own text repeats the operation and holds a request id.
//
//	create table p34-high-cardinality: ResourceInUseException: Table already exists
type CallError struct {
	Op    string // what was being done, in lower case: "create table"
	Table string // to which table; empty when the call names none
	Err   error  // as the SDK returned it, not nil
}

// Error says what was being done, to what, and why it failed.
func (e *CallError) Error() string {
	if e.Table == "" {
		return e.Op + ": " + reason(e.Err)
	}
	return e.Op + " " + e.Table + ": " + reason(e.Err)
}

// Unwrap returns the SDK's error.
func (e *CallError) Unwrap() error { return e.Err }

// reason is the part of an SDK error that does not change from run to run.
func reason(err error) string {
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		return apiReason(err, api)
	}
	if bad, ok := errors.AsType[*smithy.DeserializationError](err); ok {
		return notDynamoDB(err, bad)
	}
	return oneLine(innermost(err).Error())
}

// unknown is the SDK's code, or message, where an engine gives none.
const unknown = "UnknownError"

func apiReason(err error, api smithy.APIError) string {
	// The status says more than the SDK's word for an answer without a code.
	if code := api.ErrorCode(); code != unknown {
		return oneLine(strings.TrimSuffix(code+": "+strings.TrimSuffix(api.ErrorMessage(), unknown), ": "))
	}
	if resp, ok := errors.AsType[*awshttp.ResponseError](err); ok {
		return fmt.Sprintf("HTTP status %d without a DynamoDB error", resp.HTTPStatusCode())
	}
	return "an answer without a DynamoDB error"
}

func notDynamoDB(err error, bad *smithy.DeserializationError) string {
	resp, ok := errors.AsType[*awshttp.ResponseError](err)
	if !ok {
		return oneLine("answer cannot be read: " + bad.Err.Error())
	}
	text := fmt.Sprintf("HTTP status %d and an answer that is not DynamoDB's", resp.HTTPStatusCode())
	kind, _, _ := strings.Cut(resp.Response.Header.Get("Content-Type"), ";")
	if kind != "" {
		text += " (" + oneLine(kind) + ")"
	}
	return text
}

// innermost unwraps what the SDK puts around an error of the network or of a
// context.
func innermost(err error) error {
	for {
		var inner error
		switch e := err.(type) {
		case *smithy.OperationError:
			inner = e.Err
		case *awshttp.ResponseError:
			inner = e.Err
		case *smithyhttp.RequestSendError:
			inner = e.Err
		case *smithy.CanceledError:
			inner = e.Err
		case *retry.MaxAttemptsError:
			inner = e.Err
		case *url.Error: // "Post URL:"
			inner = e.Err
		case *net.OpError: // "dial tcp address:"
			inner = e.Err
		case *os.SyscallError: // "connect:"
			inner = e.Err
		}
		if inner == nil {
			return err
		}
		err = inner
	}
}

// oneLine keeps an engine's text from forging a line or colouring a terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || (r >= 0x80 && r < 0xa0) {
			return ' '
		}
		return r
	}, s)
}
