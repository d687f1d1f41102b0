package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// operations are all that the engine answers, by index for FuzzRequest: new
// ones go to the end, so that a corpus keeps its meaning.
func operations() []string {
	return []string{
		"PutItem", "GetItem", "UpdateItem", "DeleteItem", "Query", "Scan", "BatchGetItem", "BatchWriteItem", "TransactGetItems", "TransactWriteItems",
		"CreateTable", "DescribeTable", "ListTables", "DeleteTable", "UpdateTable", "UpdateTimeToLive", "DescribeTimeToLive",
		"TagResource", "UntagResource", "ListTagsOfResource", "DescribeLimits", "DescribeEndpoints", "DescribeContinuousBackups",
		"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords", "ExecuteStatement",
	}
}

// call sends one request without a socket.
func call(t testing.TB, srv *emulator.Server, operation, body string) (status int, answer string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://localhost/", strings.NewReader(body))
	prefix := "DynamoDB_20120810."
	switch operation {
	case "ListStreams", "DescribeStream", "GetShardIterator", "GetRecords":
		prefix = "DynamoDBStreams_20120810."
	}
	r.Header.Set("X-Amz-Target", prefix+operation)
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=x")
	w := httptest.NewRecorder()
	srv.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// mustCall is a call that has to succeed.
func mustCall(t testing.TB, srv *emulator.Server, operation, body string) string {
	t.Helper()
	status, answer := call(t, srv, operation, body)
	if status != http.StatusOK {
		t.Fatalf("%s %s: status %d: %s", operation, body, status, answer)
	}
	return answer
}

// ready is an engine with two tables, indexes, items and a stream.
func ready(t testing.TB) *emulator.Server {
	t.Helper()
	srv := emulator.New(emulator.Options{})
	t.Cleanup(func() { _ = srv.Close() })
	mustCall(t, srv, "CreateTable", `{"TableName":"main","BillingMode":"PAY_PER_REQUEST",
		"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"},{"AttributeName":"l","AttributeType":"B"}],
		"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
		"GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],
		"LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["v"]}}],
		"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}`)
	mustCall(t, srv, "CreateTable", `{"TableName":"plain","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},
		"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}`)
	mustCall(t, srv, "UpdateTimeToLive", `{"TableName":"plain","TimeToLiveSpecification":{"AttributeName":"expires","Enabled":true}}`)
	for i := range 5 {
		mustCall(t, srv, "PutItem", fmt.Sprintf(`{"TableName":"main","Item":{"pk":{"S":"a"},"sk":{"N":"%d"},"g":{"S":"x"},"l":{"B":"AAE="},"v":{"L":[{"N":"1"},{"M":{"w":{"SS":["p","q"]}}}]}}}`, i))
		mustCall(t, srv, "PutItem", fmt.Sprintf(`{"TableName":"plain","Item":{"pk":{"S":"k%d"},"expires":{"N":"1900000000"}}}`, i))
	}
	return srv
}

// seeds are realistic bodies, by operation.
func seeds() map[string][]string {
	const key = `"Key":{"pk":{"S":"a"},"sk":{"N":"1"}}`
	const arn = `"arn:aws:dynamodb:us-east-1:000000000000:table/main"`
	return map[string][]string{
		"PutItem": {`{"TableName":"main","Item":{"pk":{"S":"a"},"sk":{"N":"1.50E2"},"b":{"BOOL":true},"n":{"NULL":true},"s":{"NS":["1","2"]}},"ConditionExpression":"attribute_not_exists(#p) OR #p <> :v","ExpressionAttributeNames":{"#p":"pk"},"ExpressionAttributeValues":{":v":{"S":"z"}},"ReturnValues":"ALL_OLD","ReturnConsumedCapacity":"INDEXES","ReturnItemCollectionMetrics":"SIZE","ReturnValuesOnConditionCheckFailure":"ALL_OLD"}`,
			`{"TableName":"plain","Item":{"pk":{"S":"k1"}},"Expected":{"pk":{"Exists":false},"v":{"ComparisonOperator":"IN","AttributeValueList":[{"N":"1"}]}},"ConditionalOperator":"OR"}`},
		"GetItem":    {`{"TableName":"main",` + key + `,"ProjectionExpression":"v[1].w, #g","ExpressionAttributeNames":{"#g":"g"},"ConsistentRead":true}`, `{"TableName":"main",` + key + `,"AttributesToGet":["v"]}`},
		"UpdateItem": {`{"TableName":"main",` + key + `,"UpdateExpression":"SET v[0] = v[0] + :n, z = list_append(if_not_exists(z, :e), :e) REMOVE g ADD c :n DELETE v[1].w :s","ExpressionAttributeValues":{":n":{"N":"1"},":e":{"L":[]},":s":{"SS":["p"]}},"ReturnValues":"UPDATED_NEW"}`, `{"TableName":"main",` + key + `,"AttributeUpdates":{"c":{"Action":"ADD","Value":{"N":"1"}},"g":{"Action":"DELETE"}}}`},
		"DeleteItem": {`{"TableName":"main",` + key + `,"ConditionExpression":"size(v) BETWEEN :a AND :b AND NOT contains(g, :g)","ExpressionAttributeValues":{":a":{"N":"1"},":b":{"N":"9"},":g":{"S":"y"}},"ReturnValues":"ALL_OLD"}`},
		"Query": {`{"TableName":"main","KeyConditionExpression":"pk = :p AND sk BETWEEN :a AND :b","FilterExpression":"attribute_type(v, :t) AND begins_with(g, :g)","ExpressionAttributeValues":{":p":{"S":"a"},":a":{"N":"-1"},":b":{"N":"9"},":t":{"S":"L"},":g":{"S":"x"}},"Limit":2,"ScanIndexForward":false,"ExclusiveStartKey":{"pk":{"S":"a"},"sk":{"N":"3"}}}`,
			`{"TableName":"main","IndexName":"lsi","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},"l":{"ComparisonOperator":"BEGINS_WITH","AttributeValueList":[{"B":"AA=="}]}},"QueryFilter":{"v":{"ComparisonOperator":"NOT_NULL"}},"Select":"ALL_ATTRIBUTES"}`,
			`{"TableName":"main","IndexName":"gsi","KeyConditionExpression":"g = :g","ExpressionAttributeValues":{":g":{"S":"x"}},"Select":"COUNT","ReturnConsumedCapacity":"TOTAL"}`},
		"Scan":               {`{"TableName":"main","FilterExpression":"v[1].w = :s OR sk IN (:n, :s)","ExpressionAttributeValues":{":s":{"SS":["q","p"]},":n":{"N":"2"}},"Segment":1,"TotalSegments":4}`, `{"TableName":"main","IndexName":"gsi","ScanFilter":{"g":{"ComparisonOperator":"NE","AttributeValueList":[{"S":"y"}]}},"Limit":1}`},
		"BatchGetItem":       {`{"RequestItems":{"main":{"Keys":[{"pk":{"S":"a"},"sk":{"N":"1"}},{"pk":{"S":"a"},"sk":{"N":"99"}}],"ProjectionExpression":"v","ConsistentRead":true},"plain":{"Keys":[{"pk":{"S":"k1"}}]}},"ReturnConsumedCapacity":"INDEXES"}`},
		"BatchWriteItem":     {`{"RequestItems":{"main":[{"PutRequest":{"Item":{"pk":{"S":"b"},"sk":{"N":"1"}}}},{"DeleteRequest":{` + key + `}}],"plain":[{"DeleteRequest":{"Key":{"pk":{"S":"k1"}}}}]},"ReturnItemCollectionMetrics":"SIZE"}`},
		"TransactGetItems":   {`{"TransactItems":[{"Get":{"TableName":"main",` + key + `,"ProjectionExpression":"v"}},{"Get":{"TableName":"plain","Key":{"pk":{"S":"no"}}}}],"ReturnConsumedCapacity":"TOTAL"}`},
		"TransactWriteItems": {`{"TransactItems":[{"Update":{"TableName":"main",` + key + `,"UpdateExpression":"SET v = :v","ExpressionAttributeValues":{":v":{"N":"1"}}}},{"ConditionCheck":{"TableName":"plain","Key":{"pk":{"S":"k1"}},"ConditionExpression":"attribute_exists(pk)"}},{"Put":{"TableName":"plain","Item":{"pk":{"S":"n"}}}},{"Delete":{"TableName":"plain","Key":{"pk":{"S":"k2"}}}}],"ClientRequestToken":"token"}`},
		"CreateTable":        {`{"TableName":"new","BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},"AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"b","AttributeType":"B"}],"KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"GlobalSecondaryIndexes":[{"IndexName":"idx","KeySchema":[{"AttributeName":"b","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}],"Tags":[{"Key":"k","Value":"v"}]}`},
		"DescribeTable":      {`{"TableName":"main"}`, `{"TableName":` + arn + `}`},
		"ListTables":         {`{"Limit":1,"ExclusiveStartTableName":"main"}`},
		"DeleteTable":        {`{"TableName":"plain"}`},
		"UpdateTable": {`{"TableName":"main","AttributeDefinitions":[{"AttributeName":"v","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"more","KeySchema":[{"AttributeName":"v","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}]}`,
			`{"TableName":"main","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"gsi"}}]}`, `{"TableName":"plain","BillingMode":"PAY_PER_REQUEST","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}`},
		"UpdateTimeToLive":          {`{"TableName":"main","TimeToLiveSpecification":{"AttributeName":"sk","Enabled":true}}`},
		"DescribeTimeToLive":        {`{"TableName":"plain"}`},
		"TagResource":               {`{"ResourceArn":` + arn + `,"Tags":[{"Key":"k","Value":"v"}]}`},
		"UntagResource":             {`{"ResourceArn":` + arn + `,"TagKeys":["k"]}`},
		"ListTagsOfResource":        {`{"ResourceArn":` + arn + `}`},
		"DescribeLimits":            {`{}`},
		"DescribeEndpoints":         {`{}`},
		"DescribeContinuousBackups": {`{"TableName":"main"}`},
		"ListStreams":               {`{"TableName":"main","Limit":1}`},
		"DescribeStream":            {`{"StreamArn":"arn:aws:dynamodb:us-east-1:000000000000:table/main/stream/2026-10-20T00:00:00.000"}`},
		"GetShardIterator":          {`{"StreamArn":"arn:aws:dynamodb:us-east-1:000000000000:table/main/stream/2026-10-20T00:00:00.000","ShardId":"shardId-00000000000000000000-00000000","ShardIteratorType":"TRIM_HORIZON"}`},
		"GetRecords":                {`{"ShardIterator":"x","Limit":1}`},
		"ExecuteStatement":          {`{"Statement":"SELECT * FROM main"}`},
	}
}

// TestSeeds keeps the corpus of FuzzRequest realistic: every operation has a
// seed, and each is JSON.
func TestSeeds(t *testing.T) {
	for _, operation := range operations() {
		bodies := seeds()[operation]
		if len(bodies) == 0 {
			t.Errorf("%s has no seed", operation)
		}
		for _, body := range bodies {
			if !json.Valid([]byte(body)) {
				t.Errorf("%s: not JSON: %s", operation, body)
			}
		}
	}
}

// FuzzRequest sends whole requests: none may crash or hang the engine, be its
// own fault (500), or leave a table that does not add up.
func FuzzRequest(f *testing.F) {
	for i, operation := range operations() {
		for _, body := range seeds()[operation] {
			f.Add(byte(i), body)
		}
	}
	f.Fuzz(func(t *testing.T, index byte, body string) {
		srv := ready(t)
		operation := operations()[int(index)%len(operations())]
		status, answer := call(t, srv, operation, body)
		if status != http.StatusOK && status != http.StatusBadRequest {
			t.Errorf("%s: status %d: %s", operation, status, answer)
		}
		if !json.Valid([]byte(answer)) {
			t.Errorf("%s: the answer is not JSON: %q", operation, answer)
		}
		if err := srv.Check(); err != nil {
			t.Error(err)
		}
		mustCall(t, srv, "ListTables", `{}`)
	})
}
