package fault

import (
	"errors"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// InvalidValue is DynamoDB's answer to an attribute value that it refuses.
func InvalidValue(v *value.Invalid) *Error {
	switch {
	case errors.Is(v, value.ErrNoType):
		return Validation("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes")
	case errors.Is(v, value.ErrManyTypes):
		return Validation("Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes")
	case errors.Is(v, value.ErrFalseNull):
		return Parameters("Null attribute value types must have the value of true")
	case errors.Is(v, value.ErrTooDeep):
		return Validation("Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit")
	case errors.Is(v, value.ErrEmptySet):
		return emptySet(v.Kind)
	case errors.Is(v, value.ErrDuplicates):
		return duplicates(v)
	}
	return invalidNumber(v)
}

func emptySet(k value.Kind) *Error {
	switch k {
	case value.SS:
		return Parameters("An string set  may not be empty")
	case value.NS:
		return Parameters("An number set  may not be empty")
	}
	return Parameters("Binary sets should not be empty")
}

func duplicates(v *value.Invalid) *Error {
	switch v.Kind {
	case value.SS:
		return Parameters("Input collection [%s] contains duplicates.", v.Text)
	case value.NS:
		return Validation("Input collection contains duplicates")
	}
	return Parameters("Input collection [%s]of type BS contains duplicates.", v.Text)
}

func invalidNumber(v *value.Invalid) *Error {
	switch {
	case errors.Is(v, value.ErrTooManyDigits):
		return Validation("Attempting to store more than 38 significant digits in a Number")
	case errors.Is(v, value.ErrOverflow):
		return Validation("Number overflow. Attempting to store a number with magnitude larger than supported range")
	case errors.Is(v, value.ErrUnderflow):
		return Validation("Number underflow. Attempting to store a number with magnitude smaller than supported range")
	case v.Text == "":
		return Validation("The parameter cannot be converted to a numeric value")
	}
	return Validation("The parameter cannot be converted to a numeric value: %s", v.Text)
}
