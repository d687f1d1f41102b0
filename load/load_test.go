package load_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/load"
)

func TestValidate(t *testing.T) {
	tests := []struct {
		pattern int
		o       load.Options
		want    string
	}{
		{38, load.Options{}, "there is no load for pattern 38, only for 34, 35, 36, 37"},
		{35, load.Options{Rate: -1}, "--rate must be at least 1, got -1"},
		{35, load.Options{For: -time.Second}, "--for must be more than 0 and at most 168h0m0s, got -1s"},
		{35, load.Options{For: 200 * time.Hour}, "--for must be more than 0 and at most 168h0m0s, got 200h0m0s"},
		{35, load.Options{Shards: -1}, "--shards must be from 1 to 10000, got -1"},
		{35, load.Options{Shards: 10_001}, "--shards must be from 1 to 10000, got 10001"},
		{35, load.Options{Rate: 1, For: 9 * time.Second, Shards: 10}, "--shards must be at most the number of requests, 9 (--rate times --for), got 10"},
		{35, load.Options{ItemSize: 409_601}, "--item-size must be from 1 to 409600 bytes, got 409601"},
		{35, load.Options{Write: -1}, "--rcu and --wcu must be at least 1, got 0 and -1"},
		{35, load.Options{Read: 40_001}, "--rcu and --wcu must be at most 40000, the quota of a table, got 40001 and 0"},
		{36, load.Options{TTL: -1}, "--ttl must be more than 0, got -1ns"},
		{35, load.Options{Arrivals: 4}, "--arrivals has no kind number 4"},
		{35, load.Options{Rate: 1 << 62}, "--rate times --for must be at most 1,000,000,000 requests, got 4,611,686,018,427,387,904 a second for 15m0s"},
	}
	for _, tt := range tests {
		for what, err := range map[string]error{"Validate": tt.o.Validate(tt.pattern), "Run": runError(tt.pattern, tt.o)} {
			if err == nil || err.Error() != tt.want {
				t.Errorf("%s: got %v, want %s", what, err, tt.want)
			}
		}
	}
	// Few requests need no flag to get fewer shards.
	if err := (load.Options{Rate: 1, For: time.Second}).Validate(35); err != nil {
		t.Error(err)
	}
}

