package trace

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/cockroachdb/apd/v3"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

const (
	// cutAt is the number of characters past which a value is cut.
	cutAt = 200
	// cutWidth is what a cut value counts toward the collection it is in. If
	// it counted whole, one long attribute would hide those after it; if it
	// counted nothing, a line could grow without end.
	cutWidth = 20
)

// printer writes values and expressions. A value longer than limit characters
// is cut: text inside its quotes, a collection between its members. Limit 0
// cuts nothing.
type printer struct{ limit int }

// value returns v as a literal.
func (p printer) value(v types.AttributeValue) string {
	text, _ := p.literal(v)
	return text
}

// literal returns v as a literal, and whether it was cut.
func (p printer) literal(v types.AttributeValue) (string, bool) {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return p.text(v.Value)
	case *types.AttributeValueMemberN:
		return p.number(v.Value)
	case *types.AttributeValueMemberB:
		return p.binary(v.Value)
	case *types.AttributeValueMemberBOOL:
		return strconv.FormatBool(v.Value), false
	case *types.AttributeValueMemberNULL:
		if !v.Value {
			return "NULL(false)", false // refused by DynamoDB, so not to be shown as null
		}
		return "null", false
	case *types.AttributeValueMemberSS:
		return members(p, "SS{", "}", "member", slices.Sorted(slices.Values(v.Value)), p.text)
	case *types.AttributeValueMemberNS:
		return members(p, "NS{", "}", "member", numeric(v.Value), p.number)
	case *types.AttributeValueMemberBS:
		return members(p, "BS{", "}", "member", slices.SortedFunc(slices.Values(v.Value), slices.Compare), p.binary)
	case *types.AttributeValueMemberL:
		return members(p, "[", "]", "element", v.Value, p.literal)
	case *types.AttributeValueMemberM:
		return p.attributes(v.Value)
	}
	return "(no value)", false
}

// attributes returns a map, an item or a key, its names in byte order.
func (p printer) attributes(m map[string]types.AttributeValue) (string, bool) {
	return members(p, "{", "}", "attribute", slices.Sorted(maps.Keys(m)), func(name string) (string, bool) {
		shown, nameCut := p.name(name)
		text, cut := p.literal(m[name])
		return shown + ": " + text, nameCut || cut
	})
}

// members writes a collection, each member by write.
func members[T any](p printer, open, closing, unit string, list []T, write func(T) (string, bool)) (string, bool) {
	var b strings.Builder
	b.WriteString(open)
	cut, width := false, 0
	for i, m := range list {
		text, memberCut := write(m)
		w := cutWidth
		if !memberCut {
			w = utf8.RuneCountInString(text) + len(", ")
		}
		if p.limit > 0 && i > 0 && width+w > p.limit {
			fmt.Fprintf(&b, ", … (%s)", count(len(list), unit))
			cut = true
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(text)
		width, cut = width+w, cut || memberCut
	}
	b.WriteString(closing)
	return b.String(), cut
}

func (p printer) text(s string) (string, bool) {
	short, cut := p.cut(s)
	if !cut {
		return printable.Quote(s, '\''), false
	}
	return printable.Quote(short, '\'') + "… (" + count(utf8.RuneCountInString(s), "character") + ")", true
}

// number returns the digits as they were sent. What is no number (the SDK does
// not check) is quoted, for it could hold anything.
func (p printer) number(n string) (string, bool) {
	if n == "" || strings.Trim(n, "0123456789+-.eE") != "" {
		text, cut := p.text(n)
		return "N" + text, cut
	}
	short, cut := p.cut(n)
	if !cut {
		return n, false
	}
	return short + "… (" + count(len(n), "character") + ")", true
}

func (p printer) binary(data []byte) (string, bool) {
	text, length := base64.StdEncoding.EncodeToString(data), count(len(data), "byte")
	if short, cut := p.cut(text); cut {
		return "b64'" + short + "'… (" + length + ")", true
	}
	return "b64'" + text + "' (" + length + ")", false
}

// name returns an attribute name, in backticks unless it is an identifier.
func (p printer) name(s string) (string, bool) {
	short, cut := p.cut(s)
	shown := short
	if !identifier(s) {
		shown = printable.Quote(short, '`')
	}
	if cut {
		shown += "… (" + count(utf8.RuneCountInString(s), "character") + ")"
	}
	return shown, cut
}

// cut returns the first limit characters of s, and whether there were more.
func (p printer) cut(s string) (string, bool) {
	if p.limit == 0 || len(s) <= p.limit {
		return s, false
	}
	n := 0
	for i := range s {
		if n == p.limit {
			return s[:i], true
		}
		n++
	}
	return s, false
}

func identifier(s string) bool {
	return s != "" && wordLen(s) == len(s) && (s[0] < '0' || s[0] > '9')
}

// numeric returns a set of numbers in numeric order; what is no number comes
// last, in byte order.
func numeric(set []string) []string {
	type member struct {
		text  string
		value *apd.Decimal
	}
	list := make([]member, len(set))
	for i, s := range set {
		list[i].text = s
		if d, _, err := apd.NewFromString(s); err == nil && d.Form == apd.Finite {
			list[i].value = d
		}
	}
	slices.SortFunc(list, func(a, b member) int {
		switch {
		case a.value != nil && b.value != nil:
			if c := a.value.Cmp(b.value); c != 0 {
				return c
			}
		case a.value != nil:
			return -1
		case b.value != nil:
			return 1
		}
		return strings.Compare(a.text, b.text)
	})
	sorted := make([]string, len(list))
	for i, m := range list {
		sorted[i] = m.text
	}
	return sorted
}

// count returns "1 put", "2 puts".
func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
