package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shape writes a tree with all its structure, without offsets.
func shape(n node) string {
	switch n := n.(type) {
	case *logic:
		return fmt.Sprintf("(%v %s %s)", n.and, shape(n.left), shape(n.right))
	case *not:
		return "(not " + shape(n.inner) + ")"
	case *compare:
		return fmt.Sprintf("(%s %s %s)", n.op.sign(), shape(n.left), shape(n.right))
	case *between:
		return fmt.Sprintf("(between %s %s %s)", shape(n.x), shape(n.lower), shape(n.upper))
	case *in:
		return "(in " + shape(n.x) + shapes(n.list) + ")"
	case *call:
		return "(call " + n.name + shapes(n.args) + ")"
	case *arithmetic:
		return fmt.Sprintf("(%c %s %s)", n.sign, shape(n.left), shape(n.right))
	case *Path:
		return n.String()
	}
	return string(n.appendTo(nil))
}

func shapes(operands []operand) string {
	var out strings.Builder
	for _, o := range operands {
		out.WriteString(" " + shape(o))
	}
	return out.String()
}

// checkError fails if a fault lies outside of its text, or has no words.
func checkError(t *testing.T, text string, err error) {
	e, ok := err.(*Error)
	if !ok || e.Offset < 0 || e.Offset > len(text) || Words(err) == "" || e.Error() == "" {
		t.Fatalf("%q: error %#v", text, err)
	}
	if again := strings.Contains(text, e.Near); !again {
		t.Fatalf("%q: near %q is no part of it", text, e.Near)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range conditionCases {
		f.Add(c.text)
	}
	for _, c := range conditionFaults {
		f.Add(c.text)
	}
	it := mustItem(f, conditionItem)
	s := newTestScope(f)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCondition(ConditionExpression, text, s)
		if err != nil {
			checkError(t, text, err)
			return
		}
		holds, _ := c.Eval(it)
		printed := c.String()
		if len(printed) > maxSize { // spaces that the text left out
			return
		}
		again, err := ParseCondition(ConditionExpression, printed, s)
		if err != nil {
			t.Fatalf("%q: own form %q is refused: %v", text, printed, err)
		}
		if diff := cmp.Diff(shape(c.root), shape(again.root)); diff != "" {
			t.Fatalf("%q: own form %q differs:\n%s", text, printed, diff)
		}
		if same, _ := again.Eval(it); same != holds {
			t.Fatalf("%q is %v, its own form %v", text, holds, same)
		}
		_, _ = ParseKeyCondition(text, s)
	})
}

func FuzzUpdate(f *testing.F) {
	for _, c := range updateCases {
		f.Add(c.text, c.before)
	}
	for _, c := range updateFaults {
		f.Add(c.text, `{}`)
	}
	for _, c := range projectionFaults {
		f.Add(c.text, `{}`)
	}
	s := newTestScope(f)
	f.Fuzz(func(t *testing.T, text, before string) {
		if p, err := ParseProjection(text, s); err != nil {
			checkError(t, text, err)
		} else if again, err := ParseProjection(p.String(), s); len(p.String()) <= maxSize && (err != nil || again.String() != p.String()) {
			t.Fatalf("%q: own form %q: %v", text, p, err)
		}
		u, err := ParseUpdate(text, s)
		if err != nil {
			checkError(t, text, err)
			return
		}
		it, ok := decode(before)
		if !ok {
			return
		}
		after, err := u.Apply(it)
		_ = after.Size()
		printed := u.String()
		if len(printed) > maxSize {
			return
		}
		again, errAgain := ParseUpdate(printed, s)
		if errAgain != nil {
			t.Fatalf("%q: own form %q is refused: %v", text, printed, errAgain)
		}
		same, errAgain := again.Apply(it)
		if same != after || (err == nil) != (errAgain == nil) {
			t.Fatalf("%q: %s, %v, its own form %q: %s, %v", text, after.AppendJSON(nil), err, printed, same.AppendJSON(nil), errAgain)
		}
		u.Touched().Apply(after)
	})
}
