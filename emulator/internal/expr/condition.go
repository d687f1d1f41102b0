package expr

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/value"

// Condition is a parsed filter or condition. A nil Condition is always true.
type Condition struct{ root condition }

// condition is a node that holds for an item or does not.
type condition interface {
	node
	holds(it value.Item) bool
}

// ParseCondition reads a FilterExpression or ConditionExpression with the
// placeholders of s. Its errors are of type *Error.
func ParseCondition(kind Kind, text string, s *Scope) (*Condition, error) {
	var p parser
	if err := p.start(kind, text, s); err != nil {
		return nil, err
	}
	root, err := p.parseCondition()
	if err != nil {
		return nil, err
	}
	return &Condition{root}, nil
}

// Eval reports whether the condition holds for the item; the zero Item has no
// attributes. Operands of different types compare as different, and an operand
// that the item lacks as different from any. The error is always nil.
func (c *Condition) Eval(it value.Item) (bool, error) {
	return c == nil || c.root.holds(it), nil
}

// Paths are the document paths that the condition reads, from left to right.
func (c *Condition) Paths() []*Path {
	if c == nil {
		return nil
	}
	var paths []*Path
	c.root.visit(func(p *Path) { paths = append(paths, p) })
	return paths
}

// String is the condition's text; parsing it gives the same tree.
func (c *Condition) String() string {
	if c == nil {
		return ""
	}
	return string(c.root.appendTo(nil))
}

// parseCondition reads a whole text.
func (p *parser) parseCondition() (condition, error) {
	n, err := p.parseOr()
	if err != nil {
		return nil, err
	}
	root, err := p.condition(n)
	if err != nil {
		return nil, err
	}
	return root, p.finish()
}

// condition makes sure that what was read holds or not, and has no value.
func (p *parser) condition(n node) (condition, error) {
	c, ok := n.(condition)
	if !ok {
		return nil, p.unexpected()
	}
	if f, ok := c.(*call); ok && f.fn == size {
		p.note(rankForm, &Error{Fault: MisusedFunction, Offset: f.start, Token: f.name})
	}
	return c, nil
}

// parseOr = and { OR and }.
func (p *parser) parseOr() (node, error) {
	left, err := p.parseAnd()
	for err == nil && p.tok.kind == kwOr {
		l := &logic{}
		if err = p.leftOf(l, left); err == nil {
			left, err = p.parseAnd()
		}
		if err == nil {
			l.right, err = p.condition(left)
		}
		left = l
	}
	return left, err
}

// parseAnd = not { AND not }.
func (p *parser) parseAnd() (node, error) {
	left, err := p.parseNot()
	for err == nil && p.tok.kind == kwAnd {
		l := &logic{and: true}
		if err = p.leftOf(l, left); err == nil {
			left, err = p.parseNot()
		}
		if err == nil {
			l.right, err = p.condition(left)
		}
		left = l
	}
	return left, err
}

// leftOf takes the keyword AND or OR after its left condition.
func (p *parser) leftOf(l *logic, left node) (err error) {
	l.left, err = p.condition(left)
	p.advance()
	p.operators++
	return err
}

// parseNot = NOT not | comparison.
func (p *parser) parseNot() (node, error) {
	if p.tok.kind != kwNot {
		return p.parseComparison()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	start := p.tok.start
	p.advance()
	p.operators++
	inner, err := p.parseNot()
	if err != nil {
		return nil, err
	}
	c, err := p.condition(inner)
	p.depth--
	return &not{inner: c, start: start}, err
}

// parseComparison = "(" or ")" | call | operand comparator operand
// | operand BETWEEN operand AND operand | operand IN "(" operand { "," operand } ")".
// What the parentheses hold may turn out to be an operand.
func (p *parser) parseComparison() (node, error) {
	if p.tok.kind != '(' {
		o, err := p.parseOperand()
		if err != nil {
			return nil, err
		}
		return p.parseRest(o)
	}
	inner, err := p.parseGroup()
	if err != nil {
		return nil, err
	}
	if o, ok := inner.(operand); ok {
		return p.parseRest(o)
	}
	return inner, nil
}

// parseGroup = "(" or ")".
func (p *parser) parseGroup() (node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	start := p.tok.start
	p.advance()
	inner, err := p.parseOr()
	if err != nil {
		return nil, err
	}
	if err := p.expect(')'); err != nil {
		return nil, err
	}
	p.depth--
	return inner, p.closeGroup(inner, start)
}

// parseRest takes what follows the first operand of a comparison. Alone, a
// call is a condition, and an operand may be the content of parentheses.
func (p *parser) parseRest(first operand) (node, error) {
	switch p.tok.kind {
	case '=', '<', '>', tokNotEqual, tokLessEqual, tokGreaterEqual:
		return p.parseCompare(first)
	case kwBetween:
		return p.parseBetween(first)
	case kwIn:
		return p.parseIn(first)
	}
	if _, ok := first.(*call); !ok && (p.tok.kind != ')' || p.depth == 0) {
		return nil, p.unexpected()
	}
	return first, nil
}
