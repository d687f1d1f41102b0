package trace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

const tableARN = "arn:aws:dynamodb:us-east-1:000000000000:table/orders"

// sent is one case: a call and the record it leaves.
type sent struct {
	name string
	call func(context.Context, *dynamodb.Client) error
	want trace.Record
}

// op makes a case's call of a client's method and an input.
func op[In, Out any](method func(*dynamodb.Client, context.Context, *In, ...func(*dynamodb.Options)) (*Out, error), in *In) func(context.Context, *dynamodb.Client) error {
	return func(ctx context.Context, c *dynamodb.Client) error {
		_, err := method(c, ctx, in)
		return err
	}
}

func runSent(t *testing.T, cases []sent) {
	t.Helper()
	for _, c := range cases {
		c.want.Attempts = 1
		got := traced(t, script(answer{200, "{}"}), func(client *dynamodb.Client) error { return c.call(t.Context(), client) })
		same(t, c.name, []trace.Record{c.want}, got)
	}
}

func TestItems(t *testing.T) {
	key, all := item{"SK": str("b"), "PK": str("a")}, item{"PK": str("a"), "total": num("10"), "SK": str("b")}
	values := item{":v1": num("1"), ":v10": num("10")}
	names := map[string]string{"#p": "price", "#sw": "Safety.Warning"}
	runSent(t, []sent{
		{"get", op((*dynamodb.Client).GetItem, &dynamodb.GetItemInput{TableName: aws.String("t"), Key: key, ProjectionExpression: aws.String("#p, #sw"), ExpressionAttributeNames: names, ConsistentRead: aws.Bool(true)}),
			trace.Record{Operation: "GetItem", Table: "t", Details: details("key", "{PK: 'a', SK: 'b'}", "project", "price, `Safety.Warning`", "consistent", "true")}},
		{"defaults are not shown", op((*dynamodb.Client).Query, &dynamodb.QueryInput{TableName: aws.String("t"), KeyConditionExpression: aws.String("PK = :v1"), ExpressionAttributeValues: values, ScanIndexForward: aws.Bool(true), ConsistentRead: aws.Bool(false)}),
			trace.Record{Operation: "Query", Table: "t", Details: details("key", "PK = 1")}},
		{"query", op((*dynamodb.Client).Query, &dynamodb.QueryInput{
			TableName: aws.String(tableARN), IndexName: aws.String("GSI1"), Limit: aws.Int32(3), ScanIndexForward: aws.Bool(false), KeyConditionExpression: aws.String("(PK = :v1 AND SK < :v10)"),
			FilterExpression: aws.String("#p > :v1"), ProjectionExpression: aws.String("PK"), ExpressionAttributeNames: names, ExpressionAttributeValues: values}),
			trace.Record{Operation: "Query", Table: "orders", Details: details("key", "(PK = 1 AND SK < 10)", "IndexName", "GSI1", "filter", "price > 1", "project", "PK", "Limit", "3", "order", "descending")}},
		{"scan", op((*dynamodb.Client).Scan, &dynamodb.ScanInput{TableName: aws.String("t"), FilterExpression: aws.String("a = :v1"), ExpressionAttributeValues: values, Segment: aws.Int32(0), TotalSegments: aws.Int32(2)}),
			trace.Record{Operation: "Scan", Table: "t", Details: details("filter", "a = 1")}},
		{"put", op((*dynamodb.Client).PutItem, &dynamodb.PutItemInput{TableName: aws.String("t"), Item: all, ConditionExpression: aws.String("attribute_not_exists(PK)")}),
			trace.Record{Operation: "PutItem", Table: "t", Details: details("condition", "attribute_not_exists(PK)", "item", "{PK: 'a', SK: 'b', total: 10}")}},
		{"update", op((*dynamodb.Client).UpdateItem, &dynamodb.UpdateItemInput{TableName: aws.String("t"), Key: key, UpdateExpression: aws.String("SET #p = :v10"), ConditionExpression: aws.String("#p = :v1"), ExpressionAttributeNames: names, ExpressionAttributeValues: values}),
			trace.Record{Operation: "UpdateItem", Table: "t", Details: details("key", "{PK: 'a', SK: 'b'}", "condition", "price = 1", "update", "SET price = 10")}},
		{"delete", op((*dynamodb.Client).DeleteItem, &dynamodb.DeleteItemInput{TableName: aws.String("t"), Key: key}),
			trace.Record{Operation: "DeleteItem", Table: "t", Details: details("key", "{PK: 'a', SK: 'b'}")}},
		{"vectors", op((*dynamodb.Client).SearchVectors, &dynamodb.SearchVectorsInput{TableName: aws.String("t"), IndexName: aws.String("V"), SearchVector: []types.AttributeValue{num("0.5"), num("1")}, TopK: aws.Int32(4), SearchConditionExpression: aws.String("a = :v1"), ExpressionAttributeValues: values}),
			trace.Record{Operation: "SearchVectors", Table: "t", Details: details("key", "[0.5, 1]", "IndexName", "V", "filter", "a = 1", "Limit", "4")}},
		{"hostile table name", op((*dynamodb.Client).GetItem, &dynamodb.GetItemInput{TableName: aws.String("t\n>>> Query x\x1b "), Key: item{}}),
			trace.Record{Operation: "GetItem", Table: `t\n>>> Query x\u{1b}`, Details: details("key", "{}")}},
	})
}

