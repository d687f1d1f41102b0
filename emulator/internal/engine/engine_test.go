package engine

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/limits"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

const createOrders = `{"TableName":"orders","BillingMode":"PAY_PER_REQUEST",
	"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"status","AttributeType":"S"},{"AttributeName":"day","AttributeType":"S"}],
	"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
	"GlobalSecondaryIndexes":[{"IndexName":"by-status","KeySchema":[{"AttributeName":"status","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],
	"LocalSecondaryIndexes":[{"IndexName":"by-day","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"day","KeyType":"RANGE"}],
		"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["total"]}}]}`

// orders is an engine with three orders of one customer.
func orders(t *testing.T, o catalog.Options) *Engine {
	t.Helper()
	e := New(o)
	t.Cleanup(func() {
		if err := e.Check(); err != nil {
			t.Error(err)
		}
	})
	must(t, e, "CreateTable", createOrders)
	for i, status := range []string{"PENDING", "SHIPPED", "PENDING"} {
		must(t, e, "PutItem", fmt.Sprintf(`{"TableName":"orders","Item":{"pk":{"S":"c1"},"sk":{"N":"%d"},"status":{"S":%q},"day":{"S":"d%d"},"total":{"N":"7"},"note":{"S":"x"}}}`, i+1, status, 9-i))
	}
	return e
}

func must(t *testing.T, e *Engine, operation, body string) string {
	t.Helper()
	status, answer := e.Do(Call{Operation: operation, Body: []byte(body)}, nil)
	if status != 200 {
		t.Fatalf("%s %s: %d %s", operation, body, status, answer)
	}
	return string(answer)
}

// refused is a ValidationException's body.
func refused(message string) string {
	return `{"__type":"com.amazon.coral.validate#ValidationException","message":"` + message + `"}`
}

