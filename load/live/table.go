package live

import (
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/load"
)

// The attributes of all items.
const (
	pk, sk           = "PK", "SK"
	indexPK, indexSK = "GSI1PK", "GSI1SK"
	payload          = "data"
)

// tableName is the name of a pattern's table before any prefix.
func tableName(pattern int) string { return fmt.Sprintf("p%d-load", pattern) }

func createTable(name string, d *load.Design, o load.Options) *dynamodb.CreateTableInput {
	mode, throughput := types.BillingModePayPerRequest, (*types.ProvisionedThroughput)(nil)
	if o.Read > 0 || o.Write > 0 {
		mode = types.BillingModeProvisioned
		throughput = &types.ProvisionedThroughput{
			ReadCapacityUnits: aws.Int64(max(o.Read, 1)), WriteCapacityUnits: aws.Int64(max(o.Write, 1)),
		}
	}
	in := &dynamodb.CreateTableInput{
		TableName: aws.String(name), BillingMode: mode, ProvisionedThroughput: throughput,
		AttributeDefinitions: attributes(pk, sk), KeySchema: keySchema(pk, sk),
	}
	if d.Index != "" {
		in.AttributeDefinitions = attributes(pk, sk, indexPK, indexSK)
		in.GlobalSecondaryIndexes = []types.GlobalSecondaryIndex{{
			IndexName: aws.String(d.Index), KeySchema: keySchema(indexPK, indexSK), ProvisionedThroughput: throughput,
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly},
		}}
	}
	return in
}

func attributes(names ...string) []types.AttributeDefinition {
	all := make([]types.AttributeDefinition, len(names))
	for i, name := range names {
		all[i] = types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS}
	}
	return all
}

func keySchema(partition, sort string) []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash},
		{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange},
	}
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func itemKey(r load.Request) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{pk: text(r.Partition), sk: text(r.Sort)}
}

// item is a request's item, of the given size in bytes if its keys leave room: names and values count (Developer Guide,
// "Item sizes").
func item(r load.Request, size int) map[string]types.AttributeValue {
	i := itemKey(r)
	size -= len(pk) + len(r.Partition) + len(sk) + len(r.Sort)
	if r.IndexPartition != "" {
		i[indexPK], i[indexSK] = text(r.IndexPartition), text(r.IndexSort)
		size -= len(indexPK) + len(r.IndexPartition) + len(indexSK) + len(r.IndexSort)
	}
	if size > len(payload) {
		i[payload] = text(strings.Repeat("x", size-len(payload)))
	}
	return i
}
