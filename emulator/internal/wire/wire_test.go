package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// bodies are JSON texts and whether they are JSON; also the fuzz seeds.
var bodies = []struct {
	text  string
	valid bool
}{
	{`{}`, true}, {`[]`, true}, {` {"a" : [1, -2.5e+3, true, false, null, "x\n\u00e9"]} `, true},
	{``, false}, {`{`, false}, {`{"a"}`, false}, {`{"a":1,}`, false}, {`[1,]`, false}, {`{a:1}`, false}, {`01`, false}, {`-`, false},
	{`1.`, false}, {`1e`, false}, {`"\x"`, false}, {`"\u12"`, false}, {"\"\x01\"", false}, {`nul`, false}, {`{} x`, false}, {`"a`, false},
}

func TestSkip(t *testing.T) {
	for _, c := range bodies {
		if err := whole(c.text); (err == nil) != c.valid {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

func whole(text string) error {
	r := NewReader([]byte(text))
	if err := r.Skip(); err != nil {
		return err
	}
	return r.End()
}

func TestDepth(t *testing.T) {
	for _, open := range []string{"[", `{"a":`} {
		err := whole(strings.Repeat(open, 10_000))
		if _, ok := errors.AsType[*SyntaxError](err); !ok || !strings.Contains(err.Error(), "more than 256 levels") {
			t.Errorf("ten thousand %s: %v", open, err)
		}
	}
}

func TestTypes(t *testing.T) {
	for _, c := range []struct {
		text string
		read func(*Reader) error
		want string
	}{
		{`1`, func(r *Reader) error { _, err := r.Text(); return err }, "NUMBER_VALUE cannot be converted to String"},
		{`{}`, func(r *Reader) error { _, err := r.Bool(); return err }, "START_OBJECT cannot be converted to Boolean"},
		{`"5"`, func(r *Reader) error { _, err := r.Int(); return err }, "STRING_VALUE cannot be converted to Integer"},
		{`true`, func(r *Reader) error { return r.Array("List", r.Skip) }, "TRUE_VALUE cannot be converted to List"},
		{`[1]`, func(r *Reader) error { return r.Object("Map", nil) }, "START_ARRAY cannot be converted to Map"},
		{`null`, func(r *Reader) error { _, err := r.Text(); return err }, "VALUE_NULL cannot be converted to String"},
		{`1e99`, func(r *Reader) error { _, err := r.Int(); return err }, "NUMBER_VALUE cannot be converted to Integer"},
	} {
		err := c.read(NewReader([]byte(c.text)))
		if _, ok := errors.AsType[*TypeError](err); !ok {
			t.Errorf("%s: %v is not a TypeError", c.text, err)
		} else if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}

func TestScalars(t *testing.T) {
	r := NewReader([]byte(`{"a":"x\"\\\/\b\f\n\r\t\u0041\ud83d\ude00\ud83d","n":null,"i":-7.9,"b":true,"raw":[1, {"x":2}]}`))
	got := map[string]any{}
	err := r.Object("Map", func(name []byte) (err error) {
		key := string(name)
		switch key {
		case "a":
			got[key], err = r.Text()
		case "n":
			got[key] = r.Null()
		case "i":
			got[key], err = r.Int()
		case "b":
			got[key], err = r.Bool()
		default:
			var raw []byte
			raw, err = r.Raw()
			got[key] = string(raw)
		}
		return err
	})
	want := map[string]any{"a": "x\"\\/\b\f\n\r\tA😀\ufffd", "n": true, "i": int64(-7), "b": true, "raw": `[1, {"x":2}]`}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestAppendString(t *testing.T) {
	for in, want := range map[string]string{
		"plain": `"plain"`, "é€😀": `"é€😀"`, "\"\\/": `"\"\\/"`, "\n\r\t\x01\x1f": `"\n\r\t\u0001\u001f"`, "a\xffb": "\"a\ufffdb\"", "": `""`,
	} {
		if diff := cmp.Diff(want, string(AppendString(nil, in))); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

// FuzzReader holds the reader against encoding/json: both take the same texts,
// but for the depth.
func FuzzReader(f *testing.F) {
	for _, c := range bodies {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.Count(text, "[")+strings.Count(text, "{") > MaxDepth {
			return
		}
		if err := whole(text); (err == nil) != json.Valid([]byte(text)) {
			t.Fatalf("%q: %v, encoding/json: %v", text, err, json.Valid([]byte(text)))
		}
	})
}

func FuzzString(f *testing.F) {
	f.Add("a\"\\\n\x01é😀")
	f.Fuzz(func(t *testing.T, s string) {
		text := AppendString(nil, s)
		back, err := NewReader(text).Text()
		if want := strings.ToValidUTF8(s, "\ufffd"); err != nil || len([]rune(back)) < len([]rune(want)) || utf8.ValidString(s) && back != s {
			t.Fatalf("%q: %q, %v", s, back, err)
		}
	})
}
