// Package highcardinality shows how the choice of a partition key decides what a
// table can do: the same orders under their status, which has three values, and
// under their customer, which has hundreds. The status goes to a sharded index.
//
// # Problem
//
// Items of one partition key share the 1,000 writes and 3,000 reads a second of
// the partition they lie in (DynamoDB Developer Guide, "Best practices for
// designing and using partition keys effectively"). With the status as key, a
// third of all orders lie on one key, so the whole table does 3,000 writes a
// second at most, and every new order, which is PENDING, goes to the same one.
//
// # Table
//
// PK is CUSTOMER#c, SK is ORDER#o0000, both strings, on demand. Index GSI1 holds
// the keys only: GSI1PK is STATUS#status#n with n the order's number modulo the
// number of index shards, GSI1SK is the order again.
//
// # Cost
//
// Each order costs one write unit in the table and one in the index, and two in
// the index when its status changes. All orders of a status cost one query for
// each index shard, and more for each further 1 MB. The index is eventually
// consistent: a read may come just before a write has reached it.
//
// # When not to
//
// Without a question that asks for all orders of a status, leave the index out.
// Below 1,000 status changes a second, one index shard will do. A key with many
// values is no help if one of them gets most of the traffic: look at the hottest
// share, not at the number of keys.
package highcardinality

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Options configures Run. The zero value gives the guide's figures; a number
// that is 0 means its default.
type Options struct {
	Orders    int    // orders to write; 1,000 by default
	Customers int    // customers to draw from for each order; 300 by default
	GSIShards int    // suffixes of a status in the index, at most 10,000; 4 by default
	Seed      uint64 // of customers and statuses; 20261020 by default
	Tables    ddb.TableOptions
}

// Result is what Run found.
type Result struct {
	Statuses    []spread.KeyCount // orders of each status, the largest first
	Customers   int               // customers with an order
	MaxOrders   int               // most orders of one customer
	Written     int               // orders that were accepted
	Customer    string            // the customer whose orders were read
	OrdersOf    []string          // their sort keys
	PendingOn   []int             // PENDING orders on each index shard
	PendingKeys []string          // their sort keys, merged in order
}

// Client is the operations that Run calls.
type Client interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
}

// Run counts how orders would spread under both keys, writes them, reads one
// customer's orders and then the PENDING orders of all index shards side by
// side. Found must be what was written, shard by shard; otherwise the error is a
// *MismatchError. The table that Run makes it also drops, unless
// Options.Tables.Keep, whatever happens. It keeps counts and the keys it returns,
// never the orders.
func Run(ctx context.Context, client Client, stage transcript.Stage, o Options) (res Result, err error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := newRun(client, stage, o.withDefaults(), tables.Name(tableName))
	if err := tables.Create(ctx, createTable(r.table)); err != nil {
		return Result{}, err
	}
	for _, step := range []func(context.Context, *Result) error{
		r.count, r.byStatus, r.write, r.byCustomer, r.customer, r.pending,
	} {
		if err := step(ctx, &res); err != nil {
			return Result{}, err
		}
	}
	return res, nil
}
