package emulator_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// item is an attribute map as tests write it: strings as S, numbers as N after '#'.
func item(pairs ...string) map[string]types.AttributeValue {
	m := map[string]types.AttributeValue{}
	for i := 0; i < len(pairs); i += 2 {
		if n, ok := strings.CutPrefix(pairs[i+1], "#"); ok {
			m[pairs[i]] = &types.AttributeValueMemberN{Value: n}
		} else {
			m[pairs[i]] = &types.AttributeValueMemberS{Value: pairs[i+1]}
		}
	}
	return m
}

// moved is a clock for Options.Now that tests move.
type moved struct{ passed atomic.Int64 }

func (m *moved) now() time.Time {
	return time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC).Add(time.Duration(m.passed.Load()))
}

func (m *moved) pass(d time.Duration) { m.passed.Add(int64(d)) }

// orders is an engine with a table that has a global and a local index.
func orders(t *testing.T, o emulator.Options) (*emulator.Server, *dynamodb.Client) {
	t.Helper()
	srv := emulator.New(o)
	t.Cleanup(func() {
		if err := errors.Join(srv.Check(), srv.Close()); err != nil {
			t.Error(err)
		}
	})
	client := srv.Client()
	attribute := func(name string) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: "S"}
	}
	keys := func(hash, sort string) []types.KeySchemaElement {
		return []types.KeySchemaElement{{AttributeName: aws.String(hash), KeyType: "HASH"}, {AttributeName: aws.String(sort), KeyType: "RANGE"}}
	}
	if _, err := client.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: aws.String("orders"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{attribute("pk"), attribute("sk"), attribute("status"), attribute("day")},
		KeySchema:            keys("pk", "sk"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{IndexName: aws.String("by-status"), KeySchema: keys("status", "sk"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly}}},
		LocalSecondaryIndexes: []types.LocalSecondaryIndex{{IndexName: aws.String("by-day"), KeySchema: keys("pk", "day"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeInclude, NonKeyAttributes: []string{"total"}}}},
		StreamSpecification: &types.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages},
	}); err != nil {
		t.Fatal(err)
	}
	return srv, client
}

// TestWriteUnits follows the published arithmetic for indexes: a new entry is a
// write, a moved one two, an unchanged one none.
func TestWriteUnits(t *testing.T) {
	_, client := orders(t, emulator.Options{})
	kilobyte := strings.Repeat("x", 1024)
	for _, c := range []struct {
		name              string
		item              map[string]types.AttributeValue
		table, gsi, local float64
	}{
		{"new, in no index", item("pk", "a", "sk", "1"), 1, 0, 0},
		{"into both indexes", item("pk", "a", "sk", "1", "status", "PENDING", "day", "1"), 1, 1, 1},
		{"an unprojected attribute", item("pk", "a", "sk", "1", "status", "PENDING", "day", "1", "note", "x"), 1, 0, 0},
		{"an attribute that the local index holds", item("pk", "a", "sk", "1", "status", "PENDING", "day", "1", "total", "#5"), 1, 0, 1},
		{"the index's key", item("pk", "a", "sk", "1", "status", "SHIPPED", "day", "1", "total", "#5"), 1, 2, 0},
		{"out of the index", item("pk", "a", "sk", "1", "day", "1", "total", "#5"), 1, 1, 0},
		{"larger", item("pk", "a", "sk", "1", "day", "1", "total", "#5", "note", kilobyte), 2, 0, 0},
		{"smaller again: the larger counts", item("pk", "a", "sk", "1", "day", "1", "total", "#5"), 2, 0, 0},
	} {
		out, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("orders"), Item: c.item, ReturnConsumedCapacity: types.ReturnConsumedCapacityIndexes})
		if err != nil {
			t.Fatal(err)
		}
		used := out.ConsumedCapacity
		got := []float64{aws.ToFloat64(used.CapacityUnits), aws.ToFloat64(used.Table.CapacityUnits),
			aws.ToFloat64(used.GlobalSecondaryIndexes["by-status"].CapacityUnits), aws.ToFloat64(used.LocalSecondaryIndexes["by-day"].CapacityUnits)}
		if diff := cmp.Diff([]float64{c.table + c.gsi + c.local, c.table, c.gsi, c.local}, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestReadUnits(t *testing.T) {
	_, client := orders(t, emulator.Options{})
	for _, sk := range []string{"1", "2", "3"} {
		if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("orders"),
			Item: item("pk", "a", "sk", sk, "day", sk, "note", strings.Repeat("x", 3000))}); err != nil {
			t.Fatal(err)
		}
	}
	get := func(sk string, consistent bool) float64 {
		out, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("orders"), Key: item("pk", "a", "sk", sk),
			ConsistentRead: &consistent, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal})
		if err != nil {
			t.Fatal(err)
		}
		return aws.ToFloat64(out.ConsumedCapacity.CapacityUnits)
	}
	query := func(index *string) float64 {
		out, err := client.Query(t.Context(), &dynamodb.QueryInput{TableName: aws.String("orders"), IndexName: index, KeyConditionExpression: aws.String("pk = :pk"),
			Select: types.SelectAllAttributes, ExpressionAttributeValues: item(":pk", "a"), ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal})
		if err != nil {
			t.Fatal(err)
		}
		return aws.ToFloat64(out.ConsumedCapacity.CapacityUnits)
	}
	got := map[string]float64{"eventual": get("1", false), "strong": get("1", true), "missing": get("9", true), "query": query(nil), "fetched from the table": query(aws.String("by-day"))}
	// 3 × 3,0xx bytes are 9.1 KB, so 12 KB; through the local index half a unit for
	// its entries and half a unit for each whole item.
	want := map[string]float64{"eventual": 0.5, "strong": 1, "missing": 1, "query": 1.5, "fetched from the table": 2}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCollectionMetrics(t *testing.T) {
	_, client := orders(t, emulator.Options{})
	out, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("orders"), Item: item("pk", "a", "sk", "1"),
		ReturnItemCollectionMetrics: types.ReturnItemCollectionMetricsSize})
	if err != nil {
		t.Fatal(err)
	}
	if got := out.ItemCollectionMetrics; got.ItemCollectionKey["pk"].(*types.AttributeValueMemberS).Value != "a" || !cmp.Equal(got.SizeEstimateRangeGB, []float64{0, 1}) {
		t.Errorf("%v", got)
	}
}

