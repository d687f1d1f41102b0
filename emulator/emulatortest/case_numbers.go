package emulatortest

import (
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	tooManyDigits = "Attempting to store more than 38 significant digits in a Number"
	overflow      = "Number overflow. Attempting to store a number with magnitude larger than supported range"
	underflow     = "Number underflow. Attempting to store a number with magnitude smaller than supported range"
	notANumber    = "The parameter cannot be converted to a numeric value"
)

func numberCases() []Case {
	return []Case{{
		Number: 30, Name: "1.0, 00042, 1.5E2 and -0",
		Right:  "stored as 1, 42, 150 and 0; as keys, the same items",
		Checks: append(notations(), equalNumbers()...),
	}, {
		Number: 31, Name: "38 digits and 39, 1E126 and 1E-131",
		Right:  "38 digits are kept exactly; what does not fit is refused",
		Checks: append(numbersKept(), numbersRefused()...),
	}}
}

func notations() (checks []Check) {
	for _, c := range []struct{ sent, stored string }{
		{"1.0", "1"}, {"00042", "42"}, {"1.5E2", "150"}, {"-0", "0"}, {"0.0", "0"}, {"0E10", "0"}, {"-0.50", "-0.5"},
		{"1e2", "100"}, {"1E+2", "100"}, {"12.3e-1", "1.23"}, {"100", "100"}, {"-007", "-7"}, {"0.10", "0.1"}, {"1E-2", "0.01"},
	} {
		checks = append(checks, Check{c.sent + " is " + c.stored, func(e *env) error {
			if err := e.put(e.with("1", item{"v": n(c.sent), "l": list(n(c.sent)), "s": ns(c.sent)})); err != nil {
				return err
			}
			return e.holds("1", item{"v": n(c.stored), "l": list(n(c.stored)), "s": ns(c.stored)})
		}})
	}
	return checks
}

func equalNumbers() []Check {
	return []Check{
		{"as a sort key", func(e *env) error {
			if err := errors.Join(e.put(e.with("1.0", item{"v": n("1")})), e.put(e.with("10E-1", item{"v": n("2")}))); err != nil {
				return err
			}
			p, err := e.query(ask{key: "pk = :p AND sk = :v", values: item{":v": n("01")}})
			if err != nil {
				return err
			}
			return same("items", []item{e.with("1", item{"v": n("2")})}, p.Items)
		}},
		{"as a partition key", func(e *env) error {
			for _, key := range []string{"42.0", "0042", "4.2E1"} {
				if _, err := e.client.PutItem(e.ctx, &dynamodb.PutItemInput{TableName: &e.tables.number, Item: item{"pk": n(key)}}); err != nil {
					return err
				}
			}
			out, err := e.client.Scan(e.ctx, &dynamodb.ScanInput{TableName: &e.tables.number})
			if err != nil {
				return err
			}
			return same("items", []item{{"pk": n("42")}}, out.Items)
		}},
		{"in an index", func(e *env) error {
			if err := e.put(e.with("1", item{"colour": s(e.pk), "rank": n("1.50")})); err != nil {
				return err
			}
			p, err := e.query(ask{index: byColour, key: "colour = :p AND #r = :v", names: map[string]string{"#r": "rank"}, values: item{":v": n("15E-1")}})
			if err != nil {
				return err
			}
			return same("ranks", []string{"1.5"}, numbers(p.Items, "rank"))
		}},
		{"in a filter", func(e *env) error {
			if err := e.put(e.with("1", item{"v": n("1")})); err != nil {
				return err
			}
			p, err := e.query(ask{key: "pk = :p", filter: "v = :v AND v IN (:v) AND v <= :v", values: item{":v": n("1.00")}})
			if err != nil {
				return err
			}
			return same("count", int32(1), p.Count)
		}},
		{"twice in a set", func(e *env) error {
			return e.refused(e.put(e.with("1", item{"v": ns("1", "1.0")})), "Input collection contains duplicates")
		}},
	}
}

