package caching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// DAXOptions configures RunDAX. The zero value works. The two times to live are
// five minutes by default, as record-ttl-millis and query-ttl-millis of DAX are
// (DynamoDB Developer Guide, "Managing DAX clusters").
type DAXOptions struct {
	RecordTTL time.Duration // of what GetItem brought, and of what was written
	QueryTTL  time.Duration // of what Query brought
	Tables    ddb.TableOptions
}

// DAXResult is what RunDAX found. Prices are what a reader was given.
type DAXResult struct {
	Apart   DAXReads // two equal queries, then two gets of an item they brought
	Written DAXPrice // after a write through the cache
	Strong  int      // by a strongly consistent get, after a change made past the cache
	Past    DAXPrice // right after that get
	Missing DAXReads // two gets of a missing item, and one once it was written
	Found   bool     // whether that last get found it
	Expired []DAXAge // as the times to live run out, shortest first
}

// DAXReads counts reads and those of them that reached the table.
type DAXReads struct{ Reads, Table int }

// DAXPrice is the price of one product by either way to read it.
type DAXPrice struct{ Get, Query int }

// DAXAge is the price at some time after everything was cached.
type DAXAge struct {
	After time.Duration
	Price DAXPrice
}

// Validate says which option is out of range, naming it as the flag it comes from.
func (o DAXOptions) Validate() error {
	switch {
	case o.RecordTTL < 0:
		return fmt.Errorf("--record-ttl must be more than 0, got %v", o.RecordTTL)
	case o.QueryTTL < 0:
		return fmt.Errorf("--query-ttl must be more than 0, got %v", o.QueryTTL)
	}
	return nil
}

func (o DAXOptions) withDefaults() DAXOptions {
	o.RecordTTL = cmp.Or(o.RecordTTL, 5*time.Minute)
	o.QueryTTL = cmp.Or(o.QueryTTL, 5*time.Minute)
	return o
}

// DAXClient is the operations that RunDAX calls.
type DAXClient interface {
	Client
	dynamodb.QueryAPIClient
}

// RunDAX reads and writes a product and its reviews through a cache that keeps
// DAX's rules, on a clock that RunDAX moves, so that waiting for a time to live
// takes no time. An answer that the rules do not allow is an error.
func RunDAX(ctx context.Context, client DAXClient, stage transcript.Stage, o DAXOptions) (res DAXResult, err error) {
	if err := o.Validate(); err != nil {
		return DAXResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := &daxRun{stage: stage, o: o.withDefaults(), clock: &clock{}}
	r.shop = newShop(client, tables.Name(tableName))
	if r.dax, err = newAccelerator(r.shop, client, r.o, r.clock.Now); err != nil {
		return DAXResult{}, err
	}
	if err := tables.Create(ctx, createTable(r.shop.table)); err != nil {
		return DAXResult{}, err
	}
	for _, step := range []func(context.Context, *DAXResult) error{
		r.fill, r.apart, r.write, r.strong, r.missing, r.expire,
	} {
		if err := step(ctx, &res); err != nil {
			return DAXResult{}, err
		}
	}
	return res, nil
}
