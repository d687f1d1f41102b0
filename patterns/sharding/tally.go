package sharding

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// counters is the votes on each counter of each candidate.
type counters map[string][]int

func newCounters(shards int) counters {
	c := make(counters)
	for _, candidate := range candidates() {
		c[candidate] = make([]int, shards)
	}
	return c
}

func (c counters) total() Tally {
	var t Tally
	for candidate, votes := range c {
		for _, n := range votes {
			t.add(candidate, n)
		}
	}
	return t
}

// busiest is the key of the counter with most votes, the first of them where
// several have as many, and its votes.
func (c counters) busiest() (key string, votes int) {
	for _, candidate := range candidates() {
		for shard, n := range c[candidate] {
			if n > votes {
				key, votes = counterKey(candidate, shard), n
			}
		}
	}
	return key, votes
}

// tally reads every counter, side by side. The reads are strongly consistent: a
// count that is to be compared with another must not lag behind.
func (r *electionRun) tally(ctx context.Context, s Sharder) (counters, error) {
	c := newCounters(s.Shards())
	work := func(yield func(ballot) bool) {
		for _, candidate := range candidates() {
			for shard := range s.Shards() {
				if !yield(ballot{candidate, shard}) {
					return
				}
			}
		}
	}
	err := each(ctx, work, func(ctx context.Context, b ballot) error {
		item, err := getItem(ctx, r.client, r.table, counterKey(b.candidate, b.shard))
		if err != nil {
			return err
		}
		c[b.candidate][b.shard], err = number(item, "votes")
		return err
	})
	return c, err
}

// getItem reads one item, nil if it is not there.
func getItem(ctx context.Context, client ItemAPI, table, key string) (gather.Item, error) {
	out, err := client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(table), Key: itemKey(key), ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return nil, &ddb.CallError{Op: "read " + key + " of", Table: table, Err: err}
	}
	return out.Item, nil
}

// number is a whole number in an item, and 0 for an item without it: a counter
// that has had no vote is not there.
func number(item gather.Item, name string) (int, error) {
	v, ok := item[name]
	if !ok {
		return 0, nil
	}
	n, err := strconv.Atoi(text(v))
	if err != nil {
		return 0, fmt.Errorf("%s of item %s is no count: %q", name, text(item["PK"]), text(v))
	}
	return n, nil
}

// numbers is a list of counts in an item, as countList wrote it.
func numbers(item gather.Item, name string) ([]int, error) {
	list, ok := item[name].(*types.AttributeValueMemberL)
	if !ok {
		return nil, nil
	}
	counts := make([]int, len(list.Value))
	for i, v := range list.Value {
		n, err := number(gather.Item{"PK": item["PK"], name: v}, name)
		if err != nil {
			return nil, err
		}
		counts[i] = n
	}
	return counts, nil
}

func countList(counts []int) types.AttributeValue {
	list := make([]types.AttributeValue, len(counts))
	for i, n := range slices.All(counts) {
		list[i] = count(n)
	}
	return &types.AttributeValueMemberL{Value: list}
}

func count(n int) types.AttributeValue { return &types.AttributeValueMemberN{Value: strconv.Itoa(n)} }
