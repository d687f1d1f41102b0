package expr

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/value"

// Projection is the set of document paths that a read returns. A nil
// Projection returns items whole.
type Projection struct {
	paths []*Path
	root  tree
}

// ParseProjection reads a ProjectionExpression with the placeholders of s. Its
// errors are of type *Error.
func ParseProjection(text string, s *Scope) (*Projection, error) {
	p, err := newParser(ProjectionExpression, text, s)
	if err != nil {
		return nil, err
	}
	p.nameRank = rankTarget
	out := &Projection{}
	for {
		path, err := p.parsePath()
		if err != nil {
			return nil, err
		}
		out.paths = append(out.paths, path)
		if p.grow(&out.root, out.paths); !p.accept(',') {
			break
		}
	}
	out.root.sort()
	return out, p.finish()
}

// Paths are the projected paths in the order given.
func (p *Projection) Paths() []*Path {
	if p == nil {
		return nil
	}
	return p.paths
}

// String is the projection's text; parsing it gives the same paths.
func (p *Projection) String() string {
	var out []byte
	for i, path := range p.Paths() {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = path.appendTo(out)
	}
	return string(out)
}

// Apply returns an item of the projected parts. What the item lacks is left
// out, with the maps and lists that would hold nothing else; elements of a list
// move together, in order.
func (p *Projection) Apply(it value.Item) value.Item {
	if p == nil {
		return it
	}
	return p.root.members(it)
}

func (t *tree) members(it value.Item) value.Item {
	attrs := make([]value.Attr, 0, len(t.kids))
	for _, k := range t.kids {
		if v := k.project(it.Get(k.name)); v != "" {
			attrs = append(attrs, value.Attr{Name: k.name, Value: v})
		}
	}
	return value.NewItem(attrs)
}

// project is the part of a value that the paths below lead to.
func (t *tree) project(v value.Value) value.Value {
	switch k := v.Kind(); {
	case t.end > 0 || v == "":
		return v
	case k == value.M && t.kids[0].index < 0:
		if members := t.members(v.Item()); members.Len() > 0 {
			return members.Map()
		}
	case k == value.L:
		var elements []value.Value
		for _, kid := range t.kids {
			if e := kid.project(kid.in(v)); e != "" {
				elements = append(elements, e)
			}
		}
		if len(elements) > 0 {
			return value.List(elements)
		}
	}
	return ""
}
