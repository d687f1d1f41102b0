package highcardinality

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// TenantsOptions configures RunTenants. The zero value works; a number that is 0
// means its default.
type TenantsOptions struct {
	Events  int    // events to write; 1,000 by default
	Tenants int    // tenants to draw from, at least 2; 300 by default
	Share   int    // the part of all events, in percent, that the largest sends; 90 by default
	Rate    int    // writes a second that the verdict is about, of one unit each; 4,000 by default
	Seed    uint64 // of the tenants; 20261020 by default
	Tables  ddb.TableOptions
}

// Load is how writes spread over keys, and what that allows.
type Load struct {
	Keys    int             // distinct partition keys
	Hottest spread.KeyCount // the key with the most events
	Share   float64         // its part of all events, in percent
	Allows  int             // writes a second of the whole table before that key is throttled
	Refused int             // of the writes a second asked for, those that this key refuses
}

// TenantsResult is what RunTenants found.
type TenantsResult struct {
	Written  int   // events that were accepted
	Plain    Load  // with the tenant as key
	Shards   int   // that the largest tenant needs
	Sharded  Load  // with that tenant's key split, as written
	PerShard []int // of its events, gathered, the same as were written there
	Other    int   // events of another tenant, read by a single query
}

// TenantsClient is the operations that RunTenants calls.
type TenantsClient interface {
	ddb.TablesAPI
	ddb.BatchWriter
	dynamodb.QueryAPIClient
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
}

// RunTenants counts how events would spread with the tenant as key, where one
// tenant sends most of them, and works out how many shards that tenant needs. It
// stores that number with the tenant, writes the events accordingly and reads the
// largest tenant's from all its shards, and another tenant's from its one key.
// Found must be what was written, shard by shard; otherwise the error is a
// *MismatchError. The table that RunTenants makes it also drops, unless
// Tables.Keep, whatever happens.
func RunTenants(ctx context.Context, client TenantsClient, stage transcript.Stage, o TenantsOptions) (res TenantsResult, err error) {
	if err := o.Validate(); err != nil {
		return TenantsResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := &tenantsRun{client: client, stage: stage, o: o.withDefaults(), table: tables.Name(tenantsName)}
	if err := tables.Create(ctx, createPlain(r.table)); err != nil {
		return TenantsResult{}, err
	}
	for _, step := range []func(context.Context, *TenantsResult) error{
		r.plain, r.verdict, r.write, r.sharded, r.largest, r.other,
	} {
		if err := step(ctx, &res); err != nil {
			return TenantsResult{}, err
		}
	}
	return res, nil
}

const (
	// maxRate is far beyond what a table does before AWS is asked for more: 40,000
	// units a second (DynamoDB Developer Guide, "Quotas").
	maxRate = 1_000_000
	// maxEvents is what can be counted in about a second.
	maxEvents = 10_000_000
)

// Validate says which option is out of range, naming it as the flag it comes from.
func (o TenantsOptions) Validate() error {
	switch {
	case o.Events < 0:
		return fmt.Errorf("--events must be at least 1, got %d", o.Events)
	case o.Events > maxEvents:
		return fmt.Errorf("--events must be at most %d, got %d", maxEvents, o.Events)
	case o.Tenants < 0 || o.Tenants == 1:
		return fmt.Errorf("--tenants must be at least 2, got %d", o.Tenants)
	case o.Share < 0:
		return fmt.Errorf("--share must be at least 1, got %d", o.Share)
	case o.Share > 100:
		return fmt.Errorf("--share must be at most 100, got %d", o.Share)
	case o.Rate < 0:
		return fmt.Errorf("--rate must be at least 1, got %d", o.Rate)
	case o.Rate > maxRate:
		return fmt.Errorf("--rate must be at most %d, got %d", maxRate, o.Rate)
	}
	return nil
}

func (o TenantsOptions) withDefaults() TenantsOptions {
	o.Events = cmp.Or(o.Events, 1000)
	o.Tenants = cmp.Or(o.Tenants, 300)
	o.Share = cmp.Or(o.Share, 90)
	o.Rate = cmp.Or(o.Rate, 4000)
	o.Seed = cmp.Or(o.Seed, defaultSeed)
	return o
}
