package timeseries

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// buckets is the full name of the table with the daily buckets.
func (r *run) buckets() string { return r.tables.Name(bucketsName) }

// fillBucket turns TTL on and stores a day's readings.
func (r *run) fillBucket(ctx context.Context, _ *Result) error {
	if _, err := r.client.UpdateTimeToLive(ctx, timeToLive(r.buckets())); err != nil {
		return &ddb.CallError{Op: "set time to live of", Table: r.buckets(), Err: err}
	}
	return r.fill(ctx, r.buckets(), daily(r.o.Date))
}

// queryHour reads the readings from one to two o'clock.
func (r *run) queryHour(ctx context.Context, res *Result) (err error) {
	from, to := r.o.Date.Add(time.Hour), r.o.Date.Add(2*time.Hour)
	if res.Readings, err = r.hour(ctx, daily(r.o.Date), from, to); err != nil {
		return err
	}
	rows := make([][]any, len(res.Readings))
	for i, reading := range res.Readings {
		rows[i] = []any{reading.Time, reading.Value}
	}
	return r.stage.Section("Bucketed query: 01:00-02:00", rows)
}

// hour reads part of a bucket and checks it against what was written.
func (r *run) hour(ctx context.Context, s series, from, to time.Time) ([]Reading, error) {
	in := between(r.buckets(), s.pk, from, to)
	want, found := s.between(from, to), 0
	// The first read is the cheap one; only where the readings have not reached
	// every replica yet does it take a second, strongly consistent one.
	for _, in.ConsistentRead = range []*bool{nil, aws.Bool(true)} {
		readings := []Reading{}
		_, err := gather.Pages(ctx, r.client, in, func(item gather.Item) error {
			reading, err := decode(item)
			readings = append(readings, reading)
			return err
		})
		if err != nil || slices.Equal(readings, want) {
			return readings, err
		}
		found = len(readings)
	}
	return nil, fmt.Errorf("query %s: the %d readings found are not the %d written", r.buckets(), found, len(want))
}

// between asks for a bucket's readings from one minute to another. The end has no
// seconds, so it sorts before the reading made at that very minute.
func between(table, pk string, from, to time.Time) *dynamodb.QueryInput {
	return &dynamodb.QueryInput{
		TableName:              aws.String(table),
		KeyConditionExpression: aws.String("(PK = :pk AND SK BETWEEN :from AND :to)"),
		ExpressionAttributeValues: gather.Item{
			":pk":   &types.AttributeValueMemberS{Value: pk},
			":from": &types.AttributeValueMemberS{Value: from.Format(minuteLayout)},
			":to":   &types.AttributeValueMemberS{Value: to.Format(minuteLayout)},
		},
	}
}

// describeTTL asks the table for its time to live.
func (r *run) describeTTL(ctx context.Context, res *Result) (err error) {
	res.TTL, err = showTTL(ctx, r.client, r.stage, r.buckets())
	return err
}

// ttlDescriber is what showTTL needs of a client.
type ttlDescriber interface {
	DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTimeToLiveOutput, error)
}

// showTTL asks a table for its time to live and shows it.
func showTTL(ctx context.Context, client ttlDescriber, stage transcript.Stage, table string) (ttl TTL, err error) {
	out, err := client.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: aws.String(table)})
	if err != nil {
		return TTL{}, &ddb.CallError{Op: "describe time to live of", Table: table, Err: err}
	}
	if d := out.TimeToLiveDescription; d != nil {
		ttl = TTL{Status: string(d.TimeToLiveStatus), Attribute: aws.ToString(d.AttributeName)}
	}
	return ttl, stage.Section("TTL status", transcript.Object{
		{Name: "TimeToLiveStatus", Value: ttl.Status},
		{Name: "AttributeName", Value: ttl.Attribute},
	})
}