func runError(pattern int, o load.Options) error {
	_, err := load.Run(context.Background(), pattern, o)
	return err
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := load.Run(ctx, 35, load.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func run(t *testing.T, pattern int, o load.Options) load.Report {
	t.Helper()
	r, err := load.Run(t.Context(), pattern, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rates are the accepted requests a second of each design.
func rates(r load.Report) map[string]int64 {
	all := map[string]int64{}
	for _, d := range r.Designs {
		all[d.Name] = d.AcceptedRate
	}
	return all
}

// The figures that the limits of a partition allow.
func TestRates(t *testing.T) {
	minute := time.Minute
	tests := []struct {
		pattern int
		o       load.Options
		want    map[string]int64
	}{
		{34, load.Options{Rate: 3000, For: minute}, map[string]int64{
			"key: status": 1000, "key: customer": 3000, "status index": 3000, "sharded index": 3000}},
		{35, load.Options{Rate: 8000, For: minute}, map[string]int64{
			"one key": 1000, "random suffix": 3801, "calculated suffix": 3722}},
		{35, load.Options{Rate: 3000, For: minute, ItemSize: 2500}, map[string]int64{
			"one key": 333, "random suffix": 1299, "calculated suffix": 1268}},
		{36, load.Options{Rate: 20_000, For: minute}, map[string]int64{"strong": 3000, "eventual": 6000, "eventual, cached": 20_000}},
		{36, load.Options{Rate: 2000, For: minute, ItemSize: 20_000}, map[string]int64{"strong": 600, "eventual": 1200, "eventual, cached": 2000}},
		{37, load.Options{Rate: 2000, For: minute}, map[string]int64{"key: date": 1000, "sensor and day": 2000, "hour and shard": 2000}},
		{37, load.Options{Rate: 600, For: minute, Write: 500}, map[string]int64{"key: date": 508, "sensor and day": 508, "hour and shard": 508}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, rates(run(t, tt.pattern, tt.o))); diff != "" {
			t.Errorf("%d %+v: %s", tt.pattern, tt.o, diff)
		}
	}
}

// The whole of a small result.
func TestResult(t *testing.T) {
	r := run(t, 35, load.Options{Rate: 2000, For: 3 * time.Second})
	got := r.Designs[0]
	got.Table.Strip = load.Strip{}
	want := load.Result{
		Name: "one key", Key: "EVENTS#2026-10-20",
		Count:        got.Count,
		AcceptedRate: 1000, FailedRate: 1000, FirstRefusal: 500 * time.Millisecond,
		Latency: got.Latency,
		Verdict: "the table is at 25 % of its capacity, the partition of EVENTS#2026-10-20 is at 100 %: 1,000 of 2,000 writes a second are refused; N = 5 suffixes would carry them.",
		Table: &load.Resource{
			Partitions: 4, Used: 1, Started: 4, Capacity: 4000, LoadPercent: 25,
			Hottest:   load.Hottest{Partition: 4, Key: "EVENTS#2026-10-20", Rate: 1000, Limit: 1000, Percent: 100},
			Refusals:  []load.Reason{{Reason: "TableWriteKeyRangeThroughputExceeded", Count: got.Throttled}},
			Accessed:  []load.Key{{Key: "EVENTS#2026-10-20", Count: 9000}},
			Throttled: []load.Key{{Key: "EVENTS#2026-10-20", Count: got.Throttled}},
		},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(), cmp.FilterPath(unexported, cmp.Ignore())); diff != "" {
		t.Error(diff)
	}
}

func unexported(p cmp.Path) bool {
	field, ok := p.Last().(cmp.StructField)
	return ok && field.Name() != "" && field.Name()[0] >= 'a' && field.Name()[0] <= 'z'
}

// Whatever is offered, each request has one end, each refusal a reason, and each column of the strips lies within the
// limits; the same options give the same bytes.
func TestProperties(t *testing.T) {
	for _, pattern := range []int{34, 35, 36, 37} {
		for _, arrivals := range load.ArrivalWords() {
			for _, units := range []int64{0, 700} {
				a, err := load.ParseArrivals(arrivals)
				if err != nil {
					t.Fatal(err)
				}
				o := load.Options{Rate: 5000, For: 4500 * time.Millisecond, Arrivals: a, Read: units, Write: units, ItemSize: 1500, Seed: 3}
				t.Run(fmt.Sprint(pattern, arrivals, units), func(t *testing.T) { checkProperties(t, pattern, o) })
			}
		}
	}
}

func checkProperties(t *testing.T, pattern int, o load.Options) {
	r := run(t, pattern, o)
	for _, d := range r.Designs {
		switch {
		case d.Offered != r.Designs[0].Offered:
			t.Errorf("%s is offered %d and not %d", d.Name, d.Offered, r.Designs[0].Offered)
		case d.Accepted+d.Refused+d.Waiting != d.Offered:
			t.Errorf("%s: %+v does not add up", d.Name, d.Count)
		case d.Throttled > d.Attempts || d.Latency.P50 > d.Latency.P99 || d.Latency.P99 > d.Latency.Max:
			t.Errorf("%s: %+v %+v", d.Name, d.Count, d.Latency)
		case d.Verdict == "" || d.Verdict[len(d.Verdict)-1] != '.':
			t.Errorf("%s: verdict %q", d.Name, d.Verdict)
		}
		var refusals int64
		for _, resource := range []*load.Resource{d.Table, d.Index} {
			if resource == nil {
				continue
			}
			checkStrip(t, d.Name, resource.Strip)
			for _, reason := range resource.Refusals {
				refusals += reason.Count
			}
		}
		if refusals != d.Throttled {
			t.Errorf("%s: %d refusals by reason, %d throttled attempts", d.Name, refusals, d.Throttled)
		}
	}
	if diff := cmp.Diff(encoded(t, r), encoded(t, run(t, pattern, o))); diff != "" {
		t.Error(diff)
	}
}

func checkStrip(t *testing.T, name string, s load.Strip) {
	for _, row := range s.Rows {
		for i, percent := range row.Load {
			if percent < 0 || percent > 100 || row.Refused[i] < 0 || row.Refused[i] > 100 {
				t.Errorf("%s: partition %d, column %d: %d %% load, %d %% refused", name, row.Partition, i, percent, row.Refused[i])
			}
		}
	}
}

func encoded(t *testing.T, r load.Report) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -999: "-999", 1234567: "1,234,567"} {
		if got := load.Thousands(n); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
