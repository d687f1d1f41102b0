package expr

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// legacyValues are short names of the values in the tables below.
func legacyValues(t testing.TB, names ...string) []value.Value {
	all, list := values(t), []value.Value{}
	for _, name := range names {
		list = append(list, all[":"+name])
	}
	return list
}

func TestFilterOf(t *testing.T) {
	it := mustItem(t, `{"a":{"N":"1"},"s":{"S":"xy"},"ids":{"SS":["x"]},"l":{"L":[]}}`)
	for _, c := range []struct {
		name, operator string
		values         []string
		holds          bool
	}{
		{"a", "EQ", []string{"one"}, true}, {"a", "NE", []string{"one"}, false}, {"gone", "NE", []string{"one"}, true},
		{"a", "LT", []string{"two"}, true}, {"a", "LE", []string{"one"}, true}, {"a", "GT", []string{"one"}, false}, {"a", "GE", []string{"one"}, true},
		{"a", "NULL", nil, false}, {"gone", "NULL", nil, true}, {"a", "NOT_NULL", nil, true}, {"gone", "NOT_NULL", nil, false},
		{"s", "CONTAINS", []string{"x"}, true}, {"ids", "CONTAINS", []string{"x"}, true}, {"s", "NOT_CONTAINS", []string{"x"}, false},
		{"ids", "NOT_CONTAINS", []string{"xy"}, true}, {"gone", "NOT_CONTAINS", []string{"x"}, false},
		{"s", "BEGINS_WITH", []string{"x"}, true}, {"a", "IN", []string{"two", "one"}, true}, {"a", "IN", []string{"two"}, false},
		{"a", "BETWEEN", []string{"one", "two"}, true}, {"l", "EQ", []string{"none"}, true},
	} {
		cond, err := FilterOf(map[string]Comparison{c.name: {c.operator, legacyValues(t, c.values...)}}, "")
		if err != nil {
			t.Errorf("%s %s: %v", c.name, c.operator, err)
			continue
		}
		if holds, _ := cond.Eval(it); holds != c.holds {
			t.Errorf("%s %s %s: %v", c.name, c.operator, c.values, holds)
		}
	}
}

func TestConditionalOperator(t *testing.T) {
	it := mustItem(t, `{"a":{"N":"1"},"s":{"S":"xy"}}`)
	both := map[string]Comparison{"a": {"EQ", legacyValues(t, "one")}, "s": {"EQ", legacyValues(t, "x")}}
	for operator, want := range map[string]bool{"": false, "AND": false, "OR": true} {
		cond, err := FilterOf(both, operator)
		if err != nil {
			t.Fatal(err)
		}
		if holds, _ := cond.Eval(it); holds != want {
			t.Errorf("%q: %v", operator, holds)
		}
	}
	if cond, err := FilterOf(nil, ""); cond != nil || err != nil {
		t.Errorf("no filter: %v, %v", cond, err)
	}
}

func TestExpected(t *testing.T) {
	it := mustItem(t, `{"a":{"N":"1"}}`)
	yes, no := true, false
	one := values(t)[":one"]
	for _, c := range []struct {
		name     string
		expected Expected
		holds    bool
	}{
		{"a", Expected{Value: one}, true}, {"a", Expected{Value: one, Exists: &yes}, true}, {"b", Expected{Value: one}, false},
		{"a", Expected{Exists: &no}, false}, {"b", Expected{Exists: &no}, true},
		{"a", Expected{Operator: "GE", Value: one}, true}, {"a", Expected{Operator: "NULL"}, false},
		{"a", Expected{Operator: "IN", Values: []value.Value{one}}, true},
	} {
		cond, err := ConditionOf(map[string]Expected{c.name: c.expected}, "")
		if err != nil {
			t.Errorf("%s %+v: %v", c.name, c.expected, err)
			continue
		}
		if holds, _ := cond.Eval(it); holds != c.holds {
			t.Errorf("%s %+v: %v", c.name, c.expected, holds)
		}
	}
}

