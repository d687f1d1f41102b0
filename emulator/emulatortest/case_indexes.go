package emulatortest

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func indexCases() []Case {
	return []Case{{
		Number: 20, Name: "ConsistentRead on a global index; Limit 0",
		Right:  "ValidationException",
		Checks: readOptions(),
	}, {
		Number: 21, Name: "an item lacks an index's key attribute",
		Right:  "it is in the table and not in the index",
		Checks: sparseIndexes(),
	}}
}

func readOptions() []Check {
	const (
		eventual   = "Consistent reads are not supported on global secondary indexes"
		queryLimit = "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1"
	)
	limited := func(name string, limit int32) Check {
		return Check{name, func(e *env) error {
			_, err := e.client.Query(e.ctx, &dynamodb.QueryInput{
				TableName: &e.tables.main, Limit: aws.Int32(limit),
				KeyConditionExpression: aws.String("pk = :p"), ExpressionAttributeValues: item{":p": s(e.pk)},
			})
			return e.refused(err, queryLimit)
		}}
	}
	return []Check{
		asks("a query of a global index", eventual, ask{index: byColour, key: "colour = :p", consistent: true}),
		{"a scan of a global index", func(e *env) error {
			_, err := e.scan(ask{index: byColour, consistent: true})
			return e.refused(err, eventual)
		}},
		{"a local index", func(e *env) error {
			if err := e.put(e.with("1", item{"note": s("a")})); err != nil {
				return err
			}
			p, err := e.query(ask{index: byNote, key: "pk = :p", consistent: true})
			if err != nil {
				return err
			}
			return same("items", []item{e.with("1", item{"note": s("a")})}, p.Items)
		}},
		limited("Limit 0", 0),
		limited("Limit -1", -1),
		{"Limit 0 of a scan", func(e *env) error {
			_, err := e.client.Scan(e.ctx, &dynamodb.ScanInput{TableName: &e.tables.main, Limit: aws.Int32(0)})
			return e.refused(err, "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1")
		}},
		{"an index that is not there", func(e *env) error {
			_, err := e.query(ask{index: "by-nothing", key: "pk = :p"})
			return e.refused(err, "The table does not have the specified index: by-nothing")
		}},
	}
}

// sparseIndexes asks what of a table's items an index has.
func sparseIndexes() []Check {
	indexed := item{"colour": s("red"), "rank": n("1")}
	return append(indexedWrites(), []Check{
		{"absent", func(e *env) error {
			if err := errors.Join(e.put(e.with("1", item{"colour": s(e.pk)})), e.put(e.with("2", item{"rank": n("1")})), e.fill("3")); err != nil {
				return err
			}
			p, err := e.query(ask{key: "pk = :p"})
			if err != nil {
				return err
			}
			return errors.Join(same("in the table", []string{"1", "2", "3"}, numbers(p.Items, "sk")), e.indexHas())
		}},
		{"a scan of the index", func(e *env) error {
			if err := errors.Join(e.fill("1"), e.put(e.with("2", item{"colour": s(e.pk), "rank": n("1")}))); err != nil {
				return err
			}
			_, items, err := drain(e.scan, ask{index: byColour, filter: "pk = :p"})
			if err != nil {
				return err
			}
			return same("sort keys", []string{"2"}, numbers(items, "sk"))
		}},
		{"a value of another type", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"colour": n("1")})),
				"One or more parameter values were invalid: Type mismatch for Index Key colour Expected: S Actual: N IndexName: by-colour")
		}},
		{"a value of another type by an update", func(e *env) error {
			if err := e.put(e.with("1", indexed)); err != nil {
				return err
			}
			_, err := e.update(change{update: "SET colour = :n", values: item{":n": n("1")}})
			return errors.Join(e.refused(err, anyMessage), e.holds("1", indexed))
		}},
	}...)
}

// indexedWrites has items enter and leave the global index.
func indexedWrites() []Check {
	return []Check{
		{"enters by an update", func(e *env) error {
			if err := e.put(e.with("1", item{"colour": s(e.pk)})); err != nil {
				return err
			}
			if _, err := e.update(change{update: "SET #r = :r", names: map[string]string{"#r": "rank"}, values: item{":r": n("1")}}); err != nil {
				return err
			}
			return e.indexHas("1")
		}},
		{"leaves by an update", func(e *env) error {
			if err := e.put(e.with("1", item{"colour": s(e.pk), "rank": n("1")})); err != nil {
				return err
			}
			if _, err := e.update(change{update: "REMOVE colour"}); err != nil {
				return err
			}
			return e.indexHas()
		}},
		{"leaves by a put", func(e *env) error {
			if err := errors.Join(e.put(e.with("1", item{"colour": s(e.pk), "rank": n("1")})), e.put(e.key("1"))); err != nil {
				return err
			}
			return e.indexHas()
		}},
		{"moves", func(e *env) error {
			first := e.put(e.with("1", item{"colour": s(e.pk), "rank": n("1")}))
			second := e.put(e.with("2", item{"colour": s(e.pk), "rank": n("2")}))
			third := e.put(e.with("1", item{"colour": s(e.pk), "rank": n("3")}))
			return errors.Join(first, second, third, e.indexHas("2", "1"))
		}},
		{"leaves by a delete", func(e *env) error {
			if err := e.put(e.with("1", item{"colour": s(e.pk), "rank": n("1")})); err != nil {
				return err
			}
			if _, err := e.batch(deleteOf(e.key("1"))); err != nil {
				return err
			}
			return e.indexHas()
		}},
		{"a transaction", func(e *env) error {
			err := e.transact(types.TransactWriteItem{Put: &types.Put{TableName: &e.tables.main, Item: e.with("1", item{"colour": s(e.pk)})}},
				types.TransactWriteItem{Put: &types.Put{TableName: &e.tables.main, Item: e.with("2", item{"colour": s(e.pk), "rank": n("1")})}})
			return errors.Join(err, e.indexHas("2"))
		}},
	}
}

// indexHas checks which of the check's items are in the global index.
func (e *env) indexHas(sks ...string) error {
	p, err := e.query(ask{index: byColour, key: "colour = :p"})
	if err != nil {
		return err
	}
	return same("in the index", sks, numbers(p.Items, "sk"))
}
