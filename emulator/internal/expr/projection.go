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
	var p parser
	if err := p.start(ProjectionExpression, text, s); err != nil {
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
	return p.root.pick(it)
}

// pick is the part of an item, or of a map, that the paths below lead to.
func (t *tree) pick(it value.Item) value.Item {
	attrs := make([]value.Attr, 0, len(t.kids))
	for i := range t.kids {
		k := &t.kids[i]
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
	case k == value.M && t.members():
		if members := t.pick(v.Item()); members.Len() > 0 {
			return members.Map()
		}
	case k == value.L && !t.members():
		return t.projectList(v)
	}
	return ""
}

func (t *tree) projectList(list value.Value) value.Value {
	var elements []value.Value
	next := 0 // of the kids, which are in order
	for i, e := range list.Elements() {
		if next == len(t.kids) {
			break
		}
		if k := &t.kids[next]; k.index == i {
			next++
			if e = k.project(e); e != "" {
				elements = append(elements, e)
			}
		}
	}
	if len(elements) == 0 {
		return ""
	}
	return value.List(elements)
}
