package caching

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// product is what the cache holds.
type product struct {
	Name  string
	Price int
}

// products is the table as the cache's source; its keys are product ids.
type products struct {
	client Client
	table  string
	latest int // the price that the table is known to hold
}

// Load reads a product by a GetItem. Only where the latest change has not reached
// every replica yet does it take a second, strongly consistent one.
func (p *products) Load(ctx context.Context, id string) (got product, found bool, err error) {
	in := &dynamodb.GetItemInput{TableName: aws.String(p.table), Key: itemKey(id)}
	for _, in.ConsistentRead = range []*bool{nil, aws.Bool(true)} {
		got, found, err = p.get(ctx, id, in)
		if err != nil || got.Price == p.latest {
			break
		}
	}
	return got, found, err
}

func (p *products) get(ctx context.Context, id string, in *dynamodb.GetItemInput) (product, bool, error) {
	out, err := p.client.GetItem(ctx, in)
	if err != nil {
		return product{}, false, &ddb.CallError{Op: "get product " + id + " from", Table: p.table, Err: err}
	}
	if out.Item == nil {
		return product{}, false, nil
	}
	got, err := decode(out.Item)
	if err != nil {
		return product{}, false, fmt.Errorf("product %s in %s: %w", id, p.table, err)
	}
	return got, true, nil
}

// Store writes a product by a PutItem.
func (p *products) Store(ctx context.Context, id string, value product) error {
	item := itemKey(id)
	item["name"] = &types.AttributeValueMemberS{Value: value.Name}
	item["price"] = number(value.Price)
	if _, err := p.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(p.table), Item: item}); err != nil {
		return &ddb.CallError{Op: "put product " + id + " in", Table: p.table, Err: err}
	}
	p.latest = value.Price
	return nil
}

// setPrice changes a product as another program would, past the cache.
func (p *products) setPrice(ctx context.Context, id string, price int) error {
	in := &dynamodb.UpdateItemInput{
		TableName:                 aws.String(p.table),
		Key:                       itemKey(id),
		UpdateExpression:          aws.String("SET price = :price"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":price": number(price)},
	}
	if _, err := p.client.UpdateItem(ctx, in); err != nil {
		return &ddb.CallError{Op: "update product " + id + " in", Table: p.table, Err: err}
	}
	p.latest = price
	return nil
}

func itemKey(id string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"PK": &types.AttributeValueMemberS{Value: "PRODUCT#" + id},
		"SK": &types.AttributeValueMemberS{Value: "META"},
	}
}

func number(n int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
}

func decode(item map[string]types.AttributeValue) (product, error) {
	name, okName := item["name"].(*types.AttributeValueMemberS)
	price, okPrice := item["price"].(*types.AttributeValueMemberN)
	if !okName || !okPrice {
		return product{}, errors.New("it came back without its name or its price")
	}
	n, err := strconv.Atoi(price.Value)
	if err != nil {
		return product{}, fmt.Errorf("its price is not a whole number: %w", err)
	}
	return product{Name: name.Value, Price: n}, nil
}
