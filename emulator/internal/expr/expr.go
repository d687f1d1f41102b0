// Package expr reads and evaluates the expressions of DynamoDB's requests: key
// conditions, filters, conditions, updates and projections, in the expression
// language and in the older form of maps ("legacy parameters").
//
// A text goes through a lexer and a parser with one method for each grammar
// rule, into a small tree that knows its offsets, prints itself and evaluates
// over package value. Placeholders are resolved while parsing, so a tree is
// bound to one request's names and values; trees are immutable and safe for
// concurrent use, a Scope is for one goroutine.
//
// Parsing costs about an allocation for each operand; evaluating a condition
// allocates nothing except for size(). An expression is at most 4 KB with at
// most 300 operators, so no input takes long.
//
// Errors speak this package's words ("offset 5: unexpected \"AND\""). Words
// turns them into DynamoDB's.
package expr

// Kind names an expression as requests and messages do.
type Kind string

// The kinds of expression.
const (
	KeyConditionExpression Kind = "KeyConditionExpression"
	FilterExpression       Kind = "FilterExpression"
	ConditionExpression    Kind = "ConditionExpression"
	UpdateExpression       Kind = "UpdateExpression"
	ProjectionExpression   Kind = "ProjectionExpression"
)

// Limits of an expression (Developer Guide, "Quotas").
const (
	maxSize      = 4096 // bytes of text
	maxOperators = 300  // operators and functions
	maxOperands  = 100  // of IN
	maxIndex     = 1<<31 - 1
	maxSteps     = 32 // of a document path
	// maxDepth bounds recursion; a text without redundant parentheses meets
	// maxOperators first.
	maxDepth = 400
)
