package transcript_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Each output is a stage and a sink.
type output interface {
	transcript.Stage
	trace.Sink
	Close() error
}

func play(t *testing.T, out output) {
	t.Helper()
	out.Call(call("CreateTable"))
	for range 4 {
		out.Call(call("Scan"))
	}
	out.Call(all)
	for _, value := range []any{map[string]string{"a": "<b>\x1b\u202e"}, 1} {
		if err := out.Section("<i>T\x1b", value); err != nil {
			t.Error(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
	if err := out.Section("T", math.NaN()); err == nil {
		t.Error("NaN is no JSON, yet there is no error")
	}
}

func TestJSONLines(t *testing.T) {
	scan := `{"call":{"operation":"Scan","table":"t","attempts":0}}` + "\n"
	batch := func(item string) string {
		return `{"call":{"operation":"BatchWriteItem","attempts":2,"tables":[{"table":"t","does":"1 put, 0 deletes"}],"details":[{"label":"consistent","value":"true"},{"label":"item","value":"` +
			item + `"},{"label":"error","value":"refused"},{"label":"attempts","value":"2 (refused)"},{"label":"capacity","value":"2 (table: 2)"}]}}` + "\n"
	}
	sections := `{"section":{"title":"<i>T\u001b","value":{"a":"<b>\u001b\u202e"}}}` + "\n" + `{"section":{"title":"<i>T\u001b","value":1}}` + "\n"
	for mode, want := range map[transcript.Mode]string{
		transcript.Guide: strings.Repeat(scan, 4) + batch("{PK: 'x'… (4 characters)}") + sections,
		transcript.Full:  strings.Replace(scan, "Scan", "CreateTable", 1) + strings.Repeat(scan, 4) + batch("{PK: 'xxxx'}") + sections,
		transcript.Off:   sections,
	} {
		var got strings.Builder
		play(t, transcript.NewJSONLines(&got, transcript.Options{Mode: mode, Capacity: true}))
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", mode, diff)
		}
	}
}

func TestHTML(t *testing.T) {
	const section = "<h2>&lt;i&gt;T\\u{1b}</h2>\n<pre>"
	const want = `<body>
<div class="call"><strong>Scan</strong> t</div>
<p class="rest">... (&#43;1 more Scan calls not shown)</p>
<div class="call failed"><strong>BatchWriteItem</strong>
<table>
<tr><th>t</th><td>1 put, 0 deletes</td></tr>
<tr><th>consistent</th><td>true</td></tr>
<tr><th>item</th><td>{PK: &#39;x&#39;… (4 characters)}</td></tr>
<tr><th>error</th><td>refused</td></tr>
<tr><th>attempts</th><td>2 (refused)</td></tr>
</table></div>
` + section + "{\n  &#34;a&#34;: &#34;&lt;b&gt;\\u001b\\u202e&#34;\n}</pre>\n" + section + "1</pre>\n</body>\n</html>\n"
	var got strings.Builder
	play(t, transcript.NewHTML(&got, transcript.Options{}))
	head, body, _ := strings.Cut(got.String(), "<body>")
	if diff := cmp.Diff(want, "<body>"+body); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(head, "<!DOCTYPE html>") || strings.Contains(head, "<script") || strings.Contains(head, "http") {
		t.Errorf("the page does not stand alone:\n%s", head)
	}
}

func TestHTMLShowsEveryCallInFull(t *testing.T) {
	var got strings.Builder
	play(t, transcript.NewHTML(&got, transcript.Options{Mode: transcript.Full}))
	if n := strings.Count(got.String(), `<div class="call`); n != 6 {
		t.Errorf("%d calls shown of 6", n)
	}
	got.Reset()
	play(t, transcript.NewHTML(&got, transcript.Options{Mode: transcript.Off}))
	if n := strings.Count(got.String(), `<div class="call`); n != 0 {
		t.Errorf("%d calls shown although off", n)
	}
}

func TestOutputsRememberTheFirstWriteError(t *testing.T) {
	for name, out := range map[string]output{
		"JSON lines": transcript.NewJSONLines(&full{}, transcript.Options{}),
		"HTML":       transcript.NewHTML(&full{}, transcript.Options{}),
	} {
		out.Call(call("Scan"))
		if err := out.Section("T", 1); err != errFull {
			t.Errorf("%s: section: %v", name, err)
		}
		if err := out.Close(); err != errFull {
			t.Errorf("%s: close: %v", name, err)
		}
	}
}
