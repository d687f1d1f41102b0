package sharding_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func runFeed(o sharding.FeedOptions) patterntest.Run[sharding.FeedResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (sharding.FeedResult, error) {
		return sharding.RunFeed(ctx, client, stage, o)
	}
}

func TestFeedGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "sharding-feed", sharding.FeedResult{
		Written: 200,
		First: []string{
			"2026-10-20T00:04:50Z#p-000199", "2026-10-20T00:04:48Z#p-000198", "2026-10-20T00:04:48Z#p-000197",
			"2026-10-20T00:04:46Z#p-000196", "2026-10-20T00:04:43Z#p-000195", "2026-10-20T00:04:43Z#p-000194",
			"2026-10-20T00:04:42Z#p-000193", "2026-10-20T00:04:41Z#p-000192", "2026-10-20T00:04:39Z#p-000191",
			"2026-10-20T00:04:36Z#p-000190",
		},
		Second: []string{
			"2026-10-20T00:04:33Z#p-000189", "2026-10-20T00:04:31Z#p-000188", "2026-10-20T00:04:31Z#p-000187",
			"2026-10-20T00:04:31Z#p-000186", "2026-10-20T00:04:30Z#p-000185", "2026-10-20T00:04:28Z#p-000184",
			"2026-10-20T00:04:26Z#p-000183", "2026-10-20T00:04:23Z#p-000182", "2026-10-20T00:04:20Z#p-000181",
			"2026-10-20T00:04:20Z#p-000180",
		},
		Read: 100, OneEach: 6, Pages: 20, Posts: 200, Arrivals: 5,
	}, runFeed(sharding.FeedOptions{}))
}

func TestSmallFeeds(t *testing.T) {
	for _, o := range []sharding.FeedOptions{
		{Posts: 1}, {Posts: 1, Shards: 1, Limit: 1}, {Posts: 30, Limit: 1}, {Posts: 30, Shards: 64, Limit: 7},
		{Posts: 10, Shards: 3, Limit: 1000}, {Posts: 20, Limit: 10}, {Posts: 500, Shards: 1, Limit: 3},
	} {
		got := patterntest.Play(t, runFeed(o))
		patterntest.Ended(t, "", got)
		if got.Result.Posts != o.Posts || got.Result.Arrivals != 5 {
			t.Errorf("%+v: %d posts on the pages and %d newer ones not, want %d and 5", o, got.Result.Posts, got.Result.Arrivals, o.Posts)
		}
	}
}

// newestTen are, by the sharder's own word, in one shard: one of each is not
// enough (case 50), nor are nine.
func TestTheNewestMayAllBeInOneShard(t *testing.T) {
	s := calculated(t, 10)
	var items []gather.Item
	for n := range 10 {
		for i := range 20 {
			year := 2000 + 20*n + i
			items = append(items, item(n, fmt.Sprint(year)))
		}
	}
	f := sharding.Feed{Client: rows(t, items), Table: "rows", Base: "B", Sharder: s}
	page, err := f.Page(t.Context(), 10, "")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{}
	for year := 2199; year > 2189; year-- {
		want = append(want, fmt.Sprint("B#9 ", year))
	}
	patterntest.Equal(t, want, keysOf(page.Items))
	patterntest.Equal(t, 100, page.Read)
}

// walk reads a whole feed and writes before each page what arrive gives.
func walk(t *testing.T, f sharding.Feed, limit int, arrive func()) []string {
	t.Helper()
	got := []string{}
	for cursor, more := "", true; more; {
		page, err := f.Page(t.Context(), limit, cursor)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Items) > limit || (len(page.Items) < limit && page.Next != "") {
			t.Fatalf("%d items on a page of %d, with the next at %q", len(page.Items), limit, page.Next)
		}
		got = append(got, keysOf(page.Items)...)
		cursor, more = page.Next, page.Next != ""
		arrive()
	}
	return got
}

