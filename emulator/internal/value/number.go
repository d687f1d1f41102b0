package value

import (
	"bytes"
	"errors"
	"strings"
)

// What a number can hold: 38 significant digits and magnitudes from 1E-130 to
// 9.99…E+125 (Developer Guide, "Naming rules and data types").
const (
	maxDigits   = 38
	maxExponent = 126  // of 0.d₁d₂… × 10^exp
	minExponent = -129 // 1E-130 is 0.1 × 10^-129
)

// The ways in which a text is no number of DynamoDB's.
var (
	ErrNotANumber    = errors.New("not a number")
	ErrTooManyDigits = errors.New("more than 38 significant digits")
	ErrOverflow      = errors.New("magnitude larger than supported range")
	ErrUnderflow     = errors.New("magnitude smaller than supported range")
)

// decimal is ±0.d₁d₂… × 10^exp with neither leading nor trailing zeros; zero
// has no digits.
type decimal struct {
	negative bool
	digits   []byte
	exp      int
	space    [40]byte
}

// Number returns the canonical form of a number in any notation: plain decimal
// digits, no exponent, no zeros that say nothing. 1.50E2 becomes 150, -0 becomes 0.
func Number(text string) (string, error) {
	if isCanonicalInt(text) {
		return text, nil
	}
	var d decimal
	if err := d.parse(text); err != nil {
		return "", err
	}
	return d.String(), nil
}

// isCanonicalInt is the fast path: nearly every number is a short whole one.
func isCanonicalInt(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if len(digits) == 0 || len(digits) > 18 || digits[0] == '0' && len(text) > 1 {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

// parse reads any notation and checks the limits.
func (d *decimal) parse(text string) error {
	exp, err := d.scan(text)
	if err != nil {
		return err
	}
	switch d.exp += exp; {
	case len(d.digits) == 0:
		d.negative, d.exp = false, 0
	case len(d.digits) > maxDigits:
		return ErrTooManyDigits
	case d.exp > maxExponent:
		return ErrOverflow
	case d.exp < minExponent:
		return ErrUnderflow
	}
	return nil
}

// read takes a canonical number, which has no exponent.
func (d *decimal) read(text string) { _, _ = d.scan(text) }

// scan takes sign, digits and point, and returns the exponent that follows.
func (d *decimal) scan(text string) (exponent int, err error) {
	d.digits = d.space[:0]
	rest := text
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		d.negative = rest[0] == '-'
		rest = rest[1:]
	}
	seen, point := 0, false
	for len(rest) > 0 && (rest[0] >= '0' && rest[0] <= '9' || rest[0] == '.' && !point) {
		if rest[0] == '.' {
			point = true
		} else {
			seen++
			d.digit(rest[0], point)
		}
		rest = rest[1:]
	}
	if seen == 0 {
		return 0, ErrNotANumber
	}
	d.digits = bytes.TrimRight(d.digits, "0")
	return exponentOf(rest)
}

func (d *decimal) digit(c byte, point bool) {
	if c == '0' && len(d.digits) == 0 {
		if point {
			d.exp--
		}
		return
	}
	d.digits = append(d.digits, c)
	if !point {
		d.exp++
	}
}

// exponentOf reads what may follow the digits; past ±10,000 its exact value no
// longer matters.
func exponentOf(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	if s[0] != 'e' && s[0] != 'E' {
		return 0, ErrNotANumber
	}
	s, negative := s[1:], false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative = s[0] == '-'
		s = s[1:]
	}
	if s == "" {
		return 0, ErrNotANumber
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, ErrNotANumber
		}
		n = min(n*10+int(s[i]-'0'), 1<<40)
	}
	if negative {
		n = -n
	}
	return n, nil
}

// String is the canonical form.
func (d *decimal) String() string {
	if len(d.digits) == 0 {
		return "0"
	}
	out := make([]byte, 0, len(d.digits)+max(d.exp, -d.exp)+3)
	if d.negative {
		out = append(out, '-')
	}
	switch n := len(d.digits); {
	case d.exp <= 0:
		out = append(out, "0."...)
		out = append(out, bytes.Repeat([]byte("0"), -d.exp)...)
		out = append(out, d.digits...)
	case d.exp >= n:
		out = append(out, d.digits...)
		out = append(out, bytes.Repeat([]byte("0"), d.exp-n)...)
	default:
		out = append(out, d.digits[:d.exp]...)
		out = append(out, '.')
		out = append(out, d.digits[d.exp:]...)
	}
	return string(out)
}
