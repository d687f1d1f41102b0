package emulatortest

import (
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// item is an item, a key or the values of an expression.
type item = map[string]types.AttributeValue

func s(v string) types.AttributeValue  { return &types.AttributeValueMemberS{Value: v} }
func n(v string) types.AttributeValue  { return &types.AttributeValueMemberN{Value: v} }
func b(v string) types.AttributeValue  { return &types.AttributeValueMemberB{Value: []byte(v)} }
func null(v bool) types.AttributeValue { return &types.AttributeValueMemberNULL{Value: v} }
func boolean(v bool) types.AttributeValue {
	return &types.AttributeValueMemberBOOL{Value: v}
}

func list(v ...types.AttributeValue) types.AttributeValue {
	if v == nil {
		v = []types.AttributeValue{} // nil would be left out of the request
	}
	return &types.AttributeValueMemberL{Value: v}
}

func object(v item) types.AttributeValue { return &types.AttributeValueMemberM{Value: v} }

func ss(v ...string) types.AttributeValue {
	return &types.AttributeValueMemberSS{Value: slices.Concat([]string{}, v)}
}

func ns(v ...string) types.AttributeValue {
	return &types.AttributeValueMemberNS{Value: slices.Concat([]string{}, v)}
}

func bs(v ...string) types.AttributeValue {
	set := [][]byte{}
	for _, m := range v {
		set = append(set, []byte(m))
	}
	return &types.AttributeValueMemberBS{Value: set}
}

// numbers are the values of attribute name, which are numbers, in the items' order.
func numbers(items []item, name string) []string {
	texts := []string{}
	for _, it := range items {
		text := "(none)"
		if v, ok := it[name].(*types.AttributeValueMemberN); ok {
			text = v.Value
		}
		texts = append(texts, text)
	}
	return texts
}

// sorted returns a copy in order, for what comes in any order.
func sorted(v []string) []string { return slices.Sorted(slices.Values(v)) }
