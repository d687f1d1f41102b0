package trace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

// failure returns what went wrong with a call: the API's code and message, the
// reasons of a cancelled transaction in the order of its actions, the reasons
// of throttling. It never has a request id, address or port in it.
func failure(err error) string {
	var api smithy.APIError
	if !errors.As(err, &api) {
		return "no answer: " + innermost(err)
	}
	text := strings.TrimSpace(printable.Text(api.ErrorMessage()))
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) && len(cancelled.CancellationReasons) > 0 {
		text = withReasons(text, cancelled.CancellationReasons)
	}
	if text != "" {
		text = ": " + text
	}
	if reasons := throttling(err); reasons != "" {
		text += " (" + reasons + ")"
	}
	return printable.Text(api.ErrorCode()) + text
}

// withReasons puts the reasons after message in place of the list of bare codes
// that DynamoDB ends it with.
func withReasons(message string, reasons []types.CancellationReason) string {
	codes, full := make([]string, len(reasons)), make([]string, len(reasons))
	for i, r := range reasons {
		f := fieldsOf(r)
		codes[i] = "None"
		if code := f.str("Code"); code != "" {
			codes[i] = printable.Text(code)
		}
		full[i] = codes[i]
		if text := f.str("Message"); text != "" && codes[i] != "None" {
			full[i] += " (" + printable.Text(text) + ")"
		}
	}
	message = strings.TrimSuffix(message, "["+strings.Join(codes, ", ")+"]")
	return strings.TrimSpace(message) + " [" + strings.Join(full, ", ") + "]"
}

// throttling returns the reasons that a throttling error carries, "" for none.
func throttling(err error) string {
	var (
		provisioned *types.ProvisionedThroughputExceededException
		request     *types.RequestLimitExceeded
		throttled   *types.ThrottlingException
		reasons     []types.ThrottlingReason
	)
	switch {
	case errors.As(err, &provisioned):
		reasons = provisioned.ThrottlingReasons
	case errors.As(err, &request):
		reasons = request.ThrottlingReasons
	case errors.As(err, &throttled):
		reasons = throttled.ThrottlingReasons
	}
	list := make([]string, len(reasons))
	for i, r := range reasons {
		f := fieldsOf(r)
		list[i] = strings.TrimSpace(printable.Text(f.str("Reason") + " " + f.str("Resource")))
	}
	return strings.Join(list, ", ")
}

// cause returns why one attempt failed, in a few words.
func cause(err error) string {
	var api smithy.APIError
	if !errors.As(err, &api) {
		return "no answer: " + innermost(err)
	}
	if reasons := throttling(err); reasons != "" {
		return printable.Text(api.ErrorCode()) + ": " + reasons
	}
	return printable.Text(api.ErrorCode())
}

// innermost returns the text of the error that the others wrap: the outer ones
// repeat the operation and name the address.
func innermost(err error) string {
	for _, known := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return printable.Text(err.Error())
		}
		err = next
	}
}

// tries returns "3 (InternalServerError)", or "" for a single attempt.
func (a attempts) tries() string {
	if a.sent < 2 {
		return ""
	}
	if len(a.causes) == 0 {
		return fmt.Sprint(a.sent)
	}
	return fmt.Sprintf("%d (%s)", a.sent, strings.Join(slices.Compact(slices.Clone(a.causes)), ", "))
}

// refused returns a line for each statement of a PartiQL batch that failed:
// the batch as a whole has succeeded all the same.
func refused(out any) lines {
	answer, _ := out.(*dynamodb.BatchExecuteStatementOutput)
	if answer == nil {
		return nil
	}
	var l lines
	for i, r := range answer.Responses {
		if r.Error != nil {
			l.add("error", printable.Text(fmt.Sprintf("statement %d: %s: %s", i+1, r.Error.Code, fieldsOf(r.Error).str("Message"))))
		}
	}
	return l
}
