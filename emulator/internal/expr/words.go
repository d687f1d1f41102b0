package expr

import (
	"errors"
	"strconv"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

const invalidParameter = "One or more parameter values were invalid: "

// theirs are DynamoDB's messages of the faults. Those of an expression follow
// "Invalid FilterExpression: ". They are from the public conformance suite and
// from messages that users of DynamoDB published; TooDeep has no known one.
var theirs = [numberOfFaults]string{
	Syntax:               `Syntax error; token: "{token}", near: "{near}"`,
	Empty:                `The expression can not be empty;`,
	TooLong:              `Expression size has exceeded the maximum allowed size; expression size: {count}`,
	TooDeep:              `The expression has too many nesting levels; nesting levels: {count}`,
	RedundantParentheses: `The expression has redundant parentheses;`,
	TooManyOperators:     `The expression contains too many operators; operator count: {count}`,
	ReservedWord:         `Attribute name is a reserved keyword; reserved keyword: {token}`,
	BadIndex:             `List index is not within the allowable range; index: [{token}]`,
	UnknownFunction:      `Invalid function name; function: {token}`,
	NotInCondition:       `The function is not allowed in a condition expression; function: {token}`,
	NotInUpdate:          `The function is not allowed in an update expression; function: {token}`,
	MisusedFunction:      `The function is not allowed to be used this way in an expression; function: {token}`,
	OperandCount:         `Incorrect number of operands for operator or function; operator or function: {token}, number of operands: {count}`,
	UndefinedName:        `An expression attribute name used in the document path is not defined; attribute name: {token}`,
	UndefinedValue:       `An expression attribute value used in expression is not defined; attribute value: {token}`,
	DeepPath:             `The document path has too many nesting levels; nesting levels: {count}`,
	NotDistinct:          `The first operand must be distinct from the remaining operands for this operator or function; operator: {token}, first operand: {one}`,
	OperandKind:          `Incorrect operand type for operator or function; operator or function: {token}, operand type: {operand}`,
	NeedsPath:            `Operator or function requires a document path; operator or function: {token}`,
	UnknownType:          `Invalid attribute type name found; type: {operand}, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}`,
	BoundKinds:           `The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {one}, upper bound operand: AttributeValue: {two}`,
	BoundOrder:           `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {one}, upper bound operand: AttributeValue: {two}`,
	TooManyOperands:      `The IN operator is provided with too many operands; number of operands: {count}`,
	RepeatedSection:      `The "{token}" section can only be used once in an update expression;`,
	Overlap:              `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: {one}, path two: {two}`,
	Conflict:             `Two document paths conflict with each other; must remove or rewrite one of these paths; path one: {one}, path two: {two}`,
	ActionKind:           `Incorrect operand type for operator or function; operator: {token}, operand type: {operand}, typeSet: ALLOWED_FOR_{token}_OPERAND`,

	NoNames:      `ExpressionAttributeNames must not be empty`,
	NoValues:     `ExpressionAttributeValues must not be empty`,
	BadNameKey:   `ExpressionAttributeNames contains invalid key: Syntax error; key: "{token}"`,
	BadValueKey:  `ExpressionAttributeValues contains invalid key: Syntax error; key: "{token}"`,
	EmptyName:    `ExpressionAttributeNames contains invalid value: Empty attribute name for key {token}`,
	UnusedNames:  `Value provided in ExpressionAttributeNames unused in expressions: keys: {{token}}`,
	UnusedValues: `Value provided in ExpressionAttributeValues unused in expressions: keys: {{token}}`,

	KeyOperator:     `Invalid operator used in KeyConditionExpression: {token}`,
	KeyNested:       `KeyConditionExpressions cannot contain nested operations`,
	KeyNestedPath:   `KeyConditionExpressions cannot have conditions on nested attributes`,
	KeyFirstOperand: `Invalid condition in KeyConditionExpression: {token} operator must have the key attribute as its first operand`,
	KeyTwoNames:     `Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition`,
	KeyNoName:       `Invalid condition in KeyConditionExpression: No key attribute specified`,
	KeyRepeated:     `KeyConditionExpressions must only contain one condition per key`,
	KeyCount:        `Conditions can be of length 1 or 2 only`,
	KeyMissed:       `Query condition missed key schema element: {token}`,
	KeyUnsupported:  `Query key condition not supported`,
	KeyNotIndexable: `Attempted conditional constraint is not an indexable operation`,
	KeyType:         invalidParameter + `Condition parameter type does not match schema type`,

	InvalidPath:      `The document path provided in the update expression is invalid for update`,
	WrongType:        `An operand in the update expression has an incorrect data type`,
	MissingAttribute: `The provided expression refers to an attribute that does not exist in the item`,

	LegacyTwoValues:    invalidParameter + `Value and AttributeValueList cannot be used together for Attribute: {token}`,
	LegacyExists:       invalidParameter + `Exists and ComparisonOperator cannot be used together for Attribute: {token}`,
	LegacyNoValue:      invalidParameter + `Value or AttributeValueList must be used with ComparisonOperator: {operand} for Attribute: {token}`,
	LegacyCount:        invalidParameter + `Invalid number of argument(s) for the {operand} ComparisonOperator`,
	LegacyMixed:        invalidParameter + `AttributeValues inside AttributeValueList must be of same type`,
	LegacyKind:         invalidParameter + `ComparisonOperator {operand} is not valid for {token} AttributeValue type`,
	LegacyBounds:       `The BETWEEN condition was provided a range where the lower bound is greater than the upper bound`,
	LegacyNoOperator:   invalidParameter + `AttributeValueList can only be used with a ComparisonOperator for Attribute: {token}`,
	LegacyExistsValue:  invalidParameter + `Value must be provided when Exists is {operand} for Attribute: {token}`,
	LegacyAbsentValue:  invalidParameter + `Value cannot be used when Exists is false for Attribute: {token}`,
	LegacyNoCondition:  invalidParameter + `ConditionalOperator cannot be used without Filter or Expected`,
	LegacyOneCondition: invalidParameter + `ConditionalOperator can only be used when Filter or Expected has two or more elements`,
	LegacyDuplicate:    invalidParameter + `Duplicate value in attribute name: {token}`,
	LegacyOnlyDelete:   invalidParameter + `Only DELETE action is allowed when no attribute value is specified`,
	LegacyDelete:       invalidParameter + `DELETE action with value is not supported for the type {operand}`,
	LegacyAdd:          invalidParameter + `ADD action is not supported for the type {operand}`,
	LegacyWrongType:    `Type mismatch for attribute to update`,
}

// Words is the message of DynamoDB's ValidationException for an error of this
// package, or of package value where an update breaks a limit of numbers. Other
// errors keep their text.
func Words(err error) string {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.theirs()
	case errors.Is(err, value.ErrOverflow):
		return "Number overflow. Attempting to store a number with magnitude larger than supported range"
	case errors.Is(err, value.ErrUnderflow):
		return "Number underflow. Attempting to store a number with magnitude smaller than supported range"
	case errors.Is(err, value.ErrTooManyDigits):
		return "Attempting to store more than 38 significant digits in a Number"
	case errors.Is(err, value.ErrTooDeep):
		return "Nesting Levels have exceeded supported limits"
	}
	return err.Error()
}

