package patterns

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// UnknownError says that there is no pattern of a name.
type UnknownError struct {
	Name       string // as it was typed
	Suggestion string // the name that was probably meant; empty if none is close
}

// Error names the miss and what was probably meant, or else all there is.
func (e *UnknownError) Error() string {
	if e.Suggestion != "" {
		return fmt.Sprintf("unknown pattern %q: did you mean %q?", e.Name, e.Suggestion)
	}
	var known []string
	for _, p := range All() {
		known = append(known, fmt.Sprintf("%d %s", p.Number, p.Name))
	}
	return fmt.Sprintf("unknown pattern %q: there are %s", e.Name, strings.Join(known, ", "))
}

// suggest is the pattern name nearest to what was typed, empty if none is near: one
// that begins like it or that a few slips of the finger lead to.
func suggest(typed string, all []Pattern) string {
	typed = strings.ToLower(typed)
	// A name can't be near one of twice its length, and the text may be long.
	if len(typed) < 2 || len(typed) > 32 {
		return ""
	}
	best := slices.MinFunc(all, func(a, b Pattern) int {
		return cmp.Compare(distance(typed, a.Name), distance(typed, b.Name))
	})
	if distance(typed, best.Name) > 1+len(best.Name)/4 {
		return ""
	}
	return best.Name
}

// distance is how many letters must be put in, left out or replaced to get from
// what was typed to a name; 0 if both begin with the same four letters, or the name
// with all that was typed.
func distance(typed, name string) int {
	if strings.HasPrefix(name, typed[:min(4, len(typed))]) {
		return 0
	}
	row := make([]int, len(name)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(typed) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(name) {
			replaced := diagonal
			if typed[i] != name[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(name)]
}
