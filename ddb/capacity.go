package ddb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// ReturnCapacity is an option of a client: each call that can tell the capacity
// it consumed is asked for the total, unless it asks for more or less itself.
// The input that the caller holds is set accordingly.
func ReturnCapacity(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("ReturnCapacity", returnCapacity), middleware.Before)
	})
}

func returnCapacity(
	ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler,
) (middleware.InitializeOutput, middleware.Metadata, error) {
	if asked := capacityField(in.Parameters); asked != nil && *asked == "" {
		*asked = types.ReturnConsumedCapacityTotal
	}
	return next.HandleInitialize(ctx, in)
}

// capacityField is where an input asks for its capacity, nil if it cannot.
func capacityField(input any) *types.ReturnConsumedCapacity {
	switch in := input.(type) {
	case *dynamodb.BatchGetItemInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.BatchWriteItemInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.DeleteItemInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.GetItemInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.PutItemInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.QueryInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.ScanInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.TransactGetItemsInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.TransactWriteItemsInput:
		return &in.ReturnConsumedCapacity
	case *dynamodb.UpdateItemInput:
		return &in.ReturnConsumedCapacity
	}
	return nil
}
