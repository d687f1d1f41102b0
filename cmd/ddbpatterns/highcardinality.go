package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
)

func newHighCardinalityCmd(a *app) *cobra.Command {
	var o highcardinality.Options
	cmd := newPatternCmd("high-cardinality", `  ddbpatterns 34
  ddbpatterns high-cardinality --orders 200000 --customers 60000
  ddbpatterns high-cardinality --gsi-shards 1 --capacity`)
	f := cmd.Flags()
	f.IntVar(&o.Orders, "orders", 1000, "orders to write")
	f.IntVar(&o.Customers, "customers", 300, "customers that the orders are drawn for")
	f.IntVar(&o.GSIShards, "gsi-shards", 4, "shards of each status in the index")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "orders", "customers", "gsi-shards"); err != nil {
			return err
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "high-cardinality", playHighCardinality(o))
	}
	addVariants(cmd, newHighCardinalitySparseCmd(a), newHighCardinalityTenantsCmd(a), newHighCardinalitySequentialCmd(a))
	return cmd
}

func playHighCardinality(o highcardinality.Options) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := highcardinality.Run(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d orders written", r.Written), err
	}
}
