package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func newShardingFeedCmd(a *app) *cobra.Command {
	var o sharding.FeedOptions
	var date string
	cmd := newVariantCmd(variant{
		name:   "feed",
		lesson: "read a sharded key newest first, in pages: a page's worth from each shard, merged, cut",
		text: `The newest ten posts over ten shards may all lie in one: ten are asked of each, the
hundred merged and the newest ten kept. A cursor holds every shard's position, so
no post is lost or shown twice from page to page, though others come in meanwhile.

When not to: a page over N shards reads up to N times what it shows, here 100 posts
for 10. Under 1,000 writes a second the feed needs no shards, and a page is one Query.`,
		example: `  ddbpatterns 35 feed
  ddbpatterns sharding feed --posts 5000 --shards 16 --limit 50`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Posts, "posts", 200, "posts to write")
	f.IntVar(&o.Shards, "shards", 10, "suffixes that the feed's key is split over")
	f.IntVar(&o.Limit, "limit", 10, "posts a page")
	f.StringVar(&date, "date", "2026-10-20", "the `day` of the posts")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if err := atLeastOne(f, "posts", "shards", "limit"); err != nil {
			return err
		}
		if o.Date, err = day("date", date); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "sharding feed", playShardingFeed(o))
	}
	return cmd
}

func playShardingFeed(o sharding.FeedOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := sharding.RunFeed(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d posts on %d pages", r.Posts, r.Pages), err
	}
}
