package trace_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

func failed(code, rest string) answer {
	return answer{400, `{"__type":"com.amazonaws.dynamodb.v20120810#` + code + `"` + rest + `}`}
}

var (
	throttled = failed("ProvisionedThroughputExceededException", `,"message":"The level is exceeded"`)
	reasoned  = failed("ProvisionedThroughputExceededException", `,"message":"Throughput exceeds the limit","ThrottlingReasons":[{"reason":"TableWriteKeyRangeThroughputExceeded","resource":"arn:x"}]`)
	internal  = answer{500, `{"__type":"InternalServerError","message":"again"}`}
)

func get(t *testing.T, h http.Handler) []trace.Record {
	t.Helper()
	return traced(t, h, func(c *dynamodb.Client) error {
		_, err := c.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("t"), Key: item{}})
		return err
	})
}

func TestFailures(t *testing.T) {
	const throughput = "ProvisionedThroughputExceededException"
	for _, c := range []struct {
		name    string
		answers []answer
		want    []trace.Detail
		tries   int
	}{
		{"refused", []answer{failed("ValidationException", `,"message":"One or more\nvalues \u001b[31m"`)}, details("error", `ValidationException: One or more\nvalues \u{1b}[31m`), 1},
		{"no message", []answer{failed("ConditionalCheckFailedException", "")}, details("error", "ConditionalCheckFailedException"), 1},
		{"throttled twice, then done", []answer{throttled, throttled, {200, "{}"}}, details("attempts", "3 ("+throughput+")"), 3},
		{"throttled for a reason, then done", []answer{reasoned, {200, "{}"}}, details("attempts", "2 ("+throughput+": TableWriteKeyRangeThroughputExceeded arn:x)"), 2},
		{"two causes", []answer{throttled, internal, {200, "{}"}}, details("attempts", "3 ("+throughput+", InternalServerError)"), 3},
		{"throttled to the end", []answer{throttled}, details("error", throughput+": The level is exceeded", "attempts", "3 ("+throughput+")"), 3},
		{"throttled for a reason to the end", []answer{reasoned}, details("error", throughput+": Throughput exceeds the limit (TableWriteKeyRangeThroughputExceeded arn:x)", "attempts", "3 ("+throughput+": TableWriteKeyRangeThroughputExceeded arn:x)"), 3},
		{"a page instead of an answer", []answer{{404, "<html>not here</html>"}}, details("error", "no answer: invalid character '<' looking for beginning of value"), 1},
	} {
		want := trace.Record{Operation: "GetItem", Table: "t", Details: append(details("key", "{}"), c.want...), Attempts: c.tries}
		same(t, c.name, []trace.Record{want}, get(t, script(c.answers...)))
	}
}

func TestCancelledTransaction(t *testing.T) {
	cancelled := failed("TransactionCanceledException", `,"Message":"Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]",
		"CancellationReasons":[{"Code":"None"},{"Code":"ConditionalCheckFailed","Message":"The conditional request failed"}]`)
	key := item{"PK": str("a")}
	got := traced(t, script(cancelled), func(c *dynamodb.Client) error {
		_, err := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
			{Delete: &types.Delete{TableName: aws.String("b"), Key: key}}, {Delete: &types.Delete{TableName: aws.String("a"), Key: key}},
		}})
		return err
	})
	same(t, "transaction", []trace.Record{{
		Operation: "TransactWriteItems", Tables: tables("b", "Delete (key: {PK: 'a'})", "a", "Delete (key: {PK: 'a'})"), Attempts: 1,
		Details: details("error", "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed (The conditional request failed)]"),
	}}, got)
}

func TestUnprocessed(t *testing.T) {
	del := types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: item{"PK": str("b")}}}
	left := answer{200, `{"UnprocessedItems":{"t":[{"DeleteRequest":{"Key":{"PK":{"S":"b"}}}}]}}`}
	got := traced(t, script(left), func(c *dynamodb.Client) error {
		_, err := c.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{"t": {del, del}, "u": {del}}})
		return err
	})
	same(t, "writes", []trace.Record{{Operation: "BatchWriteItem", Tables: tables("t", "0 puts, 2 deletes", "t", "unprocessed 0 puts, 1 delete", "u", "0 puts, 1 delete"), Attempts: 1}}, got)

	left = answer{200, `{"UnprocessedKeys":{"t":{"Keys":[{"PK":{"S":"b"}}]}}}`}
	got = traced(t, script(left), func(c *dynamodb.Client) error {
		_, err := c.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"t": {Keys: []map[string]types.AttributeValue{{"PK": str("a")}, {"PK": str("b")}}}}})
		return err
	})
	same(t, "reads", []trace.Record{{Operation: "BatchGetItem", Tables: tables("t", "2 keys", "t", "unprocessed 1 key"), Attempts: 1}}, got)
}

