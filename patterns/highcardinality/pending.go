package highcardinality

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

const (
	// maxSettling bounds the reads that wait for the index, about 12 s in all.
	// Usually an index follows its table within a second (DynamoDB Developer
	// Guide, "Using Global Secondary Indexes in DynamoDB").
	maxSettling = 8
	firstWait   = 50 * time.Millisecond
)

// pending reads the PENDING orders of all index shards and merges them.
func (r *run) pending(ctx context.Context, res *Result) error {
	ids, counts, err := r.gather(ctx)
	if err == nil && !slices.Equal(counts, r.pendingOn) {
		if err = r.settle(ctx); err == nil {
			ids, counts, err = r.gather(ctx)
		}
	}
	if err == nil {
		err = r.check(counts)
	}
	if err != nil {
		return err
	}
	res.PendingOn, res.PendingKeys = counts, ids
	return r.stage.Section("PENDING orders via sharded GSI", len(ids))
}

// gather reads the orders of all index shards and merges their sort keys.
func (r *run) gather(ctx context.Context) (ids []string, counts []int, err error) {
	perShard := make([][]string, r.o.GSIShards)
	counts, err = gather.Each(ctx, r.query(), r.keys(), func(n int, item gather.Item) error {
		return appendKey(&perShard[n], item, "GSI1SK")
	})
	if err != nil {
		return nil, nil, err
	}
	ids = slices.Concat(perShard...)
	slices.Sort(ids)
	return ids, counts, nil
}

// settle waits until the index holds what was written, which on DynamoDB may
// take a moment, and asks for nothing but counts meanwhile.
func (r *run) settle(ctx context.Context) error {
	q := r.query()
	q.CountOnly = true
	var counts []int
	for n := range maxSettling {
		if err := sleep(ctx, firstWait<<n); err != nil {
			return fmt.Errorf("wait for %s of %s: %w", indexName, r.table, err)
		}
		var err error
		if counts, err = gather.Each(ctx, q, r.keys(), nil); err != nil {
			return err
		}
		if slices.Equal(counts, r.pendingOn) {
			return nil
		}
	}
	return r.check(counts)
}

// check names the first shard that does not hold what was written to it.
func (r *run) check(counts []int) error {
	for n, want := range r.pendingOn {
		if counts[n] != want {
			return &MismatchError{What: fmt.Sprintf("index shard %d of %s", n, r.table), Written: want, Found: counts[n]}
		}
	}
	return nil
}

func (r *run) query() gather.Query {
	return gather.Query{Client: r.client, Table: r.table, Index: indexName, KeyName: "GSI1PK"}
}

// keys are the partition keys of all index shards.
func (r *run) keys() []string {
	keys := make([]string, r.o.GSIShards)
	for n := range keys {
		keys[n] = indexKey(status, n)
	}
	return keys
}

// sleep waits, or returns the context's error when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
