package transcript

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

// Writer writes a transcript as text: blocks with an empty line between them.
// In Guide mode a run, that is calls of one operation with no section between
// them, shows its first three calls, none of them twice in a row, and the
// number of the rest when it is over.
type Writer struct {
	options Options
	ink     ink

	mu    sync.Mutex // guards what follows, and the order of the output
	out   printer
	calls folding
	begun bool
}

// New returns a Writer of text to w. Each block is one call of w.Write.
func New(w io.Writer, o Options) *Writer {
	t := &Writer{options: o, ink: newInk(o.Color), out: printer{w: w}}
	t.calls = folding{whole: o.Mode == Full, show: t.blockLocked, tell: t.restLocked}
	return t
}

// Section ends the run and shows value under title, as JSON. It returns the
// first error of the underlying writer, or why value is no JSON.
func (t *Writer) Section(title string, value any) error {
	text, err := encode(value, "  ")
	if err != nil {
		return fmt.Errorf("section %q: %w", title, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls.end()
	t.blockLocked(t.ink.title("=== "+printable.Text(title)+" ===") + "\n" + text + "\n")
	return t.out.err
}

// Call shows a call, or counts it where the mode says so.
func (t *Writer) Call(r trace.Record) {
	if !t.options.Mode.shows(r.Operation) {
		return
	}
	block := t.block(r)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls.call(r.Operation, block)
}

// Close ends the run and returns the first error of the underlying writer,
// which it leaves open. A second Close does nothing more.
func (t *Writer) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls.end()
	return t.out.err
}

func (t *Writer) restLocked(rest string) {
	t.out.print("    " + t.ink.label(printable.Text(rest)) + "\n")
}

func (t *Writer) blockLocked(block string) {
	if t.begun {
		block = "\n" + block
	}
	t.begun = true
	t.out.print(block)
}

// block renders a call: what was called, a line for each table, a line for each
// detail with its value in the twelfth column after the indent.
func (t *Writer) block(r trace.Record) string {
	var b strings.Builder
	b.WriteString(t.ink.call(strings.TrimRight(">>> "+printable.Text(r.Operation)+" "+printable.Text(r.Table), " ")) + "\n")
	for _, l := range r.Tables {
		t.line(&b, printable.Text(l.Table)+": ", l.Text, same)
	}
	for _, d := range t.options.details(r) {
		paint := same
		if d.Label == "error" {
			paint = t.ink.alarm
		}
		t.line(&b, fmt.Sprintf("%-12s", printable.Text(d.Label)+":"), d.Text, paint)
	}
	return b.String()
}

func (t *Writer) line(b *strings.Builder, head string, text trace.Text, paint func(string) string) {
	value := strings.TrimRight(printable.Text(t.options.Mode.text(text)), " ")
	if value == "" {
		head = strings.TrimRight(head, " ")
	}
	b.WriteString("    " + t.ink.label(head) + paint(value) + "\n")
}

// printer writes until the first error, which it keeps.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) print(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, s)
	}
}
