// Package patterns is the catalogue of the scaling patterns: their numbers in the
// guide, their names, and what each teaches. The patterns themselves are the
// packages below it, one each.
package patterns

import (
	_ "embed"
	"slices"
	"strconv"
)

// Pattern is one entry of the catalogue.
type Pattern struct {
	Number int    // in the guide, as in 35
	Name   string // as in sharding
	Title  string // a heading, as in Write sharding
	Lesson string // what it teaches, in one line without a full stop
	Text   string // the lesson as Markdown
}

// The lessons, as their packages hold them. They are constants in all but name:
// embedding needs a variable.
var (
	//go:embed highcardinality/lesson.md
	highCardinalityText string
	//go:embed sharding/lesson.md
	shardingText string
	//go:embed caching/lesson.md
	cachingText string
	//go:embed timeseries/lesson.md
	timeSeriesText string
)

// All is the patterns in the order of the guide.
func All() []Pattern {
	return []Pattern{{
		Number: 34, Name: "high-cardinality", Title: "High-cardinality keys",
		Lesson: "choose a partition key with many evenly used values, and put the status on a sharded index",
		Text:   highCardinalityText,
	}, {
		Number: 35, Name: "sharding", Title: "Write sharding",
		Lesson: "split one hot key over N suffixes, at random to write faster or calculated to read directly",
		Text:   shardingText,
	}, {
		Number: 36, Name: "caching", Title: "Caching a hot item",
		Lesson: "put a cache in front of a hot item, and know how stale it may be",
		Text:   cachingText,
	}, {
		Number: 37, Name: "time-series", Title: "Time series",
		Lesson: "keep a table for each month and drop it whole, or a key for each sensor and day that expires",
		Text:   timeSeriesText,
	}}
}

// Find is the pattern with this name or number, as a user types it. A miss is an
// *UnknownError.
func Find(name string) (Pattern, error) {
	all := All()
	i := slices.IndexFunc(all, func(p Pattern) bool {
		return p.Name == name || strconv.Itoa(p.Number) == name
	})
	if i < 0 {
		return Pattern{}, &UnknownError{Name: name, Suggestion: suggest(name, all)}
	}
	return all[i], nil
}
