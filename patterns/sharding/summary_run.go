package sharding

import (
	"context"

	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// summarize has a consumer keep the summary rows, crash between the two, and
// another one begin again; then it reads the tally from the rows.
func (r *electionRun) summarize(ctx context.Context, res *VotesResult) error {
	crashed := r.consumer()
	records, err := crashed.readUntil(ctx, res.Gathered)
	if err != nil {
		return err
	}
	res.Records, res.Delivered = records, records
	if err := crashed.write(ctx, candidateA); err != nil {
		return err
	}
	if err := r.stage.Section("The consumer crashes here: A has its summary row, B has none", transcript.Object{
		{Name: "records read", Value: records},
	}); err != nil {
		return err
	}
	if err := r.replay(ctx, res); err != nil {
		return err
	}
	return r.readSummary(ctx, res)
}

// consumer is one that knows nothing yet, as after a crash.
func (r *electionRun) consumer() *consumer {
	stream := streamReader{client: r.streams, arn: r.stream, table: r.table}
	return newConsumer(r.client, stream, r.summary, r.o.Shards)
}

// replay has a new consumer read the stream from its oldest record.
func (r *electionRun) replay(ctx context.Context, res *VotesResult) error {
	next := r.consumer()
	records, err := next.readUntil(ctx, res.Gathered)
	if err != nil {
		return err
	}
	res.Delivered += records
	for _, candidate := range candidates() {
		if err := next.write(ctx, candidate); err != nil {
			return err
		}
	}
	return r.stage.Section("Another begins again, at the oldest record", transcript.Object{
		{Name: "records read", Value: records},
		{Name: "votes, had each record added one", Value: res.Delivered},
		{Name: "votes, as each record sets its counter's value", Value: next.latest.total().A + next.latest.total().B},
	})
}

// readSummary reads one row a candidate and compares it with the counters.
func (r *electionRun) readSummary(ctx context.Context, res *VotesResult) error {
	for _, candidate := range candidates() {
		row, err := getItem(ctx, r.client, r.summary, candidate)
		if err != nil {
			return err
		}
		votes, err := number(row, "votes")
		if err != nil {
			return err
		}
		res.Summary.add(candidate, votes)
	}
	if res.Summary != res.Gathered {
		return &CountError{What: "the summary rows of " + r.summary, Want: res.Gathered, Found: res.Summary}
	}
	return r.stage.Section("The tally, one GetItem a candidate", transcript.Object{
		{Name: candidateA, Value: res.Summary.A},
		{Name: candidateB, Value: res.Summary.B},
	})
}
