// Package wire reads and writes the JSON that DynamoDB speaks on the wire.
//
// Reader is a pull reader over a whole body: it allocates only for strings
// that hold escapes, limits depth, and never looks at a byte twice except to
// skip an unknown member. It costs about as much as copying the body.
package wire

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// MaxDepth is how many objects and arrays a body may nest. DynamoDB allows 32
// levels in an item, each of which takes two on the wire.
const MaxDepth = 256

// SyntaxError says where a body stops being JSON.
type SyntaxError struct {
	Offset int    // in bytes from the start of the body
	Reason string // what was found there
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Reason) }

// TypeError is JSON of the wrong type: a number where a string is due.
type TypeError struct {
	Found string // NUMBER_VALUE, STRING_VALUE, TRUE_VALUE, FALSE_VALUE, START_OBJECT, START_ARRAY, VALUE_NULL
	Want  string // String, Boolean, Integer, Map, List
}

func (e *TypeError) Error() string { return e.Found + " cannot be converted to " + e.Want }

// Reader reads one JSON body from front to back. After an error it stays where
// it is and the body is to be refused. It is for one goroutine.
type Reader struct {
	data  []byte
	pos   int
	depth int
}

// NewReader returns a reader of data, which must stay unchanged while strings
// that the reader returned are in use.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// Valid reports whether the body is UTF-8, which all JSON must be.
func (r *Reader) Valid() bool { return utf8.Valid(r.data) }

func (r *Reader) syntax(format string, args ...any) error {
	return &SyntaxError{Offset: r.pos, Reason: fmt.Sprintf(format, args...)}
}

// next skips white space and returns the byte it stops at, or 0 at the end.
func (r *Reader) next() byte {
	for r.pos < len(r.data) {
		switch c := r.data[r.pos]; c {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return c
		}
	}
	return 0
}

// AtArray reports whether an array is next.
func (r *Reader) AtArray() bool { return r.next() == '[' }

// Null consumes a null if one is next.
func (r *Reader) Null() bool {
	if r.next() == 'n' && r.literal("null") == nil {
		return true
	}
	return false
}

// End reports an error unless only white space is left.
func (r *Reader) End() error {
	if r.next() != 0 || r.pos < len(r.data) {
		return r.syntax("text after the end of the body")
	}
	return nil
}

// Object reads an object and calls member for each name; member must consume
// the value. The name is valid until the next read.
func (r *Reader) Object(want string, member func(name []byte) error) error {
	if r.next() != '{' {
		return r.mismatch(want)
	}
	if err := r.enter(); err != nil {
		return err
	}
	if r.next() == '}' {
		r.leave()
		return nil
	}
	for {
		if r.next() != '"' {
			return r.syntax("a member name is missing")
		}
		name, err := r.quoted()
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return r.syntax("':' is missing")
		}
		r.pos++
		if err := member(name); err != nil {
			return err
		}
		if done, err := r.separator('}'); done || err != nil {
			return err
		}
	}
}

// Array reads an array and calls element before each element, which element
// must consume.
func (r *Reader) Array(want string, element func() error) error {
	if r.next() != '[' {
		return r.mismatch(want)
	}
	if err := r.enter(); err != nil {
		return err
	}
	if r.next() == ']' {
		r.leave()
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		if done, err := r.separator(']'); done || err != nil {
			return err
		}
	}
}

func (r *Reader) enter() error {
	if r.depth++; r.depth > MaxDepth {
		return r.syntax("more than %d levels", MaxDepth)
	}
	r.pos++
	return nil
}

func (r *Reader) leave() {
	r.pos++
	r.depth--
}

// separator consumes a comma, or the closing byte and then reports done.
func (r *Reader) separator(end byte) (done bool, err error) {
	switch r.next() {
	case ',':
		r.pos++
		return false, nil
	case end:
		r.leave()
		return true, nil
	}
	return false, r.syntax("',' or %q is missing", end)
}

