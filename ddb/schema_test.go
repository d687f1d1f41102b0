package ddb

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func global(name string, p types.ProjectionType, attributes ...string) types.GlobalSecondaryIndex {
	return types.GlobalSecondaryIndex{
		IndexName:  aws.String(name),
		KeySchema:  []types.KeySchemaElement{{AttributeName: aws.String("SK"), KeyType: types.KeyTypeHash}},
		Projection: &types.Projection{ProjectionType: p, NonKeyAttributes: attributes},
	}
}

func TestSchemaDifference(t *testing.T) {
	ours := simple()
	ours.GlobalSecondaryIndexes = []types.GlobalSecondaryIndex{global("G1", types.ProjectionTypeInclude, "a", "b"), global("G2", types.ProjectionTypeAll)}
	tests := []struct {
		name   string
		change func(*dynamodb.CreateTableInput)
		want   string
	}{
		{"none", func(*dynamodb.CreateTableInput) {}, ""},
		{"another order", func(in *dynamodb.CreateTableInput) {
			in.GlobalSecondaryIndexes = []types.GlobalSecondaryIndex{global("G2", types.ProjectionTypeAll), global("G1", types.ProjectionTypeInclude, "b", "a")}
			in.AttributeDefinitions = []types.AttributeDefinition{in.AttributeDefinitions[1], in.AttributeDefinitions[0]}
		}, ""},
		{"billing", func(in *dynamodb.CreateTableInput) { in.BillingMode = types.BillingModeProvisioned }, ""},
		{"key", func(in *dynamodb.CreateTableInput) { in.KeySchema = in.KeySchema[:1] }, "its key is (PK HASH), not (PK HASH, SK RANGE)"},
		{"type", func(in *dynamodb.CreateTableInput) {
			in.AttributeDefinitions = []types.AttributeDefinition{
				{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS},
				{AttributeName: aws.String("SK"), AttributeType: types.ScalarAttributeTypeN},
			}
		}, "its key attributes are (PK S, SK N), not (PK S, SK S)"},
		{"one index fewer", func(in *dynamodb.CreateTableInput) { in.GlobalSecondaryIndexes = in.GlobalSecondaryIndexes[:1] }, "it has no index G2"},
		{"one index more", func(in *dynamodb.CreateTableInput) {
			in.LocalSecondaryIndexes = []types.LocalSecondaryIndex{{IndexName: aws.String("L")}}
		}, "it has an index L"},
		{"projection", func(in *dynamodb.CreateTableInput) {
			in.GlobalSecondaryIndexes = []types.GlobalSecondaryIndex{global("G1", types.ProjectionTypeKeysOnly), global("G2", types.ProjectionTypeAll)}
		}, "its index G1 is global on (SK HASH) with KEYS_ONLY, not global on (SK HASH) with INCLUDE a, b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			there := *ours
			tt.change(&there)
			if got := schemaToMake(ours).difference(schemaToMake(&there)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
