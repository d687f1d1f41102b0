package highcardinality

import (
	"context"
	"fmt"
	"slices"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// sequentialRun is one run of the variant under way.
type sequentialRun struct {
	client SequentialClient
	stage  transcript.Stage
	o      SequentialOptions
	table  string
}

// designs writes the moment under each design and shows what that touched.
func (r *sequentialRun) designs(ctx context.Context, res *SequentialResult) error {
	writes := r.o.moment()
	for _, d := range r.o.designs() {
		m := momentOf(d, writes)
		_, err := ddb.WriteBatches(ctx, r.client, r.table, keyNames(), func(yield func(gather.Item) bool) {
			for _, w := range writes {
				pk, sk := d.key(w)
				if !yield(gather.Item{"PK": text(pk), "SK": text(sk)}) {
					return
				}
			}
		})
		if err != nil {
			return err
		}
		res.Moments = append(res.Moments, m)
		if err := r.show(m, d); err != nil {
			return err
		}
	}
	return nil
}

// momentOf counts what the writes touch.
func momentOf(d design, writes []write) Moment {
	var keys spread.Counts
	m := Moment{Design: d.name, OnPartition: make([]int, newPartitions)}
	for _, w := range writes {
		pk, _ := d.key(w)
		keys.Add(pk)
		m.OnPartition[partitionOf(pk)]++
	}
	m.First, _ = d.key(writes[0])
	m.Last, _ = d.key(writes[len(writes)-1])
	m.Keys, m.Hottest = keys.Distinct(), keys.Max()
	busiest := float64(slices.Max(m.OnPartition)) / float64(len(writes))
	m.Allows = int(spread.Allow(busiest).Writes)
	return m
}

func (r *sequentialRun) show(m Moment, d design) error {
	partitions := make(transcript.Object, len(m.OnPartition))
	for n, count := range m.OnPartition {
		partitions[n] = transcript.Member{Name: fmt.Sprintf("partition %d", n), Value: count}
	}
	return r.stage.Section(d.name, transcript.Object{
		{Name: "first", Value: m.First},
		{Name: "last", Value: m.Last},
		{Name: "distinct_keys", Value: m.Keys},
		{Name: "writes_on_the_hottest", Value: m.Hottest.Items},
		{Name: "writes_on_a_new_tables_partitions", Value: partitions},
		{Name: "a_new_table_allows_writes_a_second", Value: m.Allows},
		{Name: "verdict", Value: d.meaning},
	})
}

// inOrder reads the moment's orders from all keys of the last design and merges
// them.
func (r *sequentialRun) inOrder(ctx context.Context, res *SequentialResult) error {
	writes := r.o.moment()
	keys, want := make([]string, r.o.Shards), make([][]string, r.o.Shards)
	for n := range keys {
		keys[n] = dayKey(writes[0].day, n)
	}
	for _, w := range writes {
		n := r.o.shard(w.id)
		want[n] = append(want[n], "ORDER#"+w.id)
	}
	got, err := r.gather(ctx, keys, want)
	if err != nil {
		return err
	}
	merged := slices.Concat(got...)
	slices.Sort(merged)
	for n, id := range merged {
		if id == "ORDER#"+writes[n].id {
			res.InOrder++
		}
	}
	for _, ids := range got {
		res.PerShard = append(res.PerShard, len(ids))
	}
	return r.stage.Section(fmt.Sprintf("The moment in order: %d queries, merged", len(keys)), transcript.Object{
		{Name: "orders", Value: len(merged)},
		{Name: "first", Value: merged[0]},
		{Name: "last", Value: merged[len(merged)-1]},
	})
}

// gather reads the sort keys on each key and checks them against what was written.
func (r *sequentialRun) gather(ctx context.Context, keys []string, want [][]string) ([][]string, error) {
	q := gather.Query{Client: r.client, Table: r.table}
	var got [][]string
	// The second read, strongly consistent, tells a loss from a delay.
	for _, q.Consistent = range []bool{false, true} {
		got = make([][]string, len(keys))
		_, err := gather.Each(ctx, q, keys, func(n int, item gather.Item) error { return appendKey(&got[n], item, "SK") })
		if err != nil || slices.EqualFunc(got, want, slices.Equal) {
			return got, err
		}
	}
	for n, ids := range got {
		if !slices.Equal(ids, want[n]) {
			return nil, &MismatchError{What: keys[n] + " in " + r.table, Written: len(want[n]), Found: len(ids)}
		}
	}
	return got, nil
}
