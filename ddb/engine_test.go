package ddb_test

import (
	"errors"
	"fmt"
	"maps"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
)

func keyed(name, key string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:            aws.String(name),
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String(key), KeyType: types.KeyTypeHash}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String(key), AttributeType: types.ScalarAttributeTypeS}},
		BillingMode:          types.BillingModePayPerRequest,
	}
}

func open(t *testing.T) *dynamodb.Client {
	t.Helper()
	engine := emulator.New(emulator.Options{})
	t.Cleanup(func() { _ = engine.Close() })
	conn, err := ddb.Open(t.Context(), ddb.Options{Emulator: engine})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn.DynamoDB
}

func TestTablesOfARun(t *testing.T) {
	ctx, client := t.Context(), open(t)
	tables := ddb.NewTables(client, ddb.TableOptions{Prefix: "my-"})
	for _, base := range []string{"b", "a"} {
		if err := tables.Create(ctx, keyed(tables.Name(base), "PK")); err != nil {
			t.Fatal(err)
		}
	}
	list := func(want ...string) {
		t.Helper()
		names, err := tables.List(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(append([]string{}, want...), names); diff != "" {
			t.Error(diff)
		}
	}
	list("my-a", "my-b")
	if err := tables.Drop(ctx, "my-b"); err != nil {
		t.Fatal(err)
	}
	list("my-a")
	if err := tables.Close(ctx); err != nil {
		t.Fatal(err)
	}
	list()
}

func TestKeptTableIsReplacedByTheNextRun(t *testing.T) {
	ctx, client := t.Context(), open(t)
	for range 2 {
		tables := ddb.NewTables(client, ddb.TableOptions{Keep: true})
		if err := tables.Create(ctx, keyed("orders", "PK")); err != nil {
			t.Fatal(err)
		}
		item := map[string]types.AttributeValue{"PK": &types.AttributeValueMemberS{Value: "a"}}
		n, err := ddb.WriteBatches(ctx, client, "orders", []string{"PK"}, maps.Values(map[int]map[string]types.AttributeValue{1: item}))
		if err != nil || n != 1 {
			t.Fatalf("written %d, %v", n, err)
		}
		if err := tables.Close(ctx); err != nil {
			t.Fatal(err)
		}
	}
	out, err := client.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("orders")})
	if err != nil {
		t.Fatal(err)
	}
	if out.Count != 1 {
		t.Errorf("%d items in the kept table, want 1", out.Count)
	}
}

func TestTableOfAnotherSchemaIsLeftAlone(t *testing.T) {
	ctx, client := t.Context(), open(t)
	if _, err := client.CreateTable(ctx, keyed("orders", "id")); err != nil {
		t.Fatal(err)
	}
	tables := ddb.NewTables(client, ddb.TableOptions{})
	err := tables.Create(ctx, keyed("orders", "PK"))
	foreign, ok := errors.AsType[*ddb.ForeignTableError](err)
	want := ddb.ForeignTableError{Table: "orders", Reason: "its key is (id HASH), not (PK HASH)"}
	if !ok || *foreign != want {
		t.Errorf("got %v, want %v", err, &want)
	}
	if err := tables.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String("orders")}); err != nil {
		t.Errorf("the table is gone: %v", err)
	}
}

// With a tag, the schema does not matter.
func TestTaggedTableIsReplaced(t *testing.T) {
	ctx, client := t.Context(), open(t)
	for _, key := range []string{"PK", "id"} {
		tables := ddb.NewTables(client, ddb.TableOptions{Keep: true, Tagged: true})
		if err := tables.Create(ctx, keyed("orders", key)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestListPages(t *testing.T) {
	ctx, client := t.Context(), open(t)
	tables := ddb.NewTables(client, ddb.TableOptions{})
	var want []string
	for n := range 101 {
		want = append(want, fmt.Sprintf("t%03d", n))
		if err := tables.Create(ctx, keyed(want[n], "PK")); err != nil {
			t.Fatal(err)
		}
	}
	got, err := tables.List(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
