package expr

import (
	"strconv"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Fault is what is wrong with an expression, its placeholders or what it is
// applied to.
type Fault int

// The faults, each with the field of Error that it fills.
const (
	Syntax Fault = iota + 1 // Token, Near
	Empty
	TooLong // Count bytes
	TooDeep // Count levels
	RedundantParentheses
	TooManyOperators // Count
	ReservedWord     // Token
	BadIndex         // Token, the digits
	UnknownFunction  // Token
	NotInCondition   // Token, a function of updates
	NotInUpdate      // Token, a function of conditions
	MisusedFunction  // Token
	OperandCount     // Token, Count
	UndefinedName    // Token
	UndefinedValue   // Token
	DeepPath         // Count
	NotDistinct      // Token, One
	OperandKind      // Token, Operand
	NeedsPath        // Token
	UnknownType      // Operand
	BoundKinds       // Values
	BoundOrder       // Values
	TooManyOperands  // Count
	RepeatedSection  // Token
	Overlap          // One, Two
	Conflict         // One, Two
	ActionKind       // Token, Operand

	NoNames
	NoValues
	BadNameKey   // Token
	BadValueKey  // Token
	EmptyName    // Token
	UnusedNames  // Token, the placeholders
	UnusedValues // Token, the placeholders

	KeyOperator // Token
	KeyNested
	KeyNestedPath
	KeyFirstOperand // Token
	KeyTwoNames
	KeyNoName
	KeyRepeated
	KeyCount
	KeyMissed // Token
	KeyUnsupported
	KeyNotIndexable
	KeyType
	InvalidPath
	WrongType
	MissingAttribute
	LegacyTwoValues // Token
	LegacyExists    // Token
	LegacyNoValue   // Operand, Token
	LegacyCount     // Operand
	LegacyMixed
	LegacyKind // Operand, Token
	LegacyBounds
	LegacyNoOperator  // Token
	LegacyExistsValue // Operand, Token
	LegacyAbsentValue // Token
	LegacyNoCondition
	LegacyOneCondition
	LegacyDuplicate // Token
	LegacyOnlyDelete
	LegacyDelete // Operand
	LegacyAdd    // Operand
	LegacyWrongType
	numberOfFaults = iota + 1
)

// Error is one fault, in this package's words; Words gives DynamoDB's.
type Error struct {
	Kind   Kind // the expression; none for what is not about one
	Fault  Fault
	Offset int // in bytes, of what is at fault in the expression

	Token    string // the token, name, function or operator at fault
	Near     string // the text around Token
	Operand  string // the type or operator found
	One, Two string // document paths, as [a, [1]]
	Count    int
	Values   [2]value.Value // bounds
}

// ours are the messages of the faults, by fault.
var ours = [numberOfFaults]string{
	Syntax:               `unexpected {token}`,
	Empty:                `expression is empty`,
	TooLong:              `expression of {count} bytes is too long`,
	TooDeep:              `more than {count} levels`,
	RedundantParentheses: `parentheses within parentheses`,
	TooManyOperators:     `more than {limit} operators`,
	ReservedWord:         `{token} is a reserved word`,
	BadIndex:             `index {token} is too large`,
	UnknownFunction:      `unknown function {token}`,
	NotInCondition:       `function {token} is for updates`,
	NotInUpdate:          `function {token} is for conditions`,
	MisusedFunction:      `function {token} is not for this place`,
	OperandCount:         `{count} operands for {token}`,
	UndefinedName:        `name {token} is not defined`,
	UndefinedValue:       `value {token} is not defined`,
	DeepPath:             `path of {count} steps`,
	NotDistinct:          `{one} twice as operand of {token}`,
	OperandKind:          `operand of type {operand} for {token}`,
	NeedsPath:            `{token} needs a path`,
	UnknownType:          `unknown type {operand}`,
	BoundKinds:           `bounds of two types`,
	BoundOrder:           `upper bound is below the lower`,
	TooManyOperands:      `IN with {count} operands`,
	RepeatedSection:      `second section {token}`,
	Overlap:              `paths {one} and {two} overlap`,
	Conflict:             `paths {one} and {two} conflict`,
	ActionKind:           `operand of type {operand} for {token}`,

	NoNames:      `map of names is empty`,
	NoValues:     `map of values is empty`,
	BadNameKey:   `name placeholder {token}`,
	BadValueKey:  `value placeholder {token}`,
	EmptyName:    `empty name for {token}`,
	UnusedNames:  `names not used: {token}`,
	UnusedValues: `values not used: {token}`,

	KeyOperator:     `{token} in a key condition`,
	KeyNested:       `nested operation in a key condition`,
	KeyNestedPath:   `nested attribute in a key condition`,
	KeyFirstOperand: `first operand of {token} is not an attribute`,
	KeyTwoNames:     `two attributes in one key condition`,
	KeyNoName:       `no attribute in a key condition`,
	KeyRepeated:     `two conditions on one key`,
	KeyCount:        `neither one key condition nor two`,
	KeyMissed:       `no condition on key {token}`,
	KeyUnsupported:  `key condition is not an equality on the partition key and one condition on the sort key`,
	KeyNotIndexable: `operator cannot seek a key`,
	KeyType:         `operand is not of the key's type`,

	InvalidPath:      `path does not exist in the item`,
	WrongType:        `operand of an update has the wrong type`,
	MissingAttribute: `attribute read by an update does not exist`,

	LegacyTwoValues:    `both Value and AttributeValueList for {token}`,
	LegacyExists:       `both Exists and ComparisonOperator for {token}`,
	LegacyNoValue:      `no value for {operand} of {token}`,
	LegacyCount:        `wrong number of values for {operand}`,
	LegacyMixed:        `values of several types`,
	LegacyKind:         `{operand} on type {token}`,
	LegacyBounds:       `upper bound is below the lower`,
	LegacyNoOperator:   `no ComparisonOperator for {token}`,
	LegacyExistsValue:  `no value to exist for {token}`,
	LegacyAbsentValue:  `value for absent {token}`,
	LegacyNoCondition:  `ConditionalOperator without conditions`,
	LegacyOneCondition: `ConditionalOperator with one condition`,
	LegacyDuplicate:    `{token} twice`,
	LegacyOnlyDelete:   `action without value`,
	LegacyDelete:       `DELETE of type {operand}`,
	LegacyAdd:          `ADD of type {operand}`,
	LegacyWrongType:    `attribute is of another type`,
}

func (e *Error) Error() string {
	message := e.fill(ours[e.Fault], strconv.Quote)
	if e.Kind == "" || e.Fault == Empty || e.Fault == TooLong {
		return message
	}
	return "offset " + strconv.Itoa(e.Offset) + ": " + message
}

// fill puts the error's fields in a message's places, in one pass.
func (e *Error) fill(message string, quote func(string) string) string {
	return strings.NewReplacer(
		"{token}", quote(e.Token),
		"{near}", e.Near,
		"{operand}", e.Operand,
		"{one}", e.One,
		"{two}", e.Two,
		"{count}", strconv.Itoa(e.Count),
		"{limit}", strconv.Itoa(maxOperators),
	).Replace(message)
}

// endOfText is the token that a text ends too early with.
const endOfText = "<EOF>"
