package expr

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parse reads a text of any kind and returns its printed form.
func parse(kind Kind, text string, s *Scope) (string, error) {
	switch kind {
	case UpdateExpression:
		u, err := ParseUpdate(text, s)
		if err != nil {
			return "", err
		}
		return u.String(), nil
	case ProjectionExpression:
		p, err := ParseProjection(text, s)
		if err != nil {
			return "", err
		}
		return p.String(), nil
	}
	c, err := ParseCondition(kind, text, s)
	if err != nil {
		return "", err
	}
	return c.String(), nil
}

// faultCase is a text that is refused, our message, and DynamoDB's after
// "Invalid …Expression: ".
type faultCase struct{ text, ours, theirs string }

var conditionFaults = []faultCase{
	{"a AND AND", `offset 2: unexpected "AND"`, `Syntax error; token: "AND", near: "a AND AND"`},
	{"foo", `offset 3: unexpected "<EOF>"`, `Syntax error; token: "<EOF>", near: "foo"`},
	{"contains (themes, :x", `offset 20: unexpected "<EOF>"`, `Syntax error; token: "<EOF>", near: ":x"`},
	{"attribute_type()", `offset 15: unexpected ")"`, `Syntax error; token: ")", near: "()"`},
	{"attribute_not_exists(", `offset 21: unexpected "<EOF>"`, `Syntax error; token: "<EOF>", near: "("`},
	{" ", `offset 1: unexpected "<EOF>"`, `Syntax error; token: "<EOF>", near: ""`},
	{"", `expression is empty`, `The expression can not be empty;`},
	{"_a = :one", `offset 0: unexpected "_"`, `Syntax error; token: "_", near: "_a"`},
	{"0a = :one", `offset 0: unexpected "0"`, `Syntax error; token: "0", near: "0a"`},
	{"a = :", `offset 4: unexpected ":"`, `Syntax error; token: ":", near: "= :"`},
	{"# = :one", `offset 0: unexpected "#"`, `Syntax error; token: "#", near: "# ="`},
	{"a.é = :one", `offset 2: unexpected "é"`, `Syntax error; token: "é", near: ".é ="`},
	{"a[:one] = :one", `offset 2: unexpected ":one"`, `Syntax error; token: ":one", near: "[:one]"`},
	{"a[-1] = :one", `offset 2: unexpected "-"`, `Syntax error; token: "-", near: "[-1"`},
	{"a = :one b", `offset 9: unexpected "b"`, `Syntax error; token: "b", near: ":one b"`},
	{"a = :one = :one", `offset 9: unexpected "="`, `Syntax error; token: "=", near: ":one = :one"`},
	{"a = b = :one)", `offset 6: unexpected "="`, `Syntax error; token: "=", near: "b = :one"`},
	{"a)", `offset 1: unexpected ")"`, `Syntax error; token: ")", near: "a)"`},
	{"(a AND b = :one)", `offset 3: unexpected "AND"`, `Syntax error; token: "AND", near: "a AND b"`},
	{"(NOT a)", `offset 6: unexpected ")"`, `Syntax error; token: ")", near: "a)"`},
	{"(a = :one", `offset 9: unexpected "<EOF>"`, `Syntax error; token: "<EOF>", near: ":one"`},
	{"a BETWEEN :one OR :two", `offset 15: unexpected "OR"`, `Syntax error; token: "OR", near: ":one OR :two"`},
	{"a IN :one", `offset 5: unexpected ":one"`, `Syntax error; token: ":one", near: "IN :one"`},
	{"a == :one", `offset 3: unexpected "="`, `Syntax error; token: "=", near: "== :one"`},
	{"((a = :one))", `offset 0: parentheses within parentheses`, `The expression has redundant parentheses;`},
	{"((a)) = :one", `offset 0: parentheses within parentheses`, `The expression has redundant parentheses;`},
	{"a = ((:one))", `offset 4: parentheses within parentheses`, `The expression has redundant parentheses;`},
	{"status = :x", `offset 0: "status" is a reserved word`, `Attribute name is a reserved keyword; reserved keyword: status`},
	{"a.Count = :x", `offset 2: "Count" is a reserved word`, `Attribute name is a reserved keyword; reserved keyword: Count`},
	{"nonsense(status)", `offset 0: unknown function "nonsense"`, `Invalid function name; function: nonsense`},
	{"Size(a) > :one", `offset 0: unknown function "Size"`, `Invalid function name; function: Size`},
	{"status = :x AND nonsense(a)", `offset 0: "status" is a reserved word`, `Attribute name is a reserved keyword; reserved keyword: status`},
	{"if_not_exists(a, :one) = :one", `offset 0: function "if_not_exists" is for updates`, `The function is not allowed in a condition expression; function: if_not_exists`},
	{"size(a)", `offset 0: function "size" is not for this place`, `The function is not allowed to be used this way in an expression; function: size`},
	{"(size(a)) AND a = :one", `offset 1: function "size" is not for this place`, `The function is not allowed to be used this way in an expression; function: size`},
	{"contains(a, :x) = :yes", `offset 0: function "contains" is not for this place`, `The function is not allowed to be used this way in an expression; function: contains`},
	{"contains(begins_with(a, :x), :x)", `offset 9: function "begins_with" is not for this place`, `The function is not allowed to be used this way in an expression; function: begins_with`},
	{"a = attribute_exists(b)", `offset 4: function "attribute_exists" is not for this place`, `The function is not allowed to be used this way in an expression; function: attribute_exists`},
	{"attribute_exists(a, b)", `offset 0: 2 operands for "attribute_exists"`, `Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2`},
	{"contains(a)", `offset 0: 1 operands for "contains"`, `Incorrect number of operands for operator or function; operator or function: contains, number of operands: 1`},
	{"#nope = :nope", `offset 0: name "#nope" is not defined`, `An expression attribute name used in the document path is not defined; attribute name: #nope`},
	{"a = :nope", `offset 4: value ":nope" is not defined`, `An expression attribute value used in expression is not defined; attribute value: :nope`},
	{"a[2147483648] = :one", `offset 2: index "2147483648" is too large`, `List index is not within the allowable range; index: [2147483648]`},
	{"attribute_exists(:one)", `offset 0: "attribute_exists" needs a path`, `Operator or function requires a document path; operator or function: attribute_exists`},
	{"attribute_type(a, :one)", `offset 18: operand of type N for "attribute_type"`, `Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N`},
	{"attribute_type(a, b)", `offset 18: operand of type {NS,SS,L,BS,N,M,B,BOOL,NULL,S} for "attribute_type"`, `Incorrect operand type for operator or function; operator or function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}`},
	{"attribute_type(a, :bad)", `offset 18: unknown type X`, `Invalid attribute type name found; type: X, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}`},
	{"begins_with(a, :one)", `offset 15: operand of type N for "begins_with"`, `Incorrect operand type for operator or function; operator or function: begins_with, operand type: N`},
	{"size(:yes) = :one", `offset 5: operand of type BOOL for "size"`, `Incorrect operand type for operator or function; operator or function: size, operand type: BOOL`},
	{"a < :yes", `offset 4: operand of type BOOL for "<"`, `Incorrect operand type for operator or function; operator or function: <, operand type: BOOL`},
	{"a BETWEEN :one AND :l", `offset 19: operand of type L for "BETWEEN"`, `Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: L`},
	{"a BETWEEN :two AND :one", `offset 10: upper bound is below the lower`, `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}`},
	{"a BETWEEN :one AND :b", `offset 10: bounds of two types`, `The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {B:java.nio.HeapByteBuffer[pos=0 lim=2 cap=2]}`},
	{"m.k[1] <> #m.k[1]", `offset 10: [m, k, [1]] twice as operand of "<>"`, `The first operand must be distinct from the remaining operands for this operator or function; operator: <>, first operand: [m, k, [1]]`},
	{"a IN (:one, #a)", `offset 12: [a] twice as operand of "IN"`, `The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [a]`},
	{"contains(a, a)", `offset 12: [a] twice as operand of "contains"`, `The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [a]`},
	{"a IN (" + strings.Repeat(":one, ", 100) + ":one)", `offset 0: IN with 101 operands`, `The IN operator is provided with too many operands; number of operands: 101`},
	{"a=:one" + strings.Repeat(" OR a=:one", 150), `offset 0: more than 300 operators`, `The expression contains too many operators; operator count: 301`},
	{"a" + strings.Repeat(".b", 32) + " = :one", `offset 0: path of 33 steps`, `The document path has too many nesting levels; nesting levels: 33`},
	{strings.Repeat("(", 401), `offset 400: more than 400 levels`, `The expression has too many nesting levels; nesting levels: 400`},
	{strings.Repeat("(", 10_000), `expression of 10000 bytes is too long`, `Expression size has exceeded the maximum allowed size; expression size: 10000`},
}

