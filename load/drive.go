package load

import (
	"context"
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// run is one design under load.
type run struct {
	d     *Design
	o     Options
	table *partition.Table
	store store // where requests go: the table, or the cache before it

	client  *client
	strips  *recorder
	entries []partition.Entry

	perKey, perIndexKey []int64 // events
	count               Count
	firstRefusal        time.Duration
	indexFull           time.Duration // when an index first made the table refuse a write
	failedBefore        int64         // requests that were given up until then
	latency             Latencies
	served              [2]int64 // at once, so all with the same latency: by the table, by the cache
}

// store answers an attempt.
type store interface {
	ask(at time.Duration, e Event) answer
}

type answer uint8

const (
	accepted answer = iota
	fromCache
	throttled
)

// checkEvery is how many events pass between two looks at the context.
const checkEvery = 1 << 16

// drive offers a plan's traffic to one design on the model's clock.
func drive(ctx context.Context, p *Plan, d *Design) (Result, error) {
	r, err := newRun(d, p.Options)
	if err != nil {
		return Result{}, err
	}
	traffic := p.Traffic()
	for n := 0; ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return Result{}, fmt.Errorf("load on %s: %w", d.Name, ctx.Err())
		}
		e, ok := traffic.Next()
		if !ok {
			break
		}
		r.retry(e.At)
		r.arrive(e)
	}
	r.retry(r.o.For - 1)
	return r.result(), nil
}

func newRun(d *Design, o Options) (*run, error) {
	r := &run{
		d: d, o: o,
		table:   partition.New(d.table(o)),
		client:  newClient(o.Seed),
		strips:  newRecorder(o.For, d.Index != ""),
		perKey:  make([]int64, len(d.keys)),
		latency: NewLatencies(),
	}
	r.firstRefusal, r.indexFull = o.For, o.For
	r.perIndexKey = make([]int64, len(d.indexKeys))
	r.store = r
	if d.Index != "" {
		r.entries = make([]partition.Entry, 1)
	}
	if d.Cached {
		c, err := newCached(r)
		if err != nil {
			return nil, err
		}
		r.store = c
	}
	return r, nil
}

// arrive makes the first attempt of a new request.
func (r *run) arrive(e Event) {
	r.count.Offered++
	r.perKey[r.d.pick(e)]++
	if r.d.Index != "" {
		r.perIndexKey[r.d.indexPick(e)]++
	}
	r.attempt(e, e.At, 0)
}

// retry makes the attempts that are due by then.
func (r *run) retry(by time.Duration) {
	for c := r.client.due(by); c != nil; c = r.client.due(by) {
		r.attempt(c.event, c.at, c.tries)
	}
}

// attempt sends a request for the first time or, after some refusals, again.
func (r *run) attempt(e Event, at time.Duration, tries int) {
	r.strips.until(r.table, at)
	a := r.store.ask(at, e)
	if a != fromCache {
		r.count.Attempts++
	}
	if a == throttled {
		r.count.Throttled++
		r.firstRefusal = min(r.firstRefusal, at)
		if !r.client.refused(e, at, tries+1) {
			r.count.Refused++
		}
		return
	}
	r.count.Accepted++
	r.client.succeeded(tries)
	if tries == 0 {
		r.served[a]++
		return
	}
	r.latency.Add(at-e.At+roundTrip, 1)
}

// ask asks the table.
func (r *run) ask(at time.Duration, e Event) answer {
	d := r.d
	key := partition.Key{Partition: d.keys[d.pick(e)], Sort: d.order(e)}
	var v partition.Verdict
	if d.Reads {
		v = r.table.Read(at, partition.Read{Key: key, Units: d.perRequest, Consistency: d.Consistency})
	} else {
		if r.entries != nil {
			r.entries[0] = partition.Entry{
				Index: d.Index, Key: partition.Key{Partition: d.indexKeys[d.indexPick(e)], Sort: key.Sort}, Units: entryUnits,
			}
		}
		v = r.table.Write(at, partition.Write{Key: key, Units: d.perRequest, Entries: r.entries})
	}
	if v.Admitted() {
		return accepted
	}
	if v.Reason.Index() && at < r.indexFull {
		r.indexFull, r.failedBefore = at, r.count.Refused
	}
	return throttled
}
