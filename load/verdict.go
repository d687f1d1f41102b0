package load

import (
	"fmt"
	"strings"
	"time"
)

// judge words what became of one design.
type judge struct {
	p   *Plan
	d   *Design
	all []Result
	r   Result
}

// verdict is one sentence in plain words on what became of design i.
func (p *Plan) verdict(d *Design, all []Result, i int) string {
	j := judge{p, d, all, all[i]}
	switch {
	case !j.carried():
		return j.refused()
	case d.Cached:
		return j.cached()
	case j.r.Index != nil && j.r.Index.Waiting > int64(j.d.limit()):
		return j.behind()
	}
	return j.accepted()
}

// carried tells whether all is well: at most one request of a thousand was not accepted.
func (j judge) carried() bool { return j.r.Failed()*1000 <= j.r.Offered }

// offered is the requests a second that came, on average.
func (j judge) offered() int64 { return PerSecond(j.r.Offered, j.p.Options.For) }

func (j judge) cached() string {
	table := Thousands(PerSecond(j.r.Attempts, j.p.Options.For))
	if table == "0" {
		table = "fewer than 1"
	}
	return fmt.Sprintf("%s, %s of them by the table, which is at %d %% of its capacity, and what a reader gets is at most %v old.",
		j.allOf("answered"), table, j.r.Table.LoadPercent, j.p.Options.TTL)
}

// allOf says that all are well, or nearly all.
func (j judge) allOf(done string) string {
	n := j.offered()
	if n == 1 && j.r.Failed() == 0 {
		return fmt.Sprintf("the one %s a second is %s", strings.TrimSuffix(j.p.Unit, "s"), done)
	}
	if j.r.Failed() == 0 {
		return fmt.Sprintf("all %s %s a second are %s", Thousands(n), j.p.Unit, done)
	}
	return fmt.Sprintf("nearly all of %s %s a second are %s", Thousands(n), j.p.Unit, done)
}

func (j judge) accepted() string {
	t := *j.r.Table
	s := fmt.Sprintf("the table is at %d %% of its capacity and %s at %d %%: %s",
		t.LoadPercent, partitionOf(t.Hottest, "its hottest partition"), t.Hottest.Percent, j.allOf("accepted"))
	if late := percent(j.r.Throttled, j.r.Offered); late > 0 {
		s += fmt.Sprintf(", some only after a retry (%d throttled attempts for 100 requests)", late)
	}
	return s + j.room() + "."
}

// room says how much more the hottest partition would take, in round numbers.
func (j judge) room() string {
	most, where := int64(j.r.Table.Hottest.Percent), "that partition"
	if x := j.r.Index; x != nil && int64(x.Hottest.Percent) > most {
		most, where = int64(x.Hottest.Percent), "the hottest partition of its index"
	}
	if most < 1 || most >= 100 {
		return ""
	}
	return fmt.Sprintf("; at about %s %s a second %s is full", Thousands(round(j.peak()*100/most)), j.p.Unit, where)
}

// peak is the requests a second of the busiest time.
func (j judge) peak() int64 {
	if j.p.Options.Arrivals == Spike {
		return spikeFactor * j.p.Options.Rate
	}
	return j.offered()
}

// round keeps the two leading digits.
func round(n int64) int64 {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	return n / unit * unit
}

// behind warns that an index will soon make the table refuse writes.
func (j judge) behind() string {
	x := *j.r.Index
	full := time.Duration(int64(j.p.Options.For) / x.Waiting * queueUnits).Round(time.Minute)
	return fmt.Sprintf("%s so far, but index %s is behind: %s is at %d %%, %s entries wait, and once %s do, after about %s, the table refuses writes%s.",
		j.allOf("accepted"), x.Name, partitionOf(x.Hottest, "its hottest partition"), x.Hottest.Percent,
		Thousands(x.Waiting), Thousands(queueUnits), minutes(full), j.remedy())
}

// queueUnits is the default of partition.Options.Queue in whole units.
const queueUnits = 180_000

// minutes writes "9m" for nine minutes, and "9m20s".
func minutes(d time.Duration) string {
	if short, ok := strings.CutSuffix(d.String(), "m0s"); ok {
		return short + "m"
	}
	return d.String()
}

