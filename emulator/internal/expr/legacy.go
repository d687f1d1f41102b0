package expr

import (
	"maps"
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// AttributeUpdate is one entry of AttributeUpdates: Action is PUT, ADD, DELETE or
// empty, which means PUT; a missing Value is one not given.
type AttributeUpdate struct {
	Action string
	Value  value.Value
}

// KeyConditionOf returns the key condition of KeyConditions.
func KeyConditionOf(comparisons map[string]Comparison) (*KeyCondition, error) {
	k := &KeyCondition{}
	for _, name := range slices.Sorted(maps.Keys(comparisons)) {
		c := comparisons[name]
		if err := c.check(); err != nil {
			return nil, err
		}
		t := keyTerm{name, SortCondition{Op: seekOp(c.Operator)}}
		copy(t.Values[:], c.Values)
		k.terms = append(k.terms, t)
	}
	return k, k.checkCount()
}

// seekOp is the operator in the form of expressions, or itself if it is none
// that can seek a key.
func seekOp(legacy string) Op {
	switch legacy {
	case "EQ":
		return Equal
	case "LT":
		return Less
	case "LE":
		return LessEqual
	case "GT":
		return Greater
	case "GE":
		return GreaterEqual
	case "BEGINS_WITH":
		return BeginsWith
	}
	return Op(legacy)
}

// UpdateOf returns the update of AttributeUpdates. It differs from one of an
// expression in two ways: ADD appends to lists, and a value of the wrong type
// has another error.
func UpdateOf(updates map[string]AttributeUpdate) (*Update, error) {
	u := &Update{legacy: true}
	for _, name := range slices.Sorted(maps.Keys(updates)) {
		a, err := updates[name].action()
		if err != nil {
			return nil, err
		}
		a.path = plainPath(name)
		u.actions, u.paths = append(u.actions, a), append(u.paths, a.path)
		u.root.insert(a.path, len(u.paths))
	}
	return u, nil
}

func (a AttributeUpdate) action() (action, error) {
	k := a.Value.Kind()
	switch {
	case a.Action == "DELETE" && a.Value == "":
		return action{verb: remove}, nil
	case a.Value == "":
		return action{}, &Error{Fault: LegacyOnlyDelete}
	case a.Action == "DELETE" && !k.IsSet():
		return action{}, &Error{Fault: LegacyDelete, Operand: k.Name()}
	case a.Action == "ADD" && k != value.N && k != value.L && !k.IsSet():
		return action{}, &Error{Fault: LegacyAdd, Operand: k.Name()}
	}
	v := set
	switch a.Action {
	case "DELETE":
		v = del
	case "ADD":
		v = add
	}
	return action{verb: v, value: &literal{value: a.Value}}, nil
}

// ProjectionOf returns the projection of AttributesToGet, top-level names.
func ProjectionOf(attributes []string) (*Projection, error) {
	p := &Projection{}
	for _, name := range attributes {
		path := plainPath(name)
		p.paths = append(p.paths, path)
		if _, fault := p.root.insert(path, len(p.paths)); fault != 0 {
			return nil, &Error{Fault: LegacyDuplicate, Token: name}
		}
	}
	p.root.sort()
	return p, nil
}
