package emulatortest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

func TestVerdict(t *testing.T) {
	failed := errors.New("failed")
	for _, c := range []struct {
		known bool
		err   error
		want  verdict
	}{{false, nil, right}, {false, failed, wrong}, {true, failed, excused}, {true, nil, outdated}} {
		if got := verdictOf(c.known, c.err); got != c.want {
			t.Errorf("known %t, %v: %d, want %d", c.known, c.err, got, c.want)
		}
	}
}

func TestUnknown(t *testing.T) {
	got := unknown(map[string]string{"7/string": "a check", "7/strings": "none", "1/x": "none"})
	if diff := cmp.Diff([]string{"1/x", "7/strings"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestCases is what Known relies on: names that are unique, cases that say what
// is right.
func TestCases(t *testing.T) {
	seen := map[string]bool{}
	numbers := map[int]bool{}
	for _, c := range Cases() {
		if numbers[c.Number] || c.Name == "" || c.Right == "" || len(c.Checks) == 0 {
			t.Errorf("case %d is twice there or says too little", c.Number)
		}
		numbers[c.Number] = true
		for _, check := range c.Checks {
			if seen[check.Name] {
				t.Errorf("two checks are named %s", check.Name)
			}
			seen[check.Name] = true
		}
	}
	for n := 7; n <= 41; n++ {
		if !numbers[n] && (n == 7 || n >= 13 && n <= 23 || n >= 27) {
			t.Errorf("no case %d", n)
		}
	}
}

func TestRefused(t *testing.T) {
	thrown := &smithy.GenericAPIError{Code: "ValidationException", Message: "words"}
	for _, c := range []struct {
		name      string
		typesOnly bool
		err       error
		message   string
		right     bool
	}{
		{"the same", false, thrown, "words", true},
		{"other words", false, thrown, "other words", false},
		{"other words, types only", true, thrown, "other words", true},
		{"any words", false, thrown, anyMessage, true},
		{"another type", true, &smithy.GenericAPIError{Code: "Other"}, "words", false},
		{"accepted", true, nil, "words", false},
		{"no answer", true, errors.New("no connection"), "words", false},
	} {
		e := &env{typesOnly: c.typesOnly}
		if err := e.refused(c.err, c.message); (err == nil) != c.right {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b types.AttributeValue
		want bool
	}{
		{"sets in another order", ss("a", "b"), ss("b", "a"), true},
		{"lists in another order", list(n("1"), n("2")), list(n("2"), n("1")), false},
		{"a string and a number", s("1"), n("1"), false},
		{"text and its bytes", s("a"), b("a"), false},
		{"null and a string", null(true), s("NULL true"), false},
		{"deep", levels(500), levels(500), true},
	} {
		if err := same(c.name, item{"v": c.a}, item{"v": c.b}); (err == nil) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
