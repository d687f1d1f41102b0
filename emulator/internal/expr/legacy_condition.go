package expr

import (
	"maps"
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Comparison is one condition of QueryFilter, ScanFilter or KeyConditions:
// DynamoDB's ComparisonOperator (EQ, NE, LE, LT, GE, GT, NULL, NOT_NULL, CONTAINS,
// NOT_CONTAINS, BEGINS_WITH, IN or BETWEEN) and AttributeValueList.
type Comparison struct {
	Operator string
	Values   []value.Value
}

// Expected is one condition of Expected. A missing Value, nil Exists, empty
// Operator and nil Values mean that the request does not give them.
type Expected struct {
	Value    value.Value
	Exists   *bool
	Operator string
	Values   []value.Value
}

// FilterOf returns the condition of a QueryFilter or ScanFilter. The
// conditional operator is AND, OR or empty, which means AND. No map is no
// condition.
func FilterOf(comparisons map[string]Comparison, conditionalOperator string) (*Condition, error) {
	b := builder{operator: conditionalOperator, given: len(comparisons)}
	for _, name := range slices.Sorted(maps.Keys(comparisons)) {
		if err := b.add(name, comparisons[name]); err != nil {
			return nil, err
		}
	}
	return b.finish()
}

// ConditionOf returns the condition of Expected; see FilterOf.
func ConditionOf(expected map[string]Expected, conditionalOperator string) (*Condition, error) {
	b := builder{operator: conditionalOperator, given: len(expected)}
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		c, err := expected[name].comparison(name)
		if err != nil {
			return nil, err
		}
		if err := b.add(name, c); err != nil {
			return nil, err
		}
	}
	return b.finish()
}

// comparison checks how the fields go together and returns what they mean.
func (e Expected) comparison(name string) (Comparison, error) {
	switch {
	case e.Values != nil && e.Value != "":
		return Comparison{}, &Error{Fault: LegacyTwoValues, Token: name}
	case e.Operator == "" && e.Values != nil:
		return Comparison{}, &Error{Fault: LegacyNoOperator, Token: name}
	case e.Operator == "":
		return e.existence(name)
	case e.Exists != nil:
		return Comparison{}, &Error{Fault: LegacyExists, Token: name}
	case e.Values == nil && e.Value == "" && e.Operator != "NULL" && e.Operator != "NOT_NULL":
		return Comparison{}, &Error{Fault: LegacyNoValue, Operand: e.Operator, Token: name}
	case e.Value != "":
		return Comparison{e.Operator, []value.Value{e.Value}}, nil
	}
	return Comparison{e.Operator, e.Values}, nil
}

// existence is the oldest form: Value, Exists or both.
func (e Expected) existence(name string) (Comparison, error) {
	switch {
	case e.Exists != nil && !*e.Exists && e.Value != "":
		return Comparison{}, &Error{Fault: LegacyAbsentValue, Token: name}
	case e.Exists != nil && !*e.Exists:
		return Comparison{Operator: "NULL"}, nil
	case e.Value == "" && e.Exists == nil:
		return Comparison{}, &Error{Fault: LegacyExistsValue, Operand: "null", Token: name}
	case e.Value == "":
		return Comparison{}, &Error{Fault: LegacyExistsValue, Operand: "true", Token: name}
	}
	return Comparison{"EQ", []value.Value{e.Value}}, nil
}

// builder joins conditions with the conditional operator.
type builder struct {
	operator string
	given    int
	root     condition
}

func (b *builder) add(name string, c Comparison) error {
	if err := c.check(); err != nil {
		return err
	}
	next := c.condition(plainPath(name))
	if b.root == nil {
		b.root = next
	} else {
		b.root = &logic{and: b.operator != "OR", left: b.root, right: next}
	}
	return nil
}

func (b *builder) finish() (*Condition, error) {
	switch {
	case b.operator != "" && b.given == 0:
		return nil, &Error{Fault: LegacyNoCondition}
	case b.operator != "" && b.given == 1:
		return nil, &Error{Fault: LegacyOneCondition}
	case b.root == nil:
		return nil, nil
	}
	return &Condition{b.root}, nil
}

// condition is the comparison of the attribute in the form of expressions.
func (c Comparison) condition(path *Path) condition {
	literals := make([]operand, len(c.Values))
	for i, v := range c.Values {
		literals[i] = &literal{value: v}
	}
	switch c.Operator {
	case "NULL":
		return newCall(attributeNotExists, "attribute_not_exists", path)
	case "NOT_NULL":
		return newCall(attributeExists, "attribute_exists", path)
	case "CONTAINS":
		return newCall(contains, "contains", path, literals[0])
	case "NOT_CONTAINS":
		exists := newCall(attributeExists, "attribute_exists", path)
		return &logic{and: true, left: exists, right: &not{inner: newCall(contains, "contains", path, literals[0])}}
	case "BEGINS_WITH":
		return newCall(beginsWith, "begins_with", path, literals[0])
	case "IN":
		return &in{x: path, list: literals}
	case "BETWEEN":
		return &between{path, literals[0], literals[1]}
	}
	return &compare{op: comparators[c.Operator], left: path, right: literals[0]}
}

var comparators = map[string]tokenKind{
	"EQ": '=', "NE": tokNotEqual, "LT": '<', "LE": tokLessEqual, "GT": '>', "GE": tokGreaterEqual,
}

func newCall(fn function, name string, args ...operand) *call {
	return &call{fn: fn, name: name, args: args}
}
