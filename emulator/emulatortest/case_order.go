package emulatortest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func orderCases() []Case {
	return []Case{{
		Number: 16, Name: "sort keys 5, 10, 1 and -3",
		Right: "numbers in numeric order, strings and binary in byte order",
		Checks: []Check{
			{"numbers", func(e *env) error { return e.ordered([]string{"-3", "1", "5", "10"}) }},
			{"numbers of every size", func(e *env) error {
				return e.ordered([]string{
					"-" + nines(38), "-100", "-99.5", "-99", "-1", "-0.5", "-0.00001", "0", "0.000000000000000000000000000000000000012345",
					"0.1", "0.11", "0.2", "1", "1.5", "2", "9", "10", "11", "99", "100", nines(38),
				})
			}},
			{"in a global index", func(e *env) error {
				return e.orderedIn(byColour, "colour", "rank", []types.AttributeValue{n("-3"), n("1"), n("5"), n("10")})
			}},
			{"strings", func(e *env) error {
				// U+FF5E comes before U+1F600 in UTF-8 and after it in UTF-16.
				return e.orderedIn(byNote, "pk", "note", []types.AttributeValue{
					s("10"), s("5"), s("A"), s("B"), s("a"), s("a "), s("aa"), s("é"), s("\uff5e"), s("\U0001F600"),
				})
			}},
			{"binary", func(e *env) error {
				return e.orderedIn(byBytes, "pk", "bytes", []types.AttributeValue{b("\x00"), b("\x00\x00"), b("\x01"), b("\x7f"), b("\x80"), b("\xff")})
			}},
			{"ranges", numericRanges},
			{"a page between", func(e *env) error {
				if err := e.fill("5", "10", "1", "-3"); err != nil {
					return err
				}
				p, err := e.query(ask{key: "pk = :p", start: e.key("1"), limit: 1})
				if err != nil {
					return err
				}
				return same("page", page{Items: []item{e.key("5")}, Count: 1, Scanned: 1, Last: e.key("5")}, p)
			}},
		},
	}}
}

func nines(digits int) string {
	text := make([]byte, digits)
	for i := range text {
		text[i] = '9'
	}
	return string(text)
}

// ordered puts the sort keys, last first, and reads them in both directions.
func (e *env) ordered(sks []string) error {
	backwards := slices.Clone(sks)
	slices.Reverse(backwards)
	if err := e.fill(backwards...); err != nil {
		return err
	}
	for _, c := range []struct {
		backwards bool
		want      []string
	}{{false, sks}, {true, backwards}} {
		p, err := e.query(ask{key: "pk = :p", backwards: c.backwards})
		if err != nil {
			return err
		}
		if err := same(fmt.Sprintf("backwards %t", c.backwards), c.want, numbers(p.Items, "sk")); err != nil {
			return err
		}
	}
	return nil
}

// orderedIn does the same with the sort key of an index.
func (e *env) orderedIn(index, partition, sort string, values []types.AttributeValue) error {
	for i, v := range slices.Backward(values) {
		it := e.with(fmt.Sprint(100-i), item{"colour": s(e.pk), sort: v})
		if err := e.put(it); err != nil {
			return err
		}
	}
	for _, backwards := range []bool{false, true} {
		p, err := e.query(ask{index: index, key: partition + " = :p", backwards: backwards})
		if err != nil {
			return err
		}
		var got []types.AttributeValue
		for _, it := range p.Items {
			got = append(got, it[sort])
		}
		if backwards {
			slices.Reverse(got)
		}
		if err := same(fmt.Sprintf("backwards %t", backwards), values, got); err != nil {
			return err
		}
	}
	return nil
}

func numericRanges(e *env) error {
	if err := e.fill("5", "10", "1", "-3"); err != nil {
		return err
	}
	for _, c := range []struct {
		condition string
		want      []string
	}{
		{"sk > :a", []string{"5", "10"}},
		{"sk >= :a", []string{"1", "5", "10"}},
		{"sk < :a", []string{"-3"}},
		{"sk <= :a", []string{"-3", "1"}},
		{"sk = :a", []string{"1"}},
		{"sk BETWEEN :a AND :b", []string{"1", "5"}},
		{"sk BETWEEN :b AND :b", nil},
	} {
		q := ask{key: "pk = :p AND " + c.condition, values: item{}}
		for placeholder, v := range (item{":a": n("1.0"), ":b": n("9")}) {
			if strings.Contains(c.condition, placeholder) {
				q.values[placeholder] = v
			}
		}
		p, err := e.query(q)
		if err != nil {
			return fmt.Errorf("%s: %w", c.condition, err)
		}
		if err := same(c.condition, c.want, numbers(p.Items, "sk")); err != nil {
			return err
		}
	}
	return nil
}