// String reads a string. The bytes are the body's own, or a copy where the
// string holds escapes.
func (r *Reader) String() ([]byte, error) {
	if r.next() != '"' {
		return nil, r.mismatch("String")
	}
	return r.quoted()
}

// Text reads a string as a string of its own.
func (r *Reader) Text() (string, error) {
	b, err := r.String()
	return string(b), err
}

// Bool reads true or false.
func (r *Reader) Bool() (bool, error) {
	switch r.next() {
	case 't':
		return true, r.literal("true")
	case 'f':
		return false, r.literal("false")
	}
	return false, r.mismatch("Boolean")
}

// Int reads a whole number; a fraction is cut, as DynamoDB does.
func (r *Reader) Int() (int64, error) {
	c := r.next()
	if c != '-' && (c < '0' || c > '9') {
		return 0, r.mismatch("Integer")
	}
	text, err := r.number()
	if err != nil {
		return 0, err
	}
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return n, nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || f > 1<<62 || f < -(1<<62) {
		return 0, &TypeError{"NUMBER_VALUE", "Integer"}
	}
	return int64(f), nil
}

// Raw skips one value of any type and returns its bytes.
func (r *Reader) Raw() ([]byte, error) {
	r.next()
	start := r.pos
	err := r.Skip()
	return r.data[start:r.pos], err
}

// Skip reads past one value of any type.
func (r *Reader) Skip() error {
	switch c := r.next(); {
	case c == '{':
		return r.Object("", func([]byte) error { return r.Skip() })
	case c == '[':
		return r.Array("", r.Skip)
	case c == '"':
		_, err := r.quoted()
		return err
	case c == 't':
		return r.literal("true")
	case c == 'f':
		return r.literal("false")
	case c == 'n':
		return r.literal("null")
	case c == '-' || c >= '0' && c <= '9':
		_, err := r.number()
		return err
	}
	return r.unexpected()
}

// mismatch names what stands where want was due.
func (r *Reader) mismatch(want string) error {
	found := ""
	switch c := r.next(); {
	case c == '{':
		found = "START_OBJECT"
	case c == '[':
		found = "START_ARRAY"
	case c == '"':
		found = "STRING_VALUE"
	case c == 't':
		found = "TRUE_VALUE"
	case c == 'f':
		found = "FALSE_VALUE"
	case c == 'n':
		found = "VALUE_NULL"
	case c == '-' || c >= '0' && c <= '9':
		found = "NUMBER_VALUE"
	default:
		return r.unexpected()
	}
	if err := r.Skip(); err != nil {
		return err
	}
	return &TypeError{Found: found, Want: want}
}

func (r *Reader) unexpected() error {
	if r.pos >= len(r.data) {
		return r.syntax("the body ends too soon")
	}
	return r.syntax("unexpected %q", r.data[r.pos])
}

func (r *Reader) literal(word string) error {
	if len(r.data)-r.pos < len(word) || string(r.data[r.pos:r.pos+len(word)]) != word {
		return r.syntax("unexpected word")
	}
	r.pos += len(word)
	return nil
}

// number consumes the characters of a JSON number and checks its grammar.
func (r *Reader) number() ([]byte, error) {
	start := r.pos
	if r.data[r.pos] == '-' {
		r.pos++
	}
	whole := r.digits()
	if whole == 0 || whole > 1 && r.data[r.pos-whole] == '0' {
		return nil, r.syntax("not a number")
	}
	if r.at('.') {
		r.pos++
		if r.digits() == 0 {
			return nil, r.syntax("not a number")
		}
	}
	if r.at('e') || r.at('E') {
		r.pos++
		if r.at('+') || r.at('-') {
			r.pos++
		}
		if r.digits() == 0 {
			return nil, r.syntax("not a number")
		}
	}
	return r.data[start:r.pos], nil
}

func (r *Reader) at(c byte) bool { return r.pos < len(r.data) && r.data[r.pos] == c }

func (r *Reader) digits() int {
	start := r.pos
	for r.pos < len(r.data) && r.data[r.pos] >= '0' && r.data[r.pos] <= '9' {
		r.pos++
	}
	return r.pos - start
}
