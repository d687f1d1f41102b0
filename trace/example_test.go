package trace_test

import (
	"context"
	"fmt"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Two lines show the calls of any client, whatever its configuration.
func ExampleTo() {
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	cfg := engine.Config()

	out := transcript.New(os.Stdout, transcript.Options{})
	client := dynamodb.NewFromConfig(cfg, trace.To(out))

	if err := play(context.Background(), client); err != nil {
		fmt.Println(err)
	}
	if err := out.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// >>> PutItem players
	//     item:       {PK: 'PLAYER#7', score: 10}
	//
	// >>> UpdateItem players
	//     key:        {PK: 'PLAYER#7'}
	//     condition:  score < 12
	//     update:     SET score = 12
	//
	// >>> GetItem players
	//     key:        {PK: 'PLAYER#7'}
	//     consistent: true
}

// play is anybody's code: it does not know that it is traced.
func play(ctx context.Context, client *dynamodb.Client) error {
	table := aws.String("players")
	_, err := client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:            table,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash}},
		BillingMode:          types.BillingModePayPerRequest,
	})
	if err != nil {
		return fmt.Errorf("create players: %w", err)
	}
	player := map[string]types.AttributeValue{"PK": &types.AttributeValueMemberS{Value: "PLAYER#7"}}
	_, err = client.PutItem(ctx, &dynamodb.PutItemInput{TableName: table, Item: map[string]types.AttributeValue{
		"PK": player["PK"], "score": &types.AttributeValueMemberN{Value: "10"},
	}})
	if err != nil {
		return fmt.Errorf("put a player: %w", err)
	}
	_, err = client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: table, Key: player,
		UpdateExpression:          aws.String("SET #s = :new"),
		ConditionExpression:       aws.String("#s < :new"),
		ExpressionAttributeNames:  map[string]string{"#s": "score"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":new": &types.AttributeValueMemberN{Value: "12"}},
	})
	if err != nil {
		return fmt.Errorf("update a player: %w", err)
	}
	_, err = client.GetItem(ctx, &dynamodb.GetItemInput{TableName: table, Key: player, ConsistentRead: aws.Bool(true)})
	if err != nil {
		return fmt.Errorf("get a player: %w", err)
	}
	return nil
}
