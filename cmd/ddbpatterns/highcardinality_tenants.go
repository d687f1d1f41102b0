package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
)

func newHighCardinalityTenantsCmd(a *app) *cobra.Command {
	var o highcardinality.TenantsOptions
	cmd := newVariantCmd(variant{
		name:   "tenants",
		lesson: "many tenants, one of which sends nearly everything: count the hottest share, not the keys",
		text: `With the tenant as key there are many keys, and still one of them gets most of the
writes. The run says what that key refuses at --rate, splits this one tenant over
as many keys as it needs, and keeps that number with the tenant, so that readers
of all other tenants still send a single query.

When not to: a tenant below 1,000 writes and 3,000 reads a second fits on one key;
splitting it makes each of its reads N queries for nothing.`,
		example: `  ddbpatterns 34 tenants
  ddbpatterns high-cardinality tenants --rate 20000 --share 50
  ddbpatterns 34 tenants --rate 500`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Events, "events", 1000, "events to write")
	f.IntVar(&o.Tenants, "tenants", 300, "tenants that the events are drawn for")
	f.IntVar(&o.Share, "share", 90, "the part of all events, in `percent`, that the largest tenant sends")
	f.IntVar(&o.Rate, "rate", 4000, "writes a second that the verdict is about")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "events", "share", "rate"); err != nil {
			return err
		}
		if o.Tenants == 0 {
			return misused("--tenants must be at least 2, got 0")
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "high-cardinality tenants", playHighCardinalityTenants(o))
	}
	return cmd
}

func playHighCardinalityTenants(o highcardinality.TenantsOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := highcardinality.RunTenants(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d events written, the largest tenant over %d keys", r.Written, r.Shards), err
	}
}
