package sharding

import (
	"cmp"
	"container/heap"
	"context"
	"iter"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// Merged is all items of a sharded key, as Merge found them.
type Merged struct {
	// Items are in the order of their sort keys; with the same sort key, in the
	// order of their shards.
	Items []gather.Item
	// PerShard is how many items each shard holds.
	PerShard []int
	// Twice are the sort keys that were found in more than one shard, each once,
	// in order: what an id written again with another random suffix leaves. Their
	// items are all among Items.
	Twice []string
}

// Merge reads every shard of base, side by side, and merges what they hold in the
// order of the sort key SK, a string. It keeps all of it in memory. Its errors
// are those of Gather.
func Merge(ctx context.Context, q gather.Query, base string, s Sharder) (Merged, error) {
	shards := make([][]gather.Item, s.Shards())
	// One shard is never visited twice at once, so its slice needs no lock.
	counts, err := Gather(ctx, q, base, s, func(n int, item gather.Item) error {
		shards[n] = append(shards[n], item)
		return nil
	})
	if err != nil {
		return Merged{}, err
	}
	m := Merged{PerShard: counts}
	for _, item := range merge(shards, cmp.Compare[string]) {
		if last := len(m.Items) - 1; last >= 0 && sortKey(item) == sortKey(m.Items[last]) {
			m.Twice = append(m.Twice, sortKey(item))
		}
		m.Items = append(m.Items, item)
	}
	m.Twice = slices.Compact(m.Twice)
	return m, nil
}

// merge yields the items of all shards, each with its shard, in the order in
// which compare puts their sort keys; each shard is in that order already. It
// takes time n log N for n items of N shards.
func merge(shards [][]gather.Item, compare func(a, b string) int) iter.Seq2[int, gather.Item] {
	return func(yield func(int, gather.Item) bool) {
		h := &heads{compare: compare}
		for n, items := range shards {
			if len(items) > 0 {
				h.list = append(h.list, head{n, items})
			}
		}
		heap.Init(h)
		for h.Len() > 0 {
			first := &h.list[0]
			if !yield(first.shard, first.items[0]) {
				return
			}
			if first.items = first.items[1:]; len(first.items) > 0 {
				heap.Fix(h, 0)
			} else {
				heap.Pop(h)
			}
		}
	}
}

// head is what is left of a shard.
type head struct {
	shard int
	items []gather.Item
}

// heads is a heap of the shards that have items left, by their next one.
type heads struct {
	list    []head
	compare func(a, b string) int
}

func (h *heads) Len() int { return len(h.list) }

// Less puts the lower shard first where sort keys are equal, so that the order
// is the same each time.
func (h *heads) Less(i, j int) bool {
	a, b := h.list[i], h.list[j]
	return cmp.Or(h.compare(sortKey(a.items[0]), sortKey(b.items[0])), cmp.Compare(a.shard, b.shard)) < 0
}

func (h *heads) Swap(i, j int) { h.list[i], h.list[j] = h.list[j], h.list[i] }

func (h *heads) Push(x any) { h.list = append(h.list, x.(head)) }

func (h *heads) Pop() any {
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return last
}

// sortKey is an item's SK; empty for an item without one.
func sortKey(item gather.Item) string { return text(item["SK"]) }

// text is the text of a string or the digits of a number; empty for the rest.
func text(v types.AttributeValue) string {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return v.Value
	case *types.AttributeValueMemberN:
		return v.Value
	}
	return ""
}

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
