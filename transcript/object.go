package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

// Object is a JSON object whose members keep their order; a map given to
// Section is shown in byte order of its names. A nil Object is {}.
type Object []Member

// Member is one name and value of an Object. The value is anything that
// encoding/json takes, Objects included.
type Member struct {
	Name  string
	Value any
}

// MarshalJSON returns the object with its members in order, nothing in it
// escaped for HTML.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := marshal(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := marshal(m.Value)
		if err != nil {
			return nil, fmt.Errorf("member %q: %w", m.Name, err)
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// encode returns v as JSON that is safe to print, on one line when indent is "".
func encode(v any, indent string) (string, error) {
	text, err := marshal(v)
	if err != nil {
		return "", err
	}
	if indent == "" {
		return safe(string(text)), nil
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", indent); err != nil {
		return "", err
	}
	return safe(b.String()), nil
}

// safe writes as \uXXXX what could act on a terminal. encoding/json has done so
// for the control characters JSON forbids; the others occur within strings only.
func safe(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || printable.Rune(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
