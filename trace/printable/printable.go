// Package printable makes any text safe to write to a terminal.
//
// What a table holds may come from strangers: a key value with an escape
// sequence could colour the screen or rename the window, a carriage return or a
// newline could forge a line of output, a bidirectional override could show a
// name back to front. Text and Quote write such characters as \n, \t or \u{1b}
// (the code point in hexadecimal); everything else stays as it is.
//
// The functions cost one pass over the text, keep no state and may be called
// from any number of goroutines.
package printable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rune reports whether r can be written as it is. Control characters, line and
// paragraph separators, invisible format characters (among them the
// bidirectional overrides), surrogates and noncharacters cannot. The zero-width
// joiners can: emoji and several scripts are spelled with them.
func Rune(r rune) bool {
	switch {
	case r == '\u200c' || r == '\u200d':
		return true
	case r < 0 || r > unicode.MaxRune || r&0xfffe == 0xfffe || (r >= 0xfdd0 && r <= 0xfdef):
		return false
	}
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Zl, unicode.Zp)
}

// Text returns s on one line with nothing in it that could act on a terminal.
// A byte that is not valid UTF-8 becomes \u{fffd}. A backslash stays as it is,
// so Text is for showing, not for reading back, and Text(Text(s)) is Text(s).
func Text(s string) string { return escape(s, 0) }

// Quote returns s between two quote characters, made safe as by Text, with the
// quote character and the backslash themselves behind a backslash, so that
// different texts look different and the closing quote cannot be forged.
func Quote(s string, quote rune) string {
	return string(quote) + escape(s, quote) + string(quote)
}

// escape writes s; quote 0 stands for none, which leaves backslashes alone.
func escape(s string, quote rune) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\u{fffd}`)
		case quote != 0 && (r == quote || r == '\\'):
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case !Rune(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}
