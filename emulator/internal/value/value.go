// Package value holds attribute values and items in the engine's own form: one
// immutable string for each value, with numbers in canonical form, sets in
// order and maps sorted by name. Equal values are therefore equal strings, and
// an item costs one allocation and about its DynamoDB size in memory.
//
// Layout: a kind byte, then for scalars a length and the bytes, for maps, lists
// and sets a body length, an element count and the elements.
package value

import (
	"encoding/binary"
	"iter"
)

// Kind is the type of a value: the first byte of its form.
type Kind byte

// The kinds, by DynamoDB's type names.
const (
	None  Kind = 0 // no value: a missing attribute
	S     Kind = 'S'
	N     Kind = 'N'
	B     Kind = 'B'
	True  Kind = 't'
	False Kind = 'f'
	Null  Kind = '0'
	M     Kind = 'M'
	L     Kind = 'L'
	SS    Kind = 'X'
	NS    Kind = 'Y'
	BS    Kind = 'Z'
)

// Name is DynamoDB's name of the type, as attribute_type and messages use it.
func (k Kind) Name() string {
	switch k {
	case True, False:
		return "BOOL"
	case Null:
		return "NULL"
	case SS:
		return "SS"
	case NS:
		return "NS"
	case BS:
		return "BS"
	case None:
		return ""
	}
	return string(rune(k))
}

// IsSet reports whether the kind is a string, number or binary set.
func (k Kind) IsSet() bool { return k == SS || k == NS || k == BS }

// Element is the kind of a set's members.
func (k Kind) Element() Kind {
	switch k {
	case SS:
		return S
	case NS:
		return N
	}
	return B
}

// Value is one attribute value. The zero Value is a missing one. Two values are
// the same to DynamoDB exactly if they are equal strings.
type Value string

// Kind returns the type of v; None for a missing value.
func (v Value) Kind() Kind {
	if v == "" {
		return None
	}
	return Kind(v[0])
}

// Text returns what a scalar of kind S, N or B holds: the string, the canonical
// digits, the raw bytes.
func (v Value) Text() string {
	n, w := uvarint(string(v[1:]))
	return string(v[1+w : 1+w+n])
}

// Len is the number of members of a map, list or set.
func (v Value) Len() int {
	n, _ := uvarint(v.body())
	return n
}

// body is a container's count and members, without kind and length.
func (v Value) body() string {
	_, w := uvarint(string(v[1:]))
	return string(v[1+w:])
}

// Item returns the members of a map; v must be of kind M.
func (v Value) Item() Item { return Item(v.body()) }

// Elements yields the elements of a list.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		count, w := uvarint(v.body())
		rest := v.body()[w:]
		for i := range count {
			n := span(rest)
			if !yield(i, Value(rest[:n])) {
				return
			}
			rest = rest[n:]
		}
	}
}

// Members yields the members of a set as Text gives them, in order.
func (v Value) Members() iter.Seq[string] {
	return func(yield func(string) bool) {
		count, w := uvarint(v.body())
		rest := v.body()[w:]
		for range count {
			n, w := uvarint(rest)
			if !yield(rest[w : w+n]) {
				return
			}
			rest = rest[w+n:]
		}
	}
}

// Contains reports whether a set has the member.
func (v Value) Contains(member string) bool {
	for m := range v.Members() {
		if m == member {
			return true
		}
	}
	return false
}

// Of returns a scalar of kind S, N or B; a number must be canonical (see Number).
func Of(k Kind, text string) Value {
	var space [64]byte // a short scalar is then one allocation
	return Value(appendText(append(space[:0], byte(k)), text))
}

// Bool returns True or False.
func Bool(b bool) Value {
	if b {
		return Value(rune(True))
	}
	return Value(rune(False))
}

// List returns a list of the elements.
func List(elements []Value) Value {
	var body []byte
	body = binary.AppendUvarint(body, uint64(len(elements)))
	for _, e := range elements {
		body = append(body, e...)
	}
	return container(L, body)
}

func container(k Kind, body []byte) Value {
	out := make([]byte, 0, len(body)+6)
	out = append(out, byte(k))
	out = binary.AppendUvarint(out, uint64(len(body)))
	return Value(append(out, body...))
}

func appendText[T ~string | ~[]byte](out []byte, text T) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// span is the length of the value at the start of s.
func span(s string) int {
	switch Kind(s[0]) {
	case True, False, Null:
		return 1
	}
	n, w := uvarint(s[1:])
	return 1 + w + n
}

// uvarint reads a length and how many bytes it took.
func uvarint(s string) (n, width int) {
	if s[0] < 0x80 {
		return int(s[0]), 1
	}
	shift := 0
	for i := range len(s) {
		n |= int(s[i]&0x7f) << shift
		if s[i] < 0x80 {
			return n, i + 1
		}
		shift += 7
	}
	panic("value: a length runs past the end of its value")
}
