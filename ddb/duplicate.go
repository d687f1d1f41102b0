package ddb

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/cockroachdb/apd/v3"
)

// DuplicateKeyError is two items of one key among those to be written.
type DuplicateKeyError struct {
	Table         string
	First, Second int    // the items' places, from 1
	Key           string // `PK = "ORDER#1", SK = 7`
}

// Error names both items and their key.
func (e *DuplicateKeyError) Error() string {
	return fmt.Sprintf("write batch to %s: items %d and %d have the same key, %s", e.Table, e.First, e.Second, e.Key)
}

// seen knows the keys that have come, by 16 bytes of their hash.
type seen struct {
	table  string
	keys   []string
	places map[[16]byte]int32
	count  int32
}

func newSeen(table string, keys []string) *seen {
	return &seen{table: table, keys: keys, places: map[[16]byte]int32{}}
}

func (s *seen) add(item map[string]types.AttributeValue) error {
	s.count++
	text, err := keyText(s.keys, item)
	if err != nil {
		return fmt.Errorf("write batch to %s: item %d: %w", s.table, s.count, err)
	}
	full := sha256.Sum256([]byte(text))
	sum := [16]byte(full[:16])
	if first, ok := s.places[sum]; ok {
		return &DuplicateKeyError{Table: s.table, First: int(first), Second: int(s.count), Key: text}
	}
	s.places[sum] = s.count
	return nil
}

// keyText is the same for two items exactly if DynamoDB takes them for one.
func keyText(keys []string, item map[string]types.AttributeValue) (string, error) {
	text := ""
	for i, name := range keys {
		if i > 0 {
			text += ", "
		}
		value, err := keyValue(item[name])
		if err != nil {
			return "", fmt.Errorf("key attribute %s: %w", name, err)
		}
		text += name + " = " + value
	}
	return text, nil
}

func keyValue(value types.AttributeValue) (string, error) {
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return strconv.Quote(v.Value), nil
	case *types.AttributeValueMemberN:
		return canonical(v.Value)
	case *types.AttributeValueMemberB:
		return "b64'" + base64.StdEncoding.EncodeToString(v.Value) + "'", nil
	case nil:
		return "", errors.New("missing")
	}
	return "", fmt.Errorf("%T is not a string, number or binary", value)
}

// canonical is one text for each number: "1.0" and "1" are the same key.
func canonical(number string) (string, error) {
	d, _, err := apd.NewFromString(number)
	if err != nil || d.Form != apd.Finite {
		return "", fmt.Errorf("%q is not a number", number)
	}
	d.Reduce(d)
	if d.IsZero() {
		return "0", nil // of either sign
	}
	return d.String(), nil
}
