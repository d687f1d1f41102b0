package emulatortest

import (
	"context"
	"maps"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// env is what a check works with: the engine's tables and a partition key that
// no other check uses.
type env struct {
	ctx       context.Context
	client    *dynamodb.Client
	partial   *dynamodb.Client // may be nil
	tables    *tables
	pk        string
	typesOnly bool
}

// key is the key of the check's item with this sort key.
func (e *env) key(sk string) item { return item{"pk": s(e.pk), "sk": n(sk)} }

// with is the check's item with this sort key and these attributes.
func (e *env) with(sk string, attributes item) item {
	it := e.key(sk)
	maps.Copy(it, attributes)
	return it
}

func (e *env) put(it item) error {
	_, err := e.client.PutItem(e.ctx, &dynamodb.PutItemInput{TableName: &e.tables.main, Item: it})
	return err
}

// fill puts one item for each sort key.
func (e *env) fill(sks ...string) error {
	for _, sk := range sks {
		if err := e.put(e.key(sk)); err != nil {
			return err
		}
	}
	return nil
}

// get is the check's item with this sort key, nil if it is not there.
func (e *env) get(sk string) (item, error) {
	out, err := e.client.GetItem(e.ctx, &dynamodb.GetItemInput{TableName: &e.tables.main, Key: e.key(sk), ConsistentRead: aws.Bool(true)})
	if err != nil {
		return nil, err
	}
	return out.Item, nil
}

// holds checks an item's attributes beside its key.
func (e *env) holds(sk string, want item) error {
	got, err := e.get(sk)
	if err != nil {
		return err
	}
	return same("item "+sk, e.with(sk, want), got)
}

// absent checks that no item has this sort key.
func (e *env) absent(sk string) error {
	got, err := e.get(sk)
	if err != nil {
		return err
	}
	return same("item "+sk, item(nil), got)
}

// ask is a Query or a Scan of the main table, strongly consistent except of the
// global index. Where an expression names :p it is the check's partition key.
type ask struct {
	index, key, filter, project string
	names                       map[string]string
	values                      item
	limit                       int32
	backwards, consistent       bool
	counts                      bool
	start                       item
}

// text is nil for an empty one, which is then not sent.
func text(v string) *string {
	if v == "" {
		return nil
	}
	return &v
}

func (e *env) valuesOf(values item, expressions ...string) item {
	values = maps.Clone(values)
	if strings.Contains(strings.Join(expressions, " ")+" ", ":p ") {
		if values == nil {
			values = item{}
		}
		values[":p"] = s(e.pk)
	}
	return values
}

// page is one answer of Query or Scan.
type page struct {
	Items          []item
	Count, Scanned int32
	Last           item
}

func (e *env) query(q ask) (page, error) {
	in := &dynamodb.QueryInput{
		TableName: &e.tables.main, IndexName: text(q.index), KeyConditionExpression: text(q.key), FilterExpression: text(q.filter),
		ProjectionExpression: text(q.project), ExpressionAttributeNames: q.names,
		ExpressionAttributeValues: e.valuesOf(q.values, q.key, q.filter), ExclusiveStartKey: q.start,
	}
	if q.limit != 0 {
		in.Limit = &q.limit
	}
	if q.backwards {
		in.ScanIndexForward = aws.Bool(false)
	}
	if q.consistent || q.index != byColour {
		in.ConsistentRead = aws.Bool(true)
	}
	if q.counts {
		in.Select = types.SelectCount
	}
	out, err := e.client.Query(e.ctx, in)
	if err != nil {
		return page{}, err
	}
	return page{out.Items, out.Count, out.ScannedCount, out.LastEvaluatedKey}, nil
}

func (e *env) scan(q ask) (page, error) {
	in := &dynamodb.ScanInput{
		TableName: &e.tables.main, IndexName: text(q.index), FilterExpression: text(q.filter), ProjectionExpression: text(q.project),
		ExpressionAttributeNames: q.names, ExpressionAttributeValues: e.valuesOf(q.values, q.filter), ExclusiveStartKey: q.start,
	}
	if q.limit != 0 {
		in.Limit = &q.limit
	}
	if q.consistent || q.index != byColour {
		in.ConsistentRead = aws.Bool(true)
	}
	out, err := e.client.Scan(e.ctx, in)
	if err != nil {
		return page{}, err
	}
	return page{out.Items, out.Count, out.ScannedCount, out.LastEvaluatedKey}, nil
}

// drain reads pages until a key is missing.
func drain(read func(ask) (page, error), q ask) (pages []page, items []item, err error) {
	for {
		p, err := read(q)
		if err != nil {
			return pages, items, err
		}
		pages = append(pages, p)
		items = append(items, p.Items...)
		if q.start = p.Last; len(p.Last) == 0 {
			return pages, items, nil
		}
	}
}

// change is an UpdateItem of the check's item with sort key "1".
type change struct {
	update, condition string
	names             map[string]string
	values            item
}

func (e *env) update(c change) (item, error) {
	out, err := e.client.UpdateItem(e.ctx, &dynamodb.UpdateItemInput{
		TableName: &e.tables.main, Key: e.key("1"), UpdateExpression: text(c.update), ConditionExpression: text(c.condition),
		ExpressionAttributeNames: c.names, ExpressionAttributeValues: e.valuesOf(c.values, c.update, c.condition),
		ReturnValues: types.ReturnValueAllNew,
	})
	if err != nil {
		return nil, err
	}
	return out.Attributes, nil
}

// putOf is a put of a batch.
func putOf(it item) types.WriteRequest {
	return types.WriteRequest{PutRequest: &types.PutRequest{Item: it}}
}

// deleteOf is a delete of a batch.
func deleteOf(key item) types.WriteRequest {
	return types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: key}}
}

func (e *env) batch(writes ...types.WriteRequest) (*dynamodb.BatchWriteItemOutput, error) {
	return e.client.BatchWriteItem(e.ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{e.tables.main: writes}})
}
