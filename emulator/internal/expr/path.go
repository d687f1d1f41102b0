package expr

import (
	"strconv"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Path is a document path: the name of an attribute, then names of map members
// and list indexes. It is immutable.
type Path struct {
	steps []step
	start int
	// Most paths are one name; these then need no allocation of their own.
	single [1]step
}

// step is one name or index of a path.
type step struct {
	name  string // with placeholders resolved
	text  string // as written
	index int    // -1 for a name
}

// plainPath is the path of a top-level attribute named outside an expression.
func plainPath(name string) *Path {
	p := &Path{single: [1]step{{name: name, text: name, index: -1}}}
	p.steps = p.single[:]
	return p
}

// Name is the top-level attribute.
func (p *Path) Name() string { return p.steps[0].name }

// Nested reports whether the path goes into the attribute.
func (p *Path) Nested() bool { return len(p.steps) > 1 }

// String is the path as messages show it: [a, [1]].
func (p *Path) String() string {
	parts := make([]string, len(p.steps))
	for i, s := range p.steps {
		if parts[i] = s.name; s.index >= 0 {
			parts[i] = "[" + strconv.Itoa(s.index) + "]"
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// same reports whether two steps lead to one place.
func (s step) same(t step) bool { return s.index == t.index && s.name == t.name }

func (p *Path) same(q *Path) bool {
	if len(p.steps) != len(q.steps) {
		return false
	}
	for i := range p.steps {
		if !p.steps[i].same(q.steps[i]) {
			return false
		}
	}
	return true
}

func (p *Path) offset() int             { return p.start }
func (p *Path) kind() value.Kind        { return value.None }
func (p *Path) visit(found func(*Path)) { found(p) }

// resolve is the value at the path, or a missing one.
func (p *Path) resolve(it value.Item) value.Value {
	v := it.Get(p.steps[0].name)
	for _, s := range p.steps[1:] {
		v = s.in(v)
	}
	return v
}

// in is the member of a map or element of a list that the step leads to.
func (s step) in(v value.Value) value.Value {
	switch k := v.Kind(); {
	case k == value.M && s.index < 0:
		return v.Item().Get(s.name)
	case k == value.L && s.index >= 0 && s.index < v.Len():
		for i, e := range v.Elements() {
			if i == s.index {
				return e
			}
		}
	}
	return ""
}

func (p *Path) appendTo(out []byte) []byte {
	for i, s := range p.steps {
		switch {
		case s.index >= 0:
			out = append(strconv.AppendInt(append(out, '['), int64(s.index), 10), ']')
		case i > 0:
			out = append(append(out, '.'), s.text...)
		default:
			out = append(out, s.text...)
		}
	}
	return out
}

// parsePath = name { step }.
func (p *parser) parsePath() (*Path, error) {
	path := &Path{start: p.tok.start}
	path.steps = path.single[:0]
	if err := p.parseName(path); err != nil {
		return nil, err
	}
	for p.tok.kind == '.' || p.tok.kind == '[' {
		if err := p.parseStep(path); err != nil {
			return nil, err
		}
	}
	if n := len(path.steps); n > maxSteps {
		p.note(rankOperand, &Error{Fault: DeepPath, Offset: path.start, Count: n})
	}
	return path, nil
}

// parseStep = "." name | "[" digits "]".
func (p *parser) parseStep(path *Path) error {
	if p.accept('.') {
		return p.parseName(path)
	}
	p.advance()
	return p.parseIndex(path)
}

// parseName takes a name or a placeholder of one.
func (p *parser) parseName(path *Path) error {
	text := p.text()
	s := step{name: text, text: text, index: -1}
	switch p.tok.kind {
	case tokName:
		if isReserved(text) {
			p.note(rankForm, &Error{Fault: ReservedWord, Offset: p.tok.start, Token: text})
		}
	case tokNameRef:
		name, found := p.scope.name(text)
		if s.name = name; !found {
			p.note(p.nameRank, &Error{Fault: UndefinedName, Offset: p.tok.start, Token: text})
		}
	default:
		return p.unexpected()
	}
	path.steps = append(path.steps, s)
	p.advance()
	return nil
}

// parseIndex takes what follows '['.
func (p *parser) parseIndex(path *Path) error {
	if p.tok.kind != tokDigits {
		return p.unexpected()
	}
	text := p.text()
	index, err := strconv.ParseInt(text, 10, 64)
	if err != nil || index > maxIndex {
		p.note(rankForm, &Error{Fault: BadIndex, Offset: p.tok.start, Token: text})
	}
	path.steps = append(path.steps, step{text: text, index: int(index)})
	p.advance()
	return p.expect(']')
}
