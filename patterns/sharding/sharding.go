// Package sharding shows how to write faster to one key than one partition can:
// the key is split over N suffixes, picked at random or calculated from the id.
//
// # Problem
//
// All of a day's events under one partition key, EVENTS#2026-10-20, share the
// 1,000 writes a second of the partition that holds it, however much the table
// as a whole may do (DynamoDB Developer Guide, "Using write sharding to
// distribute workloads evenly").
//
// # Table
//
// PK and SK, both strings, on demand. Events are spread at random: PK is
// EVENTS#day#n with n from 0 to N-1, SK is EVENT#id. Orders go to a calculated
// suffix: PK is ORDERS#day#n with n the MD5 of the id modulo N, SK is ORDER#id.
//
// # Cost
//
// Writing costs the same. Reading a day costs N queries instead of one, at least
// half a read unit each, empty shards included. With a calculated suffix one item
// still is one GetItem; with a random one it is N.
//
// # When not to
//
// Below 1,000 writes a second for the key, N queries buy nothing. A sort key that
// only ever increases needs sharding sooner, since such a key is not split for
// heat. Choose N for the load to come: changing it later means reading both ranges.
//
// # Variants
//
// RunVotes counts votes on sharded counters and sums them from the table's stream,
// RunSuffixes compares formulas for the suffix, RunFeed reads all shards newest
// first in pages, and RunReshard changes N while the table is written. The parts
// they are made of are for use elsewhere: Random, Calculated and Versioned keys,
// Gather and Merge, Feed, Layout and Migration.
package sharding

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
	Events int       // events to write; 200 by default
	Shards int       // suffixes to spread them over, at most 10,000; 10 by default
	Seed   uint64    // of the random suffixes; 20261020 by default
	Date   time.Time // the day in the keys, in UTC; 2026-10-20 by default
	Tables ddb.TableOptions
}

// Order is an order as it was read back. Total is the number as DynamoDB sent it.
type Order struct {
	PK, SK, Total string
}

// Result is what Run found.
type Result struct {
	Written  int   // events that were accepted
	PerShard []int // events gathered from each shard, the same as were written there
	Total    int   // their sum
	Shard    int   // the calculated shard of order o-1002
	Order    Order // that order, read by a single GetItem
}

// Client is the operations that Run calls.
type Client interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
}

// Run writes events to random shards and gathers them again, then puts orders in
// calculated shards and reads one of them directly. What the shards hold must be
// what was written to them, one by one; otherwise the error is a *LostError. The
// table that Run makes it also drops, unless Options.Tables.Keep, whatever happens.
func Run(ctx context.Context, client Client, stage transcript.Stage, o Options) (res Result, err error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	o = o.withDefaults()
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := run{client: client, stage: stage, o: o, table: tables.Name(tableName)}
	if err := tables.Create(ctx, createTable(r.table)); err != nil {
		return Result{}, err
	}
	for _, step := range []func(context.Context, *Result) error{r.random, r.calculated} {
		if err := step(ctx, &res); err != nil {
			return Result{}, err
		}
	}
	return res, nil
}
