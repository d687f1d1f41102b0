package highcardinality

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// SparseOptions configures RunSparse. The zero value works; a number that is 0
// means its default.
type SparseOptions struct {
	Orders  int    // orders to write; 400 by default
	Pending int    // the part of them, in percent, that is still PENDING; 5 by default
	Seed    uint64 // of the statuses; 20261020 by default
	Tables  ddb.TableOptions
}

// Size is what a table or an index holds.
type Size struct {
	Items int
	// Bytes is the sum of item sizes: names and values (DynamoDB Developer
	// Guide, "DynamoDB item sizes and formats"). The 100 bytes of each item
	// that storage is billed with come on top.
	Bytes int
}

// SparseUnits is write units, as published, not as an engine reports them.
type SparseUnits struct {
	Table  int // of the orders, and of shipping one
	Sparse int // of the index as it is
	Full   int // of an index of all orders by status, had there been one instead
}

// SparseResult is what RunSparse found.
type SparseResult struct {
	Written    int    // orders that were accepted
	Table      Size   // of the whole table
	Index      Size   // of the index of PENDING orders
	Read       int    // orders read to find the PENDING ones without the index
	Shipped    string // key of the order that left the index; empty if none was in it
	IndexAfter int    // entries once that order has left
	Found      int    // PENDING orders found, the same both ways
	Units      SparseUnits
}

// SparseClient is the operations that RunSparse calls.
type SparseClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.ScanAPIClient
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
}

// RunSparse writes orders under their own id and finds the PENDING ones twice: by
// reading the whole table, and in an index that holds nothing else, since only a
// PENDING order has the attribute that the index is sorted by. Then an order is
// shipped, which removes the attribute and with it the entry. Both ways must find
// what was written; otherwise the error is a *MismatchError. The table that
// RunSparse makes it also drops, unless Tables.Keep, whatever happens.
func RunSparse(ctx context.Context, client SparseClient, stage transcript.Stage, o SparseOptions) (res SparseResult, err error) {
	if err := o.Validate(); err != nil {
		return SparseResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := &sparseRun{client: client, stage: stage, o: o.withDefaults(), table: tables.Name(sparseName)}
	if err := tables.Create(ctx, createSparse(r.table)); err != nil {
		return SparseResult{}, err
	}
	for _, step := range []func(context.Context, *SparseResult) error{
		r.write, r.withoutIndex, r.withIndex, r.sizes, r.ship, r.after, r.cost,
	} {
		if err := step(ctx, &res); err != nil {
			return SparseResult{}, err
		}
	}
	return res, nil
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o SparseOptions) Validate() error {
	switch {
	case o.Orders < 0:
		return fmt.Errorf("--orders must be at least 1, got %d", o.Orders)
	case o.Pending < 0:
		return fmt.Errorf("--pending must be at least 1, got %d", o.Pending)
	case o.Pending > 100:
		return fmt.Errorf("--pending must be at most 100, got %d", o.Pending)
	}
	return nil
}

func (o SparseOptions) withDefaults() SparseOptions {
	o.Orders = cmp.Or(o.Orders, 400)
	o.Pending = cmp.Or(o.Pending, 5)
	o.Seed = cmp.Or(o.Seed, defaultSeed)
	return o
}