func TestTransactionTokens(t *testing.T) {
	clock := &moved{}
	_, client := orders(t, emulator.Options{Now: clock.now})
	add := func(n string) error {
		_, err := client.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{ClientRequestToken: aws.String("one"),
			TransactItems: []types.TransactWriteItem{{Update: &types.Update{TableName: aws.String("orders"), Key: item("pk", "a", "sk", "1"),
				UpdateExpression: aws.String("ADD votes :n"), ExpressionAttributeValues: item(":n", n)}}}})
		return err
	}
	votes := func() string {
		out, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("orders"), Key: item("pk", "a", "sk", "1")})
		if err != nil {
			t.Fatal(err)
		}
		return out.Item["votes"].(*types.AttributeValueMemberN).Value
	}
	if err := errors.Join(add("#1"), add("#1")); err != nil || votes() != "1" {
		t.Errorf("sent twice under one token: %s votes, %v", votes(), err)
	}
	if _, ok := errors.AsType[*types.IdempotentParameterMismatchException](add("#2")); !ok || votes() != "1" {
		t.Errorf("another request under the token: %s votes", votes())
	}
	clock.pass(10 * time.Minute)
	if err := add("#1"); err != nil || votes() != "2" {
		t.Errorf("after ten minutes: %s votes, %v", votes(), err)
	}
}

// TestExpiry sweeps an expired item and finds the service's name in the stream.
func TestExpiry(t *testing.T) {
	clock := &moved{}
	srv, client := orders(t, emulator.Options{Now: clock.now, TTLDelay: time.Hour, StreamShards: 1})
	ctx := t.Context()
	if _, err := client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{TableName: aws.String("orders"),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String("expires_at"), Enabled: aws.Bool(true)}}); err != nil {
		t.Fatal(err)
	}
	past := "#" + "1792497600" // 2026-10-20T08:00Z, four hours ago
	if _, err := client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("orders"), Item: item("pk", "a", "sk", "1", "expires_at", past)}); err != nil {
		t.Fatal(err)
	}
	if n := srv.Sweep(); n != 0 {
		t.Errorf("%d swept at once", n)
	}
	clock.pass(time.Hour + time.Second)
	if n := srv.Sweep(); n != 1 {
		t.Errorf("%d swept after the delay, want 1", n)
	}
	records := streamRecords(ctx, t, srv)
	if len(records) != 2 || records[1].EventName != streamtypes.OperationTypeRemove {
		t.Fatalf("%v", records)
	}
	if by := records[1].UserIdentity; aws.ToString(by.PrincipalId) != "dynamodb.amazonaws.com" || aws.ToString(by.Type) != "Service" {
		t.Errorf("%v", by)
	}
}

// streamRecords reads the whole stream of the only table that has one.
func streamRecords(ctx context.Context, t *testing.T, srv *emulator.Server) (records []streamtypes.Record) {
	t.Helper()
	client := srv.StreamsClient()
	streams, err := client.ListStreams(ctx, &dynamodbstreams.ListStreamsInput{})
	if err != nil {
		t.Fatal(err)
	}
	stream := streams.Streams[0].StreamArn
	described, err := client.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{StreamArn: stream})
	if err != nil {
		t.Fatal(err)
	}
	for _, shard := range described.StreamDescription.Shards {
		at, err := client.GetShardIterator(ctx, &dynamodbstreams.GetShardIteratorInput{StreamArn: stream, ShardId: shard.ShardId,
			ShardIteratorType: streamtypes.ShardIteratorTypeTrimHorizon})
		if err != nil {
			t.Fatal(err)
		}
		page, err := client.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: at.ShardIterator})
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, page.Records...)
	}
	return records
}

// TestDelays lets a table be made and dropped on a clock.
func TestDelays(t *testing.T) {
	clock := &moved{}
	_, client := orders(t, emulator.Options{Now: clock.now, CreateDelay: 10 * time.Second, DeleteDelay: 5 * time.Second})
	status := func() string {
		out, err := client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: aws.String("orders")})
		if _, gone := errors.AsType[*types.ResourceNotFoundException](err); gone {
			return "gone"
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(out.Table.TableStatus)
	}
	put := func() error {
		_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("orders"), Item: item("pk", "a", "sk", "1")})
		return err
	}
	if _, missing := errors.AsType[*types.ResourceNotFoundException](put()); !missing || status() != "CREATING" {
		t.Errorf("before it is made: %s", status())
	}
	clock.pass(10 * time.Second)
	if err := put(); err != nil || status() != "ACTIVE" {
		t.Errorf("made: %s, %v", status(), err)
	}
	if _, err := client.DeleteTable(t.Context(), &dynamodb.DeleteTableInput{TableName: aws.String("orders")}); err != nil || status() != "DELETING" {
		t.Errorf("dropped: %s, %v", status(), err)
	}
	clock.pass(5 * time.Second)
	if got := status(); got != "gone" {
		t.Errorf("dropped for five seconds: %s", got)
	}
}
