package timeseries_test

import (
	"testing"
	"time"

	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

func month(year int, m time.Month) timeseries.Period { return timeseries.Period{Year: year, Month: m} }

func TestPeriods(t *testing.T) {
	type both struct{ Before, After string }
	got := map[string]both{}
	for _, p := range []timeseries.Period{month(2026, 10), month(2026, 1), month(2024, 12), month(999, 12)} {
		got[p.String()] = both{p.Add(-1).String(), p.Add(14).String()}
	}
	patterntest.Equal(t, map[string]both{
		"2026-10": {"2026-09", "2027-12"},
		"2026-01": {"2025-12", "2027-03"},
		"2024-12": {"2024-11", "2026-02"},
		"0999-12": {"0999-11", "1001-02"},
	}, got)
}

// The last evening of a month in New York is already the next month in UTC.
func TestPeriodOfIsUTC(t *testing.T) {
	evening := time.Date(2026, 10, 31, 22, 0, 0, 0, time.FixedZone("EDT", -4*3600))
	patterntest.Equal(t, month(2026, 11), timeseries.PeriodOf(evening))
}

func TestParse(t *testing.T) {
	r := timeseries.Retention{Base: "metrics-", Months: 2}
	for table, want := range map[string]timeseries.Period{
		"metrics-2026-10":         month(2026, 10),
		"metrics-0001-01":         month(1, 1),
		"metrics-2026-13":         {},
		"metrics-2026-00":         {},
		"metrics-2026-1":          {},
		"metrics-26-10":           {},
		"metrics-12026-10":        {},
		"metrics--2026-10":        {},
		"metrics-2026-10-":        {},
		"metrics-2026-10.old":     {},
		"metrics-2026-10-20":      {},
		"metrics-2026_10":         {},
		"metrics- 2026-10":        {},
		"metrics-+026-10":         {},
		"metrics-ttl":             {},
		"metrics-":                {},
		"metrics2026-10":          {},
		"Metrics-2026-10":         {},
		"old-metrics-2026-10":     {},
		"metrics-metrics-2026-10": {},
		"2026-10":                 {},
		"":                        {},
	} {
		p, ok := r.Parse(table)
		if p != want && ok || ok != (want != timeseries.Period{}) {
			t.Errorf("Parse(%q) = %v, %v; want %v", table, p, ok, want)
		}
	}
}

func TestExpired(t *testing.T) {
	now := time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	tables := []string{
		"metrics-2026-11", "metrics-2026-10", "metrics-2026-09", "metrics-2026-08", "metrics-2025-12",
		"metrics-2027-01", "metrics-ttl", "orders", "metrics-2026-07-backup", "prod-metrics-2020-01",
	}
	for months, want := range map[int][]string{
		1:         {"metrics-2025-12", "metrics-2026-08", "metrics-2026-09"},
		2:         {"metrics-2025-12", "metrics-2026-08"},
		3:         {"metrics-2025-12"},
		10:        {"metrics-2025-12"},
		11:        {},
		1<<63 - 1: {},
	} {
		got, err := timeseries.Retention{Base: "metrics-", Months: months}.Expired(tables, now)
		if err != nil {
			t.Errorf("keeping %d: %v", months, err)
		}
		patterntest.Equal(t, want, got)
	}
}

// An empty beginning would take every table for one of ours; keeping nothing
// would drop the table that is being written.
func TestExpiredRefuses(t *testing.T) {
	tables := []string{"2020-01", "metrics-2020-01"}
	for r, want := range map[timeseries.Retention]string{
		{Months: 2}:                      "retention needs the beginning of its tables' names: with none, any table could be dropped",
		{}:                               "retention needs the beginning of its tables' names: with none, any table could be dropped",
		{Base: "metrics-"}:               "retention must keep at least 1 month, got 0",
		{Base: "metrics-", Months: -100}: "retention must keep at least 1 month, got -100",
	} {
		got, err := r.Expired(tables, time.Now())
		if err == nil || err.Error() != want || got != nil {
			t.Errorf("%+v: %q, %v; want %s", r, got, err, want)
		}
	}
}

func TestEmptyBaseParsesNothing(t *testing.T) {
	if p, ok := (timeseries.Retention{}).Parse("2020-01"); ok {
		t.Errorf("2020-01 was taken for %v", p)
	}
}
