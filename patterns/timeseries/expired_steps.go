package timeseries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// expiredName is the table's name before any prefix.
const expiredName = "p37-expired"

// expiredRun is one run of the variant under way.
type expiredRun struct {
	client ExpiredClient
	stage  transcript.Stage
	table  string
	now    time.Time
}

func newExpiredRun(client ExpiredClient, stage transcript.Stage, o ExpiredOptions, table string) *expiredRun {
	return &expiredRun{client: client, stage: stage, table: table, now: dayOf(o.Date).Add(12 * time.Hour)}
}

// expiring is one item of the run.
type expiring struct {
	name   string
	expiry types.AttributeValue // nil for none
	// alive is whether a reader should see it, by what whoever wrote it meant.
	alive bool
}

// items are all kinds of expiry, in the order of their names.
func (r *expiredRun) items() []expiring {
	at := func(d time.Duration) int64 { return r.now.Add(d).Unix() }
	return []expiring{
		{"expired-a-minute-ago", number(at(-time.Minute)), false},
		{"expired-six-years-ago", number(r.now.AddDate(-6, 0, 0).Unix()), false},
		{"expired-yesterday", number(at(-24 * time.Hour)), false},
		{"expires-tomorrow", number(at(24 * time.Hour)), true},
		{"milliseconds-of-yesterday", number(r.now.Add(-24 * time.Hour).UnixMilli()), false},
		{"never-expires", nil, true},
		{"text-of-yesterday", &types.AttributeValueMemberS{Value: strconv.FormatInt(at(-24*time.Hour), 10)}, false},
	}
}

func (r *expiredRun) write(ctx context.Context, _ *ExpiredResult) error {
	_, err := ddb.WriteBatches(ctx, r.client, r.table, keyNames(), func(yield func(gather.Item) bool) {
		for _, e := range r.items() {
			item := gather.Item{
				"PK": &types.AttributeValueMemberS{Value: sensor},
				"SK": &types.AttributeValueMemberS{Value: e.name},
			}
			if e.expiry != nil {
				item[ttlName] = e.expiry
			}
			if !yield(item) {
				return
			}
		}
	})
	return err
}

// names are those of the items that keep says to keep.
func (r *expiredRun) names(keep func(expiring) bool) []string {
	names := []string{}
	for _, e := range r.items() {
		if keep(e) {
			names = append(names, e.name)
		}
	}
	return names
}

func (r *expiredRun) unfiltered(ctx context.Context, res *ExpiredResult) (err error) {
	want := r.names(func(expiring) bool { return true })
	res.Unfiltered, res.Read, err = r.query(ctx, "", want)
	if err != nil {
		return err
	}
	shown := transcript.Object{}
	for _, e := range r.items() {
		shown = append(shown, transcript.Member{Name: e.name, Value: plain(e.expiry)})
	}
	return r.stage.Section("Read without a filter: every item and its expires_at", shown)
}

// isAfter is whether a filter expires_at > :now keeps the item: a comparison of a
// number with text, or with nothing, is false. No item expires at the very moment.
func (r *expiredRun) isAfter(e expiring) bool { return Judge(e.expiry, r.now) == Later }

func (r *expiredRun) naive(ctx context.Context, res *ExpiredResult) (err error) {
	if res.Naive, _, err = r.query(ctx, ttlName+" > :now", r.names(r.isAfter)); err != nil {
		return err
	}
	return r.stage.Section("Read with a filter that loses what never expires", res.Naive)
}

func (r *expiredRun) filtered(ctx context.Context, res *ExpiredResult) (err error) {
	want := r.names(func(e expiring) bool { return e.expiry == nil || r.isAfter(e) })
	filter := "attribute_not_exists(" + ttlName + ") OR " + ttlName + " > :now"
	if res.Filtered, _, err = r.query(ctx, filter, want); err != nil {
		return err
	}
	wrong := []string{}
	for _, e := range r.items() {
		if !e.alive && slices.Contains(res.Filtered, e.name) {
			wrong = append(wrong, e.name)
		}
	}
	return r.stage.Section("Read with the filter that readers need", transcript.Object{
		{Name: "items", Value: res.Filtered},
		{Name: "items_read_and_paid_for", Value: res.Read},
		{Name: "seen_although_expired", Value: wrong},
	})
}

// query reads the items, with a filter unless it is empty, and returns their names
// and how many were read before filtering.
func (r *expiredRun) query(ctx context.Context, filter string, want []string) (names []string, read int, err error) {
	in := &dynamodb.QueryInput{
		TableName:                 aws.String(r.table),
		ConsistentRead:            aws.Bool(true),
		KeyConditionExpression:    aws.String("PK = :pk"),
		ExpressionAttributeValues: gather.Item{":pk": &types.AttributeValueMemberS{Value: sensor}},
	}
	if filter != "" {
		in.FilterExpression = aws.String(filter)
		in.ExpressionAttributeValues[":now"] = number(r.now.Unix())
	}
	pages := dynamodb.NewQueryPaginator(r.client, in)
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, 0, &ddb.CallError{Op: "query", Table: r.table, Err: err}
		}
		read += int(page.ScannedCount)
		for _, item := range page.Items {
			name, ok := item["SK"].(*types.AttributeValueMemberS)
			if !ok {
				return nil, 0, errors.New("an item came back without its SK")
			}
			names = append(names, name.Value)
		}
	}
	if !slices.Equal(names, want) {
		return nil, 0, fmt.Errorf("query %s: the items found are %v, not %v", r.table, names, want)
	}
	return names, read, nil
}

// sweeps says what becomes of each item by DynamoDB's own rule.
func (r *expiredRun) sweeps(_ context.Context, res *ExpiredResult) error {
	shown := transcript.Object{}
	for _, e := range r.items() {
		s := Sweep{Name: e.name, Verdict: Judge(e.expiry, r.now)}
		res.Sweeps = append(res.Sweeps, s)
		shown = append(shown, transcript.Member{Name: s.Name, Value: when(e, s.Verdict)})
	}
	return r.stage.Section("When TTL deletes each, at "+r.now.Format(time.RFC3339), shown)
}

// plain is an expiry as JSON shows it: a number, a string, or null for none.
func plain(expiry types.AttributeValue) any {
	switch v := expiry.(type) {
	case *types.AttributeValueMemberN:
		return json.Number(v.Value)
	case *types.AttributeValueMemberS:
		return v.Value
	}
	return nil
}

// when is when TTL deletes an item, in a few words.
func when(e expiring, v Verdict) string {
	number, ok := e.expiry.(*types.AttributeValueMemberN)
	if !ok || v != Later {
		return v.String()
	}
	seconds, err := strconv.ParseInt(number.Value, 10, 64)
	if err != nil {
		return v.String()
	}
	at := time.Unix(seconds, 0).UTC()
	if at.Year() > lastYear {
		return fmt.Sprintf("not before the year %d", at.Year())
	}
	return "within a few days from " + at.Format(time.RFC3339)
}

// ttl turns TTL on and asks for it.
func (r *expiredRun) ttl(ctx context.Context, res *ExpiredResult) (err error) {
	if _, err = r.client.UpdateTimeToLive(ctx, timeToLive(r.table)); err != nil {
		return &ddb.CallError{Op: "set time to live of", Table: r.table, Err: err}
	}
	res.TTL, err = showTTL(ctx, r.client, r.stage, r.table)
	return err
}
