package emulator_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// limited is an engine with limits on a clock that the test moves, a client
// that does not retry, and a table of that throughput; 0 is on demand.
func limited(t *testing.T, units int64) (*emulator.Server, *dynamodb.Client, func(time.Duration)) {
	t.Helper()
	var now atomic.Int64
	start := time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)
	srv := emulator.New(emulator.Options{Limits: &emulator.Limits{}, Now: func() time.Time { return start.Add(time.Duration(now.Load())) }})
	t.Cleanup(func() {
		if err := errors.Join(srv.Check(), srv.Close()); err != nil {
			t.Error(err)
		}
	})
	client := srv.Client(func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })
	in := &dynamodb.CreateTableInput{
		TableName: aws.String("hot-keys"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"}, {AttributeName: aws.String("sk"), AttributeType: "N"}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: "HASH"}, {AttributeName: aws.String("sk"), KeyType: "RANGE"}},
	}
	if units > 0 {
		in.BillingMode = types.BillingModeProvisioned
		in.ProvisionedThroughput = &types.ProvisionedThroughput{ReadCapacityUnits: &units, WriteCapacityUnits: &units}
	}
	if _, err := client.CreateTable(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	return srv, client, func(d time.Duration) { now.Add(int64(d)) }
}

func entry(pk string, sk int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: pk}, "sk": &types.AttributeValueMemberN{Value: fmt.Sprint(sk)},
	}
}

func putEntry(ctx context.Context, c *dynamodb.Client, pk string, sk int) error {
	_, err := c.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("hot-keys"), Item: entry(pk, sk)})
	return err
}

const hotKeyMessage = "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index " +
	"so please try again shortly. If exceptions persist, check if you have a hot key: " +
	"https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html."

const tableARN = "arn:aws:dynamodb:us-east-1:123456789012:table/hot-keys"

// TestHotPartition writes one key at 3,000 a second: a third is accepted.
func TestHotPartition(t *testing.T) {
	srv, client, pass := limited(t, 0)
	accepted, refused := 0, error(nil)
	for i := range 6000 {
		if err := putEntry(t.Context(), client, "hot", i); err != nil {
			refused = err
		} else {
			accepted++
		}
		pass(time.Second / 3000)
	}
	if accepted < 1990 || accepted > 2010 {
		t.Errorf("%d of 6,000 writes in two seconds are accepted, want 2,000", accepted)
	}
	var throttling *types.ThrottlingException
	if !errors.As(refused, &throttling) {
		t.Fatalf("%v", refused)
	}
	if diff := cmp.Diff(hotKeyMessage, aws.ToString(throttling.Message)); diff != "" {
		t.Error(diff)
	}
	reason := throttling.ThrottlingReasons[0]
	if got := [2]string{aws.ToString(reason.Reason), aws.ToString(reason.Resource)}; got != [2]string{"TableWriteKeyRangeThroughputExceeded", tableARN} {
		t.Error(got)
	}
	state, ok := srv.Partitions("hot-keys")
	if !ok || len(state.Table.Partitions) != 4 {
		t.Fatalf("%d partitions", len(state.Table.Partitions))
	}
}

// TestProvisionedLimits exhausts a table of 5 units.
func TestProvisionedLimits(t *testing.T) {
	_, client, _ := limited(t, 5)
	var refused error
	for i := 0; i < 20 && refused == nil; i++ {
		refused = putEntry(t.Context(), client, "k", i)
	}
	var exceeded *types.ProvisionedThroughputExceededException
	if !errors.As(refused, &exceeded) {
		t.Fatalf("%v", refused)
	}
	want := "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API."
	if diff := cmp.Diff(want, aws.ToString(exceeded.Message)); diff != "" {
		t.Error(diff)
	}
	if got := aws.ToString(exceeded.ThrottlingReasons[0].Reason); got != "TableWriteProvisionedThroughputExceeded" {
		t.Error(got)
	}
}

// exhaust writes to a key until it is throttled, with the clock standing still.
func exhaust(t *testing.T, client *dynamodb.Client, pk string) {
	t.Helper()
	for i := range 1100 {
		if err := putEntry(t.Context(), client, pk, i); err != nil {
			return
		}
	}
	t.Fatal("1,100 writes to one key in no time are accepted")
}

func TestLimitedBatchWrite(t *testing.T) {
	_, client, _ := limited(t, 0)
	exhaust(t, client, "hot")
	batch := func(keys ...string) (*dynamodb.BatchWriteItemOutput, error) {
		var writes []types.WriteRequest
		for _, pk := range keys {
			writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: entry(pk, 1)}})
		}
		return client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{"hot-keys": writes}})
	}
	out, err := batch("hot", "cold7")
	if err != nil {
		t.Fatal(err)
	}
	left := out.UnprocessedItems["hot-keys"]
	if len(left) != 1 || left[0].PutRequest.Item["pk"].(*types.AttributeValueMemberS).Value != "hot" {
		t.Errorf("unprocessed: %v", left)
	}
	_, err = batch("hot")
	if throttling, ok := errors.AsType[*types.ThrottlingException](err); !ok {
		t.Errorf("a batch of which all is throttled: %v", throttling)
	}
}

