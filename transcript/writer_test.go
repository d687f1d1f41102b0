package transcript_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func ExampleWriter() {
	out := transcript.New(os.Stdout, transcript.Options{})
	for n := range 5 { // a traced client makes these calls
		key := trace.Detail{Label: "key", Text: trace.Text{Whole: fmt.Sprintf("PK = 'EVENTS#%d'", n)}}
		out.Call(trace.Record{Operation: "Query", Table: "p35", Details: []trace.Detail{key}})
	}
	if err := out.Section("Total", transcript.Object{{Name: "gathered", Value: 200}}); err != nil {
		fmt.Println(err)
	}
	if err := out.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// >>> Query p35
	//     key:        PK = 'EVENTS#0'
	//
	// >>> Query p35
	//     key:        PK = 'EVENTS#1'
	//
	// >>> Query p35
	//     key:        PK = 'EVENTS#2'
	//     ... (+2 more Query calls not shown)
	//
	// === Total ===
	// {
	//   "gathered": 200
	// }
}

// call is a call of an operation on a table named for it.
func call(operation string) trace.Record { return trace.Record{Operation: operation, Table: "t"} }

// written returns what play leaves in a Writer.
func written(t *testing.T, o transcript.Options, play func(*transcript.Writer)) string {
	t.Helper()
	var b strings.Builder
	out := transcript.New(&b, o)
	play(out)
	if err := out.Close(); err != nil {
		t.Error(err)
	}
	return b.String()
}

