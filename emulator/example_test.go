package emulator_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// visits is a table keyed by page.
func visits() *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:            aws.String("visits"),
		BillingMode:          types.BillingModePayPerRequest,
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("page"), KeyType: types.KeyTypeHash}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("page"), AttributeType: types.ScalarAttributeTypeS}},
	}
}

// visit counts a visit to a page.
func visit(ctx context.Context, client *dynamodb.Client, page string) (string, error) {
	out, err := client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("visits"),
		Key:                       map[string]types.AttributeValue{"page": &types.AttributeValueMemberS{Value: page}},
		UpdateExpression:          aws.String("ADD visits :one"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
		ReturnValues:              types.ReturnValueUpdatedNew,
	})
	if err != nil {
		return "", err
	}
	return out.Attributes["visits"].(*types.AttributeValueMemberN).Value, nil
}

// Example tests code against DynamoDB with nothing installed.
func Example() {
	ctx := context.Background()
	srv := emulator.New(emulator.Options{})
	defer srv.Close()
	client := srv.Client() // the SDK's own *dynamodb.Client

	if _, err := client.CreateTable(ctx, visits()); err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		n, err := visit(ctx, client, "/home")
		fmt.Println(n, err)
	}
	fmt.Println("check:", srv.Check())
	// Output:
	// 1 <nil>
	// 2 <nil>
	// check: <nil>
}

// ExampleOptions_limits writes one key faster than a partition can, on a clock
// that stands still.
func ExampleOptions_limits() {
	ctx := context.Background()
	noon := time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	srv := emulator.New(emulator.Options{Limits: &emulator.Limits{}, Now: func() time.Time { return noon }})
	defer srv.Close()
	client := srv.Client(func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })
	if _, err := client.CreateTable(ctx, visits()); err != nil {
		fmt.Println(err)
		return
	}
	accepted := 0
	for range 1500 {
		_, err := visit(ctx, client, "/home")
		if throttled, ok := errors.AsType[*types.ThrottlingException](err); ok {
			fmt.Println("accepted:", accepted)
			fmt.Println("then:", aws.ToString(throttled.ThrottlingReasons[0].Reason))
			return
		}
		accepted++
	}
	// Output:
	// accepted: 1000
	// then: TableWriteKeyRangeThroughputExceeded
}
