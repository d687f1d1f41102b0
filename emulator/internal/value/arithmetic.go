package value

import (
	"fmt"
	"strconv"

	"github.com/cockroachdb/apd/v3"
)

// Add returns a+b of two canonical numbers, or the limit that the sum breaks.
func Add(a, b string) (string, error) { return arithmetic(a, b, 1) }

// Subtract returns a-b of two canonical numbers, or the limit that it breaks.
func Subtract(a, b string) (string, error) { return arithmetic(a, b, -1) }

func arithmetic(a, b string, sign int64) (string, error) {
	if len(a) < 18 && len(b) < 18 {
		x, errX := strconv.ParseInt(a, 10, 64)
		y, errY := strconv.ParseInt(b, 10, 64)
		if errX == nil && errY == nil {
			return strconv.FormatInt(x+sign*y, 10), nil
		}
	}
	x, _, err := apd.NewFromString(a)
	if err != nil {
		return "", fmt.Errorf("number %q: %w", a, err)
	}
	y, _, err := apd.NewFromString(b)
	if err != nil {
		return "", fmt.Errorf("number %q: %w", b, err)
	}
	// Wide enough for any two numbers in range to be added exactly, so that
	// Number sees each digit and refuses the 39th.
	exact := apd.BaseContext.WithPrecision(300)
	var sum apd.Decimal
	if sign > 0 {
		_, err = exact.Add(&sum, x, y)
	} else {
		_, err = exact.Sub(&sum, x, y)
	}
	if err != nil {
		return "", err
	}
	return Number(sum.Text('f'))
}
