package timeseries

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Period is one month of one year.
type Period struct {
	Year  int
	Month time.Month
}

// PeriodOf is the month that t lies in, in UTC.
func PeriodOf(t time.Time) Period {
	year, month, _ := t.UTC().Date()
	return Period{year, month}
}

// Add is the period so many months later, or earlier for a negative number.
func (p Period) Add(months int) Period { return PeriodOf(p.start().AddDate(0, months, 0)) }

// Compare is negative if p comes before other, 0 if they are the same, else positive.
func (p Period) Compare(other Period) int {
	return cmp.Or(cmp.Compare(p.Year, other.Year), cmp.Compare(p.Month, other.Month))
}

// String is the period as in a table's name: 2026-10.
func (p Period) String() string { return p.start().Format(periodLayout) }

func (p Period) start() time.Time { return time.Date(p.Year, p.Month, 1, 0, 0, 0, 0, time.UTC) }

const periodLayout = "2006-01"

// Retention says which tables of a series are over. A table belongs to the series
// if its name is Base and then a period, as in metrics-2026-10, and nothing else.
type Retention struct {
	// Base is what the names of the series begin with, separator included. An
	// empty one is refused, since any table might then be taken for ours.
	Base string
	// Months is how many periods are kept, the current one included; at least 1.
	Months int
}

// Name is the table of a period.
func (r Retention) Name(p Period) string { return r.Base + p.String() }

// Parse is the period of a table of the series; ok is false for any other table.
func (r Retention) Parse(table string) (p Period, ok bool) {
	text, ok := strings.CutPrefix(table, r.Base)
	if !ok || r.Base == "" {
		return Period{}, false
	}
	start, err := time.Parse(periodLayout, text)
	if err != nil {
		return Period{}, false
	}
	p = PeriodOf(start)
	return p, p.String() == text
}

// Expired is those of the given tables that may be dropped at the time now, the
// oldest first: tables of the series, of periods before the ones to keep. The
// current period and later ones are never among them.
func (r Retention) Expired(tables []string, now time.Time) ([]string, error) {
	if r.Base == "" {
		return nil, errors.New("retention needs the beginning of its tables' names: with none, any table could be dropped")
	}
	if r.Months < 1 {
		return nil, fmt.Errorf("retention must keep at least 1 month, got %d", r.Months)
	}
	current := PeriodOf(now)
	var expired []Period
	for _, table := range tables {
		// Counted in months apart and not by going back from now: no number of
		// months to keep can then reach beyond the calendar.
		if p, ok := r.Parse(table); ok && monthsBetween(p, current) >= r.Months {
			expired = append(expired, p)
		}
	}
	slices.SortFunc(expired, Period.Compare)
	names := make([]string, len(expired))
	for i, p := range expired {
		names[i] = r.Name(p)
	}
	return names, nil
}

// monthsBetween is how many months later than p the period q is; negative if earlier.
func monthsBetween(p, q Period) int {
	return (q.Year-p.Year)*12 + int(q.Month) - int(p.Month)
}