func TestLegacyParameters(t *testing.T) {
	cond := func(op types.ComparisonOperator, values ...types.AttributeValue) types.Condition {
		return types.Condition{ComparisonOperator: op, AttributeValueList: values}
	}
	runSent(t, []sent{
		{"query", op((*dynamodb.Client).Query, &dynamodb.QueryInput{
			TableName: aws.String("t"), AttributesToGet: []string{"PK", "a-b"}, ConditionalOperator: types.ConditionalOperatorOr,
			KeyConditions: map[string]types.Condition{"SK": cond("BETWEEN", str("a"), str("b")), "PK": cond("EQ", str("x"))},
			QueryFilter: map[string]types.Condition{"a": cond("NE", num("1")), "b": cond("CONTAINS", str("x")), "c": cond("NOT_CONTAINS", str("y")), "d": cond("NULL"), "e": cond("NOT_NULL"),
				"f": cond("IN", num("1"), num("2")), "g": cond("BEGINS_WITH", str("z")), "h": cond("LT", num("3")), "i": cond("LE", num("4")), "j": cond("GT", num("5")), "k": cond("GE", num("6"))}}),
			trace.Record{Operation: "Query", Table: "t", Details: details(
				"key", "PK = 'x' AND SK BETWEEN 'a' AND 'b'",
				"filter", "a <> 1 OR contains(b, 'x') OR NOT contains(c, 'y') OR attribute_not_exists(d) OR attribute_exists(e) OR f IN (1, 2) OR begins_with(g, 'z') OR h < 3 OR i <= 4 OR j > 5 OR k >= 6",
				"project", "PK, `a-b`")}},
		{"scan", op((*dynamodb.Client).Scan, &dynamodb.ScanInput{TableName: aws.String("t"), ScanFilter: map[string]types.Condition{"a": cond("EQ", num("1"))}}),
			trace.Record{Operation: "Scan", Table: "t", Details: details("filter", "a = 1")}},
		{"put", op((*dynamodb.Client).PutItem, &dynamodb.PutItemInput{TableName: aws.String("t"), Item: item{"PK": str("a")}, Expected: map[string]types.ExpectedAttributeValue{
			"a": {Exists: aws.Bool(false)}, "b": {Value: num("1")}, "c": {ComparisonOperator: "GT", AttributeValueList: []types.AttributeValue{num("2")}}, "d": {ComparisonOperator: "NE", Value: num("3")}}}),
			trace.Record{Operation: "PutItem", Table: "t", Details: details("condition", "attribute_not_exists(a) AND b = 1 AND c > 2 AND d <> 3", "item", "{PK: 'a'}")}},
		{"update", op((*dynamodb.Client).UpdateItem, &dynamodb.UpdateItemInput{TableName: aws.String("t"), Key: item{"PK": str("a")}, AttributeUpdates: map[string]types.AttributeValueUpdate{
			"a": {Value: num("1")}, "b": {Action: "PUT", Value: num("2")}, "c": {Action: "ADD", Value: num("3")}, "d": {Action: "DELETE"}, "e": {Action: "DELETE", Value: &types.AttributeValueMemberSS{Value: []string{"x"}}}}}),
			trace.Record{Operation: "UpdateItem", Table: "t", Details: details("key", "{PK: 'a'}", "update", "SET a = 1, b = 2 REMOVE d ADD c 3 DELETE e SS{'x'}")}},
	})
}

