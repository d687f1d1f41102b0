package caching

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// shop is the table with products and their reviews. It is the source of the
// caches.
type shop struct {
	client Client
	table  string
	latest map[itemID]int // the value of each item that the table is known to hold
}

func newShop(client Client, table string) *shop {
	return &shop{client: client, table: table, latest: map[itemID]int{}}
}

// Load reads an item by a GetItem. Only where the latest change has not reached
// every replica yet does it take a second, strongly consistent one.
func (s *shop) Load(ctx context.Context, id itemID) (got item, found bool, err error) {
	for _, consistent := range []bool{false, true} {
		got, found, err = s.get(ctx, id, consistent)
		if err != nil || got.Value == s.latest[id] {
			break
		}
	}
	return got, found, err
}

// get reads an item, strongly consistently or not.
func (s *shop) get(ctx context.Context, id itemID, consistent bool) (item, bool, error) {
	in := &dynamodb.GetItemInput{TableName: aws.String(s.table), Key: id.key()}
	if consistent {
		in.ConsistentRead = aws.Bool(true)
	}
	out, err := s.client.GetItem(ctx, in)
	if err != nil {
		return item{}, false, s.failed("get "+id.what()+" from", err)
	}
	if out.Item == nil {
		return item{}, false, nil
	}
	got, err := s.decode(id, out.Item)
	return got, err == nil, err
}

// expect says in an error what a read of an item should have brought.
func (s *shop) expect(got item, found bool, id itemID, value int) error {
	switch {
	case !found:
		return fmt.Errorf("get %s from %s: it was written and is not there", id.what(), s.table)
	case got.Value != value:
		return fmt.Errorf("get %s from %s: the %s is %d, not %d", id.what(), s.table, id.attribute(), got.Value, value)
	}
	return nil
}

// queryProduct reads a product and its reviews, in the order of their sort keys.
// Of an answer that a replica gave too early it makes as little as Load does.
func (s *shop) queryProduct(ctx context.Context, client dynamodb.QueryAPIClient, product itemID) (all []item, err error) {
	in := &dynamodb.QueryInput{
		TableName:                 aws.String(s.table),
		KeyConditionExpression:    aws.String("PK = :pk"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":pk": product.key()["PK"]},
	}
	for _, in.ConsistentRead = range []*bool{nil, aws.Bool(true)} {
		if all, err = s.pages(ctx, client, product, in); err != nil || s.isLatest(product, all) {
			break
		}
	}
	return all, err
}

func (s *shop) pages(ctx context.Context, client dynamodb.QueryAPIClient, product itemID, in *dynamodb.QueryInput) ([]item, error) {
	var all []item
	for pages := dynamodb.NewQueryPaginator(client, in); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, s.failed("query "+product.what()+" in", err)
		}
		for _, attributes := range page.Items {
			id, err := idOf(attributes)
			if err != nil {
				return nil, fmt.Errorf("query %s in %s: %w", product.what(), s.table, err)
			}
			got, err := s.decode(id, attributes)
			if err != nil {
				return nil, err
			}
			all = append(all, got)
		}
	}
	return all, nil
}

// isLatest reports whether all that was written of a product is among the items.
func (s *shop) isLatest(product itemID, all []item) bool {
	read := map[itemID]int{}
	for _, got := range all {
		read[got.ID] = got.Value
	}
	for id, value := range s.latest {
		if id.product() == product && read[id] != value {
			return false
		}
	}
	return true
}

// Store writes an item by a PutItem.
func (s *shop) Store(ctx context.Context, id itemID, value item) error {
	in := &dynamodb.PutItemInput{TableName: aws.String(s.table), Item: value.attributes()}
	if _, err := s.client.PutItem(ctx, in); err != nil {
		return s.failed("put "+id.what()+" in", err)
	}
	s.latest[id] = value.Value
	return nil
}

// update changes an item's value by an UpdateItem, as another program would, past
// the cache.
func (s *shop) update(ctx context.Context, id itemID, value int) error {
	in := &dynamodb.UpdateItemInput{
		TableName:                 aws.String(s.table),
		Key:                       id.key(),
		UpdateExpression:          aws.String("SET " + id.attribute() + " = :value"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":value": number(value)},
	}
	if _, err := s.client.UpdateItem(ctx, in); err != nil {
		return s.failed("update "+id.what()+" in", err)
	}
	s.latest[id] = value
	return nil
}

func (s *shop) failed(op string, err error) error {
	return &ddb.CallError{Op: op, Table: s.table, Err: err}
}

func (s *shop) decode(id itemID, attributes map[string]types.AttributeValue) (item, error) {
	got, err := decode(id, attributes)
	if err != nil {
		return item{}, fmt.Errorf("%s in %s: %w", id.what(), s.table, err)
	}
	return got, nil
}
