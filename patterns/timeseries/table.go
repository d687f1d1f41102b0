package timeseries

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// monthsBase is what the monthly tables' names begin with, before any prefix;
	// the period follows.
	monthsBase = "p37-metrics-"
	// bucketsName is the name of the table with the daily buckets, likewise.
	bucketsName = "p37-metrics-ttl"
	// ttlName is the attribute that holds the second of expiry.
	ttlName = "expires_at"
	// ttlAfter is how long after its day a reading is kept.
	ttlAfter = 30 * 24 * time.Hour
)

// keyNames are the attributes that identify an item.
func keyNames() []string { return []string{"PK", "SK"} }

// createTable is any table of the pattern, under its full name.
func createTable(name string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:   aws.String(name),
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("SK"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange},
		},
	}
}

// timeToLive tells a table which attribute holds the second of expiry.
func timeToLive(name string) *dynamodb.UpdateTimeToLiveInput {
	return &dynamodb.UpdateTimeToLiveInput{
		TableName: aws.String(name),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{
			AttributeName: aws.String(ttlName),
			Enabled:       aws.Bool(true),
		},
	}
}
