package sharding

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// streamReader reads a table's stream from its oldest record on. A changed item
// has one record for each change, in one shard, in order; when DynamoDB closes a
// shard, the item's later records are in its children. So each shard is read in
// order, and no shard before its parent is read to its end.
type streamReader struct {
	client StreamsClient
	arn    string
	table  string // for errors

	read map[string]*shardState // by shard id; not changed while shards are read
}

// shardState is how far a shard was read.
type shardState struct {
	last     *string // sequence number of the last record; nil before the first
	iterator *string // of the next page; nil to find it from last
	over     bool    // the shard is closed and was read to its end
}

// next delivers the records that came since the last call, or since the oldest
// kept, to visit, which is never called twice at once. Records of one item come
// in the order of its changes. It returns how many there were; on an error, what
// was delivered is not delivered again, except the record that visit failed on.
func (s *streamReader) next(ctx context.Context, visit func(types.Record) error) (int, error) {
	if s.read == nil {
		s.read = map[string]*shardState{}
	}
	shards, err := s.shards(ctx)
	if err != nil {
		return 0, err
	}
	var mu sync.Mutex // held while a record is visited
	delivered := 0
	count := func(r types.Record) error {
		mu.Lock()
		defer mu.Unlock()
		if err := visit(r); err != nil {
			return err
		}
		delivered++
		return nil
	}
	// Each wave is shards whose parents are over; children may follow in the next.
	for len(shards) > 0 {
		ready, rest := s.ready(shards)
		if len(ready) == 0 {
			break
		}
		if err := each(ctx, slices.Values(ready), func(ctx context.Context, id string) error {
			return s.shard(ctx, id, count)
		}); err != nil {
			return delivered, err
		}
		shards = rest
	}
	return delivered, nil
}

// ready divides shards into those that may be read now, by id, and those that may
// be after them.
func (s *streamReader) ready(shards []types.Shard) (ready []string, rest []types.Shard) {
	known := map[string]bool{}
	for _, shard := range shards {
		known[aws.ToString(shard.ShardId)] = true
	}
	for _, shard := range shards {
		id, parent := aws.ToString(shard.ShardId), aws.ToString(shard.ParentShardId)
		state, begun := s.read[parent]
		switch {
		// A parent that is no longer listed was trimmed with all its records.
		case known[parent], begun && !state.over && parent != "":
			rest = append(rest, shard)
		default:
			ready = append(ready, id)
		}
		if s.read[id] == nil {
			s.read[id] = new(shardState)
		}
	}
	return ready, rest
}

// shards lists all shards that the stream has.
func (s *streamReader) shards(ctx context.Context) ([]types.Shard, error) {
	var all []types.Shard
	in := &dynamodbstreams.DescribeStreamInput{StreamArn: aws.String(s.arn)}
	for {
		out, err := s.client.DescribeStream(ctx, in)
		if err != nil {
			return nil, &ddb.CallError{Op: "describe the stream of", Table: s.table, Err: err}
		}
		all = append(all, out.StreamDescription.Shards...)
		if in.ExclusiveStartShardId = out.StreamDescription.LastEvaluatedShardId; in.ExclusiveStartShardId == nil {
			return all, nil
		}
	}
}

// shard reads one shard up to its last record now.
func (s *streamReader) shard(ctx context.Context, id string, visit func(types.Record) error) error {
	for state := s.read[id]; !state.over; {
		out, err := s.records(ctx, id, state)
		if err != nil {
			return &ddb.CallError{Op: "read shard " + id + " of the stream of", Table: s.table, Err: err}
		}
		for _, record := range out.Records {
			if record.Dynamodb == nil {
				return fmt.Errorf("read shard %s of the stream of %s: a record without its change", id, s.table)
			}
			if err := visit(record); err != nil {
				state.iterator = nil // it would pass over the rest of the page
				return err
			}
			state.last = record.Dynamodb.SequenceNumber
		}
		state.iterator, state.over = out.NextShardIterator, out.NextShardIterator == nil
		if len(out.Records) == 0 {
			return nil
		}
	}
	return nil
}

// records reads the next page of a shard. An iterator that was kept for longer
// than its 15 minutes is replaced.
func (s *streamReader) records(ctx context.Context, id string, state *shardState) (*dynamodbstreams.GetRecordsOutput, error) {
	if state.iterator != nil {
		out, err := s.client.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: state.iterator})
		if _, expired := errors.AsType[*types.ExpiredIteratorException](err); !expired {
			return out, err
		}
	}
	in := &dynamodbstreams.GetShardIteratorInput{
		StreamArn: aws.String(s.arn), ShardId: aws.String(id),
		ShardIteratorType: types.ShardIteratorTypeTrimHorizon,
	}
	if state.last != nil {
		in.ShardIteratorType, in.SequenceNumber = types.ShardIteratorTypeAfterSequenceNumber, state.last
	}
	place, err := s.client.GetShardIterator(ctx, in)
	if err != nil {
		return nil, err
	}
	return s.client.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: place.ShardIterator})
}
