package load

import (
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Report is what a run found.
type Report struct {
	Pattern  int      `json:"pattern"`
	Unit     string   `json:"unit"` // what is counted: "writes" or "reads"
	Settings Settings `json:"settings"`
	Real     *Real    `json:"real,omitempty"` // nil if the clock was virtual
	Designs  []Result `json:"designs"`
}

// Settings are the options of a run as they were used.
type Settings struct {
	Rate        int64  `json:"rate"`        // requests a second
	For         string `json:"for"`         // as a duration: "5m0s"
	Seconds     int64  `json:"seconds"`     // the same, rounded down
	Shards      int    `json:"shards"`      // suffixes of a sharded key
	ItemSize    int    `json:"itemSize"`    // bytes
	Mode        string `json:"mode"`        // "on-demand" or "provisioned"
	Read        int64  `json:"rcu"`         // provisioned; 0 if on-demand
	Write       int64  `json:"wcu"`         // provisioned; 0 if on-demand
	Arrivals    string `json:"arrivals"`    // as in ArrivalWords
	TTL         string `json:"ttl"`         // of the cache of pattern 36
	Seed        uint64 `json:"seed"`        // of all chance
	RoundTripMS int64  `json:"roundTripMs"` // assumed for each attempt
}

// Count counts requests. Offered = Accepted + Refused + Waiting.
type Count struct {
	Offered  int64 `json:"offered"`
	Accepted int64 `json:"accepted"` // at once or after retries
	Refused  int64 `json:"refused"`  // given up by the client
	Waiting  int64 `json:"waiting"`  // for their next attempt when the time was over
	// Attempts is how often the table was asked, retries included, and Throttled how often it refused.
	Attempts  int64 `json:"attempts"`
	Throttled int64 `json:"throttled"`
}

// Failed is the requests that were not accepted.
func (c Count) Failed() int64 { return c.Refused + c.Waiting }

// Latency is how long accepted requests took from their arrival to their answer, waits for retries included.
type Latency struct {
	P50 time.Duration `json:"p50Nanoseconds"`
	P99 time.Duration `json:"p99Nanoseconds"`
	Max time.Duration `json:"maxNanoseconds"`
}

// Result is what became of a design.
type Result struct {
	Name string `json:"name"`
	Key  string `json:"key"` // how its partition keys are made
	Count
	// AcceptedRate and FailedRate are requests a second, on average over the run, rounded.
	AcceptedRate int64 `json:"acceptedPerSecond"`
	FailedRate   int64 `json:"failedPerSecond"`
	// FirstRefusal is when the first attempt was refused; the run's whole time if none was.
	FirstRefusal time.Duration `json:"firstRefusalNanoseconds"`
	Latency      Latency       `json:"latency"`
	// Table and Index are what the model knows of them; on the wall clock nobody does, and Observed is there instead.
	Table    *Resource `json:"table,omitempty"`
	Index    *Resource `json:"index,omitempty"`
	Observed *Observed `json:"observed,omitempty"`
	Verdict  string    `json:"verdict"` // one sentence

	perKey, perIndexKey []int64 // requests for each of the design's keys
	indexFull           time.Duration
	failedBefore        int64
}

// Resource is what became of a table or an index.
type Resource struct {
	Name       string `json:"name"`       // of an index; empty for the table
	Partitions int    `json:"partitions"` // at the end
	Used       int    `json:"used"`       // of these, those that served anything
	Started    int    `json:"started"`    // partitions at the start
	// Capacity is the units a second that it could serve at the end: of its partitions, or what is provisioned if that is less.
	Capacity int64 `json:"capacity"`
	// LoadPercent is what it served, on average over the run, in percent of what it could have.
	LoadPercent int64    `json:"loadPercent"`
	Hottest     Hottest  `json:"hottest"`
	Waiting     int64    `json:"waiting"` // of an index: units not yet applied at the end
	Refusals    []Reason `json:"refusals"`
	Accessed    []Key    `json:"mostAccessed"`  // at most ten
	Throttled   []Key    `json:"mostThrottled"` // at most ten
	Strip       Strip    `json:"strip"`
}

// Hottest is the partition that was busiest in any column of the strip.
type Hottest struct {
	Partition int    `json:"partition"`
	Key       string `json:"key"`         // the one that used it most; empty if it is not among the most accessed
	Rate      int64  `json:"rate"`        // units a second in its busiest column
	Limit     int64  `json:"limit"`       // units a second of any partition
	Percent   int    `json:"loadPercent"` // of the limit
}

// Reason counts refusals by the reason that the service gives.
type Reason struct {
	Reason string `json:"reason"`
	Count  int64  `json:"count"`
}

// Key is a partition key and how often it was met: in capacity units, a write unit counting as three read units, or in
// refusals. The count is at most Error too high.
type Key struct {
	Key   string `json:"key"`
	Count int64  `json:"count"`
	Error int64  `json:"error"`
}

// topKeys is how many keys are listed.
const topKeys = 10

func keysOf(counts []partition.KeyCount) []Key {
	keys := make([]Key, len(counts))
	for i, k := range counts {
		keys[i] = Key{Key: k.Partition, Count: k.Count, Error: k.Error}
	}
	return keys
}

func (p *Plan) report(results []Result) Report {
	for i := range results {
		results[i].Verdict = p.verdict(p.Designs[i], results, i)
	}
	return p.Report(nil, results)
}

// Report puts the results of the plan's designs together; on is nil if the clock was virtual.
func (p *Plan) Report(on *Real, results []Result) Report {
	return Report{Pattern: p.Pattern, Unit: p.Unit, Settings: p.settings(), Real: on, Designs: results}
}

func (p *Plan) settings() Settings {
	o := p.Options
	th := o.throughput()
	s := Settings{
		Rate: o.Rate, For: o.For.String(), Seconds: int64(o.For / time.Second), Shards: o.Shards, ItemSize: o.ItemSize,
		Mode: "on-demand", Read: th.Read, Write: th.Write, Arrivals: o.Arrivals.String(), TTL: o.TTL.String(), Seed: o.Seed,
		RoundTripMS: int64(roundTrip / time.Millisecond),
	}
	if th.Provisioned() {
		s.Mode = "provisioned"
	}
	return s
}

// PerSecond is the rate of n in some time, rounded to the nearest.
func PerSecond(n int64, took time.Duration) int64 {
	ms := int64(took / time.Millisecond)
	if ms <= 0 {
		return 0
	}
	return (n*1000 + ms/2) / ms
}
