package wire

import (
	"unicode/utf16"
	"unicode/utf8"
)

// quoted reads the string whose opening quote is next.
func (r *Reader) quoted() ([]byte, error) {
	r.pos++
	start := r.pos
	for r.pos < len(r.data) {
		switch c := r.data[r.pos]; {
		case c == '"':
			r.pos++
			return r.data[start : r.pos-1], nil
		case c == '\\':
			return r.escaped(append([]byte(nil), r.data[start:r.pos]...))
		case c < ' ':
			return nil, r.syntax("control character in a string")
		}
		r.pos++
	}
	return nil, r.syntax("the body ends in a string")
}

// escaped goes on with a string from its first escape; out holds what came before.
func (r *Reader) escaped(out []byte) ([]byte, error) {
	for r.pos < len(r.data) {
		c := r.data[r.pos]
		r.pos++
		switch {
		case c == '"':
			return out, nil
		case c < ' ':
			return nil, r.syntax("control character in a string")
		case c != '\\':
			out = append(out, c)
		default:
			var err error
			if out, err = r.escape(out); err != nil {
				return nil, err
			}
		}
	}
	return nil, r.syntax("the body ends in a string")
}

var simpleEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (r *Reader) escape(out []byte) ([]byte, error) {
	if r.pos >= len(r.data) {
		return nil, r.syntax("the body ends in a string")
	}
	c := r.data[r.pos]
	r.pos++
	if plain := simpleEscapes[c]; plain != 0 {
		return append(out, plain), nil
	}
	if c != 'u' {
		return nil, r.syntax("unknown escape")
	}
	first, err := r.hex4()
	if err != nil || !utf16.IsSurrogate(first) {
		return utf8.AppendRune(out, first), err
	}
	return r.surrogate(out, first)
}

// surrogate reads the second half of a pair; a half without its other half
// becomes U+FFFD.
func (r *Reader) surrogate(out []byte, first rune) ([]byte, error) {
	if len(r.data)-r.pos < 6 || r.data[r.pos] != '\\' || r.data[r.pos+1] != 'u' {
		return utf8.AppendRune(out, utf8.RuneError), nil
	}
	back := r.pos
	r.pos += 2
	second, err := r.hex4()
	if err != nil {
		return nil, err
	}
	full := utf16.DecodeRune(first, second)
	if full == utf8.RuneError {
		r.pos = back
	}
	return utf8.AppendRune(out, full), nil
}

func (r *Reader) hex4() (rune, error) {
	if len(r.data)-r.pos < 4 {
		return 0, r.syntax("unknown escape")
	}
	var n rune
	for _, c := range r.data[r.pos : r.pos+4] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			n = n<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			n = n<<4 | rune(c-'A'+10)
		default:
			return 0, r.syntax("unknown escape")
		}
	}
	r.pos += 4
	return n, nil
}
