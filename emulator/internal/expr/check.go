package expr

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/value"

// anyType is what attribute_type says of an operand whose type is not known.
const anyType = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}"

// checkName refuses functions that do not exist or belong elsewhere.
func (p *parser) checkName(c *call) {
	fault := Fault(0)
	switch {
	case c.fn == unknown:
		fault = UnknownFunction
	case c.fn.ofUpdates() && !p.update:
		fault = NotInCondition
	case !c.fn.ofUpdates() && p.update:
		fault = NotInUpdate
	default:
		return
	}
	p.note(rankForm, &Error{Fault: fault, Offset: c.start, Token: c.name})
}

// checkNested refuses a call as operand where the function has no value.
func (p *parser) checkNested(o operand) {
	if c, ok := o.(*call); ok && c.fn != size && c.fn != unknown && !p.update {
		p.note(rankForm, &Error{Fault: MisusedFunction, Offset: c.start, Token: c.name})
	}
}

// checkCall checks number and types of a call's operands.
func (p *parser) checkCall(c *call) {
	if len(c.args) != c.fn.operands() {
		r := rankForm
		if p.update {
			r = rankOperand
		}
		p.note(r, &Error{Fault: OperandCount, Offset: c.start, Token: c.name, Count: len(c.args)})
		return
	}
	_, path := c.args[0].(*Path)
	switch c.fn {
	case attributeExists, attributeNotExists, attributeType, ifNotExists:
		if !path {
			p.note(rankOperand, &Error{Fault: NeedsPath, Offset: c.start, Token: c.name})
		}
	}
	if c.fn != listAppend {
		p.checkDistinct(c.name, c.args[0], c.args[1:]...)
	}
	p.checkKinds(c)
}

// checkKinds checks the types of operands that do not depend on the item.
func (p *parser) checkKinds(c *call) {
	switch c.fn {
	case size:
		p.refuseKinds(c.name, c.args, value.N, value.True, value.False, value.Null)
	case beginsWith:
		p.allowKinds(c.name, c.args, value.S, value.B)
	case listAppend:
		p.allowKinds(c.name, c.args, value.L)
	case attributeType:
		p.checkTypeName(c)
	}
}

// checkTypeName checks the second operand of attribute_type.
func (p *parser) checkTypeName(c *call) {
	k := c.args[1].kind()
	if l, ok := c.args[1].(*literal); ok && k == value.S {
		if name := l.value.Text(); !isTypeName(name) {
			p.note(rankOperand, &Error{Fault: UnknownType, Offset: l.start, Token: l.text, Operand: name})
		}
		return
	}
	name := k.Name()
	if _, undefined := c.args[1].(*literal); name == "" && !undefined {
		name = anyType
	}
	if name != "" {
		p.noteKind(c.name, name, c.args[1])
	}
}

func isTypeName(name string) bool {
	switch name {
	case "S", "N", "B", "SS", "NS", "BS", "M", "L", "BOOL", "NULL":
		return true
	}
	return false
}

// checkDistinct refuses a path that is also one of the further operands.
func (p *parser) checkDistinct(operator string, first operand, rest ...operand) {
	path, ok := first.(*Path)
	if !ok {
		return
	}
	for _, o := range rest {
		if other, ok := o.(*Path); ok && path.same(other) {
			p.note(rankOperand, &Error{Fault: NotDistinct, Offset: other.start, Token: operator, One: path.String()})
			return
		}
	}
}

func (p *parser) noteKind(operator, kind string, o operand) {
	p.note(rankOperand, &Error{Fault: OperandKind, Offset: o.offset(), Token: operator, Operand: kind})
}

// allowKinds refuses operands known to be of other kinds.
func (p *parser) allowKinds(operator string, operands []operand, allowed ...value.Kind) {
	for _, o := range operands {
		if k := o.kind(); k != value.None && !has(allowed, k) {
			p.noteKind(operator, k.Name(), o)
			return
		}
	}
}

// refuseKinds refuses operands known to be of these kinds.
func (p *parser) refuseKinds(operator string, operands []operand, refused ...value.Kind) {
	for _, o := range operands {
		if k := o.kind(); has(refused, k) {
			p.noteKind(operator, k.Name(), o)
			return
		}
	}
}

func has(kinds []value.Kind, k value.Kind) bool {
	for _, other := range kinds {
		if other == k {
			return true
		}
	}
	return false
}

// checkBounds checks those bounds of BETWEEN that do not depend on the item.
func (p *parser) checkBounds(lower, upper operand) {
	a, okA := lower.(*literal)
	b, okB := upper.(*literal)
	if !okA || !okB || a.value == "" || b.value == "" {
		return
	}
	switch {
	case a.kind() != b.kind():
		p.note(rankOperand, &Error{Fault: BoundKinds, Offset: a.start, Values: [2]value.Value{a.value, b.value}})
	case isScalar(a.kind()) && value.Compare(a.value, b.value) > 0:
		p.note(rankOperand, &Error{Fault: BoundOrder, Offset: a.start, Values: [2]value.Value{a.value, b.value}})
	}
}

// isScalar reports whether values of the kind have an order.
func isScalar(k value.Kind) bool { return k == value.S || k == value.N || k == value.B }
