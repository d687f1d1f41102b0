package expr

import (
	"fmt"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Update is a parsed update of an item.
type Update struct {
	actions []action
	paths   []*Path // of the actions
	root    tree    // of the paths
	legacy  bool    // from AttributeUpdates
	// Most updates have few actions.
	actionSpace [3]action
	pathSpace   [3]*Path
	kidSpace    [3]tree
}

// Paths are the document paths that the update changes, in the order given.
func (u *Update) Paths() []*Path { return u.paths }

// Touched is the projection on what the update changes, as UPDATED_OLD and
// UPDATED_NEW return it.
func (u *Update) Touched() *Projection { return &Projection{paths: u.paths, root: u.root} }

// String is the update's text; parsing it gives the same actions.
func (u *Update) String() string {
	var out []byte
	for i, a := range u.actions {
		switch {
		case i == 0:
			out = append(out, a.verb.String()...)
		case a.verb != u.actions[i-1].verb:
			out = append(append(out, ' '), a.verb.String()...)
		default:
			out = append(out, ',')
		}
		out = a.path.appendTo(append(out, ' '))
		if a.verb == set {
			out = append(out, " ="...)
		}
		if a.value != nil {
			out = a.value.appendTo(append(out, ' '))
		}
	}
	return string(out)
}

// Apply returns the item after the update. All right sides and all list indexes
// refer to the item as it was before. The error is an *Error, or wraps one of
// package value's where a number or the nesting breaks a limit; the item is not
// checked otherwise.
func (u *Update) Apply(it value.Item) (value.Item, error) {
	var space [4]value.Value
	results := space[:0]
	for _, a := range u.actions {
		var v value.Value
		if a.verb == set {
			var err error
			if v, err = evaluate(a.value, it); err != nil {
				return "", err
			}
		}
		results = append(results, v)
	}
	return u.members(&u.root, it, results)
}

// members is the item, or the members of a map, after the actions below t. Both
// are in order of names, so one pass merges them.
func (u *Update) members(t *tree, it value.Item, results []value.Value) (value.Item, error) {
	attrs := make([]value.Attr, 0, it.Len()+len(t.kids))
	kids := t.kids
	put := func(old value.Value) error {
		v, err := u.edit(&kids[0], old, results)
		attrs = append(attrs, value.Attr{Name: kids[0].name, Value: v})
		kids = kids[1:]
		return err
	}
	for name, v := range it.All() {
		for len(kids) > 0 && kids[0].name < name {
			if err := put(""); err != nil {
				return "", err
			}
		}
		if len(kids) == 0 || kids[0].name != name {
			attrs = append(attrs, value.Attr{Name: name, Value: v})
		} else if err := put(v); err != nil {
			return "", err
		}
	}
	for len(kids) > 0 {
		if err := put(""); err != nil {
			return "", err
		}
	}
	return value.NewItem(attrs), nil
}

// elements is a list after the actions below t: new elements past its end go
// to its end in the order of their indexes, then the removed ones leave.
func (u *Update) elements(t *tree, list value.Value, results []value.Value) (value.Value, error) {
	elements := make([]value.Value, 0, list.Len()+len(t.kids))
	for _, e := range list.Elements() {
		elements = append(elements, e)
	}
	length := len(elements)
	for i := range t.kids {
		k := &t.kids[i]
		var old value.Value
		if k.index < length {
			old = elements[k.index]
		}
		v, err := u.edit(k, old, results)
		if err != nil {
			return "", err
		}
		if k.index < length {
			elements[k.index] = v
		} else {
			elements = append(elements, v)
		}
	}
	kept := elements[:0]
	for _, e := range elements {
		if e != "" {
			kept = append(kept, e)
		}
	}
	return value.List(kept), nil
}

// edit is a value after the actions at or below t; missing if it is removed.
func (u *Update) edit(t *tree, old value.Value, results []value.Value) (value.Value, error) {
	if t.end > 0 {
		return u.act(u.actions[t.end-1], old, results[t.end-1])
	}
	switch k, names := old.Kind(), t.members(); {
	case k == value.M && names:
		members, err := u.members(t, old.Item(), results)
		return members.Map(), err
	case k == value.L && !names:
		return u.elements(t, old, results)
	}
	return "", &Error{Fault: InvalidPath}
}

// act carries out one action on the value at its path.
func (u *Update) act(a action, old, result value.Value) (value.Value, error) {
	switch a.verb {
	case remove:
		return "", nil
	case add, del:
		v := a.value.(*literal).value
		if old != "" && old.Kind() != v.Kind() {
			return "", u.wrongType()
		}
		var err error
		if result, err = combine(a.verb, old, v); err != nil {
			return "", fmt.Errorf("add to %s: %w", a.path, err)
		}
	}
	// What the deepest list holds is a level, too.
	if k := result.Kind(); (k == value.M || k == value.L) && levels(result)+len(a.path.steps) > value.MaxLevels {
		return "", fmt.Errorf("set %s: %w", a.path, value.ErrTooDeep)
	}
	return result, nil
}

func (u *Update) wrongType() error {
	if u.legacy {
		return &Error{Fault: LegacyWrongType}
	}
	return &Error{Fault: WrongType}
}

// levels counts how deep maps and lists nest.
func levels(v value.Value) int {
	deepest := 0
	switch v.Kind() {
	case value.M:
		for _, m := range v.Item().All() {
			deepest = max(deepest, levels(m))
		}
	case value.L:
		for _, e := range v.Elements() {
			deepest = max(deepest, levels(e))
		}
	default:
		return 0
	}
	return deepest + 1
}
