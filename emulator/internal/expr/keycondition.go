package expr

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// KeyCondition is a parsed key condition: the conditions that a Query puts on
// key attributes, before it is known which those are.
type KeyCondition struct {
	terms []keyTerm
	space [2]keyTerm
}

// keyTerm is a condition on one attribute.
type keyTerm struct {
	name string
	SortCondition
}

// ParseKeyCondition reads a KeyConditionExpression with the placeholders of s.
// Its errors are of type *Error.
func ParseKeyCondition(text string, s *Scope) (*KeyCondition, error) {
	var p parser
	if err := p.start(KeyConditionExpression, text, s); err != nil {
		return nil, err
	}
	root, err := p.parseCondition()
	if err != nil {
		return nil, err
	}
	k := &KeyCondition{}
	k.terms = k.space[:0]
	if err := k.add(root); err != nil {
		return nil, err
	}
	return k, k.checkCount()
}

func (k *KeyCondition) checkCount() error {
	if n := len(k.terms); n < 1 || n > 2 {
		return &Error{Fault: KeyCount}
	}
	return nil
}

// Names are the attributes with conditions, in the order written.
func (k *KeyCondition) Names() []string {
	names := make([]string, len(k.terms))
	for i, t := range k.terms {
		names[i] = t.name
	}
	return names
}

// Resolve returns the partition key's value and the condition on the sort key,
// nil if there is none. The key schema's sortKey is empty where there is none.
func (k *KeyCondition) Resolve(partitionKey, sortKey string) (value.Value, *SortCondition, error) {
	if sortKey == "" && len(k.terms) > 1 {
		return "", nil, &Error{Fault: KeyUnsupported}
	}
	partition := k.on(partitionKey)
	if partition == nil {
		return "", nil, &Error{Fault: KeyMissed, Token: partitionKey}
	}
	if partition.Op != Equal {
		fault := KeyUnsupported
		if !partition.Op.seeks() {
			fault = KeyNotIndexable
		}
		return "", nil, &Error{Fault: fault}
	}
	sort := k.on(sortKey)
	switch {
	case sortKey == "" || sort == nil && len(k.terms) == 1:
		return partition.Values[0], nil, nil
	case sort == nil:
		return "", nil, &Error{Fault: KeyMissed, Token: sortKey}
	case !sort.Op.seeks():
		return "", nil, &Error{Fault: KeyNotIndexable}
	}
	return partition.Values[0], sort, nil
}

func (k *KeyCondition) on(name string) *SortCondition {
	for i := range k.terms {
		if k.terms[i].name == name {
			return &k.terms[i].SortCondition
		}
	}
	return nil
}

// CheckKeyType returns an error if the value a key is compared with is not of
// the key's kind.
func CheckKeyType(v value.Value, key value.Kind) error {
	if v.Kind() != key {
		return &Error{Fault: KeyType}
	}
	return nil
}

// add takes the terms out of a tree of ANDs.
func (k *KeyCondition) add(c condition) error {
	switch c := c.(type) {
	case *logic:
		if !c.and {
			return keyOperator("OR")
		}
		if err := k.add(c.left); err != nil {
			return err
		}
		return k.add(c.right)
	case *not:
		return keyOperator("NOT")
	case *in:
		return keyOperator("IN")
	case *compare:
		if c.op == tokNotEqual {
			return keyOperator("<>")
		}
		return k.addCompare(c)
	case *between:
		return k.addTerm("BETWEEN", Between, c.x, c.lower, c.upper)
	case *call:
		if c.fn != beginsWith {
			return keyOperator(c.name)
		}
		return k.addTerm(c.name, BeginsWith, c.args...)
	}
	return &Error{Fault: KeyNested}
}

func keyOperator(name string) error { return &Error{Fault: KeyOperator, Token: name} }

// addCompare also takes a comparison whose value stands before the attribute.
func (k *KeyCondition) addCompare(c *compare) error {
	op, first, second := Op(c.op.sign()), c.left, c.right
	if _, ok := first.(*literal); ok {
		op, first, second = op.mirrored(), second, first
	}
	return k.addTerm(string(op), op, first, second)
}

func (k *KeyCondition) addTerm(name string, op Op, operands ...operand) error {
	path, ok := operands[0].(*Path)
	if _, nested := operands[0].(*call); nested {
		return &Error{Fault: KeyNested}
	}
	if !ok && (op == Between || op == BeginsWith) {
		return &Error{Fault: KeyFirstOperand, Token: name}
	}
	if !ok {
		return &Error{Fault: KeyNoName}
	}
	t := keyTerm{path.Name(), SortCondition{Op: op}}
	for i, o := range operands[1:] {
		switch o := o.(type) {
		case *Path:
			return &Error{Fault: KeyTwoNames}
		case *call:
			return &Error{Fault: KeyNested}
		case *literal:
			t.Values[i] = o.value
		}
	}
	if path.Nested() {
		return &Error{Fault: KeyNestedPath}
	}
	if slices.ContainsFunc(k.terms, func(other keyTerm) bool { return other.name == t.name }) {
		return &Error{Fault: KeyRepeated}
	}
	k.terms = append(k.terms, t)
	return nil
}
