package printable_test

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

func ExampleQuote() {
	fmt.Println(printable.Quote("it's \x1b[31mred\n>>> Query x", '\''))
	// Output: 'it\'s \u{1b}[31mred\n>>> Query x'
}

func TestText(t *testing.T) {
	for _, c := range []struct{ in, text, quoted string }{
		{"", "", "''"},
		{"plain", "plain", "'plain'"},
		{`it's \n`, `it's \n`, `'it\'s \\n'`},
		{"a\r\nb\tc\x00", `a\u{d}\nb\tc\u{0}`, `'a\u{d}\nb\tc\u{0}'`},
		{"\x1b[31m\x7f\u009b", `\u{1b}[31m\u{7f}\u{9b}`, `'\u{1b}[31m\u{7f}\u{9b}'`},
		{"abc\u202edef\u2066", `abc\u{202e}def\u{2066}`, `'abc\u{202e}def\u{2066}'`},
		{"\u2028\u2029\ufeff\u200b", `\u{2028}\u{2029}\u{feff}\u{200b}`, `'\u{2028}\u{2029}\u{feff}\u{200b}'`},
		{"bad\xff\xc3", `bad\u{fffd}\u{fffd}`, `'bad\u{fffd}\u{fffd}'`},
		{"real \ufffd", "real \ufffd", "'real \ufffd'"},
		{"\ufffe\U0010ffff\ufdd0", `\u{fffe}\u{10ffff}\u{fdd0}`, `'\u{fffe}\u{10ffff}\u{fdd0}'`},
		{"日本　語 é 👨\u200d👩", "日本　語 é 👨\u200d👩", "'日本　語 é 👨\u200d👩'"},
	} {
		if diff := cmp.Diff([]string{c.text, c.quoted}, []string{printable.Text(c.in), printable.Quote(c.in, '\'')}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.in, diff)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("\x1b[31m\u202e\xff\n")
	f.Fuzz(func(t *testing.T, s string) {
		got := printable.Text(s)
		if !utf8.ValidString(got) {
			t.Errorf("Text(%q) = %q is not UTF-8", s, got)
		}
		for _, r := range got + printable.Quote(s, '`') {
			if !printable.Rune(r) {
				t.Errorf("%q left %U in", s, r)
			}
		}
		if again := printable.Text(got); again != got {
			t.Errorf("Text is not stable: %q, then %q", got, again)
		}
	})
}
