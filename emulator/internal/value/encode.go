package value

import (
	"encoding/base64"
	"encoding/binary"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// AppendJSON appends the item as the wire shows it: an object of attribute values.
func (it Item) AppendJSON(out []byte) []byte {
	out = append(out, '{')
	first := true
	for name, v := range it.All() {
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(wire.AppendString(out, name), ':')
		out = v.AppendJSON(out)
	}
	return append(out, '}')
}

// AppendJSON appends the value as the wire shows it: {"S":"text"}.
func (v Value) AppendJSON(out []byte) []byte {
	k := v.Kind()
	out = append(out, k.open()...)
	switch k {
	case S, N, B:
		out = appendScalar(out, k, v.Text())
	case True, Null:
		out = append(out, "true"...)
	case False:
		out = append(out, "false"...)
	case M:
		out = v.Item().AppendJSON(out)
	case L:
		out = appendList(out, v)
	default:
		out = appendSet(out, v)
	}
	return append(out, '}')
}

// open is how a value of the kind begins on the wire.
func (k Kind) open() string {
	switch k {
	case S:
		return `{"S":`
	case N:
		return `{"N":`
	case True, False:
		return `{"BOOL":`
	}
	return `{"` + k.Name() + `":`
}

func appendScalar(out []byte, k Kind, text string) []byte {
	switch k {
	case N:
		return append(append(append(out, '"'), text...), '"')
	case B:
		out = append(out, '"')
		out = base64.StdEncoding.AppendEncode(out, []byte(text))
		return append(out, '"')
	}
	return wire.AppendString(out, text)
}

func appendList(out []byte, v Value) []byte {
	out = append(out, '[')
	for i, e := range v.Elements() {
		if i > 0 {
			out = append(out, ',')
		}
		out = e.AppendJSON(out)
	}
	return append(out, ']')
}

func appendSet(out []byte, v Value) []byte {
	out = append(out, '[')
	for m := range v.Members() {
		if out[len(out)-1] != '[' {
			out = append(out, ',')
		}
		out = appendScalar(out, v.Kind().Element(), m)
	}
	return append(out, ']')
}

// Set returns a set of kind k with the members, which must be distinct and in
// the set's order, or a missing value if there are none: DynamoDB has no empty set.
func Set(k Kind, members []string) Value {
	if len(members) == 0 {
		return ""
	}
	body := binary.AppendUvarint(nil, uint64(len(members)))
	for _, m := range members {
		body = appendText(body, m)
	}
	return container(k, body)
}
