package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/partition"
	"github.com/ddbpatterns/ddbpatterns/patterns"
)

func TestLoadPublished(t *testing.T) {
	if raceDetector || testing.Short() {
		t.Skip("100 million requests of one goroutine each: nothing to race, and minutes under the race detector")
	}
	golden := filepath.Join(root(t), "testdata", "golden", "load-published.txt")
	stdout, stderr, code := runLoad(t, "published")
	if diff := cmp.Diff([]any{0, ""}, []any{code, stderr}); diff != "" {
		t.Fatal(diff)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(stdout), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), stdout); diff != "" {
		t.Error(diff)
	}
}

// A figure that is not met is named with its reason, and counted.
func TestShowPublished(t *testing.T) {
	var text strings.Builder
	a := &app{out: &output{w: &text}}
	err := a.showPublished([]published{{ID: "X1", Setting: "a table", Source: "a paper", Figures: []publishedFigure{
		{What: "writes", Published: "≈1,000", Modelled: 1500, Low: 900, High: 1100, Unmet: "no one knows"},
		{What: "reads", Published: "2", Modelled: 2, Low: 2, High: 2, Met: true},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	want := `=== X1: a table ===
a paper

                                                             published  modelled       tolerance
  writes                                                        ≈1,000     1,500    900 to 1,100 NOT MET
    not met: no one knows
  reads                                                              2         2          2 to 2 met

1 of 2 figures are within their tolerance.
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Error(diff)
	}
}

func runLoad(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, talk strings.Builder
	code = run(t.Context(), append([]string{"load"}, args...), strings.NewReader(""), &out, &talk)
	return out.String(), talk.String(), code
}

// The strip in the documentation is what the command draws.
func TestLoadDoc(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(root(t), "docs", "load.md"))
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile(filepath.Join(root(t), "testdata", "golden", "load-35.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(doc), "```text\n")
	block, _, _ = strings.Cut(block, "```")
	if block == "" || !strings.Contains(string(golden), block) {
		t.Errorf("the golden file of load 35 does not hold what docs/load.md shows:\n%s", block)
	}
}

// Each pattern of the catalogue has a load.
func TestEachPatternHasALoad(t *testing.T) {
	for _, p := range patterns.All() {
		if _, err := load.NewPlan(p.Number, load.Options{}); err != nil {
			t.Errorf("%d: %v", p.Number, err)
		}
	}
}

// What the text says is what the JSON says.
func TestLoadJSON(t *testing.T) {
	text, _, _ := runLoad(t, "34", "--for", "20s", "--rate", "2500")
	encoded, _, _ := runLoad(t, "34", "--for", "20s", "--rate", "2500", "--json")
	var r load.Report
	if err := json.Unmarshal([]byte(encoded), &r); err != nil {
		t.Fatal(err)
	}
	var again strings.Builder
	if err := writeLoad(&again, r, false); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, again.String()); diff != "" {
		t.Error(diff)
	}
}

func TestLoadColour(t *testing.T) {
	plain, _, _ := runLoad(t, "36", "--for", "2s", "--color", "never")
	coloured, _, _ := runLoad(t, "36", "--for", "2s", "--color", "always")
	if plain == coloured {
		t.Error("there is no colour")
	}
	if diff := cmp.Diff(plain, regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(coloured, "")); diff != "" {
		t.Error(diff)
	}
}

func TestLoadFitsTheScreen(t *testing.T) {
	for _, args := range [][]string{{"34", "--rate", "40000"}, {"35", "--shards", "5000", "--arrivals", "zipf"}, {"37", "--rate", "9999"}} {
		text, _, code := runLoad(t, append(args, "--for", "3s")...)
		if code != exitDone || !strings.HasSuffix(text, ".\n") {
			t.Fatalf("%v: exit code %d, text ends with %q", args, code, text[max(0, len(text)-20):])
		}
		for line := range strings.Lines(text) {
			if len(line) > 101 || strings.HasSuffix(line, " \n") {
				t.Errorf("%v: %q", args, line)
			}
		}
	}
}

func TestCell(t *testing.T) {
	var got strings.Builder
	for _, load100 := range []int{0, 1, 9, 10, 11, 20, 50, 90, 91, 99, 100} {
		got.WriteByte(cell(load.Row{Load: []int{load100}, Refused: []int{1}}, 0))
	}
	got.WriteByte(cell(load.Row{Load: []int{50}, Refused: []int{2}}, 0))
	if diff := cmp.Diff(" .....=%@@@!", got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestBusiestRows(t *testing.T) {
	var rows []load.Row
	for i := range 40 {
		rows = append(rows, load.Row{Partition: i, Load: []int{i}})
	}
	shown, hidden := busiestRows(rows)
	if diff := cmp.Diff([]int{16, 24, 24}, []int{len(shown), shown[0].Partition, hidden}); diff != "" {
		t.Error(diff)
	}
	for i := range rows {
		rows[i].Load[0] = 100
	}
	if shown, hidden = busiestRows(rows); len(shown) != 16 || hidden != 24 {
		t.Errorf("of 40 equal rows %d are shown and %d hidden", len(shown), hidden)
	}
}

func TestCostText(t *testing.T) {
	tests := []struct {
		writes, reads partition.Units
		want          string
	}{
		{0, 0, "up to 0 write and 0 read request units, an estimated $0.00"},
		{2, 1, "up to 1 write and 1 read request units, an estimated $0.01"},
		{2_000_000, 2_000_000, "up to 1,000,000 write and 1,000,000 read request units, an estimated $0.75"},
		{2_000_000_000, 0, "up to 1,000,000,000 write and 0 read request units, an estimated $625.00"},
	}
	const rest = " on-demand in us-east-1 at the prices of November 2024, if none is throttled; provisioned capacity is billed by the hour instead"
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want+rest, costText(tt.writes, tt.reads)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestShare(t *testing.T) {
	var got []string
	for _, n := range []int64{0, 1, 500_000, 999_999, 1_000_000} {
		got = append(got, share(n, 1_000_000))
	}
	got = append(got, share(0, 0), milliseconds(0), milliseconds(1500*time.Millisecond))
	want := []string{"0.0 %", "<0.1 %", "50.0 %", ">99.9 %", "100.0 %", "-", "<1 ms", "1,500 ms"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"":                "",
		"a bb ccc":        "a bb\nccc",
		"averylongword b": "averylongword\nb",
	} {
		if diff := cmp.Diff(want, wrap(text, 5)); diff != "" {
			t.Error(diff)
		}
	}
}
