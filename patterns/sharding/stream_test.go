package sharding

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"github.com/google/go-cmp/cmp"
)

// oneAtATime keeps the calls of a crashing client from racing.
type oneAtATime struct {
	StreamsClient
	mu sync.Mutex
}

func (o *oneAtATime) GetRecords(ctx context.Context, in *dynamodbstreams.GetRecordsInput, optFns ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetRecordsOutput, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.StreamsClient.GetRecords(ctx, in, optFns...)
}

func (o *oneAtATime) GetShardIterator(ctx context.Context, in *dynamodbstreams.GetShardIteratorInput, optFns ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetShardIteratorOutput, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.StreamsClient.GetShardIterator(ctx, in, optFns...)
}

// splitStream is a stream whose shards were split, which the embedded engine does
// not do: a page holds one record, an empty record is an empty page, and the list
// of shards comes one a page.
type splitStream struct {
	shards  []splitShard
	expired bool // the next page of a kept iterator expires

	mu    sync.Mutex
	calls int
}

type splitShard struct {
	id, parent string
	records    []string
	open       bool
}

func (s *splitStream) DescribeStream(_ context.Context, in *dynamodbstreams.DescribeStreamInput, _ ...func(*dynamodbstreams.Options)) (*dynamodbstreams.DescribeStreamOutput, error) {
	n := 0
	if in.ExclusiveStartShardId != nil {
		n = 1 + slices.IndexFunc(s.shards, func(of splitShard) bool { return of.id == *in.ExclusiveStartShardId })
	}
	d := &types.StreamDescription{}
	if n < len(s.shards) {
		d.Shards = []types.Shard{{ShardId: aws.String(s.shards[n].id)}}
		if parent := s.shards[n].parent; parent != "" {
			d.Shards[0].ParentShardId = aws.String(parent)
		}
		d.LastEvaluatedShardId = aws.String(s.shards[n].id)
	}
	return &dynamodbstreams.DescribeStreamOutput{StreamDescription: d}, nil
}

func (s *splitStream) GetShardIterator(_ context.Context, in *dynamodbstreams.GetShardIteratorInput, _ ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetShardIteratorOutput, error) {
	at := "0"
	if in.ShardIteratorType == types.ShardIteratorTypeAfterSequenceNumber {
		n, err := strconv.Atoi(*in.SequenceNumber)
		if err != nil {
			return nil, err
		}
		at = strconv.Itoa(n + 1)
	}
	return &dynamodbstreams.GetShardIteratorOutput{ShardIterator: aws.String(*in.ShardId + "/" + at)}, nil
}

func (s *splitStream) GetRecords(_ context.Context, in *dynamodbstreams.GetRecordsInput, _ ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetRecordsOutput, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	id, at, _ := strings.Cut(*in.ShardIterator, "/")
	n, err := strconv.Atoi(at)
	if err != nil {
		return nil, err
	}
	if s.expired && n > 0 {
		s.expired = false
		return nil, &types.ExpiredIteratorException{}
	}
	shard := s.shards[slices.IndexFunc(s.shards, func(of splitShard) bool { return of.id == id })]
	out := &dynamodbstreams.GetRecordsOutput{}
	if n < len(shard.records) {
		if shard.records[n] != "" {
			out.Records = []types.Record{{Dynamodb: &types.StreamRecord{
				SequenceNumber: aws.String(at),
				Keys:           map[string]types.AttributeValue{"PK": &types.AttributeValueMemberS{Value: shard.records[n]}},
			}}}
		}
		n++
	}
	if shard.open || n < len(shard.records) {
		out.NextShardIterator = aws.String(fmt.Sprint(id, "/", n))
	}
	return out, nil
}

// follow reads what is new and returns it, in order.
func follow(t *testing.T, s *streamReader) []string {
	t.Helper()
	got := []string{}
	n, err := s.next(t.Context(), func(r types.Record) error {
		got = append(got, r.Dynamodb.Keys["PK"].(*types.AttributeValueMemberS).Value)
		return nil
	})
	if err != nil || n != len(got) {
		t.Fatalf("%d records told of %q, %v", n, got, err)
	}
	return got
}

// The children are listed before their parents and still read after them.
func TestParentShardsComeBeforeTheirChildren(t *testing.T) {
	stream := &splitStream{shards: []splitShard{
		{id: "grandchild", parent: "child", records: []string{"6"}, open: true},
		{id: "child", parent: "root", records: []string{"4", "5"}},
		{id: "root", parent: "trimmed", records: []string{"1", "2", "3"}},
	}}
	s := &streamReader{client: stream, table: "t"}
	if diff := cmp.Diff([]string{"1", "2", "3", "4", "5", "6"}, follow(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	stream.shards[0].records = append(stream.shards[0].records, "7")
	calls := stream.calls
	if diff := cmp.Diff([]string{"7"}, follow(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := stream.calls - calls; got != 2 {
		t.Errorf("%d pages read for one new record, want 2: shards read to their end are not read again", got)
	}
}

// While a parent is open its children wait: it may have more.
func TestAChildWaitsForItsParent(t *testing.T) {
	stream := &splitStream{shards: []splitShard{
		{id: "parent", records: []string{"1"}, open: true},
		{id: "child", parent: "parent", records: []string{"3"}, open: true},
	}}
	s := &streamReader{client: stream, table: "t"}
	if diff := cmp.Diff([]string{"1"}, follow(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	stream.shards[0].records, stream.shards[0].open = []string{"1", "2"}, false
	if diff := cmp.Diff([]string{"2", "3"}, follow(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An empty page is not the end of a shard: the next call goes on behind it.
func TestEmptyPages(t *testing.T) {
	s := &streamReader{client: &splitStream{shards: []splitShard{{id: "a", records: []string{"1", "", "", "2"}, open: true}}}, table: "t"}
	var got []string
	for range 4 {
		got = append(got, follow(t, s)...)
	}
	if diff := cmp.Diff([]string{"1", "2"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnExpiredIteratorIsReplaced(t *testing.T) {
	stream := &splitStream{shards: []splitShard{{id: "a", records: []string{"1", "2", "3"}}}, expired: true}
	if diff := cmp.Diff([]string{"1", "2", "3"}, follow(t, &streamReader{client: stream, table: "t"})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A record that was not taken in is delivered again.
func TestAFailedVisitIsRepeated(t *testing.T) {
	s := &streamReader{client: &splitStream{shards: []splitShard{{id: "a", records: []string{"1", "2"}}}}, table: "t"}
	full := errors.New("disk full")
	if n, err := s.next(t.Context(), func(types.Record) error { return full }); n != 0 || !errors.Is(err, full) {
		t.Errorf("%d records, %v; want none and %v", n, err, full)
	}
	if diff := cmp.Diff([]string{"1", "2"}, follow(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
