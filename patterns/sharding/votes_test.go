package sharding_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// streamsOf is a streams client of the engine that client calls.
func streamsOf(client *dynamodb.Client) *dynamodbstreams.Client {
	o := client.Options()
	return dynamodbstreams.New(dynamodbstreams.Options{
		Region: o.Region, Credentials: o.Credentials, HTTPClient: o.HTTPClient, BaseEndpoint: o.BaseEndpoint,
	})
}

func runVotes(o sharding.VotesOptions) patterntest.Run[sharding.VotesResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (sharding.VotesResult, error) {
		return sharding.RunVotes(ctx, client, streamsOf(client), stage, o)
	}
}

func TestVotesGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "sharding-votes", sharding.VotesResult{
		Sent:      sharding.Tally{A: 94, B: 106},
		Random:    sharding.Tally{A: 94, B: 106},
		Refused:   1,
		Gathered:  sharding.Tally{A: 96, B: 107},
		Reads:     40,
		Records:   203,
		Delivered: 406,
		Summary:   sharding.Tally{A: 96, B: 107},
	}, runVotes(sharding.VotesOptions{}))
}

func TestManyVotesAreTheSameBytesEachTime(t *testing.T) {
	o := sharding.VotesOptions{Votes: 2000, Shards: 7, Seed: 3}
	first := patterntest.Play(t, runVotes(o))
	patterntest.Ended(t, "", first)
	for range 2 {
		patterntest.Equal(t, first, patterntest.Play(t, runVotes(o)))
	}
}

func TestOneVoteOneShard(t *testing.T) {
	got := patterntest.Play(t, runVotes(sharding.VotesOptions{Votes: 1, Shards: 1}))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, 4, got.Result.Summary.A+got.Result.Summary.B)
}

// Case 47: the guide's counters are 1 to N. What is written must be what is read,
// and the first and the last are among both.
func TestCountersHaveOneRangeForWritersAndReaders(t *testing.T) {
	var mu sync.Mutex
	written, read := map[string]bool{}, map[string]bool{}
	got := patterntest.Play(t, runVotes(sharding.VotesOptions{Votes: 1000}), patterntest.Alter(func(in, _ any) {
		mu.Lock()
		defer mu.Unlock()
		switch in := in.(type) {
		case *dynamodb.UpdateItemInput:
			written[text(in.Key["PK"])] = true
		case *dynamodb.GetItemInput:
			read[text(in.Key["PK"])] = true
		}
	}))
	patterntest.Ended(t, "", got)
	delete(read, "Candidate_A") // the summary rows
	delete(read, "Candidate_B")
	patterntest.Equal(t, written, read)
	if len(read) != 40 || !read["Candidate_A_1"] || !read["Candidate_B_20"] || read["Candidate_A_0"] {
		t.Errorf("%d counters read: %v", len(read), read)
	}
}

func TestVotesValidate(t *testing.T) {
	for want, o := range map[string]sharding.VotesOptions{
		"--votes must be at least 1, got -5":        {Votes: -5},
		"--shards must be at least 1, got -1":       {Shards: -1},
		"--shards must be at most 10000, got 10001": {Shards: 10_001},
	} {
		patterntest.Ended(t, want, patterntest.Play(t, runVotes(o)))
	}
}

// An engine that passes over StreamSpecification, as some do, is found out before
// anything is written.
func TestAnEngineWithoutStreams(t *testing.T) {
	got := patterntest.Play(t, runVotes(sharding.VotesOptions{}), patterntest.Alter(func(_, out any) {
		if table, ok := out.(*dynamodb.DescribeTableOutput); ok {
			table.Table.LatestStreamArn = nil
		}
	}))
	patterntest.Ended(t, "table p35-votes was made with a stream and has none: this engine lacks DynamoDB Streams", got)
	if got.Output != "" {
		t.Errorf("it wrote first:\n%s", got.Output)
	}
}

func TestFailingVotesCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.UpdateItemInput](broken), "count a vote on "},
		{patterntest.FailAll[*dynamodb.GetItemInput](broken), "read Candidate_A_"},
		{patterntest.FailAll[*dynamodb.TransactWriteItemsInput](broken), "count the vote of v-1001 in p35-votes: cable cut"},
		{patterntest.FailAll[*dynamodb.PutItemInput](broken), "write Candidate_A to p35-votes-tally: cable cut"},
		{patterntest.FailAll[*dynamodb.PutItemInput](&types.ConditionalCheckFailedException{}),
			"write Candidate_A to p35-votes-tally: another consumer was faster 10 times"},
	} {
		got := patterntest.Play(t, runVotes(sharding.VotesOptions{}), tt.fail)
		if !strings.HasPrefix(got.Err, tt.want) || len(got.Left) > 0 {
			t.Errorf("error %q, tables left %q; want %s", got.Err, got.Left, tt.want)
		}
	}
	patterntest.Closes(t, []string{
		"Random suffix: the tally, summed by the reader",
		"Calculated suffix: each voter counted once",
		"The consumer crashes here: A has its summary row, B has none",
		"Another begins again, at the oldest record",
		"The tally, one GetItem a candidate",
	}, runVotes(sharding.VotesOptions{Votes: 10}))
}

// alterItem changes what is read of one item.
func alterItem(key string, alter func(gather.Item)) func(*dynamodb.Options) {
	return patterntest.Alter(func(in, out any) {
		get, ok := in.(*dynamodb.GetItemInput)
		if item := out; ok && text(get.Key["PK"]) == key && item.(*dynamodb.GetItemOutput).Item != nil {
			alter(item.(*dynamodb.GetItemOutput).Item)
		}
	})
}

func TestTalliesThatDiffer(t *testing.T) {
	set := func(votes string) func(gather.Item) {
		return func(item gather.Item) { item["votes"] = num(votes) }
	}
	for want, alter := range map[string]func(*dynamodb.Options){
		"the counters of p35-votes: 93 votes for A and 106 for B, want 94 and 106": alterItem("Candidate_A_1", set("2")),
		"votes of item Candidate_A_1 is no count: \"1.5\"":                         alterItem("Candidate_A_1", set("1.5")),
		"the summary rows of p35-votes-tally: 96 votes for A and 1 for B, want 96 and 107": alterItem("Candidate_B", func(item gather.Item) {
			if _, written := item["counters"]; written {
				item["votes"] = num("1")
			}
		}),
	} {
		patterntest.Ended(t, want, patterntest.Play(t, runVotes(sharding.VotesOptions{}), alter))
	}
}
