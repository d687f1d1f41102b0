package sharding

import (
	"context"
	"errors"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"github.com/aws/smithy-go/middleware"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
)

var errCrash = errors.New("crash")

// crashing fails the nth call and all after it, of both clients it is given to, as
// a process that is gone does. It is not safe for concurrent use.
type crashing struct{ left int }

func (c *crashing) install(stack *middleware.Stack) error {
	return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("crash", func(
		ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler,
	) (out middleware.InitializeOutput, md middleware.Metadata, err error) {
		if c.left--; c.left < 0 {
			return out, md, errCrash
		}
		return next.HandleInitialize(ctx, in)
	}), middleware.After)
}

// election is an election on an engine of its own, with its tables made.
func election(t *testing.T, o VotesOptions) (*electionRun, *emulator.Server) {
	t.Helper()
	engine := emulator.New(emulator.Options{})
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	r := &electionRun{client: engine.Client(), streams: engine.StreamsClient(), o: o.withDefaults(), table: "votes", summary: "tally"}
	if err := r.open(t.Context(), ddb.NewTables(r.client, ddb.TableOptions{})); err != nil {
		t.Fatal(err)
	}
	return r, engine
}

func cast(t *testing.T, r *electionRun, candidate string, shard, votes int) {
	t.Helper()
	for range votes {
		if err := r.cast(t.Context(), ballot{candidate, shard}); err != nil {
			t.Fatal(err)
		}
	}
}

// summaryOf is what the summary rows say.
func summaryOf(t *testing.T, r *electionRun) Tally {
	t.Helper()
	var tally Tally
	for _, candidate := range candidates() {
		row, err := getItem(t.Context(), r.client, r.summary, candidate)
		if err != nil {
			t.Fatal(err)
		}
		n, err := number(row, "votes")
		if err != nil {
			t.Fatal(err)
		}
		tally.add(candidate, n)
	}
	return tally
}

func consume(ctx context.Context, c *consumer) error {
	if _, err := c.read(ctx); err != nil {
		return err
	}
	for _, candidate := range candidates() {
		if err := c.write(ctx, candidate); err != nil {
			return err
		}
	}
	return nil
}

// A consumer that dies at any call, the first, the last or between, is followed by
// one that begins again at the oldest record. No vote is counted twice, and none
// that came in between is missed.
func TestTheConsumerCrashesAtEveryCall(t *testing.T) {
	r, engine := election(t, VotesOptions{Shards: 4})
	var want Tally
	for n, finished := 0, false; !finished; n++ {
		cast(t, r, candidateA, n%4, 2)
		cast(t, r, candidateB, n%3, 1)
		want.A, want.B = want.A+2, want.B+1

		dying := *r
		crash := &crashing{left: n}
		dying.client = engine.Client(func(o *dynamodb.Options) { o.APIOptions = append(o.APIOptions, crash.install) })
		dying.streams = &oneAtATime{StreamsClient: engine.StreamsClient(func(o *dynamodbstreams.Options) {
			o.APIOptions = append(o.APIOptions, crash.install)
		})}
		err := consume(t.Context(), dying.consumer())
		if finished = err == nil; !finished && !errors.Is(err, errCrash) {
			t.Fatalf("crash at call %d: %v", n, err)
		}
		if err := consume(t.Context(), r.consumer()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, summaryOf(t, r)); diff != "" {
			t.Fatalf("after a crash at call %d (-want +got):\n%s", n, diff)
		}
		if finished && n < 9 {
			t.Errorf("the consumer makes only %d calls", n)
		}
	}
}

// A consumer that goes on reads only what is new, and one that was thought dead
// sets nothing back.
func TestAConsumerThatIsBehindSetsNothingBack(t *testing.T) {
	r, _ := election(t, VotesOptions{Shards: 2})
	ctx := t.Context()
	cast(t, r, candidateA, 0, 3)
	behind, ahead := r.consumer(), r.consumer()
	for _, c := range []*consumer{behind, ahead} {
		if n, err := c.read(ctx); n != 3 || err != nil {
			t.Fatalf("%d records, %v; want 3", n, err)
		}
	}
	cast(t, r, candidateA, 1, 4)
	if n, err := ahead.read(ctx); n != 4 || err != nil {
		t.Fatalf("%d records, %v; want the 4 new ones", n, err)
	}
	for _, c := range []*consumer{ahead, behind, ahead} {
		if err := c.write(ctx, candidateA); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Tally{A: 7}, summaryOf(t, r)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// racing writes the row behind the back of the consumer that it is the client of,
// once it has read it.
type racing struct {
	ItemAPI
	faster func()
}

func (r *racing) GetItem(ctx context.Context, in *dynamodb.GetItemInput, optFns ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	out, err := r.ItemAPI.GetItem(ctx, in, optFns...)
	if faster := r.faster; faster != nil {
		r.faster = nil
		faster()
	}
	return out, err
}

// Two consumers write the same row, each knowing a counter that the other does
// not; the slower reads the row again and keeps both.
func TestConsumersRace(t *testing.T) {
	for _, before := range []int{0, 2} { // the row is new; the row is there
		r, _ := election(t, VotesOptions{Shards: 2})
		ctx := t.Context()
		if before > 0 {
			cast(t, r, candidateA, 0, before)
			if err := consume(ctx, r.consumer()); err != nil {
				t.Fatal(err)
			}
		}
		slow, fast := r.consumer(), r.consumer()
		slow.latest[candidateA] = []int{5, 1}
		fast.latest[candidateA] = []int{3, 4}
		slow.client = &racing{ItemAPI: r.client, faster: func() {
			if err := fast.write(ctx, candidateA); err != nil {
				t.Error(err)
			}
		}}
		if err := slow.write(ctx, candidateA); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Tally{A: 9}, summaryOf(t, r)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// A row that is not the consumer's own is an error, not a wrong sum.
func TestAMangledSummary(t *testing.T) {
	r, _ := election(t, VotesOptions{Shards: 2})
	cast(t, r, candidateA, 0, 1)
	item := itemKey(candidateA)
	item["votes"] = str("many")
	if _, err := r.client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String(r.summary), Item: item}); err != nil {
		t.Fatal(err)
	}
	err := consume(t.Context(), r.consumer())
	if want := `votes of item Candidate_A is no count: "many"`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A stream that has not told of every vote is waited for, until the context ends.
func TestWaitingForTheStreamEnds(t *testing.T) {
	r, _ := election(t, VotesOptions{Shards: 2})
	ctx, cancel := context.WithCancel(t.Context())
	c := r.consumer()
	c.stream.client = &lateStream{StreamsClient: r.streams, cancel: cancel}
	records, err := c.readUntil(ctx, Tally{A: 2})
	if want := "wait for the stream of votes: context canceled"; records != 0 || err == nil || err.Error() != want {
		t.Errorf("%d records, error %v; want none, %s", records, err, want)
	}
}

// lateStream has no shards yet, and its reader's context ends.
type lateStream struct {
	StreamsClient
	cancel context.CancelFunc
}

func (l *lateStream) DescribeStream(context.Context, *dynamodbstreams.DescribeStreamInput, ...func(*dynamodbstreams.Options)) (*dynamodbstreams.DescribeStreamOutput, error) {
	l.cancel()
	return &dynamodbstreams.DescribeStreamOutput{StreamDescription: &streamtypes.StreamDescription{}}, nil
}
