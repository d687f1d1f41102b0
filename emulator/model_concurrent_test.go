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
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"golang.org/x/sync/errgroup"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

const (
	callers = 8
	rounds  = 40
)

// crowd is many callers at work on one engine at once.
type crowd struct {
	client  *dynamodb.Client
	streams *dynamodbstreams.Client
	clock   *clock
	srv     *emulator.Server
}

// clock is moved by the test while the engine reads it.
type clock struct{ nanoseconds atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(0, c.nanoseconds.Load()) }
func (c *clock) advance(d time.Duration) { c.nanoseconds.Add(int64(d)) }

// TestConcurrent has every kind of call made at once. Under -race it finds what
// is not guarded; the sums it checks find what is guarded too late.
func TestConcurrent(t *testing.T) {
	c := &clock{}
	c.nanoseconds.Store(time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC).UnixNano())
	srv := emulator.New(emulator.Options{Now: c.now, TTLDelay: time.Second})
	defer srv.Close()
	w := crowd{client: srv.Client(), streams: srv.StreamsClient(), clock: c, srv: srv}
	w.create(t, "shared", true)
	g, ctx := errgroup.WithContext(t.Context())
	for i := range callers {
		for _, work := range []func(context.Context, int) error{w.count, w.move, w.write, w.read, w.tables, w.expire, w.follow} {
			g.Go(func() error {
				for round := range rounds {
					if err := work(ctx, i*rounds+round); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	w.counted(t)
	if err := srv.Check(); err != nil {
		t.Error(err)
	}
}

func (w crowd) create(t *testing.T, name string, stream bool) {
	t.Helper()
	if _, err := w.client.CreateTable(t.Context(), w.table(name, stream)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.client.UpdateTimeToLive(t.Context(), &dynamodb.UpdateTimeToLiveInput{
		TableName: &name, TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String("expires"), Enabled: aws.Bool(true)},
	}); err != nil {
		t.Fatal(err)
	}
}

func (w crowd) table(name string, stream bool) *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName: &name, BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions:   []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"}, {AttributeName: aws.String("g"), AttributeType: "S"}},
		KeySchema:              []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}},
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{IndexName: aws.String("by-g"), KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("g"), KeyType: types.KeyTypeHash}}, Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll}}},
	}
	if stream {
		in.StreamSpecification = &types.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages}
	}
	return in
}

func pk(format string, args ...any) attributes {
	return attributes{"pk": text(fmt.Sprintf(format, args...))}
}

// count adds one to a counter that all share.
func (w crowd) count(ctx context.Context, _ int) error {
	_, err := w.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String("shared"), Key: pk("counter"), UpdateExpression: aws.String("ADD v :one"), ExpressionAttributeValues: attributes{":one": whole(1)},
	})
	return err
}

// move takes one from an account and gives it to another, in a transaction.
func (w crowd) move(ctx context.Context, i int) error {
	add := func(account, by int) types.TransactWriteItem {
		return types.TransactWriteItem{Update: &types.Update{
			TableName: aws.String("shared"), Key: pk("account %d", account), UpdateExpression: aws.String("ADD v :by SET g = :g"),
			ExpressionAttributeValues: attributes{":by": whole(by), ":g": text("accounts")},
		}}
	}
	_, err := w.client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{add(i%3, -1), add(3+i%2, 1)}})
	return err
}

// write puts a batch and deletes half of it.
func (w crowd) write(ctx context.Context, i int) error {
	var puts []types.WriteRequest
	for j := range 10 {
		it := pk("item %d", (i+j)%100)
		it["g"] = text(fmt.Sprint(i % 5))
		puts = append(puts, types.WriteRequest{PutRequest: &types.PutRequest{Item: it}})
	}
	_, err := w.client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{"shared": puts}})
	for j := range 5 {
		_, e := w.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: aws.String("shared"), Key: pk("item %d", (i+j)%100)})
		err = errors.Join(err, e)
	}
	return err
}

// read sees every transaction whole: what accounts have adds up to nothing.
func (w crowd) read(ctx context.Context, i int) error {
	_, scanErr := w.client.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("shared"), Segment: aws.Int32(int32(i % 4)), TotalSegments: aws.Int32(4)})
	out, err := w.client.Query(ctx, &dynamodb.QueryInput{
		TableName: aws.String("shared"), IndexName: aws.String("by-g"), KeyConditionExpression: aws.String("g = :g"),
		ExpressionAttributeValues: attributes{":g": text("accounts")},
	})
	if err := errors.Join(scanErr, err); err != nil {
		return err
	}
	sum := 0
	for _, it := range out.Items {
		sum += rowOf(it).V
	}
	if sum != 0 {
		return fmt.Errorf("accounts add up to %d", sum)
	}
	return nil
}

// tables makes a table, uses it and drops it, under a name that others use too.
func (w crowd) tables(ctx context.Context, i int) error {
	name := fmt.Sprintf("short-%d", i%3)
	_, err := w.client.CreateTable(ctx, w.table(name, i%2 == 0))
	_, putErr := w.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &name, Item: pk("a")})
	_, listErr := w.client.ListTables(ctx, &dynamodb.ListTablesInput{})
	_, dropErr := w.client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: &name})
	return errors.Join(unlessRaced(err), unlessRaced(putErr), listErr, unlessRaced(dropErr))
}

// unlessRaced drops the errors that come of somebody else's table.
func unlessRaced(err error) error {
	if _, ok := errors.AsType[*types.ResourceInUseException](err); ok {
		return nil
	}
	if _, ok := errors.AsType[*types.ResourceNotFoundException](err); ok {
		return nil
	}
	return err
}

// expire puts an item that is due soon, and lets time pass.
func (w crowd) expire(ctx context.Context, i int) error {
	it := pk("short-lived %d", i)
	it["expires"] = whole(int(w.clock.now().Unix()))
	_, err := w.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("shared"), Item: it})
	w.clock.advance(time.Second)
	w.srv.Sweep()
	return err
}

// follow reads the first records of each of the stream's shards.
func (w crowd) follow(ctx context.Context, i int) error {
	list, err := w.streams.ListStreams(ctx, &dynamodbstreams.ListStreamsInput{TableName: aws.String("shared")})
	if err != nil {
		return err
	}
	described, err := w.streams.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{StreamArn: list.Streams[0].StreamArn})
	if err != nil {
		return err
	}
	shards := described.StreamDescription.Shards
	at, err := w.streams.GetShardIterator(ctx, &dynamodbstreams.GetShardIteratorInput{
		StreamArn: list.Streams[0].StreamArn, ShardId: shards[i%len(shards)].ShardId, ShardIteratorType: streamtypes.ShardIteratorTypeTrimHorizon,
	})
	if err != nil {
		return err
	}
	_, err = w.streams.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: at.ShardIterator, Limit: aws.Int32(20)})
	return err
}

// counted checks that no addition was lost and that everything that expired is
// gone once the sweeper has been.
func (w crowd) counted(t *testing.T) {
	t.Helper()
	w.clock.advance(time.Hour)
	w.srv.Sweep()
	out, err := w.client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("shared"), Key: pk("counter")})
	if err != nil {
		t.Fatal(err)
	}
	if got := rowOf(out.Item).V; got != callers*rounds {
		t.Errorf("counter is %d, want %d", got, callers*rounds)
	}
	scan, err := w.client.Scan(t.Context(), &dynamodb.ScanInput{TableName: aws.String("shared"), FilterExpression: aws.String("attribute_exists(expires)")})
	if err != nil {
		t.Fatal(err)
	}
	if scan.Count != 0 {
		t.Errorf("%d items outlived their expiry", scan.Count)
	}
}
