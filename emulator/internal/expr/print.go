package expr

// Precedences of conditions, loosest first.
const (
	looseOr = iota
	looseAnd
	tightNot
	tightest
)

func precedence(c condition) int {
	switch c := c.(type) {
	case *logic:
		if c.and {
			return looseAnd
		}
		return looseOr
	case *not:
		return tightNot
	}
	return tightest
}

// appendWithin prints a part of a larger condition, in parentheses where it
// binds looser than there is needed.
func appendWithin(out []byte, c condition, needed int) []byte {
	if precedence(c) >= needed {
		return c.appendTo(out)
	}
	return append(c.appendTo(append(out, '(')), ')')
}

func (l *logic) appendTo(out []byte) []byte {
	own, word := looseOr, " OR "
	if l.and {
		own, word = looseAnd, " AND "
	}
	out = append(appendWithin(out, l.left, own), word...)
	return appendWithin(out, l.right, own+1)
}

func (n *not) appendTo(out []byte) []byte {
	return appendWithin(append(out, "NOT "...), n.inner, tightNot)
}

// sign is a comparator as written.
func (k tokenKind) sign() string {
	switch k {
	case tokNotEqual:
		return "<>"
	case tokLessEqual:
		return "<="
	case tokGreaterEqual:
		return ">="
	}
	return string(rune(k))
}

func (c *compare) appendTo(out []byte) []byte {
	out = append(append(c.left.appendTo(out), ' '), c.op.sign()...)
	return c.right.appendTo(append(out, ' '))
}

func (b *between) appendTo(out []byte) []byte {
	out = append(b.x.appendTo(out), " BETWEEN "...)
	out = append(b.lower.appendTo(out), " AND "...)
	return b.upper.appendTo(out)
}

func (n *in) appendTo(out []byte) []byte {
	out = append(n.x.appendTo(out), " IN ("...)
	for i, o := range n.list {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = o.appendTo(out)
	}
	return append(out, ')')
}
