package sharding

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// The streams of random numbers of the election.
const (
	choiceStream  = 3570 // who votes for whom
	counterStream = 3571 // which of the candidate's counters takes the vote
)

func candidates() []string { return []string{candidateA, candidateB} }

// counterKey is the key of one counter, as in Candidate_A_20. The guide numbers
// them from 1; a Sharder's shards are numbered from 0. This is the one place where
// the two meet, for writers, readers and the stream's consumer.
func counterKey(candidate string, shard int) string {
	return candidate + "_" + strconv.Itoa(shard+1)
}

func itemKey(pk string) gather.Item { return gather.Item{"PK": str(pk)} }

// one is the addition of a vote.
func one() (update *string, values gather.Item) {
	return aws.String("ADD votes :one"), gather.Item{":one": &types.AttributeValueMemberN{Value: "1"}}
}

// ballot is one vote and the counter that takes it.
type ballot struct {
	candidate string
	shard     int
}

// random counts votes on random counters and reads the tally.
func (r *electionRun) random(ctx context.Context, res *VotesResult) error {
	s, err := NewRandom(r.o.Shards, rand.New(rand.NewPCG(counterStream, r.o.Seed)))
	if err != nil {
		return err
	}
	if err := each(ctx, r.ballots(s, &res.Sent), r.cast); err != nil {
		return err
	}
	t, err := r.tally(ctx, s)
	if err != nil {
		return err
	}
	res.Random, res.Reads = t.total(), len(candidates())*s.Shards()
	if res.Random != res.Sent {
		return &CountError{What: "the counters of " + r.table, Want: res.Sent, Found: res.Random}
	}
	top, votes := t.busiest()
	return r.stage.Section("Random suffix: the tally, summed by the reader", transcript.Object{
		{Name: candidateA, Value: res.Random.A},
		{Name: candidateB, Value: res.Random.B},
		{Name: "reads", Value: res.Reads},
		{Name: "busiest counter", Value: fmt.Sprintf("%s, %d of %d votes", top, votes, r.o.Votes)},
	})
}

// ballots draws the votes and counts them in sent.
func (r *electionRun) ballots(s Sharder, sent *Tally) iter.Seq[ballot] {
	return func(yield func(ballot) bool) {
		choice := rand.New(rand.NewPCG(choiceStream, r.o.Seed))
		for range r.o.Votes {
			b := ballot{candidates()[choice.IntN(2)], s.Shard("")}
			sent.add(b.candidate, 1)
			if !yield(b) {
				return
			}
		}
	}
}

// cast counts one vote. It knows nothing of the voter: sent again, say because the
// answer was lost on its way, the vote counts again.
func (r *electionRun) cast(ctx context.Context, b ballot) error {
	key := counterKey(b.candidate, b.shard)
	in := &dynamodb.UpdateItemInput{TableName: aws.String(r.table), Key: itemKey(key)}
	in.UpdateExpression, in.ExpressionAttributeValues = one()
	if _, err := r.client.UpdateItem(ctx, in); err != nil {
		return &ddb.CallError{Op: "count a vote on " + key + " of", Table: r.table, Err: err}
	}
	return nil
}

// named is a vote whose voter is known.
type named struct{ voter, candidate string }

// late are the votes with a calculated suffix; one comes twice.
func late() []named {
	return []named{
		{"v-1001", candidateA},
		{"v-1002", candidateB},
		{"v-1002", candidateB},
		{"v-1003", candidateA},
	}
}

// calculated counts votes on the counters of their voters, each voter's once, and
// reads the tally.
func (r *electionRun) calculated(ctx context.Context, res *VotesResult) error {
	s, err := NewCalculated(r.o.Shards)
	if err != nil {
		return err
	}
	want := res.Sent
	for _, v := range late() {
		switch err := r.castOnce(ctx, s, v); {
		case isRefused(err):
			res.Refused++
		case err != nil:
			return &ddb.CallError{Op: "count the vote of " + v.voter + " in", Table: r.table, Err: err}
		default:
			want.add(v.candidate, 1)
		}
	}
	t, err := r.tally(ctx, s)
	if err != nil {
		return err
	}
	if res.Gathered = t.total(); res.Gathered != want {
		return &CountError{What: "the counters of " + r.table, Want: want, Found: res.Gathered}
	}
	return r.stage.Section("Calculated suffix: each voter counted once", transcript.Object{
		{Name: candidateA, Value: res.Gathered.A},
		{Name: candidateB, Value: res.Gathered.B},
		{Name: "sent", Value: r.o.Votes + len(late())},
		{Name: "refused", Value: res.Refused},
	})
}

// castOnce counts a vote and notes the voter, both or neither.
func (r *electionRun) castOnce(ctx context.Context, s Sharder, v named) error {
	update, values := one()
	_, err := r.client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{
			TableName:           aws.String(r.table),
			Item:                gather.Item{"PK": str("VOTER#" + v.voter)},
			ConditionExpression: aws.String("attribute_not_exists(PK)"),
		}},
		{Update: &types.Update{
			TableName:                 aws.String(r.table),
			Key:                       itemKey(counterKey(v.candidate, s.Shard(v.voter))),
			UpdateExpression:          update,
			ExpressionAttributeValues: values,
		}},
	}})
	return err
}

// isRefused reports whether a vote was refused because its voter is noted.
func isRefused(err error) bool {
	cancelled, ok := errors.AsType[*types.TransactionCanceledException](err)
	if !ok || len(cancelled.CancellationReasons) == 0 {
		return false
	}
	return aws.ToString(cancelled.CancellationReasons[0].Code) == "ConditionalCheckFailed"
}
