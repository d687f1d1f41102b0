package sharding

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// wanted is the order that is read back.
const wanted = "o-1002"

// calculated puts three orders in the shards of their ids and reads one of them
// without asking any other shard.
func (r run) calculated(ctx context.Context, res *Result) error {
	s, err := NewCalculated(r.o.Shards)
	if err != nil {
		return err
	}
	for _, id := range []string{"o-1001", wanted, "o-1003"} {
		item := r.orderKey(s, id)
		item["total"] = &types.AttributeValueMemberN{Value: "10"}
		if _, err := r.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(r.table), Item: item}); err != nil {
			return &ddb.CallError{Op: "put order " + id + " in", Table: r.table, Err: err}
		}
	}
	res.Shard = s.Shard(wanted)
	if res.Order, err = r.order(ctx, r.orderKey(s, wanted)); err != nil {
		return err
	}
	return r.stage.Section(
		fmt.Sprintf("Calculated suffix: direct GetItem for %s (shard %d)", wanted, res.Shard),
		transcript.Object{
			{Name: "SK", Value: res.Order.SK},
			{Name: "total", Value: json.Number(res.Order.Total)},
			{Name: "PK", Value: res.Order.PK},
		})
}

func (r run) orderKey(s Sharder, id string) gather.Item {
	return gather.Item{
		"PK": &types.AttributeValueMemberS{Value: Key("ORDERS#"+r.o.day(), s.Shard(id))},
		"SK": &types.AttributeValueMemberS{Value: "ORDER#" + id},
	}
}

// order reads one order by its key.
func (r run) order(ctx context.Context, key gather.Item) (Order, error) {
	in := &dynamodb.GetItemInput{TableName: aws.String(r.table), Key: key}
	// The first read is the cheap one; only where the item has not reached every
	// replica yet does it take a second, strongly consistent one.
	for _, in.ConsistentRead = range []*bool{nil, aws.Bool(true)} {
		out, err := r.client.GetItem(ctx, in)
		if err != nil {
			return Order{}, &ddb.CallError{Op: "get order " + wanted + " from", Table: r.table, Err: err}
		}
		if out.Item != nil {
			return decode(out.Item)
		}
	}
	return Order{}, fmt.Errorf("get order %s from %s: it was written and is not there", wanted, r.table)
}

func decode(item gather.Item) (Order, error) {
	pk, okPK := item["PK"].(*types.AttributeValueMemberS)
	sk, okSK := item["SK"].(*types.AttributeValueMemberS)
	total, okTotal := item["total"].(*types.AttributeValueMemberN)
	if !okPK || !okSK || !okTotal {
		return Order{}, fmt.Errorf("order %s: the item that came back is not the one written", wanted)
	}
	return Order{PK: pk.Value, SK: sk.Value, Total: total.Value}, nil
}
