// Package trace turns each DynamoDB call of an SDK client into a Record that
// people can read. Two lines put it on anybody's client:
//
//	out := transcript.New(os.Stdout, transcript.Options{})
//	client := dynamodb.NewFromConfig(cfg, trace.To(out))
//
// A Record is made for each call that was really sent, once, when it has ended:
// the SDK's retries happen inside it and are counted. A call that never left
// the program (refused by the SDK's own validation, no credentials, a context
// that had already ended) leaves no Record, because DynamoDB never saw it; its
// caller has the error. A call cut off on its way leaves one, with the error.
//
// Calls made one after another are reported in that order. Calls made at once
// are reported as they end, one at a time and whole; an Order gives them places
// in the order in which the program made them.
//
// Expressions are shown as they were sent, with each #name and :value replaced
// by what it stands for. Values are shown as literals: strings in single
// quotes, numbers with the digits sent, sets as SS{…}, NS{…} and BS{…}, binary
// in base64 with its length. No value can act on a terminal or forge a line
// (package printable). The same call gives the same Record: no clock, request
// id or port is in it.
//
// Tracing costs the rendering of each call's parameters, about as much as their
// JSON costs the SDK; nothing is sent for it and answers are not changed.
package trace

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
)

// Record is one call as it was sent and as it ended. It shares no memory with
// the call's parameters or answer, except Err.
type Record struct {
	// Operation is the API's name for the call, such as "PutItem".
	Operation string
	// Table is the table the call names, taken out of its ARN where the call
	// names it so. It is empty for batches and transactions, and for calls
	// that name no table.
	Table string
	// Tables are the lines of a batch (one for each table, in byte order of
	// their names) or of a transaction (one for each action, in its order).
	Tables []TableLine
	// Details are the other parameters, in the order in which they are to be
	// shown, then "error" and "attempts" where they apply.
	Details []Detail
	// Capacity is what the answer says the call consumed, such as
	// "2 (table: 1, GSI1: 1)". It is empty unless the call asked for it with
	// ReturnConsumedCapacity.
	Capacity string
	// Attempts is how many times the request was sent, at least 1.
	Attempts int
	// Err is the error the caller was given; nil after a success.
	Err error
}

// TableLine is what a batch or a transaction does to one table.
type TableLine struct {
	Table string
	Text
}

// Detail is one labelled parameter, or one fact about how the call ended.
type Detail struct {
	// Label is "statement", "key", "IndexName", "filter", "condition", "item",
	// "update", "project", "Limit", "order", "consistent", "error" or
	// "attempts".
	Label string
	Text
}

// Text is rendered text of one line. It holds two renderings so that each
// output can choose.
type Text struct {
	// Whole is the text with nothing left out.
	Whole string
	// Cut is the text with every value past 200 characters cut and its length
	// told. It is empty when nothing had to be cut.
	Cut string
}

// Brief returns Cut, or Whole when nothing had to be cut.
func (t Text) Brief() string {
	if t.Cut != "" {
		return t.Cut
	}
	return t.Whole
}

// Sink is given each Record. A tracer never calls it twice at once, but two
// tracers (a client of DynamoDB and one of its streams, say) may. The caller of
// the traced operation waits for it. It must not use a client that is traced to
// it. A panic in it reaches the caller of a traced operation.
type Sink interface {
	Call(Record)
}

// To returns an option for dynamodb.NewFromConfig, or for a single call, that
// reports calls to sink. Applied twice to one call it reports once; two
// different sinks both get the call. A nil sink traces nothing.
func To(sink Sink) func(*dynamodb.Options) {
	if sink == nil {
		return func(*dynamodb.Options) {}
	}
	t := &tracer{sink: sink}
	return func(o *dynamodb.Options) { o.APIOptions = append(o.APIOptions, t.install) }
}

// StreamsTo is To for a client of DynamoDB Streams.
func StreamsTo(sink Sink) func(*dynamodbstreams.Options) {
	if sink == nil {
		return func(*dynamodbstreams.Options) {}
	}
	t := &tracer{sink: sink}
	return func(o *dynamodbstreams.Options) { o.APIOptions = append(o.APIOptions, t.install) }
}
