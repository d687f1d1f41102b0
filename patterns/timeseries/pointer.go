package timeseries

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// pointerKey is the item of the pointer's table that says which period is written.
func pointerKey() gather.Item {
	return gather.Item{
		"PK": &types.AttributeValueMemberS{Value: "WRITERS"},
		"SK": &types.AttributeValueMemberS{Value: "PERIOD"},
	}
}

// periodName is the attribute of that item: the period as in a table's name.
const periodName = "period"

// point points writers, who were just seen in a period, at the current one's table,
// and reports whether they were moved. They only ever go forward, whoever else moves
// them meanwhile.
func (k Keeper) point(ctx context.Context, writers, current Period) (moved bool, err error) {
	if writers == current {
		return false, nil
	}
	_, err = k.Client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:           aws.String(k.Pointer),
		Key:                 pointerKey(),
		UpdateExpression:    aws.String("SET #period = :current"),
		ConditionExpression: aws.String("attribute_not_exists(#period) OR #period < :current"),
		ExpressionAttributeNames: map[string]string{
			"#period": periodName,
		},
		ExpressionAttributeValues: gather.Item{":current": &types.AttributeValueMemberS{Value: current.String()}},
	})
	if _, overtaken := errors.AsType[*types.ConditionalCheckFailedException](err); overtaken {
		return false, k.overtaken(ctx, current)
	}
	if err != nil {
		return false, &ddb.CallError{Op: "point writers at " + current.String() + " in", Table: k.Pointer, Err: err}
	}
	return true, nil
}

// overtaken is for when somebody else has pointed writers first: at the same
// period, which is as it should be, or at a later one.
func (k Keeper) overtaken(ctx context.Context, current Period) error {
	writers, err := k.writers(ctx)
	if err == nil && writers.Compare(current) > 0 {
		err = &BehindError{Clock: current, Writers: writers}
	}
	return err
}

// writers is the period that writers are in, the zero Period if they are in none.
func (k Keeper) writers(ctx context.Context) (Period, error) {
	out, err := k.Client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(k.Pointer), Key: pointerKey(), ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return Period{}, &ddb.CallError{Op: "get the period of writers from", Table: k.Pointer, Err: err}
	}
	if len(out.Item) == 0 {
		return Period{}, nil
	}
	text, _ := out.Item[periodName].(*types.AttributeValueMemberS)
	if text == nil {
		return Period{}, fmt.Errorf("%s points at nothing that is a period", k.Pointer)
	}
	start, err := time.Parse(periodLayout, text.Value)
	if err != nil {
		return Period{}, fmt.Errorf("%s points at %q, which is no period", k.Pointer, text.Value)
	}
	return PeriodOf(start), nil
}
