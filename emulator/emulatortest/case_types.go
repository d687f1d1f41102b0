package emulatortest

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	falseNull    = "One or more parameter values were invalid: Null attribute value types must have the value of true"
	invalidValue = "ExpressionAttributeValues contains invalid value: "
)

func typeCases() []Case {
	return []Case{{
		Number: 7, Name: "values of every type",
		Right:  "each comes back as it was; NULL can only be true",
		Checks: append(keptTypes(), falseNulls()...),
	}}
}

// keptTypes puts one value of each kind and reads it back.
func keptTypes() (checks []Check) {
	for _, c := range []struct {
		name string
		v    types.AttributeValue
	}{
		{"string", s("héllo, 世界 \U0001F600 \" \\ \n \u0000")},
		{"empty string", s("")},
		{"number", n("1556893286484340854")},
		{"binary", b("\x00\xff\x80 not text")},
		{"empty binary", b("")},
		{"true", boolean(true)},
		{"false", boolean(false)},
		{"null", null(true)},
		{"empty list", list()},
		{"empty map", object(item{})},
		{"string set", ss("b", "a", "\u00e9")},
		{"number set", ns("10", "9", "-1.5")},
		{"binary set", bs("\xff", "\x00")},
		{"nested", object(item{
			"list": list(null(true), boolean(false), object(item{"deep": list(list(n("1")), object(item{}))})),
			"":     s("an empty name inside a map"), "a.b": ss("x"),
		})},
		{"32 levels", levels(31)},
	} {
		checks = append(checks, Check{c.name, func(e *env) error {
			if err := e.put(e.with("1", item{"v": c.v})); err != nil {
				return err
			}
			return e.holds("1", item{"v": c.v})
		}})
	}
	return append(checks, Check{"33 levels", func(e *env) error {
		return e.refused(e.put(e.with("1", item{"v": levels(32)})),
			"Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit")
	}}, Check{"32 levels by an update", func(e *env) error {
		if err := e.put(e.with("1", item{"v": object(item{})})); err != nil {
			return err
		}
		_, err := e.update(change{update: "SET v.w = :deep", values: item{":deep": levels(30)}})
		return errors.Join(err, e.holds("1", item{"v": object(item{"w": levels(30)})}))
	}}, Check{"33 levels by an update", func(e *env) error {
		if err := e.put(e.with("1", item{"v": object(item{})})); err != nil {
			return err
		}
		_, err := e.update(change{update: "SET v.w = :deep", values: item{":deep": levels(31)}})
		return e.refused(err, anyMessage)
	}})
}

// levels is a number in so many lists.
func levels(depth int) types.AttributeValue {
	v := n("1")
	for range depth {
		v = list(v)
	}
	return v
}

func falseNulls() []Check {
	return []Check{
		{"false null in a put", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"v": null(false)})), falseNull)
		}},
		{"false null in a list in a map", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"v": object(item{"l": list(null(false))})})), falseNull)
		}},
		{"false null in a batch", func(e *env) error {
			_, err := e.batch(putOf(e.with("1", item{"v": null(false)})))
			return e.refused(err, falseNull)
		}},
		{"false null in an update", func(e *env) error {
			_, err := e.update(change{update: "SET v = :v", values: item{":v": null(false)}})
			return e.refused(err, invalidValue+falseNull+" for key :v")
		}},
		{"false null in a filter", func(e *env) error {
			_, err := e.query(ask{key: "pk = :p", filter: "v = :v", values: item{":v": null(false)}})
			return e.refused(err, invalidValue+falseNull+" for key :v")
		}},
		{"false null as a key", func(e *env) error {
			_, err := e.client.GetItem(e.ctx, &dynamodb.GetItemInput{
				TableName: aws.String(e.tables.other), Key: item{"pk": null(false)},
			})
			return e.refused(err, falseNull)
		}},
		{"null is a value", func(e *env) error {
			if err := e.put(e.with("1", item{"v": null(true)})); err != nil {
				return err
			}
			p, err := e.query(ask{key: "pk = :p", filter: "v = :v AND attribute_exists(v) AND attribute_type(v, :t)",
				values: item{":v": null(true), ":t": s("NULL")}})
			if err != nil {
				return err
			}
			return same("count", int32(1), p.Count)
		}},
	}
}
