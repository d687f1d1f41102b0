package emulatortest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Indexes of the main table. All project every attribute.
const (
	byColour = "by-colour" // global: colour S, rank N
	byNote   = "by-note"   // local: pk S, note S
	byBytes  = "by-bytes"  // local: pk S, bytes B
)

// tables are the names of a run's tables. Scans need tables of their own, since
// they see what every check has written.
type tables struct {
	client *dynamodb.Client

	main    string // pk S, sk N; three indexes
	scanned string // pk S: ten items, rank 1 to 10
	number  string // pk N
	other   string // pk S
	timed   string // pk S; TTL on expires
	untimed string // pk S; TTL never on when a check starts
}

func newTables(ctx context.Context, client *dynamodb.Client) (*tables, error) {
	prefix := "emulatortest-" + rand.Text()[:8]
	t := &tables{
		client: client,
		main:   prefix + "-main", scanned: prefix + "-scanned", number: prefix + "-number",
		other: prefix + "-other", timed: prefix + "-timed", untimed: prefix + "-untimed",
	}
	for _, in := range []*dynamodb.CreateTableInput{
		t.mainInput(), simple(t.scanned, "S"), simple(t.number, "N"), simple(t.other, "S"), simple(t.timed, "S"), simple(t.untimed, "S"),
	} {
		if err := t.create(ctx, in); err != nil {
			return nil, errors.Join(err, t.drop(ctx))
		}
	}
	if err := t.seed(ctx); err != nil {
		return nil, errors.Join(err, t.drop(ctx))
	}
	return t, nil
}

func (t *tables) create(ctx context.Context, in *dynamodb.CreateTableInput) error {
	if _, err := t.client.CreateTable(ctx, in); err != nil {
		return fmt.Errorf("create table %s: %w", *in.TableName, err)
	}
	waiter := dynamodb.NewTableExistsWaiter(t.client, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = 50*time.Millisecond, time.Second
	})
	if err := waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: in.TableName}, 5*time.Minute); err != nil {
		return fmt.Errorf("wait for table %s: %w", *in.TableName, err)
	}
	return nil
}

// seed fills the table that is scanned.
func (t *tables) seed(ctx context.Context) error {
	for i := 1; i <= 10; i++ {
		it := item{"pk": s(fmt.Sprintf("item %d", i)), "rank": n(fmt.Sprint(i))}
		if _, err := t.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &t.scanned, Item: it}); err != nil {
			return fmt.Errorf("put into %s: %w", t.scanned, err)
		}
	}
	return nil
}

// drop deletes those of the tables that are there.
func (t *tables) drop(ctx context.Context) (err error) {
	for _, name := range []string{t.main, t.scanned, t.number, t.other, t.timed, t.untimed} {
		_, e := t.client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: &name})
		if _, gone := errors.AsType[*types.ResourceNotFoundException](e); e != nil && !gone {
			err = errors.Join(err, fmt.Errorf("drop table %s: %w", name, e))
		}
	}
	return err
}

func attribute(name string, kind types.ScalarAttributeType) types.AttributeDefinition {
	return types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: kind}
}

func keySchema(partition, sort string) []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash},
		{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange},
	}
}

func simple(name string, kind types.ScalarAttributeType) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName: &name, BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{attribute("pk", kind)},
		KeySchema:            keySchema("pk", "")[:1],
	}
}

func (t *tables) mainInput() *dynamodb.CreateTableInput {
	all := &types.Projection{ProjectionType: types.ProjectionTypeAll}
	return &dynamodb.CreateTableInput{
		TableName: &t.main, BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			attribute("pk", "S"), attribute("sk", "N"), attribute("colour", "S"), attribute("rank", "N"), attribute("note", "S"), attribute("bytes", "B"),
		},
		KeySchema: keySchema("pk", "sk"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{
			{IndexName: aws.String(byColour), KeySchema: keySchema("colour", "rank"), Projection: all},
		},
		LocalSecondaryIndexes: []types.LocalSecondaryIndex{
			{IndexName: aws.String(byNote), KeySchema: keySchema("pk", "note"), Projection: all},
			{IndexName: aws.String(byBytes), KeySchema: keySchema("pk", "bytes"), Projection: all},
		},
	}
}
