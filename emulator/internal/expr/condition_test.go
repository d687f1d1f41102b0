package expr

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// conditionCases are what the condition tests and the fuzz start from: a text,
// how it prints, and whether it holds for conditionItem.
var conditionCases = []struct {
	text, printed string
	holds         bool
}{
	{"a = :one", "a = :one", true},
	{"a=:one", "a = :one", true},
	{"  #a\t=\n:two ", "#a = :two", false},
	{":one = a", ":one = a", true},
	{"a <> :one", "a <> :one", false},
	{"a < :two", "a < :two", true},
	{"a<=:one", "a <= :one", true},
	{"a > :one", "a > :one", false},
	{"a >= :one", "a >= :one", true},
	{"(a) = (:one)", "a = :one", true},
	{"(a = :one)", "a = :one", true},
	{"nope = :one", "nope = :one", false},
	{"nope <> :one", "nope <> :one", true},
	{"nope = gone", "nope = gone", false},
	{"nope < :one", "nope < :one", false},
	{"NOT nope < :one", "NOT nope < :one", true},
	{"a = :x", "a = :x", false},
	{"a <> :x", "a <> :x", true},
	{"a < :x", "a < :x", false},
	{"s >= :x", "s >= :x", true},
	{"s < :xy", "s < :xy", true},
	{"bin > :b1", "bin > :b1", true},
	{"nums = :ns", "nums = :ns", true},
	{"nope = :ns", "nope = :ns", false},
	{"m.k = :x AND m.l[1].deep = :one", "m.k = :x AND m.l[1].deep = :one", true},
	{"m . l [ 0 ] = :one", "m.l[0] = :one", true},
	{"m.l[7] = :one", "m.l[7] = :one", false},
	{"m[0] = :one OR l.k = :one", "m[0] = :one OR l.k = :one", false},
	{"#sw = :x", "#sw = :x", true},
	{"Safety.Warning = :x", "Safety.Warning = :x", false},
	{"#0 = :123", "#0 = :123", true},
	{"#_ = :123 AND #s = :x", "#_ = :123 AND #s = :x", true},
	{"a between :one and :nine", "a BETWEEN :one AND :nine", true},
	{"a BETWEEN :two AND :nine", "a BETWEEN :two AND :nine", false},
	{":one BETWEEN a AND (a2)", ":one BETWEEN a AND a2", true},
	{"a BETWEEN nope AND :nine", "a BETWEEN nope AND :nine", false},
	{"a IN (:x, :one)", "a IN (:x, :one)", true},
	{"a In(:x,:two)", "a IN (:x, :two)", false},
	{"nope IN (:x)", "nope IN (:x)", false},
	{"attribute_exists(m.k)", "attribute_exists(m.k)", true},
	{"attribute_exists(m.zz)", "attribute_exists(m.zz)", false},
	{"attribute_not_exists (nope)", "attribute_not_exists(nope)", true},
	{"attribute_not_exists(a)", "attribute_not_exists(a)", false},
	{"attribute_type(s, :S)", "attribute_type(s, :S)", true},
	{"attribute_type(flag, :BOOL)", "attribute_type(flag, :BOOL)", true},
	{"attribute_type(nope, :S)", "attribute_type(nope, :S)", false},
	{"begins_with(s, :x)", "begins_with(s, :x)", true},
	{"begins_with(s, :xy)", "begins_with(s, :xy)", false},
	{"begins_with(s, :empty)", "begins_with(s, :empty)", true},
	{"begins_with(bin, :b1)", "begins_with(bin, :b1)", true},
	{"begins_with(a, :x)", "begins_with(a, :x)", false},
	{"contains(s, :x)", "contains(s, :x)", true},
	{"contains(bin, :b1)", "contains(bin, :b1)", true},
	{"contains(nums, :one)", "contains(nums, :one)", true},
	{"contains(nums, :two)", "contains(nums, :two)", false},
	{"contains(nums, :x)", "contains(nums, :x)", false},
	{"contains(l, :m)", "contains(l, :m)", true},
	{"contains(l, nope)", "contains(l, nope)", false},
	{"contains(a, :one)", "contains(a, :one)", false},
	{"contains(:xy, s)", "contains(:xy, s)", true},
	{"size(s) = :one", "size(s) = :one", true},
	{"size(nums) > :two", "size(nums) > :two", true},
	{"size(bin) BETWEEN :one AND :two", "size(bin) BETWEEN :one AND :two", true},
	{"(size(m)) = :two", "size(m) = :two", true},
	{"size(a) = :one", "size(a) = :one", false},
	{"size(nope) = :one", "size(nope) = :one", false},
	{"size(l) IN (:one)", "size(l) IN (:one)", true},
	{"a = :two OR a = :one AND s = :x", "a = :two OR a = :one AND s = :x", true},
	{"(a = :one OR a = :two) AND s = :xy", "(a = :one OR a = :two) AND s = :xy", false},
	{"a = :one OR (a = :two AND s = :xy)", "a = :one OR a = :two AND s = :xy", true},
	{"a = :one AND (a = :one AND s = :x)", "a = :one AND (a = :one AND s = :x)", true},
	{"a = :two OR (a = :two OR s = :x)", "a = :two OR (a = :two OR s = :x)", true},
	{"NOT a = :two AND NOT (a = :one AND s = :xy)", "NOT a = :two AND NOT (a = :one AND s = :xy)", true},
	{"NOT NOT a = :one", "NOT NOT a = :one", true},
	{"not (a) = :one", "NOT a = :one", false},
	{"not(attribute_exists(a))", "NOT attribute_exists(a)", false},
	{"(a = :one) AND ((s = :x) OR (s = :xy))", "a = :one AND (s = :x OR s = :xy)", true},
}

