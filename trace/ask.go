package trace

import (
	"context"
	"reflect"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// AskCapacity is an option for dynamodb.NewFromConfig that has every call which
// can ask what it consumes ask for it, indexes included, so that Record.Capacity
// is filled. A call that sets ReturnConsumedCapacity itself keeps its choice; the
// caller's input is left as it is. The answer costs nothing, it is a little longer.
func AskCapacity(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		ask := middleware.InitializeMiddlewareFunc("ddbpatterns/capacity", askCapacity)
		if _, installed := stack.Initialize.Get(ask.ID()); installed {
			return nil
		}
		return stack.Initialize.Add(ask, middleware.Before)
	})
}

func askCapacity(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	middleware.InitializeOutput, middleware.Metadata, error,
) {
	f := fieldsOf(in.Parameters)
	if v := f.of.FieldByName("ReturnConsumedCapacity"); v.IsValid() && v.IsZero() {
		asking := reflect.New(f.of.Type())
		asking.Elem().Set(f.of)
		asking.Elem().FieldByName("ReturnConsumedCapacity").Set(reflect.ValueOf(types.ReturnConsumedCapacityIndexes))
		in.Parameters = asking.Interface()
	}
	return next.HandleInitialize(ctx, in)
}