// TestAnswers gives requests as they stand on the wire, and the whole answers.
// None changes what the next one sees.
func TestAnswers(t *testing.T) {
	e := orders(t, catalog.Options{})
	const key = `"Key":{"pk":{"S":"c1"},"sk":{"N":"1"}}`
	const query = `"TableName":"orders","KeyConditionExpression":"pk = :c","ExpressionAttributeValues":{":c":{"S":"c1"}}`
	for _, c := range []struct{ name, operation, body, want string }{
		{"get", "GetItem", `{"TableName":"orders",` + key + `,"ProjectionExpression":"pk,sk"}`, `{"Item":{"pk":{"S":"c1"},"sk":{"N":"1"}}}`},
		{"get by ARN", "GetItem", `{"TableName":"arn:aws:dynamodb:us-east-1:123456789012:table/orders",` + key + `,"AttributesToGet":["total"]}`, `{"Item":{"total":{"N":"7"}}}`},
		{"get what is not there", "GetItem", `{"TableName":"orders","Key":{"pk":{"S":"c1"},"sk":{"N":"9"}},"ReturnConsumedCapacity":"TOTAL"}`, `{"ConsumedCapacity":{"TableName":"orders","CapacityUnits":0.5}}`},
		{"get from nowhere", "GetItem", `{"TableName":"nowhere",` + key + `}`, `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"Requested resource not found"}`},
		{"a null member is none", "GetItem", `{"TableName":"orders",` + key + `,"ProjectionExpression":null,"ConsistentRead":true,"AttributesToGet":["note"]}`, `{"Item":{"note":{"S":"x"}}}`},
		{"no table", "GetItem", `{` + key + `}`, refused(`1 validation error detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null`)},
		{"no key", "GetItem", `{"TableName":"orders"}`, refused(`1 validation error detected: Value null at 'key' failed to satisfy constraint: Member must not be null`)},
		{"a key with more", "GetItem", `{"TableName":"orders","Key":{"pk":{"S":"c1"},"sk":{"N":"1"},"x":{"N":"1"}}}`, refused(`The provided key element does not match the schema`)},
		{"an empty key", "GetItem", `{"TableName":"orders","Key":{"pk":{"S":""},"sk":{"N":"1"}}}`, refused(`One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk`)},
		{"trailing text", "GetItem", `{} {}`, `{"__type":"com.amazon.coral.service#SerializationException","message":"offset 3: text after the end of the body"}`},
		{"both kinds of projection", "GetItem", `{"TableName":"orders",` + key + `,"AttributesToGet":["a"],"ProjectionExpression":"a"}`,
			refused(`Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}`)},
		{"names without expression", "GetItem", `{"TableName":"orders",` + key + `,"ExpressionAttributeNames":{"#a":"a"}}`, refused(`ExpressionAttributeNames can only be specified when using expressions`)},
		{"values without expression", "UpdateItem", `{"TableName":"orders",` + key + `,"ExpressionAttributeValues":{":a":{"N":"1"}}}`,
			refused(`ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and ConditionExpression are null`)},
		{"a refused value", "UpdateItem", `{"TableName":"orders",` + key + `,"UpdateExpression":"SET a = :a","ExpressionAttributeValues":{":a":{"SS":[]}}}`,
			refused(`ExpressionAttributeValues contains invalid value: One or more parameter values were invalid: An string set  may not be empty for key :a`)},
		{"put returns what it cannot", "PutItem", `{"TableName":"orders","Item":{"pk":{"S":"c1"},"sk":{"N":"1"}},"ReturnValues":"ALL_NEW"}`, refused(`ReturnValues can only be ALL_OLD or NONE`)},
		{"put without a key", "PutItem", `{"TableName":"orders","Item":{"pk":{"S":"c1"}}}`, refused(`One or more parameter values were invalid: Missing the key sk in the item`)},
		{"put with another type", "PutItem", `{"TableName":"orders","Item":{"pk":{"S":"c1"},"sk":{"S":"1"}}}`, refused(`One or more parameter values were invalid: Type mismatch for key sk expected: N actual: S`)},
		{"put with an index key of another type", "PutItem", `{"TableName":"orders","Item":{"pk":{"S":"c1"},"sk":{"N":"1"},"status":{"N":"1"}}}`,
			refused(`One or more parameter values were invalid: Type mismatch for Index Key status Expected: S Actual: N IndexName: by-status`)},
		{"update of the key", "UpdateItem", `{"TableName":"orders",` + key + `,"UpdateExpression":"SET sk = :a","ExpressionAttributeValues":{":a":{"N":"1"}}}`,
			refused(`One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the key`)},
		{"a condition that fails", "DeleteItem", `{"TableName":"orders",` + key + `,"ConditionExpression":"attribute_not_exists(pk)","ReturnValuesOnConditionCheckFailure":"ALL_OLD"}`,
			`{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed","Item":{"day":{"S":"d9"},"note":{"S":"x"},"pk":{"S":"c1"},"sk":{"N":"1"},"status":{"S":"PENDING"},"total":{"N":"7"}}}`},
		{"an older condition that fails", "DeleteItem", `{"TableName":"orders",` + key + `,"Expected":{"total":{"Value":{"N":"8"}}}}`,
			`{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed"}`},

		{"query", "Query", `{` + query + `,"Select":"COUNT","ReturnConsumedCapacity":"INDEXES"}`, `{"Count":3,"ScannedCount":3,"ConsumedCapacity":{"TableName":"orders","CapacityUnits":0.5,"Table":{"CapacityUnits":0.5}}}`},
		{"query a page", "Query", `{` + query + `,"ProjectionExpression":"sk","Limit":1,"ScanIndexForward":false}`, `{"Count":1,"Items":[{"sk":{"N":"3"}}],"LastEvaluatedKey":{"pk":{"S":"c1"},"sk":{"N":"3"}},"ScannedCount":1}`},
		{"query the next", "Query", `{` + query + `,"ProjectionExpression":"sk","Limit":1,"ScanIndexForward":false,"ExclusiveStartKey":{"pk":{"S":"c1"},"sk":{"N":"3"}}}`,
			`{"Count":1,"Items":[{"sk":{"N":"2"}}],"LastEvaluatedKey":{"pk":{"S":"c1"},"sk":{"N":"2"}},"ScannedCount":1}`},
		{"query from elsewhere", "Query", `{` + query + `,"ExclusiveStartKey":{"pk":{"S":"c2"},"sk":{"N":"3"}}}`, refused(`The provided starting key is outside query boundaries based on provided conditions`)},
		{"query from no key", "Query", `{` + query + `,"ExclusiveStartKey":{"pk":{"S":"c1"}}}`, refused(`The provided starting key is invalid`)},
		{"query from no value", "Query", `{` + query + `,"ExclusiveStartKey":{"pk":{},"sk":{"N":"3"}}}`,
			refused(`The provided starting key is invalid: Supplied AttributeValue is empty, must contain exactly one of the supported datatypes`)},
		{"query past the range", "Query", `{"TableName":"orders","KeyConditionExpression":"pk = :c AND sk < :n","ExpressionAttributeValues":{":c":{"S":"c1"},":n":{"N":"2"}},"ExclusiveStartKey":{"pk":{"S":"c1"},"sk":{"N":"3"}}}`,
			refused(`The provided starting key does not match the range key predicate`)},
		{"query without condition", "Query", `{"TableName":"orders"}`, refused(`Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.`)},
		{"query a missing index", "Query", `{` + query + `,"IndexName":"by-nothing"}`, refused(`The table does not have the specified index: by-nothing`)},
		{"query with a filter on the key", "Query", `{"TableName":"orders","KeyConditionExpression":"pk = :c","FilterExpression":"sk = :n","ExpressionAttributeValues":{":c":{"S":"c1"},":n":{"N":"2"}}}`,
			refused(`Filter Expression can only contain non-primary key attributes: Primary key attribute: sk`)},
		{"query with an older filter on the key", "Query", `{"TableName":"orders","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"c1"}]}},"QueryFilter":{"sk":{"ComparisonOperator":"NOT_NULL"}}}`,
			refused(`QueryFilter can only contain non-primary key attributes: Primary key attribute: sk`)},
		{"query the local index", "Query", `{` + query + `,"IndexName":"by-day","Limit":1}`,
			`{"Count":1,"Items":[{"day":{"S":"d7"},"pk":{"S":"c1"},"sk":{"N":"3"},"total":{"N":"7"}}],"LastEvaluatedKey":{"day":{"S":"d7"},"pk":{"S":"c1"},"sk":{"N":"3"}},"ScannedCount":1}`},
		{"what the local index lacks is fetched", "Query", `{` + query + `,"IndexName":"by-day","ProjectionExpression":"note","Limit":1,"ReturnConsumedCapacity":"INDEXES"}`,
			`{"Count":1,"Items":[{"note":{"S":"x"}}],"LastEvaluatedKey":{"day":{"S":"d7"},"pk":{"S":"c1"},"sk":{"N":"3"}},"ScannedCount":1,` +
				`"ConsumedCapacity":{"TableName":"orders","CapacityUnits":1.0,"Table":{"CapacityUnits":0.5},"LocalSecondaryIndexes":{"by-day":{"CapacityUnits":0.5}}}}`},
		{"what the global index lacks is not", "Query", `{"TableName":"orders","IndexName":"by-status","KeyConditionExpression":"#s = :p","ProjectionExpression":"note","ExpressionAttributeNames":{"#s":"status"},"ExpressionAttributeValues":{":p":{"S":"PENDING"}}}`,
			refused(`One or more parameter values were invalid: Global secondary index by-status does not project [note]`)},
		{"all of a global index's items", "Query", `{"TableName":"orders","IndexName":"by-status","Select":"ALL_ATTRIBUTES","KeyConditionExpression":"#s = :p","ExpressionAttributeNames":{"#s":"status"},"ExpressionAttributeValues":{":p":{"S":"PENDING"}}}`,
			refused(`One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index by-status because its projection type is not ALL`)},
		{"count and projection", "Query", `{` + query + `,"Select":"COUNT","ProjectionExpression":"sk"}`, refused(`Cannot specify the ProjectionExpression when choosing to get only the Count`)},
		{"specific attributes without any", "Scan", `{"TableName":"orders","Select":"SPECIFIC_ATTRIBUTES"}`, refused(`Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES`)},
		{"projected attributes of a table", "Scan", `{"TableName":"orders","Select":"ALL_PROJECTED_ATTRIBUTES"}`, refused(`One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName`)},
		{"a consistent read of a global index", "Scan", `{"TableName":"orders","IndexName":"by-status","ConsistentRead":true}`, refused(`Consistent reads are not supported on global secondary indexes`)},
		{"a segment too many", "Scan", `{"TableName":"orders","Segment":2,"TotalSegments":2}`, refused(`The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 2 is not less than TotalSegments: 2`)},
		{"a segment of nothing", "Scan", `{"TableName":"orders","Segment":0}`, refused(`The TotalSegments parameter is required but was not present in the request when Segment parameter is present`)},
		{"scan an index", "Scan", `{"TableName":"orders","IndexName":"by-status","Select":"COUNT"}`, `{"Count":3,"ScannedCount":3}`},

		{"a transaction of nothing", "TransactWriteItems", `{"TransactItems":[{}]}`, refused(`TransactItems can only contain one of Check, Put, Update or Delete`)},
		{"a transaction of half an update", "TransactWriteItems", `{"TransactItems":[{"Update":{"TableName":"orders",` + key + `}}]}`,
			refused(`1 validation error detected: Value null at 'transactItems.1.member.update.updateExpression' failed to satisfy constraint: Member must not be null`)},
		{"a transaction that reads", "TransactGetItems", `{"TransactItems":[{"Get":{"TableName":"orders",` + key + `,"ProjectionExpression":"note"}},{"Get":{"TableName":"orders","Key":{"pk":{"S":"c9"},"sk":{"N":"1"}}}}],"ReturnConsumedCapacity":"TOTAL"}`,
			`{"Responses":[{"Item":{"note":{"S":"x"}}},{}],"ConsumedCapacity":[{"TableName":"orders","CapacityUnits":4.0,"ReadCapacityUnits":4.0}]}`},
		{"a transaction that reads a bad key", "TransactGetItems", `{"TransactItems":[{"Get":{"TableName":"orders",` + key + `}},{"Get":{"TableName":"orders","Key":{}}}]}`,
			`{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"Transaction cancelled, please refer cancellation reasons for specific reasons [None, ValidationError]",` +
				`"CancellationReasons":[{"Code":"None"},{"Code":"ValidationError","Message":"The provided key element does not match the schema"}]}`},
		{"a batch with one key twice", "BatchGetItem", `{"RequestItems":{"orders":{"Keys":[{"pk":{"S":"c1"},"sk":{"N":"1"}},{"pk":{"S":"c1"},"sk":{"N":"1.0"}}]}}}`, refused(`Provided list of item keys contains duplicates`)},
		{"a batch of no keys", "BatchGetItem", `{"RequestItems":{"orders":{"Keys":[]}}}`, refused(`1 validation error detected: Value '[]' at 'requestItems.orders.member.keys' failed to satisfy constraint: Member must have length greater than or equal to 1`)},
		{"a batch of a write that is none", "BatchWriteItem", `{"RequestItems":{"orders":[{}]}}`, refused(`Supplied AttributeValue is empty, must contain exactly one of the supported datatypes`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, answer := e.Do(Call{Operation: c.operation, Body: []byte(c.body)}, nil)
			if diff := cmp.Diff(c.want, string(answer)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// still is a clock that stands still, so that nothing is refilled meanwhile.
func still() time.Time { return time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC) }

// TestIndexLimit fills the queue of an index: then the table itself refuses
// writes, and names the index.
func TestIndexLimit(t *testing.T) {
	e := orders(t, catalog.Options{Now: still, Limits: &limits.Options{Model: partition.Options{Queue: 5 * partition.Unit}}})
	put := func(i int) string {
		_, answer := e.Do(Call{Operation: "PutItem", Body: fmt.Appendf(nil, `{"TableName":"orders","Item":{"pk":{"S":"p%d"},"sk":{"N":"1"},"status":{"S":"PENDING"}}}`, i)}, nil)
		return string(answer)
	}
	got := ""
	for i := 0; i < 3000 && (got == "" || got == "{}"); i++ {
		got = put(i)
	}
	want := `{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"Throughput exceeds the current capacity for one or more global secondary indexes. ` +
		`DynamoDB is automatically scaling your index so please try again shortly.",` +
		`"throttlingReasons":[{"reason":"IndexWriteKeyRangeThroughputExceeded","resource":"arn:aws:dynamodb:us-east-1:123456789012:table/orders/index/by-status"}]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestFailedConditionIsPaid spends a partition's writes on conditions that fail.
func TestFailedConditionIsPaid(t *testing.T) {
	e := orders(t, catalog.Options{Now: still, Limits: &limits.Options{}})
	body := []byte(`{"TableName":"orders","Key":{"pk":{"S":"c1"},"sk":{"N":"1"}},"ConditionExpression":"attribute_not_exists(pk)"}`)
	codes := map[string]bool{}
	for range 1200 {
		_, answer := e.Do(Call{Operation: "DeleteItem", Body: body}, nil)
		codes[string(answer[:70])] = true
	}
	if len(codes) != 2 {
		t.Errorf("1,200 failing conditions at once: %v", codes)
	}
}
