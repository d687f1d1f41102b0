package main

import (
	"context"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// The code in README.md is this function's; TestReadmeCode sees to it.
func Example_readme() {
	ctx := context.Background()
	engine := emulator.New(emulator.Options{})
	defer engine.Close()

	out := transcript.New(os.Stdout, transcript.Options{})
	client := engine.Client(trace.To(out)) // or dynamodb.NewFromConfig(cfg, trace.To(out))

	_, err := client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:            aws.String("votes"),
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("candidate"), KeyType: types.KeyTypeHash}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("candidate"), AttributeType: types.ScalarAttributeTypeS}},
		BillingMode:          types.BillingModePayPerRequest,
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("votes"),
		Key:                       map[string]types.AttributeValue{"candidate": &types.AttributeValueMemberS{Value: "A"}},
		UpdateExpression:          aws.String("ADD #n :one"),
		ExpressionAttributeNames:  map[string]string{"#n": "votes"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := out.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// >>> UpdateItem votes
	//     key:        {candidate: 'A'}
	//     update:     ADD votes 1
}
