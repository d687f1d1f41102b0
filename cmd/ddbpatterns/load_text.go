package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ddbpatterns/ddbpatterns/load"
)

// writeLoad writes a report as text of at most 100 columns.
func writeLoad(w io.Writer, r load.Report, color bool) error {
	t := &loadText{w: bufio.NewWriter(w), ink: newInk(color)}
	t.head(r)
	t.table(r)
	if r.Real == nil {
		t.legend()
	}
	for _, d := range r.Designs {
		t.design(r, d)
	}
	return t.w.Flush()
}

// loadText writes reports; the first write error is returned by the last Flush.
type loadText struct {
	w   *bufio.Writer
	ink ink
}

func (t *loadText) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

func (t *loadText) head(r load.Report) {
	s := r.Settings
	text := fmt.Sprintf("%s %s a second for %s, %s, items of %s bytes", load.Thousands(s.Rate), r.Unit, s.For, s.Arrivals, load.Thousands(int64(s.ItemSize)))
	if s.Mode == "provisioned" {
		text += fmt.Sprintf(", %s write and %s read units a second provisioned", load.Thousands(s.Write), load.Thousands(s.Read))
	} else {
		text += ", new on-demand table"
	}
	if r.Pattern == 36 {
		text += ", TTL " + s.TTL
	}
	text += fmt.Sprintf(", seed %d", s.Seed)
	if r.Real != nil {
		text += "; on " + r.Real.Engine + ", by the wall clock"
	}
	t.printf("%s\n\n", wrap(text, maxColumns))
}

// maxColumns is how wide the text may be.
const maxColumns = 98

// figure is one line of the table of figures.
type figure struct {
	label string
	of    func(load.Result) string
}

func loadFigures(r load.Report) []figure {
	figures := []figure{
		{"", func(d load.Result) string { return d.Name }},
		{"offered", func(d load.Result) string { return load.Thousands(d.Offered) }},
		{"accepted", func(d load.Result) string { return load.Thousands(d.Accepted) }},
		{"  a second", func(d load.Result) string { return load.Thousands(d.AcceptedRate) }},
		{"  share", func(d load.Result) string { return share(d.Accepted, d.Offered) }},
		{"refused after retries", func(d load.Result) string { return load.Thousands(d.Refused) }},
		{"waiting at the end", func(d load.Result) string { return load.Thousands(d.Waiting) }},
		{"attempts", func(d load.Result) string { return load.Thousands(d.Attempts) }},
		{"  throttled", func(d load.Result) string { return load.Thousands(d.Throttled) }},
		{"  share", func(d load.Result) string { return share(d.Throttled, d.Attempts) }},
		{"latency p50", func(d load.Result) string { return milliseconds(d.Latency.P50) }},
		{"latency p99", func(d load.Result) string { return milliseconds(d.Latency.P99) }},
	}
	if r.Real != nil {
		return append(figures, realFigures()...)
	}
	figures = append(figures, resourceFigures("", func(d load.Result) *load.Resource { return d.Table })...)
	for _, d := range r.Designs {
		if d.Index != nil {
			index := resourceFigures("index: ", func(d load.Result) *load.Resource { return d.Index })
			return append(figures, append(index, figure{"index: units waiting", waiting})...)
		}
	}
	return figures
}

// resourceFigures are the lines about the table or the index of each design; a dash stands for one that has none.
func resourceFigures(prefix string, of func(load.Result) *load.Resource) []figure {
	line := func(label string, text func(load.Resource) string) figure {
		return figure{prefix + label, func(d load.Result) string {
			if r := of(d); r != nil {
				return text(*r)
			}
			return "-"
		}}
	}
	return []figure{
		line("partitions used", func(r load.Resource) string { return fmt.Sprintf("%d of %d", r.Used, r.Partitions) }),
		line("hottest", func(r load.Resource) string {
			return fmt.Sprintf("%s of %s/s", load.Thousands(r.Hottest.Rate), load.Thousands(r.Hottest.Limit))
		}),
		line("load of all", func(r load.Resource) string { return fmt.Sprintf("%d %%", r.LoadPercent) }),
	}
}

func waiting(d load.Result) string {
	if d.Index == nil {
		return "-"
	}
	return load.Thousands(d.Index.Waiting)
}

func (t *loadText) table(r load.Report) {
	for _, f := range loadFigures(r) {
		line := fmt.Sprintf("%-22s", f.label)
		for _, d := range r.Designs {
			line += fmt.Sprintf("  %17s", f.of(d))
		}
		t.printf("%s\n", strings.TrimRight(line, " "))
	}
}

// share is a part in percent with one decimal; all and nothing are written so only if they are.
func share(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	tenths := (part*1000 + whole/2) / whole
	switch {
	case tenths == 0 && part > 0:
		return "<0.1 %"
	case tenths == 1000 && part < whole:
		return ">99.9 %"
	}
	return permille(tenths)
}

func permille(n int64) string { return fmt.Sprintf("%d.%d %%", n/10, n%10) }

func milliseconds(d time.Duration) string {
	if d < time.Millisecond {
		return "<1 ms"
	}
	return load.Thousands(int64(d/time.Millisecond)) + " ms"
}

func (t *loadText) design(r load.Report, d load.Result) {
	t.printf("\n=== %s: %s ===\n\n", d.Name, d.Key)
	if r.Real == nil {
		t.resource("table", *d.Table)
		if d.Index != nil {
			t.resource("index "+d.Index.Name, *d.Index)
		}
	}
	t.printf("%s\n", wrap("Verdict: "+d.Verdict, maxColumns))
}

func (t *loadText) resource(name string, r load.Resource) {
	t.strip(name, r)
	t.keys(r)
}

// keys writes the most accessed and the most throttled keys side by side.
func (t *loadText) keys(r load.Resource) {
	t.printf("    %-44s    %s\n", "most accessed keys, units (a write counts 3)", "most throttled keys, in refusals")
	for i := range max(len(r.Accessed), len(r.Throttled), 1) {
		t.printf("%s\n", strings.TrimRight(fmt.Sprintf("    %-44s    %-44s", keyLine(r.Accessed, i), keyLine(r.Throttled, i)), " "))
	}
	t.printf("\n")
}

func keyLine(keys []load.Key, i int) string {
	if i >= len(keys) {
		if i == 0 {
			return "none"
		}
		return ""
	}
	about := ""
	if keys[i].Error > 0 {
		about = "<="
	}
	return fmt.Sprintf("%-28s %15s", keys[i].Key, about+load.Thousands(keys[i].Count))
}

// wrap breaks text into lines of at most so many columns.
func wrap(text string, columns int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > columns {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}