var updateFaults = []faultCase{
	{"INVALID SYNTAX HERE", `offset 0: unexpected "INVALID"`, `Syntax error; token: "INVALID", near: "INVALID SYNTAX"`},
	{"ADD hits : incr", `offset 9: unexpected ":"`, `Syntax error; token: ":", near: "hits : incr"`},
	{"SET a = :one,", `offset 13: unexpected "<EOF>"`, `Syntax error; token: "<EOF>", near: ","`},
	{"SET _123 = :one", `offset 4: unexpected "_"`, `Syntax error; token: "_", near: "SET _123"`},
	{"SET", `offset 3: unexpected "<EOF>"`, `Syntax error; token: "<EOF>", near: "SET"`},
	{"SET a = :one + :two + :one", `offset 20: unexpected "+"`, `Syntax error; token: "+", near: ":two + :one"`},
	{"SET a = (:one + :two) + :one", `offset 22: unexpected "+"`, `Syntax error; token: "+", near: ") + :one"`},
	{"SET :one = :one", `offset 4: unexpected ":one"`, `Syntax error; token: ":one", near: "SET :one ="`},
	{"ADD a b", `offset 6: unexpected "b"`, `Syntax error; token: "b", near: "a b"`},
	{"SET a = ((:one))", `offset 8: parentheses within parentheses`, `The expression has redundant parentheses;`},
	{"SET a = :one SET b = :two", `offset 13: second section "SET"`, `The "SET" section can only be used once in an update expression;`},
	{"SET a = :x, ttl = :x", `offset 12: "ttl" is a reserved word`, `Attribute name is a reserved keyword; reserved keyword: ttl`},
	{"SET a = :nope", `offset 8: value ":nope" is not defined`, `An expression attribute value used in expression is not defined; attribute value: :nope`},
	{"SET #nope = :nope", `offset 4: name "#nope" is not defined`, `An expression attribute name used in the document path is not defined; attribute name: #nope`},
	{"SET a = :x, a = :xy", `offset 12: paths [a] and [a] overlap`, `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]`},
	{"SET a.b = :x REMOVE #a", `offset 20: paths [a, b] and [a] overlap`, `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a]`},
	{"SET a[1] = :x, a[1][2].c = :nope", `offset 15: paths [a, [1]] and [a, [1], [2], c] overlap`, `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, [1]], path two: [a, [1], [2], c]`},
	{"SET a.b = :x, a[1] = :x", `offset 14: paths [a, b] and [a, [1]] conflict`, `Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, [1]]`},
	{"ADD a :x", `offset 6: operand of type S for "ADD"`, `Incorrect operand type for operator or function; operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND`},
	{"DELETE a :one", `offset 9: operand of type N for "DELETE"`, `Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND`},
	{"SET a = b + :x", `offset 12: operand of type S for "+"`, `Incorrect operand type for operator or function; operator or function: +, operand type: S`},
	{"SET a = list_append(b, :x)", `offset 23: operand of type S for "list_append"`, `Incorrect operand type for operator or function; operator or function: list_append, operand type: S`},
	{"SET a = LIST_APPEND(b, :l)", `offset 8: unknown function "LIST_APPEND"`, `Invalid function name; function: LIST_APPEND`},
	{"SET a = size(b)", `offset 8: function "size" is for conditions`, `The function is not allowed in an update expression; function: size`},
	{"SET a = if_not_exists(:one, :two)", `offset 8: "if_not_exists" needs a path`, `Operator or function requires a document path; operator or function: if_not_exists`},
	{"SET a = if_not_exists(b)", `offset 8: 1 operands for "if_not_exists"`, `Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1`},
}

