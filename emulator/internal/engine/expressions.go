package engine

import (
	"slices"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// parameter is an expression member of a request with its name, for messages.
type parameter struct {
	name string
	text
}

// given returns those of the named legacy members that the request has.
func (q *request) given(names ...string) (found []string) {
	for _, name := range names {
		if q.legacy.has(name) {
			found = append(found, name)
		}
	}
	return found
}

// scope checks how expressions, legacy members, names and values go together,
// and returns the names and values for parsing.
func (q *request) scope(expressions []parameter, legacy ...string) (*expr.Scope, error) {
	var used, needValues []string
	values := false
	for _, p := range expressions {
		if p.text.given {
			used = append(used, p.name)
		}
		if p.name != "ProjectionExpression" {
			needValues = append(needValues, p.name)
			values = values || p.text.given
		}
	}
	if old := q.given(legacy...); len(old) > 0 && len(used) > 0 {
		return nil, fault.Validation("Can not use both expression and non-expression parameters in the same request: "+
			"Non-expression parameters: {%s} Expression parameters: {%s}", strings.Join(old, ", "), strings.Join(used, ", "))
	}
	if q.names != nil && len(used) == 0 {
		return nil, fault.Validation("ExpressionAttributeNames can only be specified when using expressions")
	}
	if q.values != nil && !values && len(needValues) > 0 {
		verb := "is"
		if len(needValues) > 1 {
			verb = "are"
		}
		return nil, fault.Validation("ExpressionAttributeValues can only be specified when using expressions: %s %s null",
			strings.Join(needValues, " and "), verb)
	}
	scope := expr.NewScope(q.names, q.values)
	if err := scope.Check(); err != nil {
		return nil, worded(err)
	}
	if q.badValue != nil {
		return nil, fault.Validation("ExpressionAttributeValues contains invalid value: %s for key %s", fault.InvalidValue(q.badValue).Message, q.badValueKey)
	}
	return scope, nil
}

// worded gives an error of an expression in DynamoDB's words.
func worded(err error) error {
	if err == nil {
		return nil
	}
	return fault.Validation("%s", expr.Words(err))
}

// conditionOf parses the request's condition, in either form.
func (q *request) conditionOf(s *expr.Scope) (*expr.Condition, error) {
	if !q.condition.given {
		return q.legacy.expected()
	}
	c, err := expr.ParseCondition(expr.ConditionExpression, q.condition.string, s)
	return c, worded(err)
}

// projectionOf parses what a read returns of each item; nil is all of it.
func (q *request) projectionOf(s *expr.Scope) (*expr.Projection, error) {
	if !q.projection.given {
		return q.legacy.attributesToGet()
	}
	p, err := expr.ParseProjection(q.projection.string, s)
	return p, worded(err)
}

// allowed refuses a ReturnValues that the operation does not know.
func (q *request) allowed(returnValues ...string) error {
	if !q.returnValues.given || slices.Contains(returnValues, q.returnValues.string) {
		return nil
	}
	return fault.Validation("ReturnValues can only be %s", strings.Join(returnValues, " or "))
}
