package timeseries

import (
	"cmp"
	"fmt"
	"time"
)

const (
	// maxMonths is ten years of tables; an account has 2,500 by default (DynamoDB
	// Developer Guide, "Quotas").
	maxMonths = 120

	// The years in which each month that a run may touch has a name of four
	// digits and an expiry after 1970.
	firstYear, lastYear = 1980, 9998
)

// Validate says which option is out of range, naming it as the flag it comes from.
func (o Options) Validate() error {
	switch {
	case o.Months < 0:
		return fmt.Errorf("--months must be at least 1, got %d", o.Months)
	case o.Months > maxMonths:
		return fmt.Errorf("--months must be at most %d, got %d", maxMonths, o.Months)
	case o.Retention < 0:
		return fmt.Errorf("--retention must be at least 1, got %d", o.Retention)
	}
	return checkDate(o.Date)
}

func checkDate(date time.Time) error {
	if year := date.UTC().Year(); !date.IsZero() && (year < firstYear || year > lastYear) {
		return fmt.Errorf("--date must lie in the years %d to %d, got %s", firstYear, lastYear, date.UTC().Format(time.DateOnly))
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Months = cmp.Or(o.Months, 3)
	o.Retention = cmp.Or(o.Retention, 2)
	o.Date = dayOf(o.Date)
	return o
}

// dayOf is the day itself, the guide's if there is none: a time of day would shift
// the readings and their expiry.
func dayOf(date time.Time) time.Time {
	if date.IsZero() {
		return time.Date(2026, time.October, 20, 0, 0, 0, 0, time.UTC)
	}
	year, month, day := date.UTC().Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
