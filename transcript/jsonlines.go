package transcript

import (
	"fmt"
	"io"
	"sync"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

// JSONLines writes a transcript as one JSON object a line, in order:
//
//	{"call":{"operation":"Query","table":"t","attempts":1,"details":[{"label":"key","value":"PK = 'a'"}]}}
//	{"section":{"title":"Total","value":200}}
//
// The mode says which calls are there and whether their long values are cut;
// calls are not folded.
type JSONLines struct {
	options Options

	mu  sync.Mutex // guards out
	out printer
}

// NewJSONLines returns a JSONLines to w. Each line is one call of w.Write.
func NewJSONLines(w io.Writer, o Options) *JSONLines {
	return &JSONLines{options: o, out: printer{w: w}}
}

// Section writes a line with title and value. Its errors are those of
// Writer.Section.
func (t *JSONLines) Section(title string, value any) error {
	err := t.line(Object{{"section", Object{{"title", title}, {"value", value}}}})
	if err != nil {
		return fmt.Errorf("section %q: %w", title, err)
	}
	return t.Close()
}

// Call writes a line with a call that the mode shows.
func (t *JSONLines) Call(r trace.Record) {
	if !t.options.Mode.shows(r.Operation) {
		return
	}
	call := Object{{"operation", r.Operation}}
	if r.Table != "" {
		call = append(call, Member{"table", r.Table})
	}
	call = append(call, Member{"attempts", r.Attempts})
	var tables, details []Object
	for _, l := range r.Tables {
		tables = append(tables, Object{{"table", l.Table}, {"does", t.options.Mode.text(l.Text)}})
	}
	for _, d := range t.options.details(r) {
		details = append(details, Object{{"label", d.Label}, {"value", t.options.Mode.text(d.Text)}})
	}
	if tables != nil {
		call = append(call, Member{"tables", tables})
	}
	if details != nil {
		call = append(call, Member{"details", details})
	}
	if err := t.line(Object{{"call", call}}); err != nil {
		panic("transcript: texts that are no JSON: " + err.Error())
	}
}

// Close returns the first error of the underlying writer, which it leaves open.
func (t *JSONLines) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.out.err
}

// line writes v; the error is that of encoding it.
func (t *JSONLines) line(v Object) error {
	text, err := encode(v, "")
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out.print(text + "\n")
	return nil
}
