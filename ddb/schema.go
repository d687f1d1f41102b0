package ddb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// schema is what makes a table the one we would make, each part in one form
// whatever the order an engine lists it in.
type schema struct {
	keys       string
	attributes string
	indexes    map[string]string
}

// difference says in a few words how there differs from ours; empty if it does
// not.
func (ours schema) difference(there schema) string {
	switch {
	case there.keys != ours.keys:
		return fmt.Sprintf("its key is %s, not %s", there.keys, ours.keys)
	case there.attributes != ours.attributes:
		return fmt.Sprintf("its key attributes are %s, not %s", there.attributes, ours.attributes)
	}
	for _, name := range sortedNames(ours.indexes) {
		switch index, ok := there.indexes[name]; {
		case !ok:
			return "it has no index " + name
		case index != ours.indexes[name]:
			return fmt.Sprintf("its index %s is %s, not %s", name, index, ours.indexes[name])
		}
	}
	for _, name := range sortedNames(there.indexes) {
		if _, ok := ours.indexes[name]; !ok {
			return "it has an index " + name
		}
	}
	return ""
}

func schemaToMake(in *dynamodb.CreateTableInput) schema {
	s := newSchema(in.KeySchema, in.AttributeDefinitions)
	for _, g := range in.GlobalSecondaryIndexes {
		s.indexes[aws.ToString(g.IndexName)] = describeIndex("global", g.KeySchema, g.Projection)
	}
	for _, l := range in.LocalSecondaryIndexes {
		s.indexes[aws.ToString(l.IndexName)] = describeIndex("local", l.KeySchema, l.Projection)
	}
	return s
}

func schemaThere(t *types.TableDescription) schema {
	s := newSchema(t.KeySchema, t.AttributeDefinitions)
	for _, g := range t.GlobalSecondaryIndexes {
		s.indexes[aws.ToString(g.IndexName)] = describeIndex("global", g.KeySchema, g.Projection)
	}
	for _, l := range t.LocalSecondaryIndexes {
		s.indexes[aws.ToString(l.IndexName)] = describeIndex("local", l.KeySchema, l.Projection)
	}
	return s
}

func newSchema(keys []types.KeySchemaElement, attributes []types.AttributeDefinition) schema {
	defined := make([]string, len(attributes))
	for i, a := range attributes {
		defined[i] = aws.ToString(a.AttributeName) + " " + string(a.AttributeType)
	}
	slices.Sort(defined)
	return schema{
		keys:       describeKeys(keys),
		attributes: "(" + strings.Join(defined, ", ") + ")",
		indexes:    map[string]string{},
	}
}

func describeKeys(keys []types.KeySchemaElement) string {
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = aws.ToString(k.AttributeName) + " " + string(k.KeyType)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func describeIndex(kind string, keys []types.KeySchemaElement, p *types.Projection) string {
	text := kind + " on " + describeKeys(keys)
	if p == nil {
		return text
	}
	text += " with " + string(p.ProjectionType)
	if len(p.NonKeyAttributes) > 0 {
		text += " " + strings.Join(slices.Sorted(slices.Values(p.NonKeyAttributes)), ", ")
	}
	return text
}

func sortedNames(indexes map[string]string) []string {
	names := make([]string, 0, len(indexes))
	for name := range indexes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
