package value

import (
	"cmp"
	"strings"
)

// Key returns the bytes by which DynamoDB orders values of v's kind: strings by
// UTF-8, binary by unsigned bytes, numbers by value. v must be of kind S, N or B.
func (v Value) Key() string {
	if v.Kind() == N {
		return string(appendNumberKey(nil, v.Text()))
	}
	return v.Text()
}

// Compare orders two scalars of one kind.
func Compare(a, b Value) int {
	if a.Kind() == N {
		return CompareNumbers(a.Text(), b.Text())
	}
	return strings.Compare(a.Text(), b.Text())
}

// CompareNumbers orders two canonical numbers by value, without allocating.
func CompareNumbers(a, b string) int {
	negative := strings.HasPrefix(a, "-")
	switch {
	case negative != strings.HasPrefix(b, "-"):
		if negative {
			return -1
		}
		return 1
	case negative:
		return compareMagnitudes(b[1:], a[1:])
	}
	return compareMagnitudes(a, b)
}

// compareMagnitudes needs no arithmetic: of canonical numbers the one with more
// digits before the point is larger, and digits of one place compare as text.
func compareMagnitudes(a, b string) int {
	wholeA, fractionA, _ := strings.Cut(a, ".")
	wholeB, fractionB, _ := strings.Cut(b, ".")
	if len(wholeA) != len(wholeB) {
		return cmp.Compare(len(wholeA), len(wholeB))
	}
	if order := strings.Compare(wholeA, wholeB); order != 0 {
		return order
	}
	return strings.Compare(fractionA, fractionB)
}

// First bytes of a number's key: negative numbers, then zero, then positive.
const (
	negativeKey = 0x40
	zeroKey     = 0x80
	positiveKey = 0xC0
)

// appendNumberKey appends a form of a canonical number that sorts as bytes: a
// sign byte, the exponent in one byte (256 values are possible), the digits.
// Trailing zeros are never there, so a shorter run of digits sorts first; for
// negative numbers all is complemented and a last 0xFF puts the shorter after.
func appendNumberKey(out []byte, text string) []byte {
	var d decimal
	d.read(text)
	if len(d.digits) == 0 {
		return append(out, zeroKey)
	}
	exp := byte(d.exp - minExponent)
	if !d.negative {
		return append(append(out, positiveKey, exp), d.digits...)
	}
	out = append(out, negativeKey, ^exp)
	for _, c := range d.digits {
		out = append(out, ^c)
	}
	return append(out, 0xFF)
}