func numbersKept() (checks []Check) {
	for _, c := range []struct{ name, sent, stored string }{
		{"38 digits", strings.Repeat("1234567890", 4)[:38], strings.Repeat("1234567890", 4)[:38]},
		{"38 digits and zeros after", nines(38) + "000", nines(38) + "000"},
		{"38 digits after the point", "0." + nines(38), "0." + nines(38)},
		{"38 digits around the point", nines(19) + "." + nines(19), nines(19) + "." + nines(19)},
		{"39 digits with a zero at the end", nines(38) + ".0", nines(38)},
		{"the largest", nines(38) + "E88", nines(38) + strings.Repeat("0", 88)},
		{"the smallest", "-" + nines(38) + "E88", "-" + nines(38) + strings.Repeat("0", 88)},
		{"1E125", "1E125", "1" + strings.Repeat("0", 125)},
		{"1E-130", "1E-130", "0." + strings.Repeat("0", 129) + "1"},
		{"-1E-130", "-1E-130", "-0." + strings.Repeat("0", 129) + "1"},
	} {
		checks = append(checks, Check{c.name, func(e *env) error {
			if err := e.put(e.with("1", item{"v": n(c.sent)})); err != nil {
				return err
			}
			return e.holds("1", item{"v": n(c.stored)})
		}})
	}
	return append(checks, Check{"exact arithmetic", func(e *env) error {
		if err := e.put(e.with("1", item{"v": n("12345678901234567890123456789012345678"), "w": n("0.1")})); err != nil {
			return err
		}
		if _, err := e.update(change{update: "SET v = v + :one, w = w + :fifth", values: item{":one": n("1"), ":fifth": n("0.2")}}); err != nil {
			return err
		}
		return e.holds("1", item{"v": n("12345678901234567890123456789012345679"), "w": n("0.3")})
	}})
}

func numbersRefused() (checks []Check) {
	for _, c := range []struct{ name, sent, message string }{
		{"39 digits", nines(39), tooManyDigits},
		{"39 digits around the point", nines(38) + ".9", tooManyDigits},
		{"1E126", "1E126", overflow},
		{"-1E126", "-1E126", overflow},
		{"1E-131", "1E-131", underflow},
		{"-1E-131", "-1E-131", underflow},
		{"no number", "one", notANumber + ": one"},
		{"nothing", "", notANumber},
		{"infinity", "Infinity", notANumber + ": Infinity"},
		{"NaN", "NaN", notANumber + ": NaN"},
		{"hexadecimal", "0x1", notANumber + ": 0x1"},
		{"two signs", "--1", notANumber + ": --1"},
	} {
		for _, in := range []struct {
			name string
			v    types.AttributeValue
		}{{"", n(c.sent)}, {" in a list", list(n(c.sent))}, {" in a set", ns(c.sent)}} {
			checks = append(checks, Check{c.name + in.name, func(e *env) error {
				return errors.Join(e.refused(e.put(e.with("1", item{"v": in.v})), c.message), e.absent("1"))
			}})
		}
		checks = append(checks, Check{c.name + " as a key", func(e *env) error { return e.refused(e.put(e.key(c.sent)), c.message) }},
			Check{c.name + " in an expression", func(e *env) error {
				_, err := e.update(change{update: "SET v = :v", values: item{":v": n(c.sent)}})
				return e.refused(err, invalidValue+c.message+" for key :v")
			}})
	}
	return append(checks, Check{"a sum that does not fit", func(e *env) error {
		largest := item{"v": n(nines(38) + "E88")}
		if err := e.put(e.with("1", largest)); err != nil {
			return err
		}
		_, err := e.update(change{update: "ADD v :v", values: item{":v": n("9E125")}})
		return errors.Join(e.refused(err, anyMessage), e.holds("1", item{"v": n(nines(38) + strings.Repeat("0", 88))}))
	}})
}
