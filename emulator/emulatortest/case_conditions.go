package emulatortest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func conditionCases() []Case {
	return []Case{{
		Number: 17, Name: "BETWEEN 2 AND 1",
		Right:  "ValidationException in a key condition, a filter and a condition",
		Checks: betweens(),
	}, {
		Number: 18, Name: "a key condition that cannot seek",
		Right:  "ValidationException, never a silent scan",
		Checks: keyConditions(),
	}, {
		Number: 19, Name: "a Query filter that names a key attribute",
		Right:  "ValidationException; a Scan may",
		Checks: keyFilters(),
	}, {
		Number: 35, Name: "comparing an attribute that is missing",
		Right:  "only <> is true",
		Checks: missingAttributes(),
	}}
}

// asks is a check that a Query is refused.
func asks(name, message string, q ask) Check {
	return Check{name, func(e *env) error {
		_, err := e.query(q)
		return e.refused(err, message)
	}}
}

func bounds(kind, lower, upper string) string {
	return "Invalid " + kind + ": The BETWEEN operator requires upper bound to be greater than or equal to lower bound; " +
		"lower bound operand: AttributeValue: {" + lower + "}, upper bound operand: AttributeValue: {" + upper + "}"
}

func betweens() []Check {
	falling := item{":a": n("2"), ":b": n("1")}
	return []Check{
		asks("key condition", bounds("KeyConditionExpression", "N:2", "N:1"), ask{key: "pk = :p AND sk BETWEEN :a AND :b", values: falling}),
		asks("filter of a query", bounds("FilterExpression", "N:2", "N:1"), ask{key: "pk = :p", filter: "v BETWEEN :a AND :b", values: falling}),
		asks("strings", bounds("KeyConditionExpression", "S:b", "S:a"),
			ask{index: byNote, key: "pk = :p AND note BETWEEN :a AND :b", values: item{":a": s("b"), ":b": s("a")}}),
		asks("numbers as numbers", bounds("FilterExpression", "N:10", "N:9"),
			ask{key: "pk = :p", filter: "v BETWEEN :a AND :b", values: item{":a": n("10"), ":b": n("9")}}),
		asks("two types", "Invalid FilterExpression: The BETWEEN operator requires same data type for lower and upper bounds; "+
			"lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:2}",
			ask{key: "pk = :p", filter: "v BETWEEN :a AND :b", values: item{":a": n("1"), ":b": s("2")}}),
		{"filter of a scan", func(e *env) error {
			_, err := e.scan(ask{filter: "v BETWEEN :a AND :b", values: falling})
			return e.refused(err, bounds("FilterExpression", "N:2", "N:1"))
		}},
		{"condition", func(e *env) error {
			_, err := e.update(change{update: "SET v = :a", condition: "v BETWEEN :a AND :b", values: falling})
			return e.refused(err, bounds("ConditionExpression", "N:2", "N:1"))
		}},
		{"KeyConditions", func(e *env) error {
			_, err := e.client.Query(e.ctx, &dynamodb.QueryInput{TableName: &e.tables.main, KeyConditions: map[string]types.Condition{
				"pk": {ComparisonOperator: types.ComparisonOperatorEq, AttributeValueList: []types.AttributeValue{s(e.pk)}},
				"sk": {ComparisonOperator: types.ComparisonOperatorBetween, AttributeValueList: []types.AttributeValue{n("2"), n("1")}},
			}})
			return e.refused(err, "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound")
		}},
		{"equal bounds", func(e *env) error {
			if err := e.fill("1"); err != nil {
				return err
			}
			p, err := e.query(ask{key: "pk = :p AND sk BETWEEN :a AND :a", values: item{":a": n("1.0")}})
			if err != nil {
				return err
			}
			return same("items", []item{e.key("1")}, p.Items)
		}},
	}
}