var projectionFaults = []faultCase{
	{"!!! INVALID !!!", `offset 0: unexpected "!"`, `Syntax error; token: "!", near: "!!"`},
	{"a, 0)", `offset 3: unexpected "0"`, `Syntax error; token: "0", near: ", 0)"`},
	{"l[a]", `offset 2: unexpected "a"`, `Syntax error; token: "a", near: "[a]"`},
	{"a.name", `offset 2: "name" is a reserved word`, `Attribute name is a reserved keyword; reserved keyword: name`},
	{"a, #a2", `offset 3: paths [a] and [a] overlap`, `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]`},
	{"pk.x, pk[0]", `offset 6: paths [pk, x] and [pk, [0]] conflict`, `Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [pk, x], path two: [pk, [0]]`},
	{"#nope, #nope", `offset 0: name "#nope" is not defined`, `An expression attribute name used in the document path is not defined; attribute name: #nope`},
}

func TestFaults(t *testing.T) {
	for kind, cases := range map[Kind][]faultCase{
		ConditionExpression: conditionFaults, UpdateExpression: updateFaults, ProjectionExpression: projectionFaults,
	} {
		for _, c := range cases {
			_, err := parse(kind, c.text, newTestScope(t))
			if err == nil {
				t.Errorf("%.60s: no error, want %s", c.text, c.ours)
				continue
			}
			want := []string{c.ours, "Invalid " + string(kind) + ": " + c.theirs}
			if diff := cmp.Diff(want, []string{err.Error(), Words(err)}); diff != "" {
				t.Errorf("%.60s (-want +got):\n%s", c.text, diff)
			}
		}
	}
}

func TestEachFaultHasWords(t *testing.T) {
	for f := Syntax; f < numberOfFaults; f++ {
		if ours[f] == "" || theirs[f] == "" {
			t.Errorf("fault %d: %q, %q", f, ours[f], theirs[f])
		}
	}
}
