package sharding

import (
	"context"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// Gather reads every shard of base, side by side, and returns how many items each
// holds, in the order of the shards. Each item is given to visit, which may be
// nil; see gather.Each for its contract and for errors. The range is the
// Sharder's own, so nothing it wrote is missed.
func Gather(ctx context.Context, q gather.Query, base string, s Sharder, visit func(shard int, item gather.Item) error) ([]int, error) {
	return gather.Each(ctx, q, Keys(base, s), visit)
}
