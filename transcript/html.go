package transcript

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

//go:embed page.html
var page string

// HTML writes a transcript as one page that needs nothing else: no scripts, no
// other files. It folds as Writer does and is complete after Close; browsers
// show it as far as it has come.
type HTML struct {
	options   Options
	templates *template.Template

	mu    sync.Mutex // guards what follows, and the order of the output
	out   printer
	calls folding
	begun bool
	ended bool
}

// NewHTML returns an HTML to w.
func NewHTML(w io.Writer, o Options) *HTML {
	t := &HTML{options: o, templates: template.Must(template.New("page").Parse(page)), out: printer{w: w}}
	t.calls = folding{whole: o.Mode == Full, show: t.printLocked, tell: t.restLocked}
	return t
}

// Section writes a section. Its errors are those of Writer.Section; after Close
// it writes nothing.
func (t *HTML) Section(title string, value any) error {
	text, err := encode(value, "  ")
	if err != nil {
		return fmt.Errorf("section %q: %w", title, err)
	}
	block := t.render("section", map[string]string{"Title": printable.Text(title), "Value": text})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls.end()
	t.printLocked(block)
	return t.out.err
}

// Call writes a call, or counts it where the mode says so.
func (t *HTML) Call(r trace.Record) {
	if !t.options.Mode.shows(r.Operation) {
		return
	}
	block := t.block(r)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls.call(r.Operation, block)
}

// Close ends the page and returns the first error of the underlying writer,
// which it leaves open. A second Close does nothing more.
func (t *HTML) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls.end()
	t.printLocked(t.render("end", nil))
	t.ended = true
	return t.out.err
}

func (t *HTML) restLocked(rest string) { t.printLocked(t.render("rest", printable.Text(rest))) }

func (t *HTML) printLocked(block string) {
	if t.ended {
		return
	}
	if !t.begun {
		t.begun = true
		block = t.render("begin", nil) + block
	}
	t.out.print(block)
}

// row is one line of a call's table.
type row struct{ Label, Value string }

func (t *HTML) block(r trace.Record) string {
	var rows []row
	for _, l := range r.Tables {
		rows = append(rows, row{printable.Text(l.Table), printable.Text(t.options.Mode.text(l.Text))})
	}
	for _, d := range t.options.details(r) {
		rows = append(rows, row{printable.Text(d.Label), printable.Text(t.options.Mode.text(d.Text))})
	}
	return t.render("call", map[string]any{
		"Operation": printable.Text(r.Operation), "Table": printable.Text(r.Table), "Failed": r.Err != nil, "Rows": rows,
	})
}

func (t *HTML) render(name string, data any) string {
	var b strings.Builder
	if err := t.templates.ExecuteTemplate(&b, name, data); err != nil {
		panic("transcript: template " + name + ": " + err.Error())
	}
	return b.String()
}
