package emulatortest

import (
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	itemTooLarge   = "Item size has exceeded the maximum allowed size"
	updateTooLarge = "Item size to update has exceeded the maximum allowed size"
)

func sizeCases() []Case {
	return []Case{{
		Number: 34, Name: "an item over 409,600 bytes, names included",
		Right:  "ValidationException; exactly 409,600 is fine",
		Checks: itemSizes(),
	}}
}

// sized is the check's item with so many bytes: pk and its value, sk and a
// number of one digit (one byte, and one more), and a filler.
func (e *env) sized(bytes int) item {
	used := len("pk") + len(e.pk) + len("sk") + 2 + len("filler")
	return e.with("1", item{"filler": s(strings.Repeat("x", bytes-used))})
}

func itemSizes() []Check {
	const most = 409_600
	tooLarge := func(name string, make func(e *env) item) Check {
		return Check{name, func(e *env) error { return errors.Join(e.refused(e.put(make(e)), itemTooLarge), e.absent("1")) }}
	}
	return []Check{
		{"exactly", func(e *env) error { return e.put(e.sized(most)) }},
		tooLarge("one byte more", func(e *env) item { return e.sized(most + 1) }),
		tooLarge("by a name", func(e *env) item {
			it := e.sized(most - 10)
			it[strings.Repeat("n", 11)] = s("")
			return it
		}),
		tooLarge("by characters of three bytes", func(e *env) item {
			return e.with("1", item{"v": s(strings.Repeat("世", most/3))})
		}),
		tooLarge("by list elements", func(e *env) item {
			elements := make([]types.AttributeValue, most/2)
			for i := range elements {
				elements[i] = boolean(true)
			}
			return e.with("1", item{"v": list(elements...)})
		}),
		{"in a batch", func(e *env) error {
			_, err := e.batch(putOf(e.key("2")), putOf(e.sized(most+1)))
			return errors.Join(e.refused(err, itemTooLarge), e.absent("2"))
		}},
		{"by an update", func(e *env) error {
			if err := e.put(e.sized(most)); err != nil {
				return err
			}
			_, err := e.update(change{update: "SET v = :v", values: item{":v": s("")}})
			return e.refused(err, updateTooLarge)
		}},
		{"by a copy", func(e *env) error {
			if err := e.put(e.sized(most/2 + 1000)); err != nil {
				return err
			}
			_, err := e.update(change{update: "SET v = filler"})
			return e.refused(err, updateTooLarge)
		}},
	}
}
