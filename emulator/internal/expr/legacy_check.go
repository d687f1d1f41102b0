package expr

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/value"

// check refuses a wrong number or type of values, and bounds in the wrong order.
func (c Comparison) check() error {
	if !c.countOK() {
		return &Error{Fault: LegacyCount, Operand: c.Operator}
	}
	for _, v := range c.Values {
		if v.Kind().Name() != c.Values[0].Kind().Name() {
			return &Error{Fault: LegacyMixed}
		}
	}
	for _, v := range c.Values {
		if !c.takes(v.Kind()) {
			return &Error{Fault: LegacyKind, Operand: c.Operator, Token: v.Kind().Name()}
		}
	}
	if c.Operator == "BETWEEN" && value.Compare(c.Values[0], c.Values[1]) > 0 {
		return &Error{Fault: LegacyBounds}
	}
	return nil
}

// countOK reports whether the operator takes as many values.
func (c Comparison) countOK() bool {
	n := len(c.Values)
	switch c.Operator {
	case "NULL", "NOT_NULL":
		return n == 0
	case "IN":
		return n > 0
	case "BETWEEN":
		return n == 2
	}
	return n == 1
}

// takes reports whether the operator compares values of the kind.
func (c Comparison) takes(k value.Kind) bool {
	switch c.Operator {
	case "EQ", "NE":
		return true
	case "BEGINS_WITH":
		return k == value.S || k == value.B
	}
	return isScalar(k)
}
