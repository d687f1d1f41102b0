package engine

import (
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Limits of DynamoDB (Developer Guide, "Quotas").
const (
	maxItemSize     = 400 << 10
	maxPartitionKey = 2048
	maxSortKey      = 1024
)

const namePattern = "[a-zA-Z0-9_.-]+"

// common checks the members that all requests on items share.
func (q *request) common(c *fault.Constraints) {
	checkTableName(c, q.table, "tableName")
	c.Enum(q.returnCapacity.string, "returnConsumedCapacity", "INDEXES", "TOTAL", "NONE")
}

func checkTableName(c *fault.Constraints, name text, path string) {
	switch {
	case !name.given:
		c.NotNull(path)
	case strings.HasPrefix(name.string, "arn:"):
		c.Length(name.string, path, 1, 1024)
	case name.string == "":
		c.Length(name.string, path, 1, 255)
	default:
		c.Pattern(name.string, path, namePattern, isName(name.string))
		c.Length(name.string, path, 1, 255)
	}
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && c != '_' && c != '.' && c != '-' {
			return false
		}
	}
	return s != ""
}

// returns checks the members of writes that say what to return.
func (q *request) returns(c *fault.Constraints) {
	c.Enum(q.returnMetrics.string, "returnItemCollectionMetrics", "SIZE", "NONE")
	c.Enum(q.returnValues.string, "returnValues", "ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")
	c.Enum(q.returnOnFailure.string, "returnValuesOnConditionCheckFailure", "ALL_OLD", "NONE")
}

// valid checks an item's values and returns it.
func (a attrs) valid() (value.Item, error) {
	if a.invalid != nil {
		return "", fault.InvalidValue(a.invalid)
	}
	return a.item, nil
}

// itemKey returns the key of an item to be put, or what is wrong with it.
func itemKey(keys store.Keys, it value.Item) (store.Key, error) {
	for _, attr := range schema(keys) {
		v := it.Get(attr.Name)
		if v == "" {
			return store.Key{}, fault.Parameters("Missing the key %s in the item", attr.Name)
		}
		if v.Kind() != attr.Kind {
			return store.Key{}, fault.Parameters("Type mismatch for key %s expected: %s actual: %s", attr.Name, attr.Kind.Name(), v.Kind().Name())
		}
	}
	return sizedKey(keys, it)
}

// givenKey returns the key that a request names, which must have exactly the
// key attributes.
func givenKey(keys store.Keys, it value.Item) (store.Key, error) {
	if _, ok := keys.Of(it); !ok || it.Len() != len(keys.Names()) {
		return store.Key{}, fault.Validation("The provided key element does not match the schema")
	}
	return sizedKey(keys, it)
}

func schema(keys store.Keys) []store.Attr {
	if keys.HasSort() {
		return []store.Attr{keys.Partition, keys.Sort}
	}
	return []store.Attr{keys.Partition}
}

// sizedKey checks the lengths of key values; the attributes are there.
func sizedKey(keys store.Keys, it value.Item) (store.Key, error) {
	for i, attr := range schema(keys) {
		v := it.Get(attr.Name)
		if v.Kind() == value.N {
			continue
		}
		switch n := len(v.Text()); {
		case n == 0:
			return store.Key{}, fault.Validation("One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty %s value. Key: %s",
				emptyKind(attr.Kind), attr.Name)
		case i == 0 && n > maxPartitionKey:
			return store.Key{}, fault.Parameters("Size of hashkey has exceeded the maximum size limit of2048 bytes")
		case i == 1 && n > maxSortKey:
			return store.Key{}, fault.Parameters("Aggregated size of all range keys has exceeded the size limit of 1024 bytes")
		}
	}
	k, _ := keys.Of(it)
	return k, nil
}

func emptyKind(k value.Kind) string {
	if k == value.B {
		return "binary"
	}
	return "string"
}

// indexKeys refuses an item whose value for an index's key has another type or
// is empty; an absent one just keeps the item out of the index.
func indexKeys(t *catalog.Table, it value.Item) error {
	for _, x := range t.Data.Indexes {
		for i, attr := range schema(x.Spec.Keys) {
			v := it.Get(attr.Name)
			if v == "" {
				continue
			}
			if err := indexKey(x.Spec.Name, attr, v, i); err != nil {
				return err
			}
		}
	}
	return nil
}

func indexKey(index string, attr store.Attr, v value.Value, position int) error {
	if v.Kind() != attr.Kind {
		return fault.Parameters("Type mismatch for Index Key %s Expected: %s Actual: %s IndexName: %s", attr.Name, attr.Kind.Name(), v.Kind().Name(), index)
	}
	if v.Kind() == value.N {
		return nil
	}
	switch n := len(v.Text()); {
	case n == 0:
		return fault.Validation("One or more parameter values are not valid. A value specified for a secondary index key is not supported. "+
			"The AttributeValue for a key attribute cannot contain an empty %s value. IndexName: %s, IndexKey: %s", emptyKind(attr.Kind), index, attr.Name)
	case position == 0 && n > maxPartitionKey:
		return fault.Parameters("Size of hashkey has exceeded the maximum size limit of2048 bytes")
	case position == 1 && n > maxSortKey:
		return fault.Parameters("Aggregated size of all range keys has exceeded the size limit of 1024 bytes")
	}
	return nil
}
