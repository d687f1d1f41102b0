package sharding

import (
	"cmp"
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// Feed reads a sharded key newest first, a page at a time. Its items have PK and
// SK, where SK begins with the time in a form that sorts by time, and ends with
// the id, so that items of the same time keep their order. It is safe for
// concurrent use if its client is.
type Feed struct {
	Client dynamodb.QueryAPIClient
	Table  string
	Base   string // of the keys; see Key
	// Sharder is the one that the items were written with.
	Sharder Sharder
	// Consistent asks for strongly consistent reads.
	Consistent bool
}

// FeedPage is one page of a Feed.
type FeedPage struct {
	// Items are the newest first; where the same sort key is in several shards,
	// the lower shard first.
	Items []gather.Item
	// Next is the cursor of the page after this one; empty after the last. It is
	// for Page only: its form may change.
	Next string
	// Read is how many items the shards sent for this page.
	Read int
}

// Page returns at most limit items after cursor, or the newest for an empty
// cursor. Each shard is asked for limit items, side by side: they may all be in
// one. What a page does not show of them is read again for the next one.
//
// A cursor that Page did not make, or made for another feed, is a *CursorError.
// An item that stays in the table is on exactly one page; one that is written
// meanwhile is on a later page if its place lies there, and otherwise on none. The
// last page may be empty.
func (f Feed) Page(ctx context.Context, limit int, cursor string) (FeedPage, error) {
	if limit < 1 {
		return FeedPage{}, fmt.Errorf("a page needs at least 1 item, got %d", limit)
	}
	at, err := f.positions(cursor)
	if err != nil {
		return FeedPage{}, err
	}
	heads, err := f.ask(ctx, limit, at)
	if err != nil {
		return FeedPage{}, err
	}
	var page FeedPage
	shown := make([]int, len(heads))
	for _, h := range heads {
		page.Read += len(h.items)
	}
	for shard, item := range merge(itemsOf(heads), newestFirst) {
		if len(page.Items) == limit {
			break
		}
		page.Items = append(page.Items, item)
		at[shard] = position{After: sortKey(item), Shown: true}
		shown[shard]++
	}
	for n, h := range heads {
		at[n].Over = h.over && shown[n] == len(h.items)
		if len(page.Items) > 0 {
			at[n].advance(sortKey(page.Items[len(page.Items)-1]))
		}
	}
	page.Next = f.cursor(at)
	return page, nil
}

// newestFirst puts the greater sort key first.
func newestFirst(a, b string) int { return cmp.Compare(b, a) }

// shardPage is what one shard sent for a page.
type shardPage struct {
	items []gather.Item
	over  bool // the shard holds no more
}

func itemsOf(pages []shardPage) [][]gather.Item {
	items := make([][]gather.Item, len(pages))
	for n := range pages {
		items[n] = pages[n].items
	}
	return items
}

// ask asks each shard that is not over for limit items after its position.
func (f Feed) ask(ctx context.Context, limit int, at []position) ([]shardPage, error) {
	pages := make([]shardPage, len(at))
	keys := Keys(f.Base, f.Sharder)
	err := each(ctx, upTo(len(at)), func(ctx context.Context, n int) (err error) {
		if at[n].Over {
			pages[n].over = true
			return nil
		}
		pages[n], err = f.shard(ctx, n, keys[n], at[n], limit)
		return err
	})
	return pages, err
}

// shard asks one shard until it has sent limit items: a page of an answer ends
// at 1 MB, however few items that is.
func (f Feed) shard(ctx context.Context, n int, key string, at position, limit int) (shardPage, error) {
	in := f.input(key, at)
	var page shardPage
	for {
		in.Limit = aws.Int32(int32(min(limit-len(page.items), maxLimit)))
		out, err := f.Client.Query(ctx, in)
		if err != nil {
			return shardPage{}, &ddb.CallError{Op: fmt.Sprintf("query shard %d of", n), Table: f.Table, Err: err}
		}
		page.items = append(page.items, out.Items...)
		page.over = len(out.LastEvaluatedKey) == 0
		if page.over || len(page.items) >= limit {
			return page, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

// maxLimit keeps a Limit within what the API takes.
const maxLimit = 1 << 20

func (f Feed) input(key string, at position) *dynamodb.QueryInput {
	in := &dynamodb.QueryInput{
		TableName:                 aws.String(f.Table),
		KeyConditionExpression:    aws.String("PK = :pk"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":pk": str(key)},
		ScanIndexForward:          aws.Bool(false),
	}
	if at.After != "" {
		compare := "<="
		if at.Shown {
			compare = "<"
		}
		in.KeyConditionExpression = aws.String("PK = :pk AND SK " + compare + " :after")
		in.ExpressionAttributeValues[":after"] = str(at.After)
	}
	if f.Consistent {
		in.ConsistentRead = aws.Bool(true)
	}
	return in
}
