package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
)

func newHighCardinalitySparseCmd(a *app) *cobra.Command {
	var o highcardinality.SparseOptions
	cmd := newVariantCmd(variant{
		name:   "sparse",
		lesson: "an index that holds only the PENDING orders, however many others there are",
		text: `The key is the order's id. Only a PENDING order has the attribute that the index
is sorted by, so only it has an entry: reading the index reads the answer and
nothing else, and an order that is shipped leaves it with one REMOVE.

When not to: if most items have the attribute, the index is a copy of the table
and each write costs one write unit more for each KB of its entry. And where only
the newest orders are asked for, an index with a sort key by time serves better.`,
		example: `  ddbpatterns 34 sparse
  ddbpatterns high-cardinality sparse --orders 20000 --pending 1
  ddbpatterns 34 sparse --pending 100 --capacity`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Orders, "orders", 400, "orders to write")
	f.IntVar(&o.Pending, "pending", 5, "the part of them, in `percent`, that is PENDING")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "orders", "pending"); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "high-cardinality sparse", playHighCardinalitySparse(o))
	}
	return cmd
}

func playHighCardinalitySparse(o highcardinality.SparseOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := highcardinality.RunSparse(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d orders written, %d of them in the index", r.Written, r.Index.Items), err
	}
}
