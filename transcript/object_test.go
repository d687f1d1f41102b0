package transcript_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func TestSectionValues(t *testing.T) {
	type inner struct {
		B transcript.Object `json:"b"`
		A []any             `json:"a"`
	}
	ordered := transcript.Object{{Name: "z", Value: 1}, {Name: "a", Value: transcript.Object{{Name: "<&>", Value: "<b>&amp;"}}}}
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"number", 200, `200`},
		{"big number", json.Number("1556893286484340854"), `1556893286484340854`},
		{"nothing", nil, `null`},
		{"order and HTML", ordered, "{\n  \"z\": 1,\n  \"a\": {\n    \"<&>\": \"<b>&amp;\"\n  }\n}"},
		{"map in byte order", map[string]int{"b": 1, "B": 2, "a": 3}, "{\n  \"B\": 2,\n  \"a\": 3,\n  \"b\": 1\n}"},
		{"no members", []transcript.Object{nil, {}}, "[\n  {},\n  {}\n]"},
		{"nested", transcript.Object{{Name: "s", Value: inner{B: ordered[:1], A: []any{ordered[1:], "<"}}}},
			"{\n  \"s\": {\n    \"b\": {\n      \"z\": 1\n    },\n    \"a\": [\n      {\n        \"a\": {\n          \"<&>\": \"<b>&amp;\"\n        }\n      },\n      \"<\"\n    ]\n  }\n}"},
		{"control characters", "\x00\x1b[m\r\n\t\x7f\u009b", `"\u0000\u001b[m\r\n\t\u007f\u009b"`},
		{"separators, overrides, invalid bytes", "\u2028\u202e\xff\U000e0041", `"\u2028\u202e\ufffd\udb40\udc41"`},
		{"names as well", transcript.Object{{Name: "a\u202e\x1b\n", Value: 1}}, "{\n  \"a\\u202e\\u001b\\n\": 1\n}"},
		{"ready JSON", json.RawMessage("{\"b\":\n[ 1 ]}"), "{\n  \"b\": [\n    1\n  ]\n}"},
	} {
		got := written(t, transcript.Options{}, func(out *transcript.Writer) {
			if err := out.Section("T", c.value); err != nil {
				t.Error(err)
			}
		})
		if diff := cmp.Diff("=== T ===\n"+c.want+"\n", got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if !json.Valid([]byte(strings.TrimPrefix(got, "=== T ===\n"))) {
			t.Errorf("%s is not JSON: %s", c.name, got)
		}
	}
}

func TestValueThatIsNoJSON(t *testing.T) {
	got := written(t, transcript.Options{}, func(out *transcript.Writer) {
		err := out.Section("T", transcript.Object{{Name: "x", Value: math.Inf(1)}})
		want := `section "T": json: error calling MarshalJSON for type transcript.Object: member "x": json: unsupported value: +Inf`
		if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	if got != "" {
		t.Errorf("wrote %q", got)
	}
}