func TestLimitedTransaction(t *testing.T) {
	_, client, _ := limited(t, 0)
	exhaust(t, client, "hot")
	put := func(pk string) types.TransactWriteItem {
		return types.TransactWriteItem{Put: &types.Put{TableName: aws.String("hot-keys"), Item: entry(pk, 5000)}}
	}
	_, err := client.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{put("cold7"), put("hot")}})
	cancelled, ok := errors.AsType[*types.TransactionCanceledException](err)
	if !ok {
		t.Fatal(err)
	}
	var codes []string
	for _, r := range cancelled.CancellationReasons {
		codes = append(codes, aws.ToString(r.Code))
	}
	if diff := cmp.Diff([]string{"None", "ThrottlingError"}, codes); diff != "" {
		t.Error(diff)
	}
	got, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("hot-keys"), Key: entry("cold7", 5000)})
	if err != nil || got.Item != nil {
		t.Errorf("part of the transaction is there: %v, %v", got, err)
	}
}

// TestLimitedReads reads one item until 3,000 units are used, then in a batch
// and a query.
func TestLimitedReads(t *testing.T) {
	_, client, pass := limited(t, 0)
	for _, pk := range []string{"hot", "cold7"} {
		if err := putEntry(t.Context(), client, pk, 1); err != nil {
			t.Fatal(err)
		}
	}
	accepted := 0
	var refused error
	for range 4000 {
		_, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("hot-keys"), Key: entry("hot", 1), ConsistentRead: aws.Bool(true)})
		if err != nil {
			refused = err
			break
		}
		accepted++
	}
	if accepted != 3000 {
		t.Errorf("%d strongly consistent reads in no time, want 3,000", accepted)
	}
	if throttling, ok := errors.AsType[*types.ThrottlingException](refused); !ok || aws.ToString(throttling.ThrottlingReasons[0].Reason) != "TableReadKeyRangeThroughputExceeded" {
		t.Errorf("%v", refused)
	}
	keys := types.KeysAndAttributes{Keys: []map[string]types.AttributeValue{entry("hot", 1), entry("cold7", 1)}}
	out, err := client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"hot-keys": keys}})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Responses["hot-keys"]) != 1 || len(out.UnprocessedKeys["hot-keys"].Keys) != 1 {
		t.Errorf("%v read, %v unprocessed", out.Responses["hot-keys"], out.UnprocessedKeys["hot-keys"].Keys)
	}
	query := &dynamodb.QueryInput{TableName: aws.String("hot-keys"), KeyConditionExpression: aws.String("pk = :pk"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":pk": &types.AttributeValueMemberS{Value: "hot"}}}
	if _, err := client.Query(t.Context(), query); err == nil {
		t.Error("a query of the exhausted key is answered")
	}
	pass(time.Second)
	if _, err := client.Query(t.Context(), query); err != nil {
		t.Errorf("a second later: %v", err)
	}
}

// TestUnprocessed injects partly processed batches.
func TestUnprocessed(t *testing.T) {
	srv := emulator.New(emulator.Options{Faults: func(c emulator.Call) *emulator.Fault {
		if c.Operation != "BatchWriteItem" && c.Operation != "BatchGetItem" {
			return nil
		}
		return &emulator.Fault{Unprocessed: func(n int) bool { return n%2 == 1 }}
	}})
	defer srv.Close()
	client := srv.Client()
	if _, err := client.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: aws.String("hot-keys"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"}, {AttributeName: aws.String("sk"), AttributeType: "N"}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: "HASH"}, {AttributeName: aws.String("sk"), KeyType: "RANGE"}},
	}); err != nil {
		t.Fatal(err)
	}
	var writes []types.WriteRequest
	for i := range 5 {
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: entry("k", i)}})
	}
	writes[3] = types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: entry("k", 3)}}
	out, err := client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{"hot-keys": writes}})
	if err != nil {
		t.Fatal(err)
	}
	left := out.UnprocessedItems["hot-keys"]
	if len(left) != 2 || left[0].PutRequest == nil || left[1].DeleteRequest == nil {
		t.Errorf("unprocessed: %v", left)
	}
	keys := types.KeysAndAttributes{Keys: []map[string]types.AttributeValue{entry("k", 0), entry("k", 2), entry("k", 4)}, ConsistentRead: aws.Bool(true),
		ProjectionExpression: aws.String("#s"), ExpressionAttributeNames: map[string]string{"#s": "sk"}}
	got, err := client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"hot-keys": keys}})
	if err != nil {
		t.Fatal(err)
	}
	rest := got.UnprocessedKeys["hot-keys"]
	if len(got.Responses["hot-keys"]) != 2 || len(rest.Keys) != 1 || !aws.ToBool(rest.ConsistentRead) || rest.ExpressionAttributeNames["#s"] != "sk" {
		t.Errorf("read %v, unprocessed %v", got.Responses["hot-keys"], rest)
	}
	if err := srv.Check(); err != nil {
		t.Error(err)
	}
}
