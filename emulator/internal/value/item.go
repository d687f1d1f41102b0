package value

import (
	"encoding/binary"
	"iter"
	"slices"
	"strings"
)

// Item is a set of named values sorted by name: a stored item, or the members
// of a map. The zero Item is no item at all; NewItem(nil) is an empty one.
type Item string

// Attr is one named value.
type Attr struct {
	Name  string
	Value Value
}

// All yields the attributes in byte order of their names.
func (it Item) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if it == "" {
			return
		}
		count, w := uvarint(string(it))
		rest := string(it[w:])
		for range count {
			name, value, width := cut(rest)
			if !yield(name, value) {
				return
			}
			rest = rest[width:]
		}
	}
}

func cut(s string) (name string, value Value, width int) {
	n, w := uvarint(s)
	end := w + n
	width = end + span(s[end:])
	return s[w:end], Value(s[end:width]), width
}

// Len is the number of attributes.
func (it Item) Len() int {
	if it == "" {
		return 0
	}
	n, _ := uvarint(string(it))
	return n
}

// Get returns the named value, or a missing one.
func (it Item) Get(name string) Value {
	if it == "" {
		return ""
	}
	count, w := uvarint(string(it))
	rest := string(it[w:])
	for range count {
		n, w := uvarint(rest)
		end := w + n
		width := end + span(rest[end:])
		switch c := strings.Compare(rest[w:end], name); {
		case c == 0:
			return Value(rest[end:width])
		case c > 0:
			return ""
		}
		rest = rest[width:]
	}
	return ""
}

// Attrs returns the attributes as a slice of the caller's own.
func (it Item) Attrs() []Attr {
	attrs := make([]Attr, 0, it.Len())
	for name, v := range it.All() {
		attrs = append(attrs, Attr{name, v})
	}
	return attrs
}

// NewItem returns an item of the attributes, which it sorts. Of two with one
// name the later stays; a missing value leaves the attribute out.
func NewItem(attrs []Attr) Item {
	slices.SortStableFunc(attrs, func(a, b Attr) int { return strings.Compare(a.Name, b.Name) })
	kept, size := attrs[:0], 8
	for i, a := range attrs {
		if a.Value != "" && (i+1 == len(attrs) || attrs[i+1].Name != a.Name) {
			kept = append(kept, a)
			size += len(a.Name) + len(a.Value) + 4
		}
	}
	var out strings.Builder // which, unlike a slice, becomes a string without a copy
	out.Grow(size)
	var number [binary.MaxVarintLen64]byte
	out.Write(binary.AppendUvarint(number[:0], uint64(len(kept))))
	for _, a := range kept {
		out.Write(binary.AppendUvarint(number[:0], uint64(len(a.Name))))
		out.WriteString(a.Name)
		out.WriteString(string(a.Value))
	}
	return Item(out.String())
}

// Map returns the item as a value of kind M.
func (it Item) Map() Value { return container(M, []byte(it)) }
