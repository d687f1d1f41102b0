package expr

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/value"

// logic is AND or OR.
type logic struct {
	and         bool
	left, right condition
}

func (l *logic) holds(it value.Item) bool {
	if l.and {
		return l.left.holds(it) && l.right.holds(it)
	}
	return l.left.holds(it) || l.right.holds(it)
}

func (l *logic) offset() int { return l.left.offset() }

func (l *logic) visit(found func(*Path)) {
	l.left.visit(found)
	l.right.visit(found)
}

// not is NOT.
type not struct {
	inner condition
	start int
}

func (n *not) holds(it value.Item) bool { return !n.inner.holds(it) }
func (n *not) offset() int              { return n.start }
func (n *not) visit(found func(*Path))  { n.inner.visit(found) }

// compare is one of = <> < <= > >=.
type compare struct {
	op          tokenKind
	left, right operand
}

func (c *compare) offset() int { return c.left.offset() }

func (c *compare) visit(found func(*Path)) {
	c.left.visit(found)
	c.right.visit(found)
}

func (c *compare) holds(it value.Item) bool {
	a, b := c.left.resolve(it), c.right.resolve(it)
	switch c.op {
	case '=':
		return a == b && a != ""
	case tokNotEqual:
		return a != b || a == ""
	}
	if a.Kind() != b.Kind() || !isScalar(a.Kind()) {
		return false
	}
	order := value.Compare(a, b)
	switch c.op {
	case '<':
		return order < 0
	case tokLessEqual:
		return order <= 0
	case '>':
		return order > 0
	default:
		return order >= 0
	}
}

// between is BETWEEN, both bounds included.
type between struct{ x, lower, upper operand }

func (b *between) offset() int { return b.x.offset() }

func (b *between) visit(found func(*Path)) {
	b.x.visit(found)
	b.lower.visit(found)
	b.upper.visit(found)
}

func (b *between) holds(it value.Item) bool {
	x, lower, upper := b.x.resolve(it), b.lower.resolve(it), b.upper.resolve(it)
	k := x.Kind()
	return isScalar(k) && k == lower.Kind() && k == upper.Kind() &&
		value.Compare(lower, x) <= 0 && value.Compare(x, upper) <= 0
}

// in is IN.
type in struct {
	x    operand
	list []operand
}

func (n *in) offset() int { return n.x.offset() }

func (n *in) visit(found func(*Path)) {
	n.x.visit(found)
	for _, o := range n.list {
		o.visit(found)
	}
}

func (n *in) holds(it value.Item) bool {
	x := n.x.resolve(it)
	if x == "" {
		return false
	}
	for _, o := range n.list {
		if o.resolve(it) == x {
			return true
		}
	}
	return false
}

// parseCompare takes a comparator and the second operand.
func (p *parser) parseCompare(first operand) (node, error) {
	c := &compare{op: p.tok.kind, left: first}
	sign := p.text()
	p.checkNested(first)
	p.advance()
	p.operators++
	var err error
	if c.right, err = p.parseOperand(); err != nil {
		return nil, err
	}
	p.checkNested(c.right)
	p.checkDistinct(sign, c.left, c.right)
	if c.op != '=' && c.op != tokNotEqual {
		p.allowKinds(sign, []operand{c.left, c.right}, value.S, value.N, value.B)
	}
	return c, nil
}

// parseBetween takes BETWEEN and the bounds.
func (p *parser) parseBetween(first operand) (node, error) {
	b := &between{x: first}
	p.checkNested(first)
	p.advance()
	p.operators++
	var err error
	if b.lower, err = p.parseOperand(); err != nil {
		return nil, err
	}
	if err := p.expect(kwAnd); err != nil {
		return nil, err
	}
	if b.upper, err = p.parseOperand(); err != nil {
		return nil, err
	}
	p.checkNested(b.lower)
	p.checkNested(b.upper)
	p.checkDistinct("BETWEEN", first, b.lower, b.upper)
	p.allowKinds("BETWEEN", []operand{first, b.lower, b.upper}, value.S, value.N, value.B)
	p.checkBounds(b.lower, b.upper)
	return b, nil
}

// parseIn takes IN and the list.
func (p *parser) parseIn(first operand) (node, error) {
	n := &in{x: first}
	p.checkNested(first)
	p.advance()
	p.operators++
	if err := p.expect('('); err != nil {
		return nil, err
	}
	for {
		o, err := p.parseOperand()
		if err != nil {
			return nil, err
		}
		p.checkNested(o)
		if n.list = append(n.list, o); !p.accept(',') {
			break
		}
	}
	if count := len(n.list); count > maxOperands {
		p.note(rankOperand, &Error{Fault: TooManyOperands, Offset: first.offset(), Count: count})
	}
	p.checkDistinct("IN", first, n.list...)
	return n, p.expect(')')
}