// A feed is its items in order, whatever the shards, the limit, the ties in time
// and what comes in meanwhile.
func TestFeedAgainstASortedSlice(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(7, seed))
		s := calculated(t, 1+rng.IntN(12))
		var items []gather.Item
		var want []string
		for i := range rng.IntN(80) {
			sk := fmt.Sprintf("%02d#p-%03d", 10+rng.IntN(20), i)
			items, want = append(items, item(s.Shard(sk), sk)), append(want, sk)
		}
		slices.Sort(want)
		slices.Reverse(want)
		client := rows(t, items)
		f := sharding.Feed{Client: client, Table: "rows", Base: "B", Sharder: s}
		late := 0
		got := walk(t, f, 1+rng.IntN(9), func() {
			sk := fmt.Sprintf("%02d#late-%03d", 40, late)
			late++
			if err := store(t.Context(), client, item(s.Shard(sk), sk)); err != nil {
				t.Fatal(err)
			}
		})
		for i := range got {
			_, got[i], _ = strings.Cut(got[i], " ")
		}
		if !slices.Equal(want, got) {
			t.Errorf("seed %d:\n got %q\nwant %q", seed, got, want)
		}
	}
}

// Ties in time across shards keep one order: the id's, then the shard's.
func TestTiesAreStable(t *testing.T) {
	f := sharding.Feed{
		Client: rows(t, []gather.Item{item(0, "10#b"), item(1, "10#c"), item(2, "10#a"), item(0, "10#c")}),
		Table:  "rows", Base: "B", Sharder: calculated(t, 3), Consistent: true,
	}
	want := []string{"B#0 10#c", "B#1 10#c", "B#0 10#b", "B#2 10#a"}
	for _, limit := range []int{1, 2, 3, 4, 100} {
		patterntest.Equal(t, want, walk(t, f, limit, func() {}))
	}
}

// An answer ends at 1 MB: a shard is then asked again for the rest of its limit.
func TestFeedOfLargeItems(t *testing.T) {
	var items []gather.Item
	for i := range 60 {
		row := item(i%2, fmt.Sprintf("%03d", i))
		row["data"] = str(strings.Repeat("x", 60<<10))
		items = append(items, row)
	}
	f := sharding.Feed{Client: rows(t, items), Table: "rows", Base: "B", Sharder: calculated(t, 2)}
	page, err := f.Page(t.Context(), 50, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Items) != 50 || page.Read != 60 || text(page.Items[49]["SK"]) != "010" {
		t.Errorf("%d items, the last %s, of %d read; want 50, 010, 60", len(page.Items), text(page.Items[49]["SK"]), page.Read)
	}
}

func TestFeedValidate(t *testing.T) {
	for want, o := range map[string]sharding.FeedOptions{
		"--posts must be at least 1, got -5":                      {Posts: -5},
		"--limit must be at least 1, got -1":                      {Limit: -1},
		"--limit must be at most 1048576, got 1048577":            {Limit: 1<<20 + 1},
		"--shards must be at least 1, got -2":                     {Shards: -2},
		"--shards must be at most 10000, got 10001":               {Shards: 10_001},
		"--date must lie in the years 1 to 9999, got 12026-01-01": {Date: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		patterntest.Ended(t, want, patterntest.Play(t, runFeed(o)))
	}
	if _, err := (sharding.Feed{}).Page(t.Context(), 0, ""); err == nil || err.Error() != "a page needs at least 1 item, got 0" {
		t.Errorf("a page of 0: %v", err)
	}
}

func TestFailingFeedCalls(t *testing.T) {
	broken := errors.New("cable cut")
	patterntest.Ended(t, "write batch to p35-feed: cable cut",
		patterntest.Play(t, runFeed(sharding.FeedOptions{}), patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken)))
	patterntest.Ended(t, "query shard 2 of p35-feed: cable cut",
		patterntest.Play(t, runFeed(sharding.FeedOptions{}), patterntest.FailOn(func(in any) error {
			if strings.HasSuffix(shardOf(in), "#2") {
				return broken
			}
			return nil
		})))
	patterntest.Ended(t, "feed of p35-feed: its pages are not the 200 posts written, newest first: 1 are missing, 0 come twice",
		patterntest.Play(t, runFeed(sharding.FeedOptions{}), patterntest.Alter(func(_, out any) {
			if page, ok := out.(*dynamodb.QueryOutput); ok {
				page.Items = slices.DeleteFunc(page.Items, func(item gather.Item) bool { return strings.HasSuffix(text(item["SK"]), "p-000100") })
			}
		})))
	patterntest.Closes(t, []string{
		"First page: the newest, of all shards", "What it took", "Second page, after 5 newer posts came in", "All pages",
	}, runFeed(sharding.FeedOptions{}))
}
