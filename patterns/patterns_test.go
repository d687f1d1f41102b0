package patterns_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/patterns"
)

func TestAll(t *testing.T) {
	want := []string{"34 high-cardinality", "35 sharding", "36 caching", "37 time-series"}
	var got []string
	for _, p := range patterns.All() {
		got = append(got, fmt.Sprintf("%d %s", p.Number, p.Name))
		if p.Title == "" || p.Lesson == "" || strings.ContainsAny(p.Lesson, "\n.") {
			t.Errorf("%s: title %q, lesson %q; want both, the lesson in one line without a full stop", p.Name, p.Title, p.Lesson)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("catalogue (-want +got):\n%s", diff)
	}
}

func TestTexts(t *testing.T) {
	for _, p := range patterns.All() {
		file := filepath.Join(strings.ReplaceAll(p.Name, "-", ""), "lesson.md")
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), p.Text); diff != "" {
			t.Errorf("text of %s (-want +got):\n%s", p.Name, diff)
		}
		if heading := fmt.Sprintf("# %d %s\n", p.Number, p.Title); !strings.HasPrefix(p.Text, heading) {
			t.Errorf("text of %s does not begin with %q", p.Name, heading)
		}
	}
}

func TestFind(t *testing.T) {
	for _, p := range patterns.All() {
		for _, name := range []string{p.Name, fmt.Sprint(p.Number)} {
			got, err := patterns.Find(name)
			if err != nil {
				t.Errorf("Find(%q): %v", name, err)
			}
			if diff := cmp.Diff(p, got); diff != "" {
				t.Errorf("Find(%q) (-want +got):\n%s", name, diff)
			}
		}
	}
}

func TestFindSuggests(t *testing.T) {
	const all = "there are 34 high-cardinality, 35 sharding, 36 caching, 37 time-series"
	tests := map[string]string{
		"shardin":          `unknown pattern "shardin": did you mean "sharding"?`,
		"shrading":         `unknown pattern "shrading": did you mean "sharding"?`,
		"Sharding":         `unknown pattern "Sharding": did you mean "sharding"?`,
		"cache":            `unknown pattern "cache": did you mean "caching"?`,
		"timeseries":       `unknown pattern "timeseries": did you mean "time-series"?`,
		"time":             `unknown pattern "time": did you mean "time-series"?`,
		"high cardinality": `unknown pattern "high cardinality": did you mean "high-cardinality"?`,
		"33":               `unknown pattern "33": ` + all,
		"035":              `unknown pattern "035": ` + all,
		"":                 `unknown pattern "": ` + all,
		"s":                `unknown pattern "s": ` + all,
		"streams":          `unknown pattern "streams": ` + all,
		"a\x1b[31m\n":      `unknown pattern "a\x1b[31m\n": ` + all,
	}
	for name, want := range tests {
		_, err := patterns.Find(name)
		var unknown *patterns.UnknownError
		if !errors.As(err, &unknown) || err.Error() != want {
			t.Errorf("Find(%q): %v\nwant %s", name, err, want)
		}
	}
	long := strings.Repeat("sharding", 1<<16)
	if _, err := patterns.Find(long); err == nil || !strings.HasSuffix(err.Error(), all) {
		t.Errorf("Find of half a megabyte: %.80v", err)
	}
}

func Example() {
	for _, p := range patterns.All() {
		fmt.Println(p.Number, p.Name)
	}
	_, err := patterns.Find("shardin")
	fmt.Println(err)
	// Output:
	// 34 high-cardinality
	// 35 sharding
	// 36 caching
	// 37 time-series
	// unknown pattern "shardin": did you mean "sharding"?
}
