package highcardinality

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// tableName is the table's name before any prefix.
	tableName = "p34-high-cardinality"
	indexName = "GSI1"
)

// keyNames are the attributes that identify an item.
func keyNames() []string { return []string{"PK", "SK"} }

// createTable is the table of the pattern, under its full name.
func createTable(name string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:            aws.String(name),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: stringAttributes("PK", "SK", "GSI1PK", "GSI1SK"),
		KeySchema:            keySchema("PK", "SK"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName:  aws.String(indexName),
			KeySchema:  keySchema("GSI1PK", "GSI1SK"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly},
		}},
	}
}

// createPlain is a table without an index, under its full name.
func createPlain(name string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:            aws.String(name),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: stringAttributes("PK", "SK"),
		KeySchema:            keySchema("PK", "SK"),
	}
}

func stringAttributes(names ...string) []types.AttributeDefinition {
	attributes := make([]types.AttributeDefinition, len(names))
	for i, name := range names {
		attributes[i] = types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS}
	}
	return attributes
}

func keySchema(partition, sort string) []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash},
		{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange},
	}
}
