package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

func TestUnused(t *testing.T) {
	x := value.Of(value.S, "x")
	for _, c := range []struct {
		names  map[string]string
		values map[string]value.Value
		want   string
	}{
		{map[string]string{"#a": "a"}, map[string]value.Value{":x": x}, ""},
		{map[string]string{"#a": "a", "#c": "c", "#b": "b"}, map[string]value.Value{":x": x, ":y": x},
			"Value provided in ExpressionAttributeNames unused in expressions: keys: {#b, #c}"},
		{map[string]string{"#a": "a"}, map[string]value.Value{":x": x, ":unused": x},
			"Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}"},
	} {
		s := NewScope(c.names, c.values)
		if _, err := ParseCondition(FilterExpression, "#a = :x OR #a = :x", s); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := s.Unused(); err != nil {
			got = Words(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestUnusedSpansExpressions uses a name in one expression and a value in
// another.
func TestUnusedSpansExpressions(t *testing.T) {
	s := NewScope(map[string]string{"#a": "a"}, map[string]value.Value{":x": value.Of(value.S, "x")})
	if _, err := ParseProjection("#a", s); err != nil {
		t.Fatal(err)
	}
	if _, err := ParseKeyCondition("pk = :x", s); err != nil {
		t.Fatal(err)
	}
	if err := s.Unused(); err != nil {
		t.Error(err)
	}
}

func TestScopeCheck(t *testing.T) {
	x := value.Of(value.S, "x")
	for _, c := range []struct {
		names  map[string]string
		values map[string]value.Value
		want   string
	}{
		{nil, nil, ""},
		{map[string]string{"#1": "a", "#a_B": "b"}, map[string]value.Value{":_": x}, ""},
		{map[string]string{}, nil, "ExpressionAttributeNames must not be empty"},
		{nil, map[string]value.Value{}, "ExpressionAttributeValues must not be empty"},
		{map[string]string{"#": "a", "#a": "b"}, nil, `ExpressionAttributeNames contains invalid key: Syntax error; key: "#"`},
		{map[string]string{"a-b": "a", "a": "b"}, nil, `ExpressionAttributeNames contains invalid key: Syntax error; key: "a"`},
		{map[string]string{"#a": ""}, nil, `ExpressionAttributeNames contains invalid value: Empty attribute name for key #a`},
		{nil, map[string]value.Value{":a b": x}, `ExpressionAttributeValues contains invalid key: Syntax error; key: ":a b"`},
	} {
		got := ""
		if err := NewScope(c.names, c.values).Check(); err != nil {
			got = Words(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestManyNames has far more placeholders than an expression can use.
func TestManyNames(t *testing.T) {
	many := make(map[string]string, 100_000)
	var used []string
	for i := range 100_000 {
		name := fmt.Sprintf("#%d", i)
		if many[name] = fmt.Sprint("a", i); i < 800 {
			used = append(used, name)
		}
	}
	s := NewScope(many, nil)
	if _, err := ParseProjection(strings.Join(used, ","), s); err != nil {
		t.Fatal(err)
	}
	if err := s.Unused(); err == nil || !strings.HasPrefix(err.Error(), `names not used: "#1000, #10000, #10001, `) {
		t.Errorf("%.100v", err)
	}
}

func TestReserved(t *testing.T) {
	for name, want := range map[string]bool{
		"status": true, "TTL": true, "Name": true, "localtimestamp": true, "zone": true, "abort": true,
		"statuses": false, "localtimestamps": false, "": false, "x": false, "at_": false, "sta\xfaus": false,
	} {
		if got := isReserved(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	if got := len(reservedWords()); got != 573 {
		t.Errorf("%d words", got)
	}
}
