package expr

import (
	"strconv"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// function is one of the language's functions.
type function int

const (
	unknown function = iota
	attributeExists
	attributeNotExists
	attributeType
	beginsWith
	contains
	size
	ifNotExists
	listAppend
)

// functionNamed finds a function; names are case-sensitive.
func functionNamed(name string) function {
	switch name {
	case "attribute_exists":
		return attributeExists
	case "attribute_not_exists":
		return attributeNotExists
	case "attribute_type":
		return attributeType
	case "begins_with":
		return beginsWith
	case "contains":
		return contains
	case "size":
		return size
	case "if_not_exists":
		return ifNotExists
	case "list_append":
		return listAppend
	}
	return unknown
}

// operands is how many the function takes.
func (f function) operands() int {
	switch f {
	case attributeExists, attributeNotExists, size:
		return 1
	}
	return 2
}

func (f function) ofUpdates() bool { return f == ifNotExists || f == listAppend }

// call is a function with its operands. As a condition it holds or not; size
// and the functions of updates are operands.
type call struct {
	fn    function
	name  string
	args  []operand
	start int
	space [2]operand
}

func (c *call) offset() int { return c.start }

func (c *call) visit(found func(*Path)) {
	for _, a := range c.args {
		a.visit(found)
	}
}

func (c *call) appendTo(out []byte) []byte {
	out = append(append(out, c.name...), '(')
	for i, a := range c.args {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = a.appendTo(out)
	}
	return append(out, ')')
}

func (c *call) kind() value.Kind {
	switch c.fn {
	case size:
		return value.N
	case listAppend:
		return value.L
	}
	return value.None
}

// resolve is the size of the operand: bytes of a string or binary, members of
// a set, list or map, missing for others.
func (c *call) resolve(it value.Item) value.Value {
	if c.fn != size {
		return ""
	}
	v, n := c.args[0].resolve(it), 0
	switch v.Kind() {
	case value.S, value.B:
		n = len(v.Text())
	case value.SS, value.NS, value.BS, value.L, value.M:
		n = v.Len()
	default:
		return ""
	}
	return value.Of(value.N, strconv.Itoa(n))
}

// holds evaluates the call as a condition.
func (c *call) holds(it value.Item) bool {
	v := c.args[0].resolve(it)
	switch c.fn {
	case attributeExists:
		return v != ""
	case attributeNotExists:
		return v == ""
	}
	w := c.args[1].resolve(it)
	switch c.fn {
	case attributeType:
		return v != "" && v.Kind().Name() == w.Text()
	case beginsWith:
		return hasPrefix(v, w)
	case contains:
		return containsValue(v, w)
	}
	return false
}

func hasPrefix(v, prefix value.Value) bool {
	k := v.Kind()
	return k == prefix.Kind() && (k == value.S || k == value.B) && strings.HasPrefix(v.Text(), prefix.Text())
}

// containsValue looks for a part of a string or binary, a member of a set or
// an element of a list.
func containsValue(v, w value.Value) bool {
	k := v.Kind()
	switch {
	case w == "":
		return false
	case k == value.S || k == value.B:
		return k == w.Kind() && strings.Contains(v.Text(), w.Text())
	case k.IsSet():
		return k.Element() == w.Kind() && v.Contains(w.Text())
	case k == value.L:
		for _, e := range v.Elements() {
			if e == w {
				return true
			}
		}
	}
	return false
}

// parseCall = name "(" operand { "," operand } ")".
func (p *parser) parseCall() (*call, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	c := &call{name: p.text(), start: p.tok.start}
	c.fn = functionNamed(c.name)
	p.checkName(c)
	p.advance()
	p.advance()
	for c.args = c.space[:0]; ; {
		a, err := p.parseOperand()
		if err != nil {
			return nil, err
		}
		p.checkNested(a)
		if c.args = append(c.args, a); !p.accept(',') {
			break
		}
	}
	if err := p.expect(')'); err != nil {
		return nil, err
	}
	p.depth--
	p.operators++
	p.checkCall(c)
	return c, nil
}
