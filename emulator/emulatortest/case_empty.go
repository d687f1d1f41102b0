package emulatortest

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	emptyKey      = "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"
	emptyIndexKey = "One or more parameter values are not valid. A value specified for a secondary index key is not supported. " +
		"The AttributeValue for a key attribute cannot contain an empty "
	invalid = "One or more parameter values were invalid: "
)

func emptyCases() []Case {
	return []Case{{
		Number: 32, Name: "an empty string",
		Right:  "refused as a key, accepted as any other attribute",
		Checks: emptyStrings(),
	}, {
		Number: 33, Name: "an empty set, a set with a member twice",
		Right:  "ValidationException; an empty list and an empty map are fine",
		Checks: brokenSets(),
	}}
}

func emptyStrings() []Check {
	noKey := item{"pk": s(""), "sk": n("1")}
	return []Check{
		{"as the key of a put", func(e *env) error { return e.refused(e.put(noKey), emptyKey) }},
		{"as the key of a get", func(e *env) error {
			_, err := e.client.GetItem(e.ctx, &dynamodb.GetItemInput{TableName: &e.tables.main, Key: noKey})
			return e.refused(err, emptyKey)
		}},
		{"as the key of a delete", func(e *env) error {
			_, err := e.client.DeleteItem(e.ctx, &dynamodb.DeleteItemInput{TableName: &e.tables.main, Key: noKey})
			return e.refused(err, emptyKey)
		}},
		{"as a key in a batch", func(e *env) error {
			_, err := e.batch(putOf(e.key("1")), putOf(noKey))
			return errors.Join(e.refused(err, emptyKey), e.absent("1"))
		}},
		{"as a key in a transaction", func(e *env) error {
			err := e.transact(types.TransactWriteItem{Put: &types.Put{TableName: &e.tables.main, Item: noKey}})
			if err == nil {
				return errors.New("accepted, right is a refusal")
			}
			return nil
		}},
		{"in a key condition", func(e *env) error {
			_, err := e.query(ask{key: "pk = :v", values: item{":v": s("")}})
			return e.refused(err, emptyKey)
		}},
		{"as a global index's key", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"colour": s("")})), emptyIndexKey+"string value. IndexName: by-colour, IndexKey: colour")
		}},
		{"as a local index's key", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"note": s("")})), emptyIndexKey+"string value. IndexName: by-note, IndexKey: note")
		}},
		{"empty binary as an index's key", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"bytes": b("")})), emptyIndexKey+"binary value. IndexName: by-bytes, IndexKey: bytes")
		}},
		{"as an attribute", func(e *env) error {
			it := item{"v": s(""), "b": b(""), "l": list(s("")), "m": object(item{"v": s("")})}
			return errors.Join(e.put(e.with("1", it)), e.holds("1", it))
		}},
		{"by an update", func(e *env) error {
			_, err := e.update(change{update: "SET v = :v", values: item{":v": s("")}})
			return errors.Join(err, e.holds("1", item{"v": s("")}))
		}},
	}
}

func brokenSets() (checks []Check) {
	for _, c := range []struct {
		name    string
		v       types.AttributeValue
		message string
	}{
		{"empty string set", ss(), invalid + "An string set  may not be empty"},
		{"empty number set", ns(), invalid + "An number set  may not be empty"},
		{"empty binary set", bs(), invalid + "Binary sets should not be empty"},
		{"a string twice", ss("a", "b", "a"), invalid + "Input collection [a, b, a] contains duplicates."},
		{"a number twice", ns("1", "2", "1"), "Input collection contains duplicates"},
		{"bytes twice", bs("a", "a"), invalid + "Input collection [YQ==, YQ==]of type BS contains duplicates."},
	} {
		checks = append(checks, Check{c.name, func(e *env) error {
			return errors.Join(e.refused(e.put(e.with("1", item{"v": c.v})), c.message), e.absent("1"))
		}}, Check{c.name + " in a map", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"v": object(item{"m": c.v})})), c.message)
		}}, Check{c.name + " in an expression", func(e *env) error {
			_, err := e.update(change{update: "SET v = :v", values: item{":v": c.v}})
			return e.refused(err, invalidValue+c.message+" for key :v")
		}})
	}
	return append(checks, Check{"empty list and map", func(e *env) error {
		it := item{"l": list(), "m": object(item{})}
		return errors.Join(e.put(e.with("1", it)), e.holds("1", it))
	}}, Check{"a set loses its last member", func(e *env) error {
		if err := e.put(e.with("1", item{"v": ss("a")})); err != nil {
			return err
		}
		_, err := e.update(change{update: "DELETE v :v", values: item{":v": ss("a", "b")}})
		return errors.Join(err, e.holds("1", nil))
	}})
}
