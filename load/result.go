package load

import (
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// result says what became of the design, all but the verdict.
func (r *run) result() Result {
	end := r.o.For
	r.strips.until(r.table, end)
	r.count.Waiting = int64(len(r.client.waiting))
	r.latency.Add(roundTrip, r.served[accepted])
	r.latency.Add(0, r.served[fromCache])
	res := Result{
		Name: r.d.Name, Key: r.d.Key, Count: r.count,
		AcceptedRate: PerSecond(r.count.Accepted, end),
		FailedRate:   PerSecond(r.count.Failed(), end),
		FirstRefusal: r.firstRefusal,
		Latency:      r.latency.Latency(),
		perKey:       r.perKey, perIndexKey: r.perIndexKey,
		indexFull: r.indexFull, failedBefore: r.failedBefore,
	}
	s := r.table.Snapshot(end)
	table := r.resource(s.Table, &r.strips.table)
	res.Table = &table
	if r.d.Index != "" {
		index := r.resource(s.Indexes[0], r.strips.index)
		res.Index = &index
	}
	return res
}

func (r *run) resource(s partition.Resource, g *gauge) Resource {
	res := Resource{
		Name: s.Name, Partitions: len(s.Partitions), Started: len(s.Partitions) - len(s.Splits),
		Waiting:   int64((s.Waiting + partition.Unit - 1) / partition.Unit),
		Accessed:  keysOf(r.table.Accessed(s.Name, topKeys)),
		Throttled: keysOf(r.table.Throttled(s.Name, topKeys)),
		Strip:     g.strip(r.strips.column, r.o.For),
		Refusals:  []Reason{},
	}
	for _, p := range s.Partitions {
		if p.Load.Read > 0 || p.Load.Write > 0 {
			res.Used++
		}
	}
	for _, f := range s.Refused {
		res.Refusals = append(res.Refusals, Reason{f.Reason.String(), f.Count})
	}
	res.Capacity = r.capacity(res.Partitions)
	res.LoadPercent = r.average(s)
	res.Hottest = r.hottest(res)
	return res
}

// capacity is the units a second that so many partitions serve, or what is provisioned.
func (r *run) capacity(partitions int) int64 {
	n := int64(partitions) * r.d.limit()
	if own := r.d.provisioned(r.o); own > 0 {
		return min(n, own)
	}
	return n
}

// average is the load in percent of what the partitions that were there from time to time could serve.
func (r *run) average(s partition.Resource) int64 {
	count := len(s.Partitions) - len(s.Splits)
	var could int64 // in units times milliseconds
	var since time.Duration
	for i := 0; i <= len(s.Splits); i++ {
		at := r.o.For
		if i < len(s.Splits) {
			at = s.Splits[i].At
		}
		could += r.capacity(count+i) * int64((at-since)/time.Millisecond)
		since = at
	}
	served := s.Load.Write
	if r.d.Reads {
		served = s.Load.Read
	}
	return percent(int64(served)*1000, could*int64(partition.Unit))
}

// hottest finds the busiest cell of the strip; of equal ones that which was refused most, then the first.
func (r *run) hottest(res Resource) Hottest {
	h := Hottest{Limit: r.d.limit()}
	refused := -1
	for _, row := range res.Strip.Rows {
		for i, load := range row.Load {
			if load > h.Percent || load == h.Percent && row.Refused[i] > refused {
				h.Partition, h.Percent, refused = row.Partition, load, row.Refused[i]
			}
		}
	}
	h.Rate = (int64(h.Percent)*h.Limit + 50) / 100
	parents := map[int]int{}
	for _, row := range res.Strip.Rows {
		parents[row.Partition] = row.Parent
	}
	for _, k := range res.Accessed {
		for id := r.table.Partition(res.Name, partition.Key{Partition: k.Key}); id != 0; id = parents[id] {
			if id == h.Partition {
				h.Key = k.Key
				return h
			}
		}
	}
	return h
}
