package emulator_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"pgregory.net/rapid"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// TestModel plays random calls of the SDK client against a plain map that is
// sorted when asked. A failure prints the seed that brings it back, as
// -rapid.seed.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		srv := emulator.New(emulator.Options{})
		defer srv.Close()
		m := &machine{ctx: context.Background(), client: srv.Client(), rows: map[RowKey]row{}}
		m.create(t)
		t.Repeat(map[string]func(*rapid.T){
			"put": m.put, "put if absent": m.putIfAbsent, "update": m.update, "delete": m.delete,
			"batch write": m.batchWrite, "transact": m.transact, "batch get": m.batchGet,
			"query": m.query, "query by colour": m.queryByColour, "query by note": m.queryByNote,
			"scan": m.scan, "scan by colour": m.scanByColour,
			"": func(t *rapid.T) {
				if err := srv.Check(); err != nil {
					t.Fatal(err)
				}
			},
		})
	})
}

// RowKey is exported for cmp: the table's key: pk S, sk N.
type RowKey struct {
	PK string
	SK int
}

// row is an item; an attribute that is zero is not in the item.
type row struct {
	RowKey
	Colour, Note string
	Rank, V      int
}

type attributes = map[string]types.AttributeValue

func text(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }
func whole(v int) types.AttributeValue   { return &types.AttributeValueMemberN{Value: fmt.Sprint(v)} }

func (k RowKey) item() attributes { return attributes{"pk": text(k.PK), "sk": whole(k.SK)} }

func (r row) item() attributes {
	it := r.RowKey.item()
	for name, v := range map[string]string{"colour": r.Colour, "note": r.Note} {
		if v != "" {
			it[name] = text(v)
		}
	}
	for name, v := range map[string]int{"rank": r.Rank, "v": r.V} {
		if v != 0 {
			it[name] = whole(v)
		}
	}
	return it
}

func rowOf(it attributes) row {
	str := func(name string) string {
		v, _ := it[name].(*types.AttributeValueMemberS)
		if v == nil {
			return ""
		}
		return v.Value
	}
	num := func(name string) (n int) {
		if v, ok := it[name].(*types.AttributeValueMemberN); ok {
			_, _ = fmt.Sscan(v.Value, &n)
		}
		return n
	}
	return row{RowKey{str("pk"), num("sk")}, str("colour"), str("note"), num("rank"), num("v")}
}

// machine is the engine's client and what the table should hold.
type machine struct {
	ctx    context.Context
	client *dynamodb.Client
	rows   map[RowKey]row
}

// Few values of each kind, so that calls meet.
func drawKey(t *rapid.T) RowKey {
	return RowKey{rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "pk"), rapid.IntRange(-3, 12).Draw(t, "sk")}
}

func drawRow(t *rapid.T) row {
	return row{
		RowKey: drawKey(t),
		Colour: rapid.SampledFrom([]string{"", "red", "blue"}).Draw(t, "colour"),
		Note:   rapid.SampledFrom([]string{"", "x", "xy", "y", "é"}).Draw(t, "note"),
		Rank:   rapid.SampledFrom([]int{0, -1, 2, 10}).Draw(t, "rank"),
		V:      rapid.IntRange(0, 99).Draw(t, "v"),
	}
}

func (m *machine) create(t *rapid.T) {
	keys := func(partition, sort string) []types.KeySchemaElement {
		return []types.KeySchemaElement{
			{AttributeName: &partition, KeyType: types.KeyTypeHash}, {AttributeName: &sort, KeyType: types.KeyTypeRange},
		}
	}
	define := func(kind types.ScalarAttributeType, names ...string) (ds []types.AttributeDefinition) {
		for _, name := range names {
			ds = append(ds, types.AttributeDefinition{AttributeName: &name, AttributeType: kind})
		}
		return ds
	}
	all := &types.Projection{ProjectionType: types.ProjectionTypeAll}
	_, err := m.client.CreateTable(m.ctx, &dynamodb.CreateTableInput{
		TableName: aws.String("model"), BillingMode: types.BillingModePayPerRequest, KeySchema: keys("pk", "sk"),
		AttributeDefinitions:   append(define("S", "pk", "colour", "note"), define("N", "sk", "rank")...),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{IndexName: aws.String("by-colour"), KeySchema: keys("colour", "rank"), Projection: all}},
		LocalSecondaryIndexes:  []types.LocalSecondaryIndex{{IndexName: aws.String("by-note"), KeySchema: keys("pk", "note"), Projection: all}},
	})
	check(t, err)
}

func check(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

func (m *machine) put(t *rapid.T) {
	r := drawRow(t)
	_, err := m.client.PutItem(m.ctx, &dynamodb.PutItemInput{TableName: aws.String("model"), Item: r.item()})
	check(t, err)
	m.rows[r.RowKey] = r
}

func (m *machine) putIfAbsent(t *rapid.T) {
	r := drawRow(t)
	_, err := m.client.PutItem(m.ctx, &dynamodb.PutItemInput{
		TableName: aws.String("model"), Item: r.item(), ConditionExpression: aws.String("attribute_not_exists(pk)"),
	})
	_, there := m.rows[r.RowKey]
	if _, failed := errors.AsType[*types.ConditionalCheckFailedException](err); failed != there {
		t.Fatalf("put %v if absent: %v; there: %t", r, err, there)
	}
	if !there {
		m.rows[r.RowKey] = r
	}
}

// update moves an item within the indexes, or makes it.
func (m *machine) update(t *rapid.T) {
	to := drawRow(t)
	in := &dynamodb.UpdateItemInput{
		TableName: aws.String("model"), Key: to.RowKey.item(), UpdateExpression: aws.String("SET colour = :c, v = :v REMOVE #r"),
		ExpressionAttributeNames:  map[string]string{"#r": "rank"},
		ExpressionAttributeValues: attributes{":c": text(to.Colour), ":v": whole(to.V + 1)},
		ReturnValues:              types.ReturnValueAllNew,
	}
	want := m.rows[to.RowKey]
	want.RowKey, want.Colour, want.Rank, want.V = to.RowKey, to.Colour, 0, to.V+1
	if to.Colour == "" {
		want.Rank, want.V = 3, to.V+1
		in.UpdateExpression = aws.String("REMOVE colour SET #r = :r, v = :v")
		in.ExpressionAttributeValues = attributes{":r": whole(3), ":v": whole(to.V + 1)}
	}
	out, err := m.client.UpdateItem(m.ctx, in)
	check(t, err)
	m.rows[to.RowKey] = want
	if got := rowOf(out.Attributes); got != want {
		t.Fatalf("updated to %v, want %v", got, want)
	}
}

func (m *machine) delete(t *rapid.T) {
	k := drawKey(t)
	out, err := m.client.DeleteItem(m.ctx, &dynamodb.DeleteItemInput{
		TableName: aws.String("model"), Key: k.item(), ReturnValues: types.ReturnValueAllOld,
	})
	check(t, err)
	if got := rowOf(out.Attributes); got != m.rows[k] {
		t.Fatalf("deleted %v, want %v", got, m.rows[k])
	}
	delete(m.rows, k)
}
