package expr

import (
	"cmp"
	"slices"
	"strings"
)

// tree is a set of document paths that neither overlap nor conflict, by their
// steps: each path ends at a leaf.
type tree struct {
	name  string
	index int // -1 for a name
	end   int // at a leaf the path's number, counted from 1
	kids  []tree
}

// insert adds the path with its number, or reports the earlier path that it
// overlaps or conflicts with, by number.
func (t *tree) insert(path *Path, number int) (other int, fault Fault) {
	for i, s := range path.steps {
		if len(t.kids) > 0 && t.members() != (s.index < 0) {
			return t.first(), Conflict
		}
		kid := t.kid(s)
		if kid == nil {
			t.kids = append(t.kids, tree{name: s.name, index: s.index})
			kid = &t.kids[len(t.kids)-1]
		} else if kid.end > 0 || i == len(path.steps)-1 {
			return kid.first(), Overlap
		}
		t = kid
	}
	t.end = number
	return 0, 0
}

// members reports whether the kids are names, not indexes.
func (t *tree) members() bool { return t.kids[0].index < 0 }

func (t *tree) kid(s step) *tree {
	for i := range t.kids {
		if k := &t.kids[i]; k.index == s.index && k.name == s.name {
			return k
		}
	}
	return nil
}

// first is the number of the earliest path below.
func (t *tree) first() int {
	for t.end == 0 {
		t = &t.kids[0]
	}
	return t.end
}

// sort puts members in byte order of their names and elements in that of their
// indexes, all the way down.
func (t *tree) sort() {
	slices.SortFunc(t.kids, func(a, b tree) int {
		return cmp.Or(cmp.Compare(a.index, b.index), strings.Compare(a.name, b.name))
	})
	for i := range t.kids {
		t.kids[i].sort()
	}
}

// grow inserts a path that an expression names and notes a clash.
func (p *parser) grow(t *tree, paths []*Path) {
	added := paths[len(paths)-1]
	other, fault := t.insert(added, len(paths))
	if fault == 0 {
		return
	}
	r := rankOverlap
	if fault == Conflict {
		r = rankConflict
	}
	one, two := paths[other-1].String(), added.String()
	p.note(r, &Error{Fault: fault, Offset: added.start, One: one, Two: two})
}
