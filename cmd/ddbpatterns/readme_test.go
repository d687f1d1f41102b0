package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// blocks returns the fenced blocks of a kind in README.md.
func blocks(t *testing.T, kind string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	fence := regexp.MustCompile("(?ms)^```" + kind + "\n(.*?)^```$")
	var found []string
	for _, match := range fence.FindAllStringSubmatch(string(text), -1) {
		found = append(found, match[1])
	}
	if len(found) == 0 {
		t.Fatalf("README.md has no %s block", kind)
	}
	return found
}

// TestReadmeTranscripts runs the command of each console block and compares
// what follows it.
func TestReadmeTranscripts(t *testing.T) {
	for _, block := range blocks(t, "console") {
		command, want, _ := strings.Cut(block, "\n")
		command, ok := strings.CutPrefix(command, "$ go run ./cmd/ddbpatterns")
		if !ok {
			t.Fatalf("the block does not begin with our command: %s", block)
		}
		got, err := exec.CommandContext(t.Context(), "ddbpatterns", strings.Fields(command)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("ddbpatterns%s: %s", command, diff)
		}
	}
}

// TestReadmeCode compares README.md's code with the example's, which is compiled
// and run.
func TestReadmeCode(t *testing.T) {
	source, err := os.ReadFile("readme_example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func Example_readme() {\n")
	body, _, _ = strings.Cut(body, "\t// Output:")
	want := strings.ReplaceAll("\n"+body, "\n\t", "\n")[1:]
	if diff := cmp.Diff(want, blocks(t, "go")[0]); diff != "" {
		t.Error(diff)
	}
}
