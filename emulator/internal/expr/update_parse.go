package expr

// verb is a section of an update.
type verb int

const (
	set verb = iota
	remove
	add
	del
)

func (v verb) String() string { return [...]string{"SET", "REMOVE", "ADD", "DELETE"}[v] }

// action is what an update does at one path.
type action struct {
	verb  verb
	path  *Path
	value operand // nil for REMOVE
}

// ParseUpdate reads an UpdateExpression with the placeholders of s. Its errors
// are of type *Error.
func ParseUpdate(text string, s *Scope) (*Update, error) {
	var p parser
	if err := p.start(UpdateExpression, text, s); err != nil {
		return nil, err
	}
	u := &Update{}
	u.actions, u.paths, u.root.kids = u.actionSpace[:0], u.pathSpace[:0], u.kidSpace[:0]
	for seen := [4]bool{}; ; {
		v, err := p.parseVerb()
		if err != nil {
			return nil, err
		}
		if seen[v] {
			p.note(rankForm, &Error{Fault: RepeatedSection, Offset: p.prev.start, Token: v.String()})
		}
		seen[v] = true
		if err := p.parseSection(u, v); err != nil {
			return nil, err
		}
		if p.tok.kind == tokEOF {
			break
		}
	}
	u.root.sort()
	return u, p.finish()
}

// parseVerb = SET | REMOVE | ADD | DELETE.
func (p *parser) parseVerb() (verb, error) {
	var v verb
	switch p.tok.kind {
	case kwSet:
		v = set
	case kwRemove:
		v = remove
	case kwAdd:
		v = add
	case kwDelete:
		v = del
	default:
		return 0, p.unexpected()
	}
	p.advance()
	return v, nil
}

// parseSection = action { "," action }.
func (p *parser) parseSection(u *Update, v verb) error {
	for {
		a, err := p.parseAction(v)
		if err != nil {
			return err
		}
		u.actions, u.paths = append(u.actions, a), append(u.paths, a.path)
		if p.grow(&u.root, u.paths); !p.accept(',') {
			return nil
		}
	}
}

// parseAction = path, then "=" and a right side after SET, a value after ADD
// and DELETE.
func (p *parser) parseAction(v verb) (a action, err error) {
	a.verb = v
	p.nameRank = rankTarget
	a.path, err = p.parsePath()
	p.nameRank = rankOperand
	if err != nil || v == remove {
		return a, err
	}
	if v == set {
		if err := p.expect('='); err != nil {
			return a, err
		}
		a.value, err = p.parseRight()
		return a, err
	}
	l, err := p.parseValue()
	if err != nil {
		return a, err
	}
	a.value = l
	if k := l.kind(); l.value != "" && !k.IsSet() && (v == del || k != 'N') {
		p.note(rankOperand, &Error{Fault: ActionKind, Offset: l.start, Token: v.String(), Operand: k.Name()})
	}
	return a, nil
}

// parseRight = right operand [ ( "+" | "-" ) operand ]; a sum in parentheses
// ends it.
func (p *parser) parseRight() (operand, error) {
	left, err := p.parseRightOperand()
	if err != nil {
		return nil, err
	}
	if _, sum := left.(*arithmetic); sum || p.tok.kind != '+' && p.tok.kind != '-' {
		return left, nil
	}
	a := &arithmetic{sign: byte(p.tok.kind), left: left}
	sign := p.text()
	p.advance()
	p.operators++
	if a.right, err = p.parseOperand(); err != nil {
		return nil, err
	}
	p.allowKinds(sign, []operand{a.left, a.right}, 'N')
	return a, nil
}

// parseRightOperand = operand | "(" right ")".
func (p *parser) parseRightOperand() (operand, error) {
	if p.tok.kind != '(' {
		return p.parseOperand()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	start := p.tok.start
	p.advance()
	inner, err := p.parseRight()
	if err != nil {
		return nil, err
	}
	if err := p.expect(')'); err != nil {
		return nil, err
	}
	p.depth--
	return inner, p.closeGroup(inner, start)
}
