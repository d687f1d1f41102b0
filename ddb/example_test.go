package ddb_test

import (
	"context"
	"fmt"
	"log"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// Sixty items in a table that lives for as long as the run does.
func Example() {
	ctx := context.Background()
	conn, err := ddb.Open(ctx, ddb.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()

	tables := ddb.NewTables(conn.DynamoDB, ddb.TableOptions{Prefix: "demo-", Tagged: conn.Tagged})
	defer tables.Close(ctx)
	name := tables.Name("orders")
	err = tables.Create(ctx, &dynamodb.CreateTableInput{
		TableName:            aws.String(name),
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeN}},
		BillingMode:          types.BillingModePayPerRequest,
	})
	if err != nil {
		log.Print(err)
		return
	}
	written, err := ddb.WriteBatches(ctx, conn.DynamoDB, name, []string{"id"},
		func(yield func(map[string]types.AttributeValue) bool) {
			for id := range 60 {
				if !yield(map[string]types.AttributeValue{"id": &types.AttributeValueMemberN{Value: strconv.Itoa(id)}}) {
					return
				}
			}
		})
	if err != nil {
		log.Print(err)
		return
	}
	fmt.Println(conn.Engine, name, written)
	// Output: embedded engine demo-orders 60
}