func TestRuns(t *testing.T) {
	for _, c := range []struct{ name, calls, guide string }{
		{"nothing", "", ""},
		{"one", "Scan", ">>> Scan t\n"},
		{"equal ones, none left out", "Scan Scan Scan", ">>> Scan t\n"},
		{"equal ones, some left out", "Scan Scan Scan Scan Scan", ">>> Scan t\n    ... (+2 more Scan calls not shown)\n"},
		{"left out calls do not end a run", "Scan DescribeTable Scan CreateTable Scan ListTables Scan DeleteTable", ">>> Scan t\n    ... (+1 more Scan calls not shown)\n"},
		{"another operation does", "Scan Query Scan", ">>> Scan t\n\n>>> Query t\n\n>>> Scan t\n"},
		{"two long runs", "Scan Scan Scan Scan Query Query Query Query", ">>> Scan t\n    ... (+1 more Scan calls not shown)\n\n>>> Query t\n    ... (+1 more Query calls not shown)\n"},
	} {
		play := func(out *transcript.Writer) {
			for _, operation := range strings.Fields(c.calls) {
				out.Call(call(operation))
			}
		}
		full := ""
		for _, operation := range strings.Fields(c.calls) {
			full += "\n>>> " + operation + " t\n"
		}
		want := []string{c.guide, strings.TrimPrefix(full, "\n"), ""}
		got := []string{
			written(t, transcript.Options{}, play),
			written(t, transcript.Options{Mode: transcript.Full}, play),
			written(t, transcript.Options{Mode: transcript.Off}, play),
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: guide, full, off (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestBlocksEqualToTheOneBefore(t *testing.T) {
	got := written(t, transcript.Options{}, func(out *transcript.Writer) {
		for _, table := range []string{"a", "b", "b", "a"} {
			out.Call(trace.Record{Operation: "Scan", Table: table})
		}
		if err := out.Section("between", nil); err != nil {
			t.Error(err)
		}
		out.Call(trace.Record{Operation: "Scan", Table: "a"})
	})
	want := ">>> Scan a\n\n>>> Scan b\n    ... (+1 more Scan calls not shown)\n\n=== between ===\nnull\n\n>>> Scan a\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// all has every part that a record can have.
var all = trace.Record{
	Operation: "BatchWriteItem", Capacity: "2 (table: 2)", Attempts: 2, Err: errors.New("refused"),
	Tables: []trace.TableLine{{Table: "t", Text: trace.Text{Whole: "1 put, 0 deletes"}}},
	Details: []trace.Detail{
		{Label: "consistent", Text: trace.Text{Whole: "true"}},
		{Label: "item", Text: trace.Text{Whole: "{PK: 'xxxx'}", Cut: "{PK: 'x'… (4 characters)}"}},
		{Label: "error", Text: trace.Text{Whole: "refused"}},
		{Label: "attempts", Text: trace.Text{Whole: "2 (refused)"}},
	},
}

func TestParts(t *testing.T) {
	play := func(out *transcript.Writer) { out.Call(all) }
	const head = ">>> BatchWriteItem\n    t: 1 put, 0 deletes\n    consistent: true\n"
	const tail = "    error:      refused\n    attempts:   2 (refused)\n"
	for _, c := range []struct {
		name    string
		options transcript.Options
		want    string
	}{
		{"guide", transcript.Options{}, head + "    item:       {PK: 'x'… (4 characters)}\n" + tail},
		{"full", transcript.Options{Mode: transcript.Full}, head + "    item:       {PK: 'xxxx'}\n" + tail},
		{"capacity", transcript.Options{Mode: transcript.Full, Capacity: true}, head + "    item:       {PK: 'xxxx'}\n" + tail + "    capacity:   2 (table: 2)\n"},
		{"off", transcript.Options{Mode: transcript.Off, Capacity: true}, ""},
	} {
		if diff := cmp.Diff(c.want, written(t, c.options, play)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestColorIsTheCallersChoice(t *testing.T) {
	play := func(out *transcript.Writer) {
		out.Call(all)
		if err := out.Section("Total", 1); err != nil {
			t.Error(err)
		}
	}
	t.Setenv("NO_COLOR", "1")
	want := "\x1b[36;1m>>> BatchWriteItem\x1b[0;22m\n    \x1b[2mt: \x1b[22m1 put, 0 deletes\n    \x1b[2mconsistent: \x1b[22mtrue\n" +
		"    \x1b[2mitem:       \x1b[22m{PK: 'x'… (4 characters)}\n    \x1b[2merror:      \x1b[22m\x1b[31mrefused\x1b[0m\n    \x1b[2mattempts:   \x1b[22m2 (refused)\n" +
		"\n\x1b[33;1m=== Total ===\x1b[0;22m\n1\n"
	if diff := cmp.Diff(want, written(t, transcript.Options{Color: true}, play)); diff != "" {
		t.Errorf("colour asked for (-want +got):\n%s", diff)
	}
	t.Setenv("NO_COLOR", "")
	if got := written(t, transcript.Options{}, play); strings.Contains(got, "\x1b") {
		t.Errorf("escape bytes in plain text: %q", got)
	}
}

// Records may come from anyone, and titles from a table.
func TestNothingActsOnTheTerminal(t *testing.T) {
	const evil = "x\x1b[2J\r\n>>> Query y\u202e\xff "
	got := written(t, transcript.Options{}, func(out *transcript.Writer) {
		out.Call(trace.Record{Operation: evil, Table: evil, Tables: []trace.TableLine{{Table: evil, Text: trace.Text{Whole: evil}}}, Details: []trace.Detail{{Label: evil, Text: trace.Text{Whole: evil}}, {Label: "empty"}}})
		if err := out.Section(evil, evil); err != nil {
			t.Error(err)
		}
	})
	const safe = `x\u{1b}[2J\u{d}\n>>> Query y\u{202e}\u{fffd}`
	want := ">>> " + safe + "  " + safe + "\n    " + safe + " : " + safe + "\n    " + safe + " :" + safe + "\n    empty:\n\n=== " + safe + "  ===\n" + `"x\u001b[2J\r\n>>> Query y\u202e` + "\\ufffd \"\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// full fails once it has taken so many writes.
type full struct {
	left   int
	writes int
}

var errFull = errors.New("disk full")

func (f *full) Write(p []byte) (int, error) {
	f.writes++
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestFirstWriteErrorIsRemembered(t *testing.T) {
	w := &full{left: 1}
	out := transcript.New(w, transcript.Options{})
	first := out.Section("one", 1)
	out.Call(call("Scan"))
	second, third := out.Section("two", 2), out.Close()
	if diff := cmp.Diff([]bool{true, true, true}, []bool{first == nil, second == errFull, third == errFull}); diff != "" {
		t.Errorf("errors %v, %v, %v", first, second, third)
	}
	if w.writes != 2 {
		t.Errorf("%d writes, want 2: none after the one that failed", w.writes)
	}
}

func TestCallsAtOnce(t *testing.T) {
	got := written(t, transcript.Options{Mode: transcript.Full}, func(out *transcript.Writer) {
		var group sync.WaitGroup
		for range 50 {
			group.Go(func() { out.Call(all) })
		}
		group.Wait()
	})
	one := written(t, transcript.Options{Mode: transcript.Full}, func(out *transcript.Writer) { out.Call(all) })
	if diff := cmp.Diff(strings.Repeat("\n"+one, 50)[1:], got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseMode(t *testing.T) {
	for _, want := range []transcript.Mode{transcript.Guide, transcript.Full, transcript.Off} {
		if got, err := transcript.ParseMode(want.String()); err != nil || got != want {
			t.Errorf("ParseMode(%q) = %v, %v", want, got, err)
		}
	}
	_, err := transcript.ParseMode("Full")
	if diff := cmp.Diff(`trace mode must be guide, full or off, got "Full"`, fmt.Sprint(err)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
