package expr

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// updateCases are what the update tests and the fuzz start from: a text, the
// item before and the item after.
var updateCases = []struct{ text, before, after string }{
	{"SET a = :one", `{}`, `{"a":{"N":"1"}}`},
	{"set #a=:one, b = :x", `{"a":{"N":"7"},"c":{"N":"8"}}`, `{"a":{"N":"1"},"b":{"S":"x"},"c":{"N":"8"}}`},
	{"SET a = :nine, b = a", `{"a":{"N":"1"}}`, `{"a":{"N":"9"},"b":{"N":"1"}}`},
	{"SET a = b, b = a", `{"a":{"N":"1"},"b":{"N":"2"}}`, `{"a":{"N":"2"},"b":{"N":"1"}}`},
	{"SET a = a + :one", `{"a":{"N":"1.5"}}`, `{"a":{"N":"2.5"}}`},
	{"SET a = (:one - (a))", `{"a":{"N":"1.5"}}`, `{"a":{"N":"-0.5"}}`},
	{"SET a = if_not_exists(a, :nine) + :one", `{}`, `{"a":{"N":"10"}}`},
	{"SET a = if_not_exists(a, :nine) + :one", `{"a":{"N":"3"}}`, `{"a":{"N":"4"}}`},
	{"SET a = if_not_exists(b, if_not_exists(c, :x))", `{"c":{"BOOL":true}}`, `{"a":{"BOOL":true},"c":{"BOOL":true}}`},
	{"SET l = list_append(if_not_exists(l, :none), :l)", `{}`, `{"l":{"L":[{"N":"1"},{"S":"x"}]}}`},
	{"SET l = list_append(:l, l)", `{"l":{"L":[{"N":"5"}]}}`, `{"l":{"L":[{"N":"1"},{"S":"x"},{"N":"5"}]}}`},
	{"SET m.k = :x", `{"m":{"M":{"j":{"N":"1"}}}}`, `{"m":{"M":{"j":{"N":"1"},"k":{"S":"x"}}}}`},
	{"SET m.k.#sw[0] = m.j", `{"m":{"M":{"j":{"N":"1"},"k":{"M":{"Safety.Warning":{"L":[{"N":"0"}]}}}}}}`,
		`{"m":{"M":{"j":{"N":"1"},"k":{"M":{"Safety.Warning":{"L":[{"N":"1"}]}}}}}}`},
	{"SET a.b = :x, a.c = :xy", `{"a":{"M":{}}}`, `{"a":{"M":{"b":{"S":"x"},"c":{"S":"xy"}}}}`},
	{"SET l[0] = :one", `{"l":{"L":[]}}`, `{"l":{"L":[{"N":"1"}]}}`},
	{"SET l[7] = :one, l[5] = :x, l[0] = :nine", `{"l":{"L":[{"S":"a"},{"S":"b"}]}}`, `{"l":{"L":[{"N":"9"},{"S":"b"},{"S":"x"},{"N":"1"}]}}`},
	{"REMOVE l[0], l[2], l[9] SET l[1] = :one, l[5] = :x", `{"l":{"L":[{"S":"a"},{"S":"b"},{"S":"c"},{"S":"d"}]}}`,
		`{"l":{"L":[{"N":"1"},{"S":"d"},{"S":"x"}]}}`},
	{"REMOVE a, m.k, m.gone, nope", `{"a":{"N":"1"},"m":{"M":{"k":{"S":"x"}}}}`, `{"m":{"M":{}}}`},
	{"REMOVE a SET b = a", `{"a":{"N":"1"}}`, `{"b":{"N":"1"}}`},
	{"ADD a :one", `{}`, `{"a":{"N":"1"}}`},
	{"ADD a :one, m.k :two", `{"a":{"N":"-1"},"m":{"M":{}}}`, `{"a":{"N":"0"},"m":{"M":{"k":{"N":"2"}}}}`},
	{"ADD ids :ss", `{}`, `{"ids":{"SS":["x","z"]}}`},
	{"ADD ids :ss", `{"ids":{"SS":["y","z"]}}`, `{"ids":{"SS":["x","y","z"]}}`},
	{"ADD n :ns", `{"n":{"NS":["2","100","3"]}}`, `{"n":{"NS":["1","2","3","20","100"]}}`},
	{"DELETE ids :ss", `{"ids":{"SS":["a","z"]}}`, `{"ids":{"SS":["a"]}}`},
	{"DELETE ids :ss", `{"ids":{"SS":["x","z"]}}`, `{}`},
	{"DELETE ids :bs, l[0] :ss", `{"l":{"L":[{"SS":["x"]},{"S":"b"}]}}`, `{"l":{"L":[{"S":"b"}]}}`},
	{"DELETE c :ss ADD b :ns REMOVE d SET a = :null", `{"d":{"S":"x"}}`, `{"a":{"NULL":true},"b":{"NS":["1","3","20"]}}`},
}

