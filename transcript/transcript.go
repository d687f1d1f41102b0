// Package transcript turns a program's sections and its traced DynamoDB calls
// into output: text for people (Writer), JSON lines for programs (JSONLines), a
// page for a projector (HTML).
//
//	out := transcript.New(os.Stdout, transcript.Options{})
//	client := dynamodb.NewFromConfig(cfg, trace.To(out))
//	… calls …
//	err := out.Section("Total", 200)
//	err = out.Close()
//
// Each is a trace.Sink and a Stage, prints as things happen, and may be used
// from any number of goroutines. Output equals itself from run to run: no
// clock, request id or port is in it. What a table holds cannot act on the
// terminal or forge a line, in calls, titles and values alike.
//
// The first error of the underlying writer ends the output; Section and Close
// return it. Memory does not grow with the length of the output.
package transcript

import (
	"fmt"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

// Stage is what a pattern is given to show its findings on.
type Stage interface {
	// Section shows value, as JSON, under title.
	Section(title string, value any) error
}

// Options are how a transcript is written. The zero value is the guide's way.
type Options struct {
	// Mode is which calls are shown.
	Mode Mode
	// Color colours text by escape sequences, whatever the environment says;
	// the other outputs do not heed it.
	Color bool
	// Capacity shows what each call consumed, where its answer says.
	Capacity bool
}

// Mode is which calls are shown, and how whole.
type Mode int

const (
	// Guide folds runs of calls, cuts long values and leaves out CreateTable,
	// DescribeTable, DeleteTable and ListTables.
	Guide Mode = iota
	// Full shows every call, unfolded and whole.
	Full
	// Off shows no calls, only sections.
	Off
)

// String returns "guide", "full" or "off".
func (m Mode) String() string {
	switch m {
	case Guide:
		return "guide"
	case Full:
		return "full"
	case Off:
		return "off"
	}
	return fmt.Sprintf("Mode(%d)", int(m))
}

// ParseMode returns the mode that s names, as String does.
func ParseMode(s string) (Mode, error) {
	for _, m := range []Mode{Guide, Full, Off} {
		if s == m.String() {
			return m, nil
		}
	}
	return Guide, fmt.Errorf("trace mode must be guide, full or off, got %q", s)
}

// shows reports whether a call of the operation is shown.
func (m Mode) shows(operation string) bool {
	switch operation {
	case "CreateTable", "DescribeTable", "DeleteTable", "ListTables":
		return m == Full
	}
	return m != Off
}

// text returns the rendering of t that the mode shows.
func (m Mode) text(t trace.Text) string {
	if m == Full {
		return t.Whole
	}
	return t.Brief()
}

// details returns what is shown of a call under its tables, in order.
func (o Options) details(r trace.Record) []trace.Detail {
	if !o.Capacity || r.Capacity == "" {
		return r.Details
	}
	return append(r.Details[:len(r.Details):len(r.Details)], trace.Detail{Label: "capacity", Text: trace.Text{Whole: r.Capacity}})
}
