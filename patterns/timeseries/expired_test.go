package timeseries_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func expired(o timeseries.ExpiredOptions) patterntest.Run[timeseries.ExpiredResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (timeseries.ExpiredResult, error) {
		return timeseries.RunExpired(ctx, client, stage, o)
	}
}

// An item whose expiry passed a minute ago is still read, until it is filtered out.
func TestExpiredGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "time-series-expired", timeseries.ExpiredResult{
		Unfiltered: []string{
			"expired-a-minute-ago", "expired-six-years-ago", "expired-yesterday", "expires-tomorrow",
			"milliseconds-of-yesterday", "never-expires", "text-of-yesterday",
		},
		Naive:    []string{"expires-tomorrow", "milliseconds-of-yesterday"},
		Filtered: []string{"expires-tomorrow", "milliseconds-of-yesterday", "never-expires"},
		Read:     7,
		Sweeps: []timeseries.Sweep{
			{Name: "expired-a-minute-ago", Verdict: timeseries.Due},
			{Name: "expired-six-years-ago", Verdict: timeseries.TooOld},
			{Name: "expired-yesterday", Verdict: timeseries.Due},
			{Name: "expires-tomorrow", Verdict: timeseries.Later},
			{Name: "milliseconds-of-yesterday", Verdict: timeseries.Later},
			{Name: "never-expires", Verdict: timeseries.NoExpiry},
			{Name: "text-of-yesterday", Verdict: timeseries.NotNumber},
		},
		TTL: timeseries.TTL{Status: "ENABLED", Attribute: "expires_at"},
	}, expired(timeseries.ExpiredOptions{}))
}

// The engine is the judge: three days on, its sweeper has deleted what the rule
// says is due, and nothing else. The three days are the bubble's.
func TestExpiredAsTheEngineSweeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left []string
		got := patterntest.Play(t, func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (timeseries.ExpiredResult, error) {
			res, err := timeseries.RunExpired(ctx, client, stage, timeseries.ExpiredOptions{
				Date: time.Now(), Tables: ddb.TableOptions{Keep: true},
			})
			if err != nil {
				return res, err
			}
			// Noon of the day, which is now for the run, is 12 hours ahead.
			time.Sleep(12*time.Hour + 73*time.Hour)
			out, err := client.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("p37-expired")})
			if err != nil {
				return res, err
			}
			for _, item := range out.Items {
				left = append(left, item["SK"].(*types.AttributeValueMemberS).Value)
			}
			_, err = client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String("p37-expired")})
			return res, err
		})
		patterntest.Ended(t, "", got)
		var want []string
		for _, s := range got.Result.Sweeps {
			// Tomorrow has come, and two days more.
			if s.Verdict != timeseries.Due && s.Name != "expires-tomorrow" {
				want = append(want, s.Name)
			}
		}
		patterntest.Equal(t, want, left)
	})
}

func TestJudge(t *testing.T) {
	now := time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC) // 1792497600
	n := func(s string) types.AttributeValue { return &types.AttributeValueMemberN{Value: s} }
	for _, tt := range []struct {
		expiry types.AttributeValue
		want   timeseries.Verdict
	}{
		{nil, timeseries.NoExpiry},
		{n("1792497600"), timeseries.Later},
		{n("1792497599"), timeseries.Due},
		{n("1792497599.9"), timeseries.Due},
		{n("1.792497599E9"), timeseries.Due},
		{n("1634817600"), timeseries.Due}, // five years of 365 days ago
		{n("1634817599"), timeseries.TooOld},
		{n("0"), timeseries.TooOld},
		{n("-5"), timeseries.TooOld},
		{n("1792411200000"), timeseries.Later},
		{n("99999999999999999999999999999999999999"), timeseries.Later},
		{n("soon"), timeseries.NotNumber},
		{&types.AttributeValueMemberS{Value: "1792497599"}, timeseries.NotNumber},
		{&types.AttributeValueMemberNULL{Value: true}, timeseries.NotNumber},
		{&types.AttributeValueMemberNS{Value: []string{"1792497599"}}, timeseries.NotNumber},
	} {
		if got := timeseries.Judge(tt.expiry, now); got != tt.want {
			t.Errorf("Judge(%v) = %v, want %v", tt.expiry, got, tt.want)
		}
	}
	patterntest.Equal(t, "later, within a few days from now, Verdict(9)",
		timeseries.Later.String()+", "+timeseries.Due.String()+", "+timeseries.Verdict(9).String())
}

// The output does not depend on the machine's clock, only on the day.
func TestExpiredOnAnotherDay(t *testing.T) {
	for _, date := range []time.Time{
		time.Date(1980, 2, 29, 23, 59, 0, 0, time.UTC),
		time.Date(9998, 12, 31, 0, 0, 0, 0, time.UTC),
	} {
		got := patterntest.Play(t, expired(timeseries.ExpiredOptions{Date: date}))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, []string{"expires-tomorrow", "milliseconds-of-yesterday", "never-expires"}, got.Result.Filtered)
	}
	got := patterntest.Play(t, expired(timeseries.ExpiredOptions{Date: time.Date(1979, 1, 1, 0, 0, 0, 0, time.UTC)}))
	patterntest.Ended(t, "--date must lie in the years 1980 to 9998, got 1979-01-01", got)
}

func TestExpiredFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p37-expired: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p37-expired: cable cut"},
		{patterntest.FailAll[*dynamodb.QueryInput](broken), "query p37-expired: cable cut"},
		{patterntest.FailAll[*dynamodb.UpdateTimeToLiveInput](broken), "set time to live of p37-expired: cable cut"},
		{patterntest.FailAll[*dynamodb.DescribeTimeToLiveInput](broken), "describe time to live of p37-expired: cable cut"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, expired(timeseries.ExpiredOptions{}), tt.fail))
	}
}

// An engine that swept during the run, or that filters wrongly, is found out.
func TestExpiredWrongItems(t *testing.T) {
	for want, when := range map[string]func(filter string) bool{
		"query p37-expired: the items found are [expired-six-years-ago expired-yesterday expires-tomorrow " +
			"milliseconds-of-yesterday never-expires text-of-yesterday], not [expired-a-minute-ago expired-six-years-ago " +
			"expired-yesterday expires-tomorrow milliseconds-of-yesterday never-expires text-of-yesterday]": func(filter string) bool { return filter == "" },
		"query p37-expired: the items found are [milliseconds-of-yesterday], not [expires-tomorrow milliseconds-of-yesterday]": func(filter string) bool { return filter == "expires_at > :now" },
		"query p37-expired: the items found are [milliseconds-of-yesterday never-expires], " +
			"not [expires-tomorrow milliseconds-of-yesterday never-expires]": func(filter string) bool { return filter != "" && filter != "expires_at > :now" },
	} {
		got := patterntest.Play(t, expired(timeseries.ExpiredOptions{}), patterntest.Alter(func(in, out any) {
			if query, ok := in.(*dynamodb.QueryInput); ok && when(aws.ToString(query.FilterExpression)) {
				page := out.(*dynamodb.QueryOutput)
				page.Items = page.Items[1:]
			}
		}))
		patterntest.Ended(t, want, got)
	}
}

func TestExpiredClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"Read without a filter: every item and its expires_at",
		"Read with a filter that loses what never expires",
		"Read with the filter that readers need",
		"When TTL deletes each, at 2026-10-20T12:00:00Z",
		"TTL status",
	}, expired(timeseries.ExpiredOptions{}))
}
