package engine

import (
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// constraints adds what the legacy members break of the API's model.
func (l *legacy) constraints(c *fault.Constraints) {
	c.Merge(l.unknown)
	c.Enum(l.operator, "conditionalOperator", "OR", "AND")
	if l.has("AttributesToGet") {
		c.Count(len(l.attributes), "["+strings.Join(l.attributes, ", ")+"]", "attributesToGet", 1, 255)
	}
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// checkValues returns the fault of the first value that is refused.
func (l *legacy) checkValues() error {
	if l.invalid != nil {
		return fault.InvalidValue(l.invalid)
	}
	return nil
}

// expected is the condition of Expected; nil without one.
func (l *legacy) expected() (*expr.Condition, error) {
	if len(l.names) == 0 {
		return nil, nil
	}
	if err := l.checkValues(); err != nil {
		return nil, err
	}
	c, err := expr.ConditionOf(l.expectedMap, l.operator)
	return c, worded(err)
}

// filter is the condition of QueryFilter or ScanFilter; nil without one.
func (l *legacy) filter(member string) (*expr.Condition, error) {
	if len(l.names) == 0 {
		return nil, nil
	}
	if err := l.checkValues(); err != nil {
		return nil, err
	}
	c, err := expr.FilterOf(l.comparisons[member], l.operator)
	return c, worded(err)
}

// keyConditions is the condition of KeyConditions.
func (l *legacy) keyConditions() (*expr.KeyCondition, error) {
	if err := l.checkValues(); err != nil {
		return nil, err
	}
	k, err := expr.KeyConditionOf(l.comparisons["KeyConditions"])
	return k, worded(err)
}

// attributeUpdates is the update of AttributeUpdates, which without them
// changes nothing.
func (l *legacy) attributeUpdates() (*expr.Update, error) {
	if err := l.checkValues(); err != nil {
		return nil, err
	}
	u, err := expr.UpdateOf(l.updates)
	return u, worded(err)
}

// attributesToGet is the projection of AttributesToGet; nil without them.
func (l *legacy) attributesToGet() (*expr.Projection, error) {
	if !l.has("AttributesToGet") {
		return nil, nil
	}
	p, err := expr.ProjectionOf(l.attributes)
	return p, worded(err)
}
