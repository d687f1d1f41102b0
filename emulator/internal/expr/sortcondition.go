package expr

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/value"

// Op is an operator of a key condition, as key conditions write it.
type Op string

// The operators that can seek a sort key.
const (
	Equal        Op = "="
	Less         Op = "<"
	LessEqual    Op = "<="
	Greater      Op = ">"
	GreaterEqual Op = ">="
	Between      Op = "BETWEEN"
	BeginsWith   Op = "begins_with"
)

// seeks reports whether the operator is one of those above; the legacy form
// lets others through.
func (o Op) seeks() bool {
	switch o {
	case Equal, Less, LessEqual, Greater, GreaterEqual, Between, BeginsWith:
		return true
	}
	return false
}

// mirrored is the operator that says the same with its operands exchanged.
func (o Op) mirrored() Op {
	switch o {
	case Less:
		return Greater
	case LessEqual:
		return GreaterEqual
	case Greater:
		return Less
	case GreaterEqual:
		return LessEqual
	}
	return o
}

// SortCondition is a condition on the sort key. The second value is there for
// Between alone.
type SortCondition struct {
	Op     Op
	Values [2]value.Value
}

// Range is a range of keys in the byte order of value.Value.Key. The zero Range
// holds all keys.
type Range struct {
	From, To         string
	FromOpen, ToOpen bool // the end itself is outside
	Bounded          bool // To counts
}

// Contains reports whether the key lies in the range.
func (r Range) Contains(key string) bool {
	if key < r.From || r.FromOpen && key == r.From {
		return false
	}
	return !r.Bounded || key < r.To || !r.ToOpen && key == r.To
}

// Bounds is the range of keys of the kind that meet the condition, all of it: a
// key in it needs no further check. A nil condition bounds nothing. Values of
// another kind than the key's are an error.
func (c *SortCondition) Bounds(key value.Kind) (Range, error) {
	if c == nil {
		return Range{}, nil
	}
	first := c.Values[0]
	if err := CheckKeyType(first, key); err != nil {
		return Range{}, err
	}
	k := first.Key()
	switch c.Op {
	case Less, LessEqual:
		return Range{To: k, Bounded: true, ToOpen: c.Op == Less}, nil
	case Greater, GreaterEqual:
		return Range{From: k, FromOpen: c.Op == Greater}, nil
	case Between:
		if err := CheckKeyType(c.Values[1], key); err != nil {
			return Range{}, err
		}
		return Range{From: k, To: c.Values[1].Key(), Bounded: true}, nil
	case BeginsWith:
		to, bounded := successor(k)
		return Range{From: k, To: to, ToOpen: true, Bounded: bounded}, nil
	}
	return Range{From: k, To: k, Bounded: true}, nil
}

// successor is the least string above all that begin with the prefix.
func successor(prefix string) (string, bool) {
	for last := len(prefix) - 1; last >= 0; last-- {
		if prefix[last] < 0xff {
			return prefix[:last] + string([]byte{prefix[last] + 1}), true
		}
	}
	return "", false
}