func (e *Error) theirs() string {
	filled := *e
	switch e.Fault {
	case BoundKinds, BoundOrder:
		filled.One, filled.Two = bound(e.Values[0]), bound(e.Values[1])
	case ActionKind:
		filled.Operand = longNames(e.Operand)
	}
	message := filled.fill(theirs[e.Fault], func(token string) string { return token })
	if e.Kind == "" {
		return message
	}
	return "Invalid " + string(e.Kind) + ": " + message
}

// bound is a value as Java prints it in DynamoDB's messages.
func bound(v value.Value) string {
	switch k := v.Kind(); k {
	case value.S, value.N:
		return "{" + k.Name() + ":" + v.Text() + "}"
	case value.B:
		n := strconv.Itoa(len(v.Text()))
		return "{B:java.nio.HeapByteBuffer[pos=0 lim=" + n + " cap=" + n + "]}"
	}
	return string(v.AppendJSON(nil))
}

// longNames are the types in messages about ADD and DELETE.
func longNames(name string) string {
	switch name {
	case "S":
		return "STRING"
	case "N":
		return "NUMBER"
	case "B":
		return "BINARY"
	case "BOOL":
		return "BOOLEAN"
	case "L":
		return "LIST"
	case "M":
		return "MAP"
	}
	return name
}
