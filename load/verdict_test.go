package load_test

import (
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/load"
)

func TestVerdicts(t *testing.T) {
	minute := time.Minute
	tests := []struct {
		pattern, design int
		o               load.Options
		want            string
	}{
		{35, 0, load.Options{Rate: 1, For: minute},
			"the table is at 0 % of its capacity and its hottest partition at 0 %: the one write a second is accepted."},
		{35, 0, load.Options{Rate: 1001, For: 2 * minute},
			"the table is at 25 % of its capacity and the partition of EVENTS#2026-10-20 at 100 %: nearly all of 1,001 writes a second are accepted, some only after a retry (2 throttled attempts for 100 requests)."},
		{37, 1, load.Options{Rate: 2000, For: minute},
			"the table is at 50 % of its capacity and the partition of SENSOR#s278#2026-10-20 at 59 %: all 2,000 writes a second are accepted; at about 3,300 writes a second that partition is full."},
		{35, 0, load.Options{Rate: 4000, For: minute, ItemSize: 400_000, Read: 1, Write: 1},
			"the table is at 652 % of its provisioned 1 unit a second: 4,000 of 4,000 writes a second are refused; 1,955,000 units a second would carry them, if no key needed more than 1,000 of them."},
		{36, 2, load.Options{Rate: 5000, For: minute, TTL: 5 * time.Second},
			"all 5,000 reads a second are answered, fewer than 1 of them by the table, which is at 0 % of its capacity, and what a reader gets is at most 5s old."},
		{36, 0, load.Options{Rate: 3003, For: minute},
			"the table is at 25 % of its capacity and the partition of PRODUCT#42 at 100 %: nearly all of 3,003 reads a second are accepted, some only after a retry (2 throttled attempts for 100 requests)."},
		{34, 2, load.Options{Rate: 1800, For: minute},
			"all 1,800 writes a second are accepted so far, but index GSI1 is behind: the partition of STATUS#PENDING is at 100 %, 48,000 entries wait, and once 180,000 do, after about 4m, the table refuses writes; N = 6 suffixes of the status in the index would carry them."},
		{34, 2, load.Options{Rate: 4000, For: 2 * minute},
			"the table is at 63 % of its capacity, but in its index GSI1 the partition of STATUS#PENDING is at 100 % and its queue was full after 1m3s: since then 3,019 of 4,000 writes a second are refused; N = 5 suffixes of the status in the index would carry them, each on a partition of its own, which the index gets by splits after 5 to 12 minutes of heat each."},
		{34, 1, load.Options{Rate: 3000, For: minute, Write: 1000},
			"the table is at 102 % of its provisioned 1,000 units a second: 1,983 of 3,000 writes a second are refused; 3,750 units a second would carry them."},
		{37, 1, load.Options{Rate: 10_000, For: minute, Arrivals: load.Zipf},
			"the table is at 100 % of its capacity, the partition of SENSOR#s0#2026-10-20 is at 100 %: 5,995 of 9,994 writes a second are refused; N = 2 suffixes of the busiest sensor would bring it within the limit of a partition."},
		{35, 1, load.Options{Rate: 8000, For: minute},
			"the table is at 95 % of its capacity, the partition of EVENTS#2026-10-20#5 is at 100 %: 4,199 of 8,000 writes a second are refused; no key is too hot but too many share a partition of the table, until splits after 5 to 12 minutes of heat part them."},
		{37, 2, load.Options{Rate: 3000, For: minute},
			"the table is at 70 % of its capacity, the partition of 2026-10-20#H14#S07 is at 100 %: 198 of 3,000 writes a second are refused; no key is too hot but too many share a partition of the table: a warm throughput of 7,000 would part them at once, splits after 5 to 12 minutes of heat."},
		{35, 0, load.Options{Rate: 300, For: minute, Arrivals: load.Spike},
			"the table is at 9 % of its capacity, the partition of EVENTS#2026-10-20 is at 100 %: 47 of 420 writes a second are refused; N = 4 suffixes would carry them."},
	}
	for _, tt := range tests {
		got := run(t, tt.pattern, tt.o).Designs[tt.design].Verdict
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%d %d %+v: %s", tt.pattern, tt.design, tt.o, got)
		}
	}
}

// What the verdict says would carry the writes, carries them.
func TestProposedSuffixes(t *testing.T) {
	propose := regexp.MustCompile(`; N = (\d+) suffixes.* would carry them\.$`)
	proposals := 0
	for _, tt := range []struct{ pattern, bad, good int }{{34, 2, 3}, {35, 0, 1}, {37, 0, 2}} {
		for _, rate := range []int64{1300, 1700, 2300, 3100} {
			o := load.Options{Rate: rate, For: 30 * time.Second}
			found := propose.FindStringSubmatch(run(t, tt.pattern, o).Designs[tt.bad].Verdict)
			if found == nil {
				continue
			}
			proposals++
			n, err := strconv.Atoi(found[1])
			if err != nil {
				t.Fatal(err)
			}
			o.Shards = n
			got := run(t, tt.pattern, o).Designs[tt.good]
			if got.Failed()*1000 > got.Offered || got.Index != nil && got.Index.Waiting > 1000 {
				t.Errorf("pattern %d, %d a second: with N = %d, %+v", tt.pattern, rate, n, got.Count)
			}
		}
	}
	if proposals < 9 {
		t.Errorf("only %d proposals", proposals)
	}
}
