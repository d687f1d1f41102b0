package expr

// parser reads one expression. A syntax error ends it; other faults are noted
// and the first by DynamoDB's order is reported when the text has been read,
// because DynamoDB, too, checks only what it could parse.
type parser struct {
	lexer
	scope     *Scope
	kind      Kind
	prev, tok token
	depth     int
	operators int
	group     node // what the last closed parentheses held
	nameRank  rank // of an undefined name
	fault     *Error
	rank      rank
}

// rank orders the passes in which DynamoDB finds faults.
type rank int

const (
	rankForm    rank = iota // names, indexes, functions: by offset
	rankTarget              // undefined names in the paths an update changes
	rankOverlap             // those paths against each other
	rankConflict
	rankOperand // placeholders, operands and their types: as parsed
)

// start puts the parser at the first token, or returns the error of a text that
// is empty or too long. A nil scope has no placeholders.
func (p *parser) start(kind Kind, text string, s *Scope) error {
	switch {
	case text == "":
		return &Error{Kind: kind, Fault: Empty}
	case len(text) > maxSize:
		return &Error{Kind: kind, Fault: TooLong, Count: len(text)}
	case s == nil:
		s = NewScope(nil, nil)
	}
	p.scope, p.kind, p.nameRank = s, kind, rankOperand
	p.lexer = lexer{text: text, update: kind == UpdateExpression}
	p.tok = p.lexer.next()
	return nil
}

func (p *parser) advance() { p.prev, p.tok = p.tok, p.lexer.next() }

// text is the current token as written.
func (p *parser) text() string { return p.lexer.text[p.tok.start:p.tok.end] }

// accept takes the token if it is there.
func (p *parser) accept(kind tokenKind) bool {
	if p.tok.kind != kind {
		return false
	}
	p.advance()
	return true
}

// expect takes the token or fails.
func (p *parser) expect(kind tokenKind) error {
	if !p.accept(kind) {
		return p.unexpected()
	}
	return nil
}

// unexpected is the syntax error at the current token. Near it is the token
// before, the token and the one after, as they stand in the text.
func (p *parser) unexpected() error {
	e := &Error{Kind: p.kind, Fault: Syntax, Offset: p.tok.start, Token: p.text()}
	from, to := p.tok.start, p.tok.end
	if p.prev.end > 0 {
		from = p.prev.start
	}
	following := p.lexer
	if next := following.next(); next.kind != tokEOF {
		to = next.end
	}
	if p.tok.kind == tokEOF {
		e.Token, to = endOfText, p.prev.end
	}
	e.Near = p.lexer.text[min(from, to):to]
	return e
}

// note keeps the fault that DynamoDB would report first.
func (p *parser) note(r rank, e *Error) {
	earlier := r < p.rank || r == rankForm && p.rank == rankForm && p.fault != nil && e.Offset < p.fault.Offset
	if p.fault == nil || earlier {
		e.Kind = p.kind
		p.fault, p.rank = e, r
	}
}

// finish is the outcome once the whole text should have been read.
func (p *parser) finish() error {
	if p.tok.kind != tokEOF {
		return p.unexpected()
	}
	if p.operators > maxOperators {
		return &Error{Kind: p.kind, Fault: TooManyOperators, Count: maxOperators + 1}
	}
	if p.fault != nil {
		return p.fault
	}
	return nil
}

// enter counts a level of nesting; the caller leaves it with p.depth--.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return &Error{Kind: p.kind, Fault: TooDeep, Offset: p.tok.start, Count: maxDepth}
	}
	return nil
}
