package trace

import (
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// The parameters of the API before 2014 are shown as the expressions that mean
// the same, their names in byte order.

// conditions returns KeyConditions, a QueryFilter or a ScanFilter.
func (p printer) conditions(m map[string]types.Condition, op types.ConditionalOperator) string {
	var terms []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		terms = append(terms, p.comparison(name, m[name].ComparisonOperator, m[name].AttributeValueList))
	}
	return joined(terms, op)
}

// expected returns the Expected of a conditional write.
func (p printer) expected(m map[string]types.ExpectedAttributeValue, op types.ConditionalOperator) string {
	var terms []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		e := m[name]
		switch {
		case e.ComparisonOperator != "":
			list := e.AttributeValueList
			if e.Value != nil {
				list = append([]types.AttributeValue{e.Value}, list...)
			}
			terms = append(terms, p.comparison(name, e.ComparisonOperator, list))
		case e.Exists != nil && !*e.Exists:
			terms = append(terms, p.comparison(name, types.ComparisonOperatorNull, nil))
		default:
			terms = append(terms, p.comparison(name, types.ComparisonOperatorEq, []types.AttributeValue{e.Value}))
		}
	}
	return joined(terms, op)
}

// joined puts terms together; AND is what the API takes when op is not given.
func joined(terms []string, op types.ConditionalOperator) string {
	if op == "" {
		op = types.ConditionalOperatorAnd
	}
	return strings.Join(terms, " "+string(op)+" ")
}

// comparison returns one legacy comparison of an attribute with values.
func (p printer) comparison(name string, op types.ComparisonOperator, values []types.AttributeValue) string {
	var list []string
	for _, v := range values {
		list = append(list, p.value(v))
	}
	operand, args := p.operand(name), strings.Join(list, ", ")
	switch op {
	case types.ComparisonOperatorEq:
		return operand + " = " + args
	case types.ComparisonOperatorNe:
		return operand + " <> " + args
	case types.ComparisonOperatorLt:
		return operand + " < " + args
	case types.ComparisonOperatorLe:
		return operand + " <= " + args
	case types.ComparisonOperatorGt:
		return operand + " > " + args
	case types.ComparisonOperatorGe:
		return operand + " >= " + args
	case types.ComparisonOperatorBetween:
		return operand + " BETWEEN " + strings.Join(list, " AND ")
	case types.ComparisonOperatorBeginsWith:
		return "begins_with(" + operand + ", " + args + ")"
	case types.ComparisonOperatorContains:
		return "contains(" + operand + ", " + args + ")"
	case types.ComparisonOperatorNotContains:
		return "NOT contains(" + operand + ", " + args + ")"
	case types.ComparisonOperatorNull:
		return "attribute_not_exists(" + operand + ")"
	case types.ComparisonOperatorNotNull:
		return "attribute_exists(" + operand + ")"
	default: // IN, and what later versions may add
		return operand + " " + string(op) + " (" + args + ")"
	}
}

// updates returns AttributeUpdates as an update expression.
func (p printer) updates(m map[string]types.AttributeValueUpdate) string {
	clauses := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		operand, u := p.operand(name), m[name]
		switch {
		case u.Action == types.AttributeActionDelete && u.Value == nil:
			clauses["REMOVE"] = append(clauses["REMOVE"], operand)
		case u.Action == types.AttributeActionDelete, u.Action == types.AttributeActionAdd:
			clauses[string(u.Action)] = append(clauses[string(u.Action)], operand+" "+p.value(u.Value))
		default: // PUT, which is also what no action means
			clauses["SET"] = append(clauses["SET"], operand+" = "+p.value(u.Value))
		}
	}
	var parts []string
	for _, clause := range []string{"SET", "REMOVE", "ADD", "DELETE"} {
		if list := clauses[clause]; list != nil {
			parts = append(parts, clause+" "+strings.Join(list, ", "))
		}
	}
	return strings.Join(parts, " ")
}

// names returns an AttributesToGet.
func (p printer) names(list []string) string {
	shown := make([]string, len(list))
	for i, name := range list {
		shown[i] = p.operand(name)
	}
	return strings.Join(shown, ", ")
}
