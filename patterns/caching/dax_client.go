package caching

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/cache"
)

// accelerator reads and writes the shop by DAX's rules (DynamoDB Developer Guide,
// "DAX: How it works" and "DAX and DynamoDB consistency models"):
//
//   - the item cache and the query cache know nothing of each other;
//   - a write goes to the table, then into the item cache, and never touches the
//     query cache;
//   - a strongly consistent read passes by, and its answer is not kept;
//   - that an item is missing is remembered, until it is written or its time is up.
//
// Unlike DAX it drops, when full, what is least likely to be used again, and not
// what was used least recently.
type accelerator struct {
	shop    *shop
	items   *cache.Cache[itemID, item]
	queries *cache.Cache[itemID, []item] // by what is asked, which is all of a product
}

func newAccelerator(s *shop, client dynamodb.QueryAPIClient, o DAXOptions, now func() time.Time) (*accelerator, error) {
	items, err := cache.New[itemID, item](s, cache.Options{TTL: o.RecordTTL, Now: now})
	if err != nil {
		return nil, err
	}
	queries, err := cache.New[itemID, []item](querySource{s, client}, cache.Options{TTL: o.QueryTTL, Now: now})
	if err != nil {
		return nil, err
	}
	return &accelerator{shop: s, items: items, queries: queries}, nil
}

// get reads an item, from the item cache unless it must be strongly consistent.
func (a *accelerator) get(ctx context.Context, id itemID, consistent bool) (item, bool, error) {
	if consistent {
		return a.shop.get(ctx, id, true)
	}
	return a.items.Get(ctx, id)
}

// query reads a product and its reviews, from the query cache.
func (a *accelerator) query(ctx context.Context, product itemID) ([]item, error) {
	all, _, err := a.queries.Get(ctx, product)
	return all, err
}

// put writes an item, through the item cache.
func (a *accelerator) put(ctx context.Context, value item) error {
	return a.items.Put(ctx, value.ID, value)
}

// tableReads is how many gets and queries, strongly consistent ones apart, reached
// the table.
func (a *accelerator) tableReads() int {
	return int(a.items.Stats().Loads + a.queries.Stats().Loads)
}

// querySource is the shop as the source of a query cache.
type querySource struct {
	shop   *shop
	client dynamodb.QueryAPIClient
}

// Load runs the query. One that finds nothing has an answer too.
func (s querySource) Load(ctx context.Context, product itemID) ([]item, bool, error) {
	all, err := s.shop.queryProduct(ctx, s.client, product)
	return all, true, err
}

// Store is not called: nothing is written by a query.
func (s querySource) Store(context.Context, itemID, []item) error {
	return errors.New("a query cannot be written")
}
