package ddb

import (
	"encoding/base64"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Bytes of JSON around what is counted, each rounded up.
const (
	wireItem  = len(`{"PutRequest":{"Item":{}}},`)
	wireField = len(`"":,`)
	wireValue = len(`{"NULL":false}`)
	wireBrace = len(`{},`)
)

// wireSize is at least the bytes that the item takes in a request, which can be
// many times its size in a table.
func wireSize(item map[string]types.AttributeValue) int {
	return wireItem + fieldsSize(item)
}

func fieldsSize(fields map[string]types.AttributeValue) int {
	n := 0
	for name, value := range fields {
		n += wireField + textSize(name) + valueSize(value)
	}
	return n
}

func valueSize(value types.AttributeValue) int {
	n := wireValue
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		n += textSize(v.Value)
	case *types.AttributeValueMemberN:
		n += textSize(v.Value)
	case *types.AttributeValueMemberB:
		n += base64.StdEncoding.EncodedLen(len(v.Value))
	case *types.AttributeValueMemberM:
		n += wireBrace + fieldsSize(v.Value)
	case *types.AttributeValueMemberL:
		for _, element := range v.Value {
			n += wireBrace + valueSize(element)
		}
	default:
		n += setSize(value)
	}
	return n
}

func setSize(value types.AttributeValue) int {
	n := 0
	switch v := value.(type) {
	case *types.AttributeValueMemberSS:
		for _, s := range v.Value {
			n += wireBrace + textSize(s)
		}
	case *types.AttributeValueMemberNS:
		for _, s := range v.Value {
			n += wireBrace + textSize(s)
		}
	case *types.AttributeValueMemberBS:
		for _, b := range v.Value {
			n += wireBrace + base64.StdEncoding.EncodedLen(len(b))
		}
	}
	return n
}

// textSize counts six bytes for what JSON may escape, as \u001b, an invalid byte
// among it.
func textSize(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < ' ', r == '"', r == '\\', r == '<', r == '>', r == '&',
			r == 0x7f, r == '\u2028', r == '\u2029', r == utf8.RuneError:
			n += 6
		default:
			n += utf8.RuneLen(r)
		}
	}
	return n
}
