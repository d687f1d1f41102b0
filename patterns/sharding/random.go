package sharding

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// shardStream is the stream of random numbers that the shards are drawn from.
// With the default seed and options it puts 26 14 21 22 21 20 15 22 22 17 events
// on the ten shards, as in the guide.
const shardStream = 1577338882

// LostError says that a shard holds another number of items than were written.
type LostError struct {
	Table             string
	Shard             int
	Written, Gathered int
}

// Error names the shard and both figures.
func (e *LostError) Error() string {
	return fmt.Sprintf("shard %d of %s: %d events were written, %d gathered", e.Shard, e.Table, e.Written, e.Gathered)
}

// run is one run under way.
type run struct {
	client Client
	stage  transcript.Stage
	o      Options
	table  string
}

// random writes the events to random shards and gathers them.
func (r run) random(ctx context.Context, res *Result) error {
	s, err := NewRandom(r.o.Shards, rand.New(rand.NewPCG(shardStream, r.o.Seed)))
	if err != nil {
		return err
	}
	base := "EVENTS#" + r.o.day()
	perShard := make([]int, s.Shards())
	res.Written, err = ddb.WriteBatches(ctx, r.client, r.table, keyNames(), events(base, s, r.o.Events, perShard))
	if err != nil {
		return err
	}
	if res.PerShard, err = r.gather(ctx, base, s, perShard); err != nil {
		return err
	}
	shards := make(transcript.Object, len(res.PerShard))
	for n, count := range res.PerShard {
		shards[n] = transcript.Member{Name: "shard " + strconv.Itoa(n), Value: count}
		res.Total += count
	}
	if err := r.stage.Section("Random suffix: items per shard", shards); err != nil {
		return err
	}
	return r.stage.Section("Total gathered", res.Total)
}

// gather counts what each shard holds and checks it against what was written.
func (r run) gather(ctx context.Context, base string, s Sharder, written []int) ([]int, error) {
	q := gather.Query{Client: r.client, Table: r.table}
	got, err := Gather(ctx, q, base, s, nil)
	if err != nil || slices.Equal(got, written) {
		return got, err
	}
	// An eventually consistent read may come before the last writes have reached
	// every replica; a strongly consistent one tells a loss from a delay.
	q.Consistent = true
	if got, err = Gather(ctx, q, base, s, nil); err != nil {
		return nil, err
	}
	for n := range written {
		if got[n] != written[n] {
			return nil, &LostError{Table: r.table, Shard: n, Written: written[n], Gathered: got[n]}
		}
	}
	return got, nil
}

// events yields n events, each on the shard that s gives it, and counts them in
// perShard. The ids are the same in every run.
func events(base string, s Sharder, n int, perShard []int) iter.Seq[gather.Item] {
	return func(yield func(gather.Item) bool) {
		for i := range n {
			id := "e-" + strconv.Itoa(i)
			shard := s.Shard(id)
			perShard[shard]++
			if !yield(gather.Item{
				"PK": &types.AttributeValueMemberS{Value: Key(base, shard)},
				"SK": &types.AttributeValueMemberS{Value: "EVENT#" + id},
			}) {
				return
			}
		}
	}
}