func (j judge) refused() string {
	t := *j.r.Table
	switch reason := j.mainReason(); {
	case strings.HasPrefix(reason, "Index"):
		return j.indexFull()
	case strings.Contains(reason, "Provisioned"):
		return fmt.Sprintf("the table is at %d %% of its provisioned %s: %s; %s would carry them%s.",
			t.LoadPercent, unitsASecond(t.Capacity), j.failed(), unitsASecond(j.needs()), j.ifSpread())
	}
	return fmt.Sprintf("the table is at %d %% of its capacity, %s is at %d %%: %s%s.",
		t.LoadPercent, partitionOf(t.Hottest, "its hottest partition"), t.Hottest.Percent, j.failed(), j.outcome())
}

// outcome is what became of it in the end: splits have helped, or something else must.
func (j judge) outcome() string {
	t := *j.r.Table
	if calm := t.Strip.calmAfter(); t.Partitions > t.Started && calm <= j.p.Options.For*9/10 {
		return fmt.Sprintf(", but none after %s, once there were %d partitions", minutes(calm), t.Partitions)
	}
	return j.remedy()
}

func unitsASecond(n int64) string {
	if n == 1 {
		return "1 unit a second"
	}
	return Thousands(n) + " units a second"
}

// ifSpread warns that more capacity does not help a key that is too hot.
func (j judge) ifSpread() string {
	if busiest := j.busiestKey(); busiest*100 <= j.d.limit()*togetherAtMost {
		return ""
	}
	return fmt.Sprintf(", if no key needed more than %s of them", Thousands(j.d.limit()))
}

// needs is the units a second of all requests, with one fifth to spare.
func (j judge) needs() int64 { return roundUp(j.units(j.peak())*100, 80) }

// units is the capacity units of n requests, rounded up.
func (j judge) units(n int64) int64 { return roundUp(n*int64(j.d.perRequest), 2) }

func roundUp(n, d int64) int64 { return (n + d - 1) / d }

func (j judge) indexFull() string {
	x := *j.r.Index
	end := j.p.Options.For
	since := minutes(j.r.indexFull.Round(time.Second))
	failed := min(PerSecond(j.r.Failed()-j.r.failedBefore, end-j.r.indexFull), j.offered())
	return fmt.Sprintf("the table is at %d %% of its capacity, but in its index %s %s is at %d %% and its queue was full after %s: since then %s of %s %s a second %s refused%s.",
		j.r.Table.LoadPercent, x.Name, partitionOf(x.Hottest, "the hottest partition"), x.Hottest.Percent, since,
		Thousands(failed), Thousands(j.offered()), j.p.Unit, are(failed), j.remedy())
}

// failed says how many requests of how many were refused.
func (j judge) failed() string {
	n := max(j.r.FailedRate, 1)
	return fmt.Sprintf("%s of %s %s a second %s refused", Thousands(n), Thousands(j.offered()), j.p.Unit, are(n))
}

func are(n int64) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// mainReason is the reason of most refusals.
func (j judge) mainReason() string {
	var most Reason
	resources := []Resource{*j.r.Table}
	if j.r.Index != nil {
		resources = append(resources, *j.r.Index)
	}
	for _, r := range resources {
		for _, f := range r.Refusals {
			if f.Count > most.Count {
				most = f
			}
		}
	}
	return most.Reason
}

// partitionOf names a partition by the key that is most of it.
func partitionOf(h Hottest, otherwise string) string {
	if h.Key == "" {
		return otherwise
	}
	return "the partition of " + h.Key
}

// observedVerdict compares the wall clock with the virtual one.
func (r Result) observedVerdict(p *Plan) string {
	o := r.Observed
	return fmt.Sprintf("%s of %s %s a second were accepted on the wall clock, %s on the virtual one, %d.%d %% apart.",
		Thousands(r.AcceptedRate), Thousands(PerSecond(r.Offered, p.Options.For)), p.Unit,
		Thousands(PerSecond(o.Virtual.Accepted, p.Options.For)), o.OffPermille/10, o.OffPermille%10)
}