func TestLegacyErrors(t *testing.T) {
	yes, no := true, false
	v := values(t)
	list := func(names ...string) []value.Value { return legacyValues(t, names...) }
	expected := func(e Expected) error { _, err := ConditionOf(map[string]Expected{"a": e}, ""); return err }
	filter := func(operator string, names ...string) error {
		_, err := FilterOf(map[string]Comparison{"a": {operator, list(names...)}}, "")
		return err
	}
	operator := func(n int) error {
		some := map[string]Comparison{"a": {"NULL", nil}}
		if n == 0 {
			some = nil
		}
		_, err := FilterOf(some, "OR")
		return err
	}
	update := func(action string, name string) error {
		_, err := UpdateOf(map[string]AttributeUpdate{"a": {action, v[name]}})
		return err
	}
	_, keys := KeyConditionOf(map[string]Comparison{"a": {"EQ", list("x")}, "b": {"EQ", list("x")}, "c": {"EQ", list("x")}})
	_, twice := ProjectionOf([]string{"a", "b", "a"})
	const invalid = "One or more parameter values were invalid: "
	for _, c := range []struct {
		err  error
		want string
	}{
		{expected(Expected{Operator: "EQ", Value: v[":x"], Values: list("x")}), invalid + "Value and AttributeValueList cannot be used together for Attribute: a"},
		{expected(Expected{Operator: "EQ", Value: v[":x"], Exists: &yes}), invalid + "Exists and ComparisonOperator cannot be used together for Attribute: a"},
		{expected(Expected{Operator: "EQ"}), invalid + "Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: a"},
		{expected(Expected{Values: list("x")}), invalid + "AttributeValueList can only be used with a ComparisonOperator for Attribute: a"},
		{expected(Expected{}), invalid + "Value must be provided when Exists is null for Attribute: a"},
		{expected(Expected{Exists: &yes}), invalid + "Value must be provided when Exists is true for Attribute: a"},
		{expected(Expected{Exists: &no, Value: v[":x"]}), invalid + "Value cannot be used when Exists is false for Attribute: a"},
		{expected(Expected{Operator: "BETWEEN", Value: v[":x"]}), invalid + "Invalid number of argument(s) for the BETWEEN ComparisonOperator"},
		{filter("NULL", "x"), invalid + "Invalid number of argument(s) for the NULL ComparisonOperator"},
		{filter("IN"), invalid + "Invalid number of argument(s) for the IN ComparisonOperator"},
		{filter("EQ", "x", "x"), invalid + "Invalid number of argument(s) for the EQ ComparisonOperator"},
		{filter("IN", "x", "one"), invalid + "AttributeValues inside AttributeValueList must be of same type"},
		{filter("LT", "ss"), invalid + "ComparisonOperator LT is not valid for SS AttributeValue type"},
		{filter("BEGINS_WITH", "one"), invalid + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type"},
		{filter("BETWEEN", "two", "one"), "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound"},
		{operator(0), invalid + "ConditionalOperator cannot be used without Filter or Expected"},
		{operator(1), invalid + "ConditionalOperator can only be used when Filter or Expected has two or more elements"},
		{keys, "Conditions can be of length 1 or 2 only"},
		{twice, invalid + "Duplicate value in attribute name: a"},
		{update("PUT", ""), invalid + "Only DELETE action is allowed when no attribute value is specified"},
		{update("DELETE", ":x"), invalid + "DELETE action with value is not supported for the type S"},
		{update("ADD", ":yes"), invalid + "ADD action is not supported for the type BOOL"},
	} {
		if c.err == nil {
			t.Errorf("no error, want %s", c.want)
		} else if diff := cmp.Diff(c.want, Words(c.err)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

func TestKeyConditionOf(t *testing.T) {
	for operator, want := range map[string]string{
		"EQ": `{"S":"x"} = {"N":"1"}`, "LT": `{"S":"x"} < {"N":"1"}`, "LE": `{"S":"x"} <= {"N":"1"}`,
		"GT": `{"S":"x"} > {"N":"1"}`, "GE": `{"S":"x"} >= {"N":"1"}`, "NE": "", "CONTAINS": "",
	} {
		k, err := KeyConditionOf(map[string]Comparison{"pk": {"EQ", legacyValues(t, "x")}, "sk": {operator, legacyValues(t, "one")}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := resolved(k, "pk", "sk")
		if want == "" {
			if err == nil || Words(err) != "Attempted conditional constraint is not an indexable operation" {
				t.Errorf("%s: %v", operator, err)
			}
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", operator, err, diff)
		}
	}
	k, err := KeyConditionOf(map[string]Comparison{"pk": {"NE", legacyValues(t, "x")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resolved(k, "pk", ""); err == nil || err.Error() != "operator cannot seek a key" {
		t.Errorf("partition key NE: %v", err)
	}
}

func TestUpdateOf(t *testing.T) {
	before := mustItem(t, `{"n":{"N":"1"},"s":{"S":"x"},"ids":{"SS":["a","x"]},"l":{"L":[{"S":"a"}]},"old":{"S":"x"}}`)
	v := values(t)
	u, err := UpdateOf(map[string]AttributeUpdate{
		"n": {"ADD", v[":two"]}, "m": {"ADD", v[":one"]}, "s": {"", v[":xy"]}, "p": {"PUT", v[":yes"]},
		"ids": {"DELETE", v[":ss"]}, "l": {"ADD", v[":l"]}, "old": {"DELETE", ""}, "gone": {"DELETE", v[":ss"]},
	})
	if err != nil {
		t.Fatal(err)
	}
	after, err := u.Apply(before)
	want := `{"ids":{"SS":["a"]},"l":{"L":[{"S":"a"},{"N":"1"},{"S":"x"}]},"m":{"N":"1"},"n":{"N":"3"},"p":{"BOOL":true},"s":{"S":"xy"}}`
	if diff := cmp.Diff(want, string(after.AppendJSON(nil))); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	u, err = UpdateOf(map[string]AttributeUpdate{"s": {"ADD", v[":one"]}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Apply(before); err == nil || Words(err) != "Type mismatch for attribute to update" {
		t.Errorf("error %v", err)
	}
}

func TestProjectionOf(t *testing.T) {
	p, err := ProjectionOf([]string{"b", "a.b", "gone"})
	if err != nil {
		t.Fatal(err)
	}
	got := p.Apply(mustItem(t, `{"a":{"M":{"b":{"S":"x"}}},"a.b":{"S":"y"},"b":{"S":"z"}}`))
	if diff := cmp.Diff(`{"a.b":{"S":"y"},"b":{"S":"z"}}`, string(got.AppendJSON(nil))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