const conditionItem = `{"a": {"N": "1"}, "a2": {"N": "1.00"}, "s": {"S": "x"}, "bin": {"B": "AQI="}, "flag": {"BOOL": false}, "status": {"S": "x"},
	"0": {"S": "digits"}, "_x": {"S": "digits"}, "Safety.Warning": {"S": "x"}, "Safety": {"M": {"Warning": {"S": "y"}}},
	"nums": {"NS": ["20", "1", "3.0"]}, "l": {"L": [{"M": {"k": {"S": "v"}}}]},
	"m": {"M": {"k": {"S": "x"}, "l": {"L": [{"N": "1"}, {"M": {"deep": {"N": "1"}}}]}}}}`

func TestCondition(t *testing.T) {
	it := mustItem(t, conditionItem)
	for _, c := range conditionCases {
		cond, err := ParseCondition(FilterExpression, c.text, newTestScope(t))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if diff := cmp.Diff(c.printed, cond.String()); diff != "" {
			t.Errorf("%s prints otherwise (-want +got):\n%s", c.text, diff)
		}
		if holds, err := cond.Eval(it); err != nil || holds != c.holds {
			t.Errorf("%s: %v, %v, want %v", c.text, holds, err, c.holds)
		}
	}
}

func TestNilCondition(t *testing.T) {
	var c *Condition
	if holds, err := c.Eval(""); !holds || err != nil || c.Paths() != nil || c.String() != "" {
		t.Errorf("a nil condition gives %v, %v, %v, %q", holds, err, c.Paths(), c)
	}
}

func TestConditionPaths(t *testing.T) {
	c, err := ParseCondition(FilterExpression, "#sw = :x AND (m.k IN (a, :one) OR NOT size(l[0]) BETWEEN b AND d) OR contains(e, :x)", newTestScope(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range c.Paths() {
		text := p.String()
		if p.Nested() {
			text = p.Name() + " in " + text
		}
		got = append(got, text)
	}
	want := []string{"[Safety.Warning]", "m in [m, k]", "[a]", "l in [l, [0]]", "[b]", "[d]", "[e]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
}

func TestEvalAllocatesNothing(t *testing.T) {
	it := mustItem(t, conditionItem)
	c, err := ParseCondition(FilterExpression, "a = :one AND m.l[1].deep < :two AND begins_with(s, :x) AND contains(nums, :one) AND a IN (:two, :one)", newTestScope(t))
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		if holds, _ := c.Eval(it); !holds {
			t.Error("condition does not hold")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
