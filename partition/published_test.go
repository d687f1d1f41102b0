package partition_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

var update = flag.Bool("update", false, "rewrite the table in docs/partitions.md")

const doc = "../docs/partitions.md"

// TestPublished plays all published experiments, logs each figure, fails for one outside its tolerance, and compares them
// with the table in the documentation.
func TestPublished(t *testing.T) {
	if raceDetector {
		t.Skip("100 million requests of one goroutine: nothing to race, and minutes under the race detector")
	}
	experiments := partition.Published()
	figures := make([][]partition.Figure, len(experiments))
	var group sync.WaitGroup
	for i, e := range experiments {
		group.Go(func() { figures[i] = e.Run() })
	}
	group.Wait()
	for i, e := range experiments {
		t.Run(e.ID, func(t *testing.T) {
			for _, f := range figures[i] {
				check(t, e, f)
			}
		})
	}
	compareDoc(t, table(experiments, figures))
}

func check(t *testing.T, e partition.Experiment, f partition.Figure) {
	t.Logf("%s: published %s, modelled %d, tolerance %d to %d", f.What, f.Published, f.Modelled, f.Low, f.High)
	switch {
	case f.Unmet != "" && f.Met():
		t.Errorf("%s is met, so it has no reason to say %q", f.What, f.Unmet)
	case f.Unmet != "":
		t.Logf("%s is not met: %s", f.What, f.Unmet)
	case !f.Met():
		t.Errorf("%s: modelled %d, want %d to %d (published %s, %s)", f.What, f.Modelled, f.Low, f.High, f.Published, e.Source)
	}
}

// table is the documentation's table of all figures.
func table(experiments []partition.Experiment, figures [][]partition.Figure) string {
	var b strings.Builder
	b.WriteString("| | experiment and figure | published | modelled | tolerance | note |\n|---|---|---:|---:|---:|---|\n")
	for i, e := range experiments {
		fmt.Fprintf(&b, "| **%s** | **%s** | | | | %s |\n", e.ID, e.Setting, e.Source)
		for _, f := range figures[i] {
			note := f.Note
			if f.Unmet != "" {
				note = "not met: " + f.Unmet
			}
			fmt.Fprintf(&b, "| | %s | %s | %d | %d to %d | %s |\n", f.What, f.Published, f.Modelled, f.Low, f.High, note)
		}
	}
	return b.String()
}

func compareDoc(t *testing.T, want string) {
	const begin, end = "<!-- begin published -->\n", "<!-- end published -->\n"
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no published table", doc)
	}
	if *update {
		if err := os.WriteFile(doc, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s differs from what the model gives; go test ./partition -run Published -update rewrites it:\n%s", doc, diff)
	}
}

func TestExperimentsRepeat(t *testing.T) {
	for _, e := range partition.Published() {
		if e.ID != "L3" && e.ID != "W4" {
			continue // the others take seconds
		}
		if diff := cmp.Diff(e.Run(), e.Run()); diff != "" {
			t.Errorf("%s: %s", e.ID, diff)
		}
	}
}