func TestBatchesAndTransactions(t *testing.T) {
	put, del := types.WriteRequest{PutRequest: &types.PutRequest{Item: item{"PK": str("a")}}}, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: item{"PK": str("b")}}}
	key := item{"PK": str("a")}
	runSent(t, []sent{
		{"batch write", op((*dynamodb.Client).BatchWriteItem, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{"b": {put, put, del}, "a": {del}, "C": {}}}),
			trace.Record{Operation: "BatchWriteItem", Tables: tables("C", "0 puts, 0 deletes", "a", "0 puts, 1 delete", "b", "2 puts, 1 delete")}},
		{"batch get", op((*dynamodb.Client).BatchGetItem, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"b": {Keys: []map[string]types.AttributeValue{key, key}, ConsistentRead: aws.Bool(true), ProjectionExpression: aws.String("#p"), ExpressionAttributeNames: map[string]string{"#p": "price"}}, "a": {Keys: []map[string]types.AttributeValue{key}}}}),
			trace.Record{Operation: "BatchGetItem", Tables: tables("a", "1 key", "b", "2 keys (project: price; consistent: true)")}},
		{"transact write", op((*dynamodb.Client).TransactWriteItems, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{TableName: aws.String("z"), Item: key, ConditionExpression: aws.String("attribute_not_exists(PK)")}},
			{Update: &types.Update{TableName: aws.String("a"), Key: key, UpdateExpression: aws.String("SET n = n - :v"), ConditionExpression: aws.String("n >= :v"), ExpressionAttributeValues: item{":v": num("1")}}},
			{Delete: &types.Delete{TableName: aws.String("a"), Key: key}},
			{ConditionCheck: &types.ConditionCheck{TableName: aws.String("m"), Key: key, ConditionExpression: aws.String("attribute_exists(PK)")}}, {}}}),
			trace.Record{Operation: "TransactWriteItems", Tables: tables(
				"z", "Put (condition: attribute_not_exists(PK); item: {PK: 'a'})", "a", "Update (key: {PK: 'a'}; condition: n >= 1; update: SET n = n - 1)",
				"a", "Delete (key: {PK: 'a'})", "m", "ConditionCheck (key: {PK: 'a'}; condition: attribute_exists(PK))", "(no table)", "no action")}},
		{"transact get", op((*dynamodb.Client).TransactGetItems, &dynamodb.TransactGetItemsInput{TransactItems: []types.TransactGetItem{{Get: &types.Get{TableName: aws.String("a"), Key: key, ProjectionExpression: aws.String("x")}}}}),
			trace.Record{Operation: "TransactGetItems", Tables: tables("a", "Get (key: {PK: 'a'}; project: x)")}},
		{"statement", op((*dynamodb.Client).ExecuteStatement, &dynamodb.ExecuteStatementInput{Statement: aws.String(`SELECT * FROM "t" WHERE PK = ?`), Parameters: []types.AttributeValue{str("a")}, Limit: aws.Int32(2)}),
			trace.Record{Operation: "ExecuteStatement", Details: details("statement", `SELECT * FROM "t" WHERE PK = 'a'`, "Limit", "2")}},
		{"statements", op((*dynamodb.Client).BatchExecuteStatement, &dynamodb.BatchExecuteStatementInput{Statements: []types.BatchStatementRequest{{Statement: aws.String("S1")}, {Statement: aws.String("S2 ?"), Parameters: []types.AttributeValue{num("1")}}}}),
			trace.Record{Operation: "BatchExecuteStatement", Details: details("statement", "S1", "statement", "S2 1")}},
		{"statements in a transaction", op((*dynamodb.Client).ExecuteTransaction, &dynamodb.ExecuteTransactionInput{TransactStatements: []types.ParameterizedStatement{{Statement: aws.String("S1")}}}),
			trace.Record{Operation: "ExecuteTransaction", Details: details("statement", "S1")}},
	})
}

