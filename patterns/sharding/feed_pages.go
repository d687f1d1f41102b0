package sharding

import (
	"context"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// pages reads the feed from its newest post to its oldest.
func (r *feedRun) pages(ctx context.Context, res *FeedResult) error {
	first, err := r.first(ctx, res)
	if err != nil {
		return err
	}
	late, err := r.arrive(ctx)
	if err != nil {
		return err
	}
	second, err := r.second(ctx, first.Next, res)
	if err != nil {
		return err
	}
	shown := slices.Concat(res.First, res.Second)
	res.Pages = 1
	if first.Next != "" {
		res.Pages = 2
	}
	for next := second.Next; next != ""; res.Pages++ {
		page, err := r.feed.Page(ctx, r.o.Limit, next)
		if err != nil {
			return err
		}
		shown, next = append(shown, sortKeys(page.Items)...), page.Next
	}
	return r.verdict(shown, late, res)
}

// first reads the newest posts, and finds out what asking each shard for one post
// would have come to.
func (r *feedRun) first(ctx context.Context, res *FeedResult) (FeedPage, error) {
	page, err := r.feed.Page(ctx, r.o.Limit, "")
	if err != nil {
		return FeedPage{}, err
	}
	res.First, res.Read = sortKeys(page.Items), page.Read
	newestOf := map[int]string{}
	for _, sk := range slices.Backward(r.posts) {
		newestOf[r.feed.Sharder.Shard(sk)] = sk
	}
	for _, sk := range newestOf {
		if slices.Contains(res.First, sk) {
			res.OneEach++
		}
	}
	if err := r.stage.Section("First page: the newest, of all shards", res.First); err != nil {
		return FeedPage{}, err
	}
	return page, r.stage.Section("What it took", transcript.Object{
		{Name: "posts that the shards sent", Value: res.Read},
		{Name: "posts shown", Value: len(res.First)},
		{Name: "right ones, had each shard been asked for one", Value: res.OneEach},
		{Name: "characters in the cursor", Value: len(page.Next)},
	})
}

// arrive stores posts that are newer than all others.
func (r *feedRun) arrive(ctx context.Context) ([]string, error) {
	late := make([]string, latePosts)
	for i := range late {
		late[i] = postKey(r.newest.Add(time.Duration(i+1)*time.Second), r.o.Posts+i)
	}
	_, err := ddb.WriteBatches(ctx, r.client, r.table, keyNames(), r.items(late))
	return late, err
}

// second reads the page after the first, if there is one.
func (r *feedRun) second(ctx context.Context, next string, res *FeedResult) (page FeedPage, err error) {
	if next != "" {
		if page, err = r.feed.Page(ctx, r.o.Limit, next); err != nil {
			return FeedPage{}, err
		}
	}
	res.Second = sortKeys(page.Items)
	return page, r.stage.Section("Second page, after 5 newer posts came in", res.Second)
}

// verdict compares what the pages held with what was written.
func (r *feedRun) verdict(shown, late []string, res *FeedResult) error {
	on := make(map[string]int, len(shown))
	for _, sk := range shown {
		on[sk]++
		if on[sk] == 2 {
			res.Doubled++
		}
	}
	for _, sk := range r.posts {
		if on[sk] == 0 {
			res.Lost++
		}
	}
	for _, sk := range late {
		if on[sk] == 0 {
			res.Arrivals++
		}
	}
	res.Posts = len(shown)
	if !slices.Equal(shown, r.posts) {
		return &FeedError{Table: r.table, Written: res.Written, Lost: res.Lost, Doubled: res.Doubled}
	}
	return r.stage.Section("All pages", transcript.Object{
		{Name: "pages", Value: res.Pages},
		{Name: "posts", Value: res.Posts},
		{Name: "lost", Value: res.Lost},
		{Name: "doubled", Value: res.Doubled},
		{Name: "newer ones, for whoever starts at the first page again", Value: res.Arrivals},
	})
}

func sortKeys(items []gather.Item) []string {
	keys := make([]string, len(items))
	for i, item := range items {
		keys[i] = sortKey(item)
	}
	return keys
}