func keyConditions() []Check {
	const (
		missed  = "Query condition missed key schema element: "
		useless = "Query key condition not supported"
		invalid = "Invalid operator used in KeyConditionExpression: "
	)
	one := item{":v": n("1")}
	return []Check{
		asks("only the sort key", missed+"pk", ask{key: "sk = :v", values: one}),
		asks("less than on the partition key", useless, ask{key: "pk < :p "}),
		asks("begins_with on the partition key", useless, ask{key: "begins_with(pk, :v)", values: item{":v": s("1")}}),
		asks("a third attribute", "Conditions can be of length 1 or 2 only", ask{key: "pk = :p AND sk = :v AND v = :v", values: one}),
		asks("another attribute", missed+"sk", ask{key: "pk = :p AND v = :v", values: one}),
		asks("another attribute alone", missed+"pk", ask{key: "v = :v", values: one}),
		asks("the table's key on an index", missed+"colour", ask{index: byColour, key: "pk = :p "}),
		asks("OR", invalid+"OR", ask{key: "pk = :p OR sk = :v", values: one}),
		asks("NOT", invalid+"NOT", ask{key: "NOT pk = :p "}),
		asks("not equal", invalid+"<>", ask{key: "pk = :p AND sk <> :v", values: one}),
		asks("IN", invalid+"IN", ask{key: "pk IN (:p )"}),
		asks("a function", invalid+"contains", ask{key: "pk = :p AND contains(sk, :v)", values: item{":v": s("1")}}),
		asks("one key twice", "KeyConditionExpressions must only contain one condition per key", ask{key: "pk = :p AND sk > :v AND sk < :v", values: one}),
		asks("a value of another type", "One or more parameter values were invalid: Condition parameter type does not match schema type",
			ask{key: "pk = :v", values: one}),
		asks("none", "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.", ask{}),
		{"an empty one", func(e *env) error {
			_, err := e.client.Query(e.ctx, &dynamodb.QueryInput{
				TableName: &e.tables.main, KeyConditionExpression: aws.String(""), ExpressionAttributeValues: one,
			})
			return e.refused(err, "Invalid KeyConditionExpression: The expression can not be empty;")
		}},
	}
}

func keyFilters() []Check {
	const only = "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
	one := item{":v": n("1")}
	return []Check{
		asks("the partition key", only+"pk", ask{key: "pk = :p ", filter: "pk = :p "}),
		asks("the sort key", only+"sk", ask{key: "pk = :p ", filter: "sk > :v", values: one}),
		asks("in a function", only+"sk", ask{key: "pk = :p ", filter: "v = :v OR NOT attribute_exists(sk)", values: one}),
		asks("through a name", only+"sk", ask{key: "pk = :p ", filter: "#s > :v", names: map[string]string{"#s": "sk"}, values: one}),
		asks("an index's key", only+"colour", ask{index: byColour, key: "colour = :p ", filter: "colour = :p "}),
		asks("a local index's key", only+"note", ask{index: byNote, key: "pk = :p ", filter: "attribute_exists(note)"}),
		{"the table's key in an index", func(e *env) error {
			if err := e.ranks(); err != nil {
				return err
			}
			p, err := e.query(ask{index: byColour, key: "colour = :p ", filter: "sk = :v AND pk = :p ", values: one})
			if err != nil {
				return err
			}
			return same("sort keys", []string{"1"}, numbers(p.Items, "sk"))
		}},
		{"in a scan", func(e *env) error {
			p, err := e.scanTen(ask{filter: "pk = :v", values: item{":v": s("item 4")}})
			if err != nil {
				return err
			}
			return same("items", []item{{"pk": s("item 4"), "rank": n("4")}}, p.Items)
		}},
	}
}

// missingAttributes asks about an item that has only v = 1.
func missingAttributes() (checks []Check) {
	for _, c := range []struct {
		condition string
		holds     bool
	}{
		{"absent <> :one", true},
		{"absent = :one", false},
		{"NOT absent = :one", true},
		{"NOT absent <> :one", false},
		{"absent < :one", false},
		{"absent >= :one", false},
		{"absent <> v", true},
		{"absent = nothing", false},
		{"absent BETWEEN :one AND :one", false},
		{"absent IN (:one)", false},
		{"contains(absent, :one)", false},
		{"size(absent) >= :one", false},
		{"attribute_exists(absent)", false},
		{"attribute_not_exists(absent)", true},
		{"v.absent <> :one", true},
		{"v <> :text", true},
		{"v = :text", false},
		{"v < :text", false},
	} {
		checks = append(checks, Check{c.condition, func(e *env) error { return e.conditionIs(c.condition, c.holds) }})
	}
	return checks
}

// conditionIs tries a condition as a filter and on a write.
func (e *env) conditionIs(condition string, want bool) error {
	if err := e.put(e.with("1", item{"v": n("1")})); err != nil {
		return err
	}
	values := item{}
	for placeholder, v := range (item{":one": n("1"), ":text": s("1")}) {
		if strings.Contains(condition, placeholder) {
			values[placeholder] = v
		}
	}
	if len(values) == 0 {
		values = nil
	}
	p, err := e.query(ask{key: "pk = :p ", filter: condition, values: values})
	if err != nil {
		return fmt.Errorf("filter: %w", err)
	}
	_, err = e.client.DeleteItem(e.ctx, &dynamodb.DeleteItemInput{
		TableName: &e.tables.main, Key: e.key("1"), ConditionExpression: aws.String(condition), ExpressionAttributeValues: values,
	})
	_, failed := errors.AsType[*types.ConditionalCheckFailedException](err)
	if err != nil && !failed {
		return fmt.Errorf("condition: %w", err)
	}
	return same("as a filter, as a condition", []bool{want, want}, []bool{p.Count == 1, !failed})
}
