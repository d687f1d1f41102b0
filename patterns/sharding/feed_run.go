package sharding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// feedTable is the table of the feed before any prefix.
const feedTable = "p35-feed"

// feedBase is the key that the feed's posts are split over.
const feedBase = "FEED"

// postStream is the stream of random numbers that the posts' times are drawn from.
const postStream = 3550

// latePosts come in while the feed is read.
const latePosts = 5

// FeedOptions configures RunFeed. A number that is 0 means its default.
type FeedOptions struct {
	Posts  int       // posts to write; 200 by default
	Shards int       // suffixes to spread them over, at most 10,000; 10 by default
	Limit  int       // posts a page; 10 by default
	Seed   uint64    // of the posts' times; 20261020 by default
	Date   time.Time // the day of the posts, in UTC; 2026-10-20 by default
	Tables ddb.TableOptions
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o FeedOptions) Validate() error {
	switch {
	case o.Posts < 0:
		return fmt.Errorf("--posts must be at least 1, got %d", o.Posts)
	case o.Limit < 0:
		return fmt.Errorf("--limit must be at least 1, got %d", o.Limit)
	case o.Limit > maxLimit:
		return fmt.Errorf("--limit must be at most %d, got %d", maxLimit, o.Limit)
	}
	return Options{Shards: o.Shards, Date: o.Date}.Validate()
}

func (o FeedOptions) withDefaults() FeedOptions {
	shared := Options{Shards: o.Shards, Seed: o.Seed, Date: o.Date}.withDefaults()
	o.Shards, o.Seed, o.Date = shared.Shards, shared.Seed, shared.Date
	o.Posts = cmp.Or(o.Posts, 200)
	o.Limit = cmp.Or(o.Limit, 10)
	return o
}

// FeedResult is what RunFeed found.
type FeedResult struct {
	Written  int      // posts that were there before the feed was read
	First    []string // sort keys of the first page, newest first
	Second   []string // sort keys of the second
	Read     int      // posts that the shards sent for the first page
	OneEach  int      // how many of the first page one post of each shard would have found
	Pages    int      // pages that hold all of the feed, from its beginning
	Posts    int      // posts on them
	Lost     int      // posts that were there before and are on no page
	Doubled  int      // posts that are on two pages
	Arrivals int      // posts that came in after the first page and are on none
}

// FeedError says that the pages of the feed are not what was written, in order.
type FeedError struct {
	Table                  string
	Written, Lost, Doubled int
}

// Error names the figures. With none lost or doubled the posts are in another order
// than their times, or later ones are among them.
func (e *FeedError) Error() string {
	return fmt.Sprintf("feed of %s: its pages are not the %d posts written, newest first: %d are missing, %d come twice",
		e.Table, e.Written, e.Lost, e.Doubled)
}

// FeedClient is the operations that RunFeed calls.
type FeedClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
}

// feedRun is one run under way.
type feedRun struct {
	client FeedClient
	stage  transcript.Stage
	o      FeedOptions
	table  string
	feed   Feed
	posts  []string // sort keys, newest first
	newest time.Time
}

// RunFeed writes posts to calculated shards and reads them as one feed, newest
// first, page by page, while more come in. Each post must be on exactly one page;
// otherwise the error is a *FeedError. The table that it makes it also drops, unless
// FeedOptions.Tables.Keep, whatever happens.
func RunFeed(ctx context.Context, client FeedClient, stage transcript.Stage, o FeedOptions) (res FeedResult, err error) {
	if err := o.Validate(); err != nil {
		return FeedResult{}, err
	}
	o = o.withDefaults()
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	s, err := NewCalculated(o.Shards)
	if err != nil {
		return FeedResult{}, err
	}
	r := &feedRun{client: client, stage: stage, o: o, table: tables.Name(feedTable)}
	r.feed = Feed{Client: client, Table: r.table, Base: feedBase, Sharder: s, Consistent: true}
	if err := tables.Create(ctx, createTable(r.table)); err != nil {
		return FeedResult{}, err
	}
	for _, step := range []func(context.Context, *FeedResult) error{r.write, r.pages} {
		if err := step(ctx, &res); err != nil {
			return FeedResult{}, err
		}
	}
	return res, nil
}

// write stores the posts that are there before the feed is read.
func (r *feedRun) write(ctx context.Context, res *FeedResult) (err error) {
	r.posts, r.newest = r.o.drawPosts()
	res.Written, err = ddb.WriteBatches(ctx, r.client, r.table, keyNames(), r.items(r.posts))
	slices.Reverse(r.posts)
	return err
}

// drawPosts is the sort keys of all posts, oldest first, and the time of the last:
// some have the same second.
func (o FeedOptions) drawPosts() ([]string, time.Time) {
	rng := rand.New(rand.NewPCG(postStream, o.Seed))
	at := o.Date.UTC().Truncate(24 * time.Hour)
	posts := make([]string, o.Posts)
	for i := range posts {
		at = at.Add(time.Duration(rng.IntN(4)) * time.Second)
		posts[i] = postKey(at, i)
	}
	return posts, at
}

// postKey sorts by time, then by id.
func postKey(at time.Time, number int) string {
	return fmt.Sprintf("%s#p-%06d", at.Format("2006-01-02T15:04:05Z"), number)
}

func (r *feedRun) items(sortKeys []string) iter.Seq[gather.Item] {
	return func(yield func(gather.Item) bool) {
		for _, sk := range sortKeys {
			key := Key(feedBase, r.feed.Sharder.Shard(sk))
			if !yield(gather.Item{"PK": str(key), "SK": str(sk)}) {
				return
			}
		}
	}
}
