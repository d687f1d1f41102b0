package fault

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

func TestAppendJSON(t *testing.T) {
	item := value.NewItem([]value.Attr{{Name: "pk", Value: value.Of(value.S, "a")}})
	throttled := []Throttled{{Reason: "TableWriteKeyRangeThroughputExceeded", Resource: "arn:t"}}
	for _, c := range []struct {
		err  *Error
		want string
	}{
		{Validation("bad %q", "x"), `{"__type":"com.amazon.coral.validate#ValidationException","message":"bad \"x\""}`},
		{NotFound(), `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"Requested resource not found"}`},
		{TableNotFound("t"), `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"Requested resource not found: Table: t not found"}`},
		{Serialization(errors.New("offset 0: no")), `{"__type":"com.amazon.coral.service#SerializationException","message":"offset 0: no"}`},
		{InUse("Table already exists: %s", "t"), `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceInUseException","message":"Table already exists: t"}`},
		{ConditionFailed(""), `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed"}`},
		{ConditionFailed(item), `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed","Item":{"pk":{"S":"a"}}}`},
		{Cancelled([]Reason{{Code: "None"}, {Code: "ConditionalCheckFailed", Message: "m", Item: item}}),
			`{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]",` +
				`"CancellationReasons":[{"Code":"None"},{"Code":"ConditionalCheckFailed","Message":"m","Item":{"pk":{"S":"a"}}}]}`},
		{&Error{Code: "ThrottlingException", Throttling: throttled},
			`{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"","throttlingReasons":[{"reason":"TableWriteKeyRangeThroughputExceeded","resource":"arn:t"}]}`},
		{&Error{Code: "ProvisionedThroughputExceededException", Throttling: throttled},
			`{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"","ThrottlingReasons":[{"reason":"TableWriteKeyRangeThroughputExceeded","resource":"arn:t"}]}`},
	} {
		if diff := cmp.Diff(c.want, string(c.err.AppendJSON(nil))); diff != "" {
			t.Errorf("%v: %s", c.err, diff)
		}
	}
	if got := (&Error{Status: 413}).HTTPStatus(); got != 413 || NotFound().HTTPStatus() != 400 {
		t.Errorf("status %d", got)
	}
}

func TestConstraints(t *testing.T) {
	var c Constraints
	if err := c.Err(); err != nil {
		t.Errorf("nothing found: %v", err)
	}
	c.Enum("", "a", "X")
	c.Enum("X", "a", "X")
	c.Length("ab", "b", 1, 2)
	c.Least(1, "c", 1)
	if err := c.Err(); err != nil {
		t.Errorf("all is well: %v", err)
	}
	c.Enum("Y", "a", "W", "X")
	want := "ValidationException: 1 validation error detected: Value 'Y' at 'a' failed to satisfy constraint: Member must satisfy enum value set: [W, X]"
	if diff := cmp.Diff(want, c.Err().Error()); diff != "" {
		t.Error(diff)
	}
	c.Least(0, "limit", 1)
	c.NotNull("key")
	want = "ValidationException: 3 validation errors detected: Value 'Y' at 'a' failed to satisfy constraint: Member must satisfy enum value set: [W, X]; " +
		"Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1; " +
		"Value null at 'key' failed to satisfy constraint: Member must not be null"
	if diff := cmp.Diff(want, c.Err().Error()); diff != "" {
		t.Error(diff)
	}
}

func TestInvalidValue(t *testing.T) {
	for _, c := range []struct {
		value value.Invalid
		want  string
	}{
		{value.Invalid{Err: value.ErrNoType}, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
		{value.Invalid{Err: value.ErrManyTypes}, "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"},
		{value.Invalid{Err: value.ErrFalseNull}, "One or more parameter values were invalid: Null attribute value types must have the value of true"},
		{value.Invalid{Err: value.ErrEmptySet, Kind: value.SS}, "One or more parameter values were invalid: An string set  may not be empty"},
		{value.Invalid{Err: value.ErrEmptySet, Kind: value.NS}, "One or more parameter values were invalid: An number set  may not be empty"},
		{value.Invalid{Err: value.ErrEmptySet, Kind: value.BS}, "One or more parameter values were invalid: Binary sets should not be empty"},
		{value.Invalid{Err: value.ErrDuplicates, Kind: value.SS, Text: "a, a"}, "One or more parameter values were invalid: Input collection [a, a] contains duplicates."},
		{value.Invalid{Err: value.ErrDuplicates, Kind: value.NS, Text: "1, 1"}, "Input collection contains duplicates"},
		{value.Invalid{Err: value.ErrTooManyDigits, Kind: value.N}, "Attempting to store more than 38 significant digits in a Number"},
		{value.Invalid{Err: value.ErrOverflow, Kind: value.N}, "Number overflow. Attempting to store a number with magnitude larger than supported range"},
		{value.Invalid{Err: value.ErrUnderflow, Kind: value.N}, "Number underflow. Attempting to store a number with magnitude smaller than supported range"},
		{value.Invalid{Err: value.ErrNotANumber, Kind: value.N}, "The parameter cannot be converted to a numeric value"},
		{value.Invalid{Err: value.ErrNotANumber, Kind: value.N, Text: "x"}, "The parameter cannot be converted to a numeric value: x"},
	} {
		if diff := cmp.Diff(c.want, InvalidValue(&c.value).Message); diff != "" {
			t.Error(diff)
		}
	}
}
