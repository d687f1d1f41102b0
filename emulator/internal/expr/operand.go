package expr

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// node is any part of a tree.
type node interface {
	offset() int
	appendTo(out []byte) []byte // the source form; parsing it gives the same tree
	visit(found func(*Path))    // reports the document paths, from left to right
}

// operand is a node with a value.
type operand interface {
	node
	resolve(it value.Item) value.Value // missing where the item lacks it
	kind() value.Kind                  // None where it depends on the item
}

// literal is a value from the request.
type literal struct {
	text  string // the placeholder
	value value.Value
	start int
}

func (l *literal) offset() int                    { return l.start }
func (l *literal) kind() value.Kind               { return l.value.Kind() }
func (l *literal) visit(func(*Path))              {}
func (l *literal) resolve(value.Item) value.Value { return l.value }
func (l *literal) appendTo(out []byte) []byte     { return append(out, l.text...) }

// parseValue takes a value placeholder.
func (p *parser) parseValue() (*literal, error) {
	if p.tok.kind != tokValueRef {
		return nil, p.unexpected()
	}
	l := &literal{text: p.text(), start: p.tok.start}
	v, found := p.scope.value(l.text)
	if l.value = v; !found {
		p.note(rankOperand, &Error{Fault: UndefinedValue, Offset: l.start, Token: l.text})
	}
	p.advance()
	return l, nil
}

// parseOperand = path | value | call | "(" operand ")".
func (p *parser) parseOperand() (operand, error) {
	switch p.tok.kind {
	case tokValueRef:
		return p.parseValue()
	case tokName:
		if next := p.lexer; next.next().kind == '(' {
			return p.parseCall()
		}
	case '(':
		return p.parseOperandGroup()
	}
	return p.parsePath()
}

// parseOperandGroup = "(" operand ")".
func (p *parser) parseOperandGroup() (operand, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	start := p.tok.start
	p.advance()
	inner, err := p.parseOperand()
	if err != nil {
		return nil, err
	}
	if err := p.expect(')'); err != nil {
		return nil, err
	}
	p.depth--
	return inner, p.closeGroup(inner, start)
}

// closeGroup notes what a pair of parentheses held and refuses a second pair
// straight around it.
func (p *parser) closeGroup(inner node, start int) error {
	if p.group == inner {
		return &Error{Kind: p.kind, Fault: RedundantParentheses, Offset: start}
	}
	p.group = inner
	return nil
}
