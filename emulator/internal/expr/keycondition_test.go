package expr

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// resolved describes what a key condition comes to.
func resolved(k *KeyCondition, partitionKey, sortKey string) (string, error) {
	pk, sort, err := k.Resolve(partitionKey, sortKey)
	if err != nil {
		return "", err
	}
	if sort == nil {
		return string(pk.AppendJSON(nil)), nil
	}
	out := append(pk.AppendJSON(nil), " "+string(sort.Op)...)
	for _, v := range sort.Values {
		if v != "" {
			out = v.AppendJSON(append(out, ' '))
		}
	}
	return string(out), nil
}

func TestKeyCondition(t *testing.T) {
	for text, want := range map[string]string{
		"pk = :x":                                `{"S":"x"}`,
		":x = pk":                                `{"S":"x"}`,
		"pk = :x AND sk = :one":                  `{"S":"x"} = {"N":"1"}`,
		"sk<:one and pk=:x":                      `{"S":"x"} < {"N":"1"}`,
		":one < sk AND pk = :x":                  `{"S":"x"} > {"N":"1"}`,
		":one>=sk AND pk = :x":                   `{"S":"x"} <= {"N":"1"}`,
		"(pk = :x AND (sk >= :one))":             `{"S":"x"} >= {"N":"1"}`,
		"(pk = :x) AND sk BETWEEN :one AND :two": `{"S":"x"} BETWEEN {"N":"1"} {"N":"2"}`,
		"pk = :x AND begins_with(sk, :xy)":       `{"S":"x"} begins_with {"S":"xy"}`,
	} {
		k, err := ParseKeyCondition(text, newTestScope(t))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got, err := resolved(k, "pk", "sk")
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
	}
}

func TestKeyConditionErrors(t *testing.T) {
	const in = "KeyConditionExpression"
	for text, want := range map[string]string{
		"":           "Invalid " + in + ": The expression can not be empty;",
		"pk = :nope": "Invalid " + in + ": An expression attribute value used in expression is not defined; attribute value: :nope",
		"pk = :x AND sk BETWEEN :two AND :one": "Invalid " + in + ": The BETWEEN operator requires upper bound to be greater than or equal to lower bound; " +
			"lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
		"pk = :x AND begins_with(sk, :one)": "Invalid " + in + ": Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
		"pk = :x OR sk = :x":                "Invalid operator used in KeyConditionExpression: OR",
		"pk = :x AND NOT sk = :x":           "Invalid operator used in KeyConditionExpression: NOT",
		"pk = :x AND sk <> :x":              "Invalid operator used in KeyConditionExpression: <>",
		"pk = :x AND sk IN (:x)":            "Invalid operator used in KeyConditionExpression: IN",
		"pk = :x AND contains(sk, :x)":      "Invalid operator used in KeyConditionExpression: contains",
		"attribute_exists(pk)":              "Invalid operator used in KeyConditionExpression: attribute_exists",
		"pk = :x AND size(sk) = :one":       "KeyConditionExpressions cannot contain nested operations",
		"pk = :x AND sk = size(a)":          "KeyConditionExpressions cannot contain nested operations",
		"pk.a = :x":                         "KeyConditionExpressions cannot have conditions on nested attributes",
		"pk = sk":                           "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
		":x = :xy":                          "Invalid condition in KeyConditionExpression: No key attribute specified",
		":x BETWEEN pk AND :xy":             "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand",
		"begins_with(:x, pk)":               "Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand",
		"pk = :x AND pk = :xy":              "KeyConditionExpressions must only contain one condition per key",
		"pk = :x AND sk = :x AND a = :x":    "Conditions can be of length 1 or 2 only",
		"sk = :x":                           "Query condition missed key schema element: pk",
		"sk = :x AND a = :x":                "Query condition missed key schema element: pk",
		"pk = :x AND a = :x":                "Query condition missed key schema element: sk",
		"pk > :x":                           "Query key condition not supported",
		"begins_with(pk, :x) AND sk = :x":   "Query key condition not supported",
	} {
		k, err := ParseKeyCondition(text, newTestScope(t))
		if err == nil {
			_, err = resolved(k, "pk", "sk")
		}
		if err == nil {
			t.Errorf("%s: no error, want %s", text, want)
		} else if diff := cmp.Diff(want, Words(err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestKeyConditionWithoutSortKey(t *testing.T) {
	k, err := ParseKeyCondition("pk = :x AND sk = :x", newTestScope(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resolved(k, "pk", ""); err == nil || Words(err) != "Query key condition not supported" {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]string{"pk", "sk"}, k.Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestBounds compares each range with the condition it stands for, key by key.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	numbers := func() value.Value { return value.Of(value.N, strconv.Itoa(r.IntN(12)-6)) }
	binaries := func() value.Value {
		key := make([]byte, r.IntN(5))
		for i := range key {
			key[i] = "\x00a\xfe\xff\xff"[r.IntN(5)]
		}
		return value.Of(value.B, string(key))
	}
	ops := []Op{Equal, Less, LessEqual, Greater, GreaterEqual, Between, BeginsWith}
	for range 5000 {
		pick, kind, op := numbers, value.N, ops[r.IntN(len(ops))]
		if r.IntN(2) == 0 || op == BeginsWith {
			pick, kind = binaries, value.B
		}
		c := SortCondition{Op: op, Values: [2]value.Value{pick()}}
		var cond condition = &compare{op: comparatorOf(op), left: plainPath("k"), right: &literal{value: c.Values[0]}}
		switch op {
		case Between:
			c.Values[1] = pick()
			cond = &between{plainPath("k"), &literal{value: c.Values[0]}, &literal{value: c.Values[1]}}
		case BeginsWith:
			cond = newCall(beginsWith, "begins_with", plainPath("k"), &literal{value: c.Values[0]})
		}
		bounds, err := c.Bounds(kind)
		if err != nil {
			t.Fatal(err)
		}
		key := pick()
		holds := cond.holds(value.NewItem([]value.Attr{{Name: "k", Value: key}}))
		if got := bounds.Contains(key.Key()); got != holds {
			t.Fatalf("%v %q: key %q in %+v is %v, want %v", op, c.Values, key, bounds, got, holds)
		}
	}
}

func comparatorOf(op Op) tokenKind {
	for _, k := range []tokenKind{'=', '<', '>', tokLessEqual, tokGreaterEqual} {
		if k.sign() == string(op) {
			return k
		}
	}
	return tokOther
}

func TestBoundsOfOtherType(t *testing.T) {
	const want = "One or more parameter values were invalid: Condition parameter type does not match schema type"
	one, x := value.Of(value.N, "1"), value.Of(value.S, "x")
	for _, c := range []SortCondition{{Op: Equal, Values: [2]value.Value{x}}, {Op: Between, Values: [2]value.Value{one, x}}} {
		if _, err := c.Bounds(value.N); err == nil || Words(err) != want {
			t.Errorf("%v: %v", c, err)
		}
	}
	var none *SortCondition
	if got, err := none.Bounds(value.N); err != nil || got != (Range{}) || !got.Contains("any") {
		t.Errorf("no condition: %v, %v", got, err)
	}
}
