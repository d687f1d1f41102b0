package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// arithmetic is a sum or difference on the right side of SET.
type arithmetic struct {
	sign        byte
	left, right operand
}

func (a *arithmetic) offset() int                    { return a.left.offset() }
func (a *arithmetic) kind() value.Kind               { return value.N }
func (a *arithmetic) resolve(value.Item) value.Value { return "" } // see evaluate

func (a *arithmetic) visit(found func(*Path)) {
	a.left.visit(found)
	a.right.visit(found)
}

func (a *arithmetic) appendTo(out []byte) []byte {
	out = append(a.left.appendTo(out), ' ', a.sign, ' ')
	return a.right.appendTo(out)
}

// evaluate is the value of a right side for the item.
func evaluate(o operand, it value.Item) (value.Value, error) {
	switch o := o.(type) {
	case *arithmetic:
		return o.evaluate(it)
	case *call:
		if o.fn == listAppend {
			return o.listAppend(it)
		}
		if v := o.args[0].resolve(it); v != "" {
			return v, nil
		}
		return evaluate(o.args[1], it)
	}
	v := o.resolve(it)
	if v == "" {
		return "", &Error{Fault: MissingAttribute}
	}
	return v, nil
}

// evaluateKind is evaluate for a place that takes one kind.
func evaluateKind(o operand, it value.Item, k value.Kind) (value.Value, error) {
	v, err := evaluate(o, it)
	if err == nil && v.Kind() != k {
		err = &Error{Fault: WrongType}
	}
	return v, err
}

func (a *arithmetic) evaluate(it value.Item) (value.Value, error) {
	left, err := evaluateKind(a.left, it, value.N)
	if err != nil {
		return "", err
	}
	right, err := evaluateKind(a.right, it, value.N)
	if err != nil {
		return "", err
	}
	apply := value.Add
	if a.sign == '-' {
		apply = value.Subtract
	}
	result, err := apply(left.Text(), right.Text())
	if err != nil {
		return "", fmt.Errorf("%s %c %s: %w", left.Text(), a.sign, right.Text(), err)
	}
	return value.Of(value.N, result), nil
}

func (c *call) listAppend(it value.Item) (value.Value, error) {
	var all []value.Value
	for _, arg := range c.args {
		list, err := evaluateKind(arg, it, value.L)
		if err != nil {
			return "", err
		}
		all = slices.Grow(all, list.Len())
		for _, e := range list.Elements() {
			all = append(all, e)
		}
	}
	return value.List(all), nil
}

// combine is the value after ADD or DELETE of v, which is of old's kind, where
// there is an old value.
func combine(v verb, old, operand value.Value) (value.Value, error) {
	switch k := operand.Kind(); {
	case v == del:
		return difference(old, operand), nil
	case old == "":
		return operand, nil
	case k == value.N:
		sum, err := value.Add(old.Text(), operand.Text())
		return value.Of(value.N, sum), err
	case k == value.L:
		return value.List(append(listElements(old), listElements(operand)...)), nil
	}
	return union(old, operand), nil
}

func listElements(list value.Value) []value.Value {
	elements := make([]value.Value, 0, list.Len())
	for _, e := range list.Elements() {
		elements = append(elements, e)
	}
	return elements
}

func union(a, b value.Value) value.Value {
	members := slices.AppendSeq(make([]string, 0, a.Len()+b.Len()), a.Members())
	members = slices.AppendSeq(members, b.Members())
	order := strings.Compare
	if a.Kind() == value.NS {
		order = value.CompareNumbers
	}
	slices.SortFunc(members, order)
	return value.Set(a.Kind(), slices.Compact(members))
}

func difference(a, b value.Value) value.Value {
	if a == "" {
		return ""
	}
	var members []string
	for m := range a.Members() {
		if !b.Contains(m) {
			members = append(members, m)
		}
	}
	return value.Set(a.Kind(), members)
}
