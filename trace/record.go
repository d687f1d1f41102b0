package trace

import (
	"unicode/utf8"
)

// newRecord renders one call. It runs before the call returns, while its
// parameters are still as they were sent.
func newRecord(operation string, in, out any, err error, a attempts) Record {
	f := fieldsOf(in)
	r := Record{
		Operation: operation,
		Table:     f.table(),
		Capacity:  capacity(out),
		Attempts:  a.sent,
		Err:       err,
	}
	for _, l := range render(func(p printer) lines { return p.tables(in, out) }) {
		r.Tables = append(r.Tables, TableLine{Table: l.label, Text: l.Text})
	}
	details := func(p printer) lines { return append(p.statements(in), p.parameters(f)...) }
	for _, l := range render(details) {
		r.Details = append(r.Details, Detail{Label: l.label, Text: l.Text})
	}
	for _, l := range ended(out, err, a) {
		r.Details = append(r.Details, Detail{Label: l.label, Text: Text{Whole: l.text}})
	}
	return r
}

// ended returns what is to be said of how the call ended; of a success at the
// first attempt, nothing.
func ended(out any, err error, a attempts) lines {
	l := refused(out)
	if err != nil {
		l.add("error", failure(err))
	}
	l.add("attempts", a.tries())
	return l
}

// rendered is a line in both renderings.
type rendered struct {
	label string
	Text
}

// render calls write for the whole text and, only if a line is long enough for
// a value in it to be cut, again for the cut one. Both have the same lines.
func render(write func(printer) lines) []rendered {
	whole := write(printer{})
	list := make([]rendered, len(whole))
	long := false
	for i, l := range whole {
		list[i] = rendered{l.label, Text{Whole: l.text}}
		long = long || utf8.RuneCountInString(l.text) > cutAt
	}
	if !long {
		return list
	}
	for i, l := range write(printer{limit: cutAt}) {
		if l.text != list[i].Whole {
			list[i].Cut = l.text
		}
	}
	return list
}