func TestUpdate(t *testing.T) {
	for _, c := range updateCases {
		u, err := ParseUpdate(c.text, newTestScope(t))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		after, err := u.Apply(mustItem(t, c.before))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if diff := cmp.Diff(c.after, string(after.AppendJSON(nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestUpdatePrints(t *testing.T) {
	for text, want := range map[string]string{
		"set a=(b),c.d[0]=(if_not_exists( b,:one )+:two)": "SET a = b, c.d[0] = if_not_exists(b, :one) + :two",
		"remove b,#a2.b add c :one,d :ss delete e :ss":    "REMOVE b, #a2.b ADD c :one, d :ss DELETE e :ss",
	} {
		got, err := parse(UpdateExpression, text, newTestScope(t))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
	}
}

func TestUpdateErrors(t *testing.T) {
	const (
		path    = "The document path provided in the update expression is invalid for update"
		operand = "An operand in the update expression has an incorrect data type"
		absent  = "The provided expression refers to an attribute that does not exist in the item"
	)
	before := mustItem(t, `{"n": {"N": "1"}, "s": {"S": "x"}, "m": {"M": {"k": {"N": "1"}}}, "l": {"L": []}, "ids": {"SS": ["a"]},
		"big": {"N": "1E125"}, "deep": {"L": [`+strings.Repeat(`{"L":[`, 30)+strings.Repeat(`]}`, 30)+`]}}`)
	for text, want := range map[string][2]string{
		"SET a.b = :x":             {"path does not exist in the item", path},
		"SET n.b = :x":             {"path does not exist in the item", path},
		"SET m[0] = :x":            {"path does not exist in the item", path},
		"SET l.k = :x":             {"path does not exist in the item", path},
		"SET l[0].k = :x":          {"path does not exist in the item", path},
		"REMOVE a.b":               {"path does not exist in the item", path},
		"SET a = b":                {"attribute read by an update does not exist", absent},
		"SET a.b = n, c = m.z":     {"attribute read by an update does not exist", absent},
		"SET a = b + :one":         {"attribute read by an update does not exist", absent},
		"SET a = s + :one":         {"operand of an update has the wrong type", operand},
		"SET a = :one - m":         {"operand of an update has the wrong type", operand},
		"SET a = list_append(n,l)": {"operand of an update has the wrong type", operand},
		"ADD s :one":               {"operand of an update has the wrong type", operand},
		"ADD ids :ns":              {"operand of an update has the wrong type", operand},
		"DELETE n :ss":             {"operand of an update has the wrong type", operand},
		"ADD big :one":             {"add to [big]: more than 38 significant digits", "Attempting to store more than 38 significant digits in a Number"},
		"SET m.d = deep":           {"set [m, d]: more than 32 levels", "Nesting Levels have exceeded supported limits"},
	} {
		u, err := ParseUpdate(text, newTestScope(t))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		after, err := u.Apply(before)
		if err == nil {
			t.Errorf("%s: no error, %s", text, after.AppendJSON(nil))
			continue
		}
		if diff := cmp.Diff(want, [2]string{err.Error(), Words(err)}); diff != "" || after != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestTouched(t *testing.T) {
	u, err := ParseUpdate("SET m.k = :one, l[1] = :x REMOVE gone, a ADD n :one", newTestScope(t))
	if err != nil {
		t.Fatal(err)
	}
	before := mustItem(t, `{"pk":{"S":"p"},"a":{"S":"x"},"n":{"N":"1"},"l":{"L":[{"N":"0"},{"N":"1"}]},"m":{"M":{"j":{"N":"5"},"k":{"N":"0"}}}}`)
	after, err := u.Apply(before)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range []value.Item{before, after} {
		got = append(got, string(u.Touched().Apply(it).AppendJSON(nil)))
	}
	want := []string{
		`{"a":{"S":"x"},"l":{"L":[{"N":"1"}]},"m":{"M":{"k":{"N":"0"}}},"n":{"N":"1"}}`,
		`{"l":{"L":[{"S":"x"}]},"m":{"M":{"k":{"N":"1"}}},"n":{"N":"2"}}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("touched before and after (-want +got):\n%s", diff)
	}
}

func TestNumberErrorsUnwrap(t *testing.T) {
	u, err := ParseUpdate("SET n = n + :one", newTestScope(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Apply(mustItem(t, `{"n":{"N":"1E60"}}`)); !errors.Is(err, value.ErrTooManyDigits) {
		t.Errorf("error %v", err)
	}
}
