package catalog

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// The shapes that requests and answers share. Members of a request may be
// missing; once checked, those that DynamoDB requires are there.
type (
	attributeDefinition struct{ AttributeName, AttributeType *string }

	keyElement struct{ AttributeName, KeyType *string }

	projection struct {
		ProjectionType   *string
		NonKeyAttributes []string `json:",omitempty"`
	}

	provisioned struct{ ReadCapacityUnits, WriteCapacityUnits *int64 }

	onDemand struct{ MaxReadRequestUnits, MaxWriteRequestUnits *int64 }

	warm struct{ ReadUnitsPerSecond, WriteUnitsPerSecond *int64 }

	streamSpec struct {
		StreamEnabled  *bool
		StreamViewType *string `json:",omitempty"`
	}

	sseSpec struct {
		Enabled                 *bool
		SSEType, KMSMasterKeyId *string
	}

	tag struct{ Key, Value *string }

	// indexRequest is a local or global index to be made.
	indexRequest struct {
		IndexName             *string
		KeySchema             []keyElement
		Projection            *projection
		ProvisionedThroughput *provisioned
		OnDemandThroughput    *onDemand
		WarmThroughput        *warm
	}
)

// text is a string member, "" where it is missing.
func text(v *string) string {
	if v == nil {
		return ""
	}
	return *v
}

// kinds maps the attributes that are defined to their types.
func kinds(definitions []attributeDefinition) map[string]store.Attr {
	m := make(map[string]store.Attr, len(definitions))
	for _, d := range definitions {
		m[*d.AttributeName] = store.Attr{Name: *d.AttributeName, Kind: value.Kind((*d.AttributeType)[0])}
	}
	return m
}

// storeKeys is a checked key schema as the store has it.
func storeKeys(schema []keyElement, kinds map[string]store.Attr) store.Keys {
	keys := store.Keys{Partition: kinds[*schema[0].AttributeName]}
	if len(schema) > 1 {
		keys.Sort = kinds[*schema[1].AttributeName]
	}
	return keys
}

// names are a key schema's attributes.
func names(schema []keyElement) []string {
	list := make([]string, len(schema))
	for i, k := range schema {
		list[i] = *k.AttributeName
	}
	return list
}

func definedNames(definitions []attributeDefinition) []string {
	list := make([]string, len(definitions))
	for i, d := range definitions {
		list[i] = *d.AttributeName
	}
	return list
}
