// Package caching shows a cache in front of one hot item: a hundred reads cost
// one, a change made past the cache is not seen until the entry's time is up, and
// a change made through it is seen at once.
//
// # Problem
//
// An item lies in one partition, which serves 3,000 read units a second and no
// more, whatever the table has (DynamoDB Developer Guide, "Best practices for
// designing and using partition keys effectively"). A product on the front page
// of a shop can get more reads than that, nearly all with the same answer.
//
// # Table
//
// PK is PRODUCT#id, SK is META, both strings, on demand; name and price are
// plain attributes. In front of it stands package cache: read-through,
// write-through, with a time to live (TTL).
//
// RunDAX, RunRedis, RunStampede and RunTTL are its variants: DAX's rules, a cache that
// processes share, many readers at an expiry, and what a shorter TTL buys and costs.
//
// # Cost
//
// For each key one read in each TTL reaches the table, instead of all of them.
// The price is staleness: for up to the TTL a reader may get a value that is no
// longer in the table. Each process has a cache of its own, and each pays its
// own misses.
//
// # When not to
//
// Where a stale answer is a wrong one (stock at checkout, a balance), read the
// table with a strongly consistent read. Where every read is of another item, a
// cache only adds a miss. Where writes are the hot part, see write sharding.
package caching

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Options configures Run. The zero value gives the guide's figures; a number
// that is 0 means its default.
type Options struct {
	Reads  int           // reads of the hot item; 100 by default
	TTL    time.Duration // how long the cache serves an entry; half a second by default
	Tables ddb.TableOptions
}

// Result is what Run found. Prices are what a reader was given.
type Result struct {
	DynamoDBReads int64 // of the first reads, those that reached the table
	CacheHits     int64 // of the first reads, those that did not
	Stale         int   // price right after a change made past the cache
	Fresh         int   // price once the TTL was over
	Written       int   // price after a change made through the cache
}

// Client is the operations that Run calls.
type Client interface {
	ddb.TablesAPI
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
}

// Run reads a hot item through a cache, changes it in the table behind the
// cache's back, waits for the TTL and changes it once more through the cache. The
// cache runs on a clock that Run moves, so the wait takes no time and the outcome
// does not depend on how fast the machine is. The table that Run makes it also
// drops, unless Options.Tables.Keep, whatever happens.
func Run(ctx context.Context, client Client, stage transcript.Stage, o Options) (res Result, err error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r, err := newRun(client, stage, o.withDefaults(), tables.Name(tableName))
	if err != nil {
		return Result{}, err
	}
	if err := tables.Create(ctx, createTable(r.shop.table)); err != nil {
		return Result{}, err
	}
	for _, step := range []func(context.Context, *Result) error{r.hot, r.stale, r.fresh, r.writeThrough} {
		if err := step(ctx, &res); err != nil {
			return Result{}, err
		}
	}
	return res, nil
}
