package sharding

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// The tables of the election before any prefix.
const (
	votesTable = "p35-votes"
	tallyTable = "p35-votes-tally"
)

// The candidates.
const (
	candidateA = "Candidate_A"
	candidateB = "Candidate_B"
)

// VotesOptions configures RunVotes. A number that is 0 means its default.
type VotesOptions struct {
	Votes  int    // votes with a random suffix; 200 by default
	Shards int    // counters of each candidate, at most 10,000; 20 by default
	Seed   uint64 // of who votes for whom, and of the random suffixes; 20261020 by default
	Tables ddb.TableOptions
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o VotesOptions) Validate() error {
	if o.Votes < 0 {
		return fmt.Errorf("--votes must be at least 1, got %d", o.Votes)
	}
	return Options{Shards: o.Shards}.Validate()
}

func (o VotesOptions) withDefaults() VotesOptions {
	o.Votes = cmp.Or(o.Votes, 200)
	o.Shards = cmp.Or(o.Shards, 20)
	o.Seed = cmp.Or(o.Seed, 20261020)
	return o
}

// Tally is the votes of each candidate.
type Tally struct{ A, B int }

// add counts n more votes of a candidate.
func (t *Tally) add(candidate string, n int) {
	if candidate == candidateA {
		t.A += n
	} else {
		t.B += n
	}
}

// VotesResult is what RunVotes found.
type VotesResult struct {
	Sent      Tally // votes sent with a random suffix
	Random    Tally // the same, by one read of each counter
	Refused   int   // votes of the others that were sent before and were not counted
	Gathered  Tally // all votes, by one read of each counter
	Reads     int   // reads that one such tally takes
	Records   int   // changes of counters that the stream held
	Delivered int   // how often one was delivered, with the replay after the crash
	Summary   Tally // all votes, by one read a candidate
}

// CountError says that two ways of counting the votes differ.
type CountError struct {
	What        string // "the counters of p35-votes"
	Want, Found Tally
}

// Error names both tallies.
func (e *CountError) Error() string {
	return fmt.Sprintf("%s: %d votes for A and %d for B, want %d and %d", e.What, e.Found.A, e.Found.B, e.Want.A, e.Want.B)
}

// NoStreamError is a table that was made with a stream and has none: the engine
// knows no DynamoDB Streams.
type NoStreamError struct{ Table string }

// Error names the table.
func (e *NoStreamError) Error() string {
	return "table " + e.Table + " was made with a stream and has none: this engine lacks DynamoDB Streams"
}

// VotesClient is the operations that RunVotes calls.
type VotesClient interface {
	ddb.TablesAPI
	ItemAPI
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
}

// ItemAPI is the operations on single items.
type ItemAPI interface {
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
}

// StreamsClient is the operations that reading a stream calls.
type StreamsClient interface {
	DescribeStream(context.Context, *dynamodbstreams.DescribeStreamInput, ...func(*dynamodbstreams.Options)) (*dynamodbstreams.DescribeStreamOutput, error)
	GetShardIterator(context.Context, *dynamodbstreams.GetShardIteratorInput, ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetShardIteratorOutput, error)
	GetRecords(context.Context, *dynamodbstreams.GetRecordsInput, ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetRecordsOutput, error)
}

// electionRun is one run under way.
type electionRun struct {
	client  VotesClient
	streams StreamsClient
	stage   transcript.Stage
	o       VotesOptions
	table   string // of the counters and voters
	summary string // of the summary rows
	stream  string // the ARN of the table's stream
}

// RunVotes holds an election: it counts votes in N counters a candidate, tallies
// them by reading each counter, then has a consumer of the table's stream keep
// one summary row a candidate, so that the tally becomes one read. The consumer
// crashes half-way and another begins again; the tallies must still be equal,
// otherwise the error is a *CountError. Where the engine has no streams it is a
// *NoStreamError, before anything is written. The tables that it makes it also
// drops, unless VotesOptions.Tables.Keep, whatever happens.
func RunVotes(ctx context.Context, client VotesClient, streams StreamsClient, stage transcript.Stage, o VotesOptions) (res VotesResult, err error) {
	if err := o.Validate(); err != nil {
		return VotesResult{}, err
	}
	o = o.withDefaults()
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := &electionRun{
		client: client, streams: streams, stage: stage, o: o,
		table: tables.Name(votesTable), summary: tables.Name(tallyTable),
	}
	if err := r.open(ctx, tables); err != nil {
		return VotesResult{}, err
	}
	for _, step := range []func(context.Context, *VotesResult) error{r.random, r.calculated, r.summarize} {
		if err := step(ctx, &res); err != nil {
			return VotesResult{}, err
		}
	}
	return res, nil
}

// open makes the tables and finds the stream.
func (r *electionRun) open(ctx context.Context, tables *ddb.Tables) error {
	votes := createCounters(r.table)
	votes.StreamSpecification = &types.StreamSpecification{
		StreamEnabled:  aws.Bool(true),
		StreamViewType: types.StreamViewTypeNewImage,
	}
	for _, in := range []*dynamodb.CreateTableInput{votes, createCounters(r.summary)} {
		if err := tables.Create(ctx, in); err != nil {
			return err
		}
	}
	out, err := r.client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(r.table)})
	if err != nil {
		return &ddb.CallError{Op: "describe table", Table: r.table, Err: err}
	}
	if out.Table == nil || out.Table.LatestStreamArn == nil {
		return &NoStreamError{Table: r.table}
	}
	r.stream = *out.Table.LatestStreamArn
	return nil
}

// createCounters is a table of items that each have a partition key of their own.
func createCounters(name string) *dynamodb.CreateTableInput {
	in := createTable(name)
	in.AttributeDefinitions = in.AttributeDefinitions[:1]
	in.KeySchema = in.KeySchema[:1]
	return in
}
