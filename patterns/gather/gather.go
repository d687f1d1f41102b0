// Package gather reads the parts that a sharded key was split into: every
// partition key is queried side by side, all its pages are read, and the answers
// come back in the order of the keys.
//
// It costs one Query for each key even where a key holds nothing, and as many
// more as a key has pages of 1 MB. Reading N shards takes about as long as
// reading the slowest, and N times the requests of reading one key.
package gather

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

// defaultParallel keeps a laptop and a small table comfortable; reading more
// shards at once gains little, since the slowest decides.
const defaultParallel = 8

// Item is an item as the SDK returns it.
type Item = map[string]types.AttributeValue

// Query says what is asked of each key.
type Query struct {
	Client dynamodb.QueryAPIClient
	Table  string
	// Index is the index to read; empty means the table itself.
	Index string
	// KeyName is the attribute that is the partition key; empty means PK.
	KeyName string
	// Consistent asks for strongly consistent reads, which an index cannot serve.
	Consistent bool
	// CountOnly asks for counts without items.
	CountOnly bool
	// Parallel is how many keys are read at once; 0 or less means 8.
	Parallel int
}

// Each queries every key and returns how many items each holds: result n belongs
// to keys[n]. Each item is given to visit, which may be nil, with the n of its
// key: in order for one n and never twice at once for it, but for different n at
// the same time.
//
// The first error stops the rest. It is a *ddb.CallError that names the shard,
// the place of its key in keys, or the error that visit returned.
func Each(ctx context.Context, q Query, keys []string, visit func(n int, item Item) error) ([]int, error) {
	counts := make([]int, len(keys))
	order := trace.NewOrder()
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(q.parallel())
	for n, key := range keys {
		if groupCtx.Err() != nil {
			break
		}
		// Here and not in the goroutine: the transcript follows the keys, not
		// the order in which goroutines happen to start.
		place, release := order.Reserve(groupCtx)
		group.Go(func() (err error) {
			defer release()
			counts[n], err = q.shard(place, n, key, visit)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	// The loop may have ended before the first goroutine saw the context's end.
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("gather %s: %w", q.Table, err)
	}
	return counts, nil
}

// shard reads one key.
func (q Query) shard(ctx context.Context, n int, key string, visit func(int, Item) error) (int, error) {
	var each func(Item) error
	if visit != nil {
		each = func(item Item) error { return visit(n, item) }
	}
	return pages(ctx, q.Client, q.input(key), fmt.Sprintf("query shard %d of", n), each)
}

func (q Query) input(key string) *dynamodb.QueryInput {
	name := q.KeyName
	if name == "" {
		name = "PK"
	}
	in := &dynamodb.QueryInput{
		TableName:                 aws.String(q.Table),
		KeyConditionExpression:    aws.String(name + " = :pk"),
		ExpressionAttributeValues: Item{":pk": &types.AttributeValueMemberS{Value: key}},
	}
	if q.Index != "" {
		in.IndexName = aws.String(q.Index)
	}
	if q.Consistent {
		in.ConsistentRead = aws.Bool(true)
	}
	if q.CountOnly {
		in.Select = types.SelectCount
	}
	return in
}

func (q Query) parallel() int {
	if q.Parallel <= 0 {
		return defaultParallel
	}
	return q.Parallel
}
