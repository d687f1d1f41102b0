package value

import "strings"

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

// CompareNumbers orders two canonical numbers by value.
func CompareNumbers(a, b string) int {
	var x, y [48]byte
	return strings.Compare(string(appendNumberKey(x[:0], a)), string(appendNumberKey(y[:0], b)))
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