func TestTableOperations(t *testing.T) {
	backup := aws.String(tableARN + "/backup/01547087347000-c8b6bdf3")
	runSent(t, []sent{
		{"create", op((*dynamodb.Client).CreateTable, &dynamodb.CreateTableInput{TableName: aws.String("t"), KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("PK"), KeyType: "HASH"}}, AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("PK"), AttributeType: "S"}}}),
			trace.Record{Operation: "CreateTable", Table: "t"}},
		{"update", op((*dynamodb.Client).UpdateTable, &dynamodb.UpdateTableInput{TableName: aws.String("t")}), trace.Record{Operation: "UpdateTable", Table: "t"}},
		{"TTL", op((*dynamodb.Client).UpdateTimeToLive, &dynamodb.UpdateTimeToLiveInput{TableName: aws.String("t"), TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String("x"), Enabled: aws.Bool(true)}}),
			trace.Record{Operation: "UpdateTimeToLive", Table: "t"}},
		{"list", op((*dynamodb.Client).ListTables, &dynamodb.ListTablesInput{Limit: aws.Int32(100)}), trace.Record{Operation: "ListTables", Details: details("Limit", "100")}},
		{"limits", op((*dynamodb.Client).DescribeLimits, &dynamodb.DescribeLimitsInput{}), trace.Record{Operation: "DescribeLimits"}},
		{"tag", op((*dynamodb.Client).TagResource, &dynamodb.TagResourceInput{ResourceArn: aws.String(tableARN), Tags: []types.Tag{{Key: aws.String("a"), Value: aws.String("b")}}}), trace.Record{Operation: "TagResource", Table: "orders"}},
		{"describe backup", op((*dynamodb.Client).DescribeBackup, &dynamodb.DescribeBackupInput{BackupArn: backup}), trace.Record{Operation: "DescribeBackup", Table: "orders"}},
		{"restore", op((*dynamodb.Client).RestoreTableFromBackup, &dynamodb.RestoreTableFromBackupInput{TargetTableName: aws.String("copy"), BackupArn: backup}), trace.Record{Operation: "RestoreTableFromBackup", Table: "copy"}},
		{"global table", op((*dynamodb.Client).DescribeGlobalTable, &dynamodb.DescribeGlobalTableInput{GlobalTableName: aws.String("g")}), trace.Record{Operation: "DescribeGlobalTable", Table: "g"}},
		{"import", op((*dynamodb.Client).ImportTable, &dynamodb.ImportTableInput{InputFormat: "CSV", S3BucketSource: &types.S3BucketSource{S3Bucket: aws.String("b")}, TableCreationParameters: &types.TableCreationParameters{TableName: aws.String("new"), KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("PK"), KeyType: "HASH"}}, AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("PK"), AttributeType: "S"}}}}),
			trace.Record{Operation: "ImportTable", Table: "new"}},
	})
}

func TestStreams(t *testing.T) {
	var got recorder
	client := dynamodbstreams.NewFromConfig(config(t, script(answer{200, "{}"})), trace.StreamsTo(&got), trace.StreamsTo(nil))
	arn := aws.String(tableARN + "/stream/2026-10-20T00:00:00.000")
	if _, err := client.ListStreams(t.Context(), &dynamodbstreams.ListStreamsInput{TableName: aws.String("t")}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetShardIterator(t.Context(), &dynamodbstreams.GetShardIteratorInput{StreamArn: arn, ShardId: aws.String("s"), ShardIteratorType: streamtypes.ShardIteratorTypeLatest}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetRecords(t.Context(), &dynamodbstreams.GetRecordsInput{ShardIterator: aws.String("i"), Limit: aws.Int32(9)}); err != nil {
		t.Fatal(err)
	}
	same(t, "streams", []trace.Record{
		{Operation: "ListStreams", Table: "t", Attempts: 1}, {Operation: "GetShardIterator", Table: "orders", Attempts: 1}, {Operation: "GetRecords", Details: details("Limit", "9"), Attempts: 1},
	}, got.records)
}

func TestLongValuesHaveBothRenderings(t *testing.T) {
	x := strings.Repeat("x", 250)
	long := item{"PK": str(x)}
	got := traced(t, script(answer{200, "{}"}), func(c *dynamodb.Client) error {
		_, err := c.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("t"), Item: long, ConditionExpression: aws.String("a = b")})
		return err
	})
	want := details("condition", "a = b")
	want = append(want, trace.Detail{Label: "item", Text: trace.Text{Whole: "{PK: '" + x + "'}", Cut: "{PK: '" + x[:200] + "'… (250 characters)}"}})
	same(t, "put", []trace.Record{{Operation: "PutItem", Table: "t", Details: want, Attempts: 1}}, got)
}
