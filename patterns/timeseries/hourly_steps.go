package timeseries

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// hourlyRun is one run of the variant under way.
type hourlyRun struct {
	client HourlyClient
	stage  transcript.Stage
	o      HourlyOptions
	table  string

	written map[string]int // readings by key
}

func newHourlyRun(client HourlyClient, stage transcript.Stage, o HourlyOptions, table string) *hourlyRun {
	return &hourlyRun{client: client, stage: stage, o: o, table: table, written: map[string]int{}}
}

// write stores the day and shows how one hour's writes spread.
func (r *hourlyRun) write(ctx context.Context, res *HourlyResult) (err error) {
	res.Written, err = ddb.WriteBatches(ctx, r.client, r.table, keyNames(), func(yield func(gather.Item) bool) {
		for reading := range r.o.all() {
			r.written[hourKey(reading.at, reading.at.Hour(), reading.shard)]++
			if !yield(reading.item()) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	var perKey transcript.Object
	for _, key := range r.o.hourKeys(theHour, theHour+1) {
		perKey = append(perKey, transcript.Member{Name: key, Value: r.written[key]})
	}
	return r.stage.Section(fmt.Sprintf("Writes of hour %d: %s", theHour, over(r.o.Shards, "key")), perKey)
}

// hour reads one hour.
func (r *hourlyRun) hour(ctx context.Context, res *HourlyResult) error {
	keys := r.o.hourKeys(theHour, theHour+1)
	perKey, err := r.gather(ctx, keys)
	if err != nil {
		return err
	}
	res.Hour = merge(perKey)
	return r.section(fmt.Sprintf("Hour %d: %s, merged by time", theHour, over(len(keys), "query")), res.Hour)
}

// day reads all hours.
func (r *hourlyRun) day(ctx context.Context, res *HourlyResult) error {
	keys := r.o.hourKeys(0, hours)
	perKey, err := r.gather(ctx, keys)
	if err != nil {
		return err
	}
	res.Queries = len(keys)
	for perHour := range slices.Chunk(perKey, r.o.Shards) {
		counts := make([]int, len(perHour))
		for n, readings := range perHour {
			counts[n] = len(readings)
		}
		res.PerKey = append(res.PerKey, counts)
		// Hours follow each other, so each is merged for itself.
		res.Day = append(res.Day, merge(perHour)...)
	}
	return r.section(fmt.Sprintf("The day: 24 x %d queries, %d at once, merged by time", r.o.Shards, r.o.Parallel), res.Day)
}

// over is a number of things: 1 key, 4 keys, 1 query, 4 queries.
func over(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case thing == "query":
		return fmt.Sprintf("%d queries", n)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func (r *hourlyRun) section(title string, readings []Reading) error {
	o := transcript.Object{{Name: "readings", Value: len(readings)}}
	if len(readings) > 0 {
		o = append(o,
			transcript.Member{Name: "first", Value: readings[0].Time},
			transcript.Member{Name: "last", Value: readings[len(readings)-1].Time})
	}
	return r.stage.Section(title, o)
}

// gather reads all keys and checks each against what was written to it. Result n
// is the readings of keys[n], in order.
func (r *hourlyRun) gather(ctx context.Context, keys []string) ([][]Reading, error) {
	q := gather.Query{Client: r.client, Table: r.table, Parallel: r.o.Parallel}
	var short error
	// The second read, strongly consistent, tells a loss from a delay.
	for _, q.Consistent = range []bool{false, true} {
		perKey := make([][]Reading, len(keys))
		_, err := gather.Each(ctx, q, keys, func(n int, item gather.Item) error {
			reading, err := decode(item)
			perKey[n] = append(perKey[n], reading)
			return err
		})
		if err != nil {
			return nil, err
		}
		if short = r.check(keys, perKey); short == nil {
			return perKey, nil
		}
	}
	return nil, short
}

func (r *hourlyRun) check(keys []string, perKey [][]Reading) error {
	for n, key := range keys {
		if want, got := r.written[key], len(perKey[n]); want != got {
			return &ShortError{Table: r.table, Key: key, Written: want, Found: got}
		}
	}
	return nil
}

// merge puts the readings of several keys in the order of time, by key where two
// are of the same time.
func merge(perKey [][]Reading) []Reading {
	all := slices.Concat(perKey...)
	slices.SortStableFunc(all, func(a, b Reading) int { return cmp.Compare(a.Time, b.Time) })
	return all
}
