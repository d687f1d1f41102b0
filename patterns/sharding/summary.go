package sharding

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// maxRaces is how often a summary row is written anew because another consumer
// was faster.
const maxRaces = 10

// consumer keeps one summary row a candidate from the stream of the counters. The
// row holds the last value of each counter and their sum.
//
// A record holds a counter's new value, not that a vote came. The consumer stores
// values and never adds to what is stored, so a record that is delivered again, to
// it or to the consumer that follows a crash, changes nothing. A counter only
// grows, so of two values the greater is the later: a row is never set back either,
// whatever part of the stream is replayed. It needs no checkpoint to be right; one
// would only save reading again.
type consumer struct {
	client  ItemAPI
	stream  streamReader
	summary string // table of the summary rows

	latest counters          // what the stream said
	names  map[string]ballot // the counter that a key is of
}

func newConsumer(client ItemAPI, stream streamReader, summary string, shards int) *consumer {
	c := &consumer{client: client, stream: stream, summary: summary, latest: newCounters(shards), names: map[string]ballot{}}
	for _, candidate := range candidates() {
		for shard := range shards {
			c.names[counterKey(candidate, shard)] = ballot{candidate, shard}
		}
	}
	return c
}

// read takes in the records that came since the last call and returns how many
// of them were of counters.
func (c *consumer) read(ctx context.Context) (int, error) {
	records := 0
	_, err := c.stream.next(ctx, func(r streamtypes.Record) error {
		key, _ := r.Dynamodb.Keys["PK"].(*streamtypes.AttributeValueMemberS)
		votes, _ := r.Dynamodb.NewImage["votes"].(*streamtypes.AttributeValueMemberN)
		if key == nil || votes == nil {
			return nil
		}
		// The voters are in the same table, and in its stream.
		of, ok := c.names[key.Value]
		if !ok {
			return nil
		}
		records++
		n, err := number(gather.Item{"PK": str(key.Value), "votes": &types.AttributeValueMemberN{Value: votes.Value}}, "votes")
		counter := &c.latest[of.candidate][of.shard]
		*counter = max(*counter, n)
		return err
	})
	return records, err
}

// readUntil reads until the stream has told of all votes in want: an engine may
// take a moment to deliver them. A stream that brings none for so many polls is an
// error.
func (c *consumer) readUntil(ctx context.Context, want Tally) (records int, err error) {
	const polls, pause = 120, 500 * time.Millisecond
	for range polls {
		n, err := c.read(ctx)
		records += n
		if got := c.latest.total(); err != nil || (got.A >= want.A && got.B >= want.B) {
			return records, err
		}
		select {
		case <-ctx.Done():
			return records, fmt.Errorf("wait for the stream of %s: %w", c.stream.table, ctx.Err())
		case <-time.After(pause):
		}
	}
	return records, &CountError{What: "the stream of " + c.stream.table, Want: want, Found: c.latest.total()}
}

// write stores what is known of a candidate in the summary row, unless the row has
// it already.
func (c *consumer) write(ctx context.Context, candidate string) error {
	for range maxRaces {
		row, err := getItem(ctx, c.client, c.summary, candidate)
		if err != nil {
			return err
		}
		raced, err := c.replace(ctx, candidate, row)
		if !raced {
			return err
		}
	}
	return fmt.Errorf("write %s to %s: another consumer was faster %d times", candidate, c.summary, maxRaces)
}

// replace writes the row with the greater of each counter's values, and reports
// whether another consumer has changed it since it was read.
func (c *consumer) replace(ctx context.Context, candidate string, row gather.Item) (raced bool, err error) {
	stored, err := numbers(row, "counters")
	if err != nil {
		return false, err
	}
	before, err := number(row, "votes")
	if err != nil {
		return false, err
	}
	latest, sum := c.latest[candidate], 0
	for shard := range latest {
		if shard < len(stored) {
			latest[shard] = max(latest[shard], stored[shard])
		}
		sum += latest[shard]
	}
	if sum == before && row != nil {
		return false, nil
	}
	in := &dynamodb.PutItemInput{
		TableName:           aws.String(c.summary),
		Item:                gather.Item{"PK": str(candidate), "votes": count(sum), "counters": countList(latest)},
		ConditionExpression: aws.String("attribute_not_exists(PK)"),
	}
	if row != nil {
		// No counter shrinks, so a sum that is the same means that no counter
		// has changed.
		in.ConditionExpression = aws.String("votes = :before")
		in.ExpressionAttributeValues = gather.Item{":before": count(before)}
	}
	_, err = c.client.PutItem(ctx, in)
	if _, raced := errors.AsType[*types.ConditionalCheckFailedException](err); raced {
		return true, nil
	}
	if err != nil {
		return false, &ddb.CallError{Op: "write " + candidate + " to", Table: c.summary, Err: err}
	}
	return false, nil
}