func TestRefusedStatement(t *testing.T) {
	got := traced(t, script(answer{200, `{"Responses":[{},{"Error":{"Code":"ConditionalCheckFailed","Message":"no"}}]}`}), func(c *dynamodb.Client) error {
		_, err := c.BatchExecuteStatement(t.Context(), &dynamodb.BatchExecuteStatementInput{Statements: []types.BatchStatementRequest{{Statement: aws.String("S1")}, {Statement: aws.String("S2")}}})
		return err
	})
	same(t, "statements", []trace.Record{{Operation: "BatchExecuteStatement", Details: details("statement", "S1", "statement", "S2", "error", "statement 2: ConditionalCheckFailed: no"), Attempts: 1}}, got)
}

// What DynamoDB never saw is not in the trace.
func TestCallsNotSent(t *testing.T) {
	var got recorder
	client := dynamodb.NewFromConfig(config(t, script(answer{200, "{}"})), trace.To(&got))
	if _, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{}); err == nil {
		t.Error("a GetItem without a table was sent")
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.ListTables(over, &dynamodb.ListTablesInput{}); !errors.Is(err, context.Canceled) {
		t.Errorf("on a context that is over: %v", err)
	}
	same(t, "not sent", []trace.Record(nil), got.records)
}

func TestCallsCutOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := traced(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		bodyField(r, "") // a server notices a lost caller only once the body is read
		cancel()
		<-r.Context().Done()
	}), func(c *dynamodb.Client) error {
		_, err := c.ListTables(ctx, &dynamodb.ListTablesInput{})
		return err
	})
	same(t, "cancelled on its way", []trace.Record{{Operation: "ListTables", Details: details("error", "no answer: context canceled"), Attempts: 1}}, got)

	got = get(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	same(t, "connection lost", []trace.Record{{Operation: "GetItem", Table: "t", Details: details("key", "{}", "error", "no answer: EOF"), Attempts: 1}}, got)
}

func TestCapacity(t *testing.T) {
	const one = `{"TableName":"b","CapacityUnits":2.5,"Table":{"CapacityUnits":1},"GlobalSecondaryIndexes":{"G2":{"CapacityUnits":0.5},"G1":{"CapacityUnits":1}}}`
	asked := ""
	h := func(body string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = bodyField(r, "ReturnConsumedCapacity")
			reply(w, answer{200, body})
		})
	}
	for _, c := range []struct {
		name, body, want string
		call             func(context.Context, *dynamodb.Client) error
	}{
		{"one table", `{"ConsumedCapacity":` + one + `}`, "2.5 (table: 1, G1: 1, G2: 0.5)", op((*dynamodb.Client).GetItem, &dynamodb.GetItemInput{TableName: aws.String("b"), Key: item{}})},
		{"a table without indexes", `{"ConsumedCapacity":{"CapacityUnits":0.5,"Table":{"CapacityUnits":0.5}}}`, "0.5", op((*dynamodb.Client).GetItem, &dynamodb.GetItemInput{TableName: aws.String("b"), Key: item{}})},
		{"two tables", `{"ConsumedCapacity":[` + one + `,{"TableName":"a","CapacityUnits":3}]}`, "a 3, b 2.5 (table: 1, G1: 1, G2: 0.5)", op((*dynamodb.Client).BatchGetItem, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"a": {Keys: []map[string]types.AttributeValue{}}}})},
	} {
		var got recorder
		client := dynamodb.NewFromConfig(config(t, h(c.body)), trace.AskCapacity, trace.AskCapacity, trace.To(&got), trace.To(&got))
		if err := c.call(t.Context(), client); err != nil {
			t.Fatal(err)
		}
		for _, r := range got.records {
			if diff := cmp.Diff([]string{"INDEXES", c.want}, []string{asked, r.Capacity}); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.name, diff)
			}
		}
		if len(got.records) != 2 {
			t.Errorf("two tracers made %d records", len(got.records))
		}
	}
}
