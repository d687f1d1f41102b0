package highcardinality

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// largest reads how many shards the tenant has, and its events from all of them.
func (r *tenantsRun) largest(ctx context.Context, res *TenantsResult) error {
	shards, err := r.config(ctx)
	if err != nil {
		return err
	}
	keys := shardKeys(shards)
	if res.PerShard, err = r.gather(ctx, keys); err != nil {
		return err
	}
	perShard := make(transcript.Object, len(keys))
	for n, key := range keys {
		perShard[n] = transcript.Member{Name: key, Value: res.PerShard[n]}
	}
	return r.stage.Section("Events of "+tenantKey(largest)+", one query for each shard", perShard)
}

// config reads the tenant's number of shards.
func (r *tenantsRun) config(ctx context.Context) (int, error) {
	out, err := r.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName:      aws.String(r.table),
		Key:            gather.Item{"PK": text(tenantKey(largest)), "SK": text(configKey)},
		ConsistentRead: aws.Bool(true),
	})
	shards := 0
	if err == nil {
		number, ok := out.Item["shards"].(*types.AttributeValueMemberN)
		if !ok {
			err = errors.New("the item has no number of shards")
		} else {
			shards, err = strconv.Atoi(number.Value)
		}
	}
	if err == nil && (shards < 1 || shards > maxShards) {
		err = fmt.Errorf("%d shards", shards)
	}
	if err != nil {
		return 0, &ddb.CallError{Op: "get shards of " + tenantKey(largest) + " from", Table: r.table, Err: err}
	}
	return shards, nil
}

// gather counts the events on each key, without the tenant's own item, and checks
// them against what was written.
func (r *tenantsRun) gather(ctx context.Context, keys []string) ([]int, error) {
	want := make([]int, len(keys))
	for n, key := range keys {
		want[n] = r.written.On(key)
	}
	q := gather.Query{Client: r.client, Table: r.table}
	var got []int
	// The second read, strongly consistent, tells a loss from a delay.
	for _, q.Consistent = range []bool{false, true} {
		got = make([]int, len(keys))
		_, err := gather.Each(ctx, q, keys, func(n int, item gather.Item) error {
			if sk, ok := item["SK"].(*types.AttributeValueMemberS); !ok || sk.Value != configKey {
				got[n]++
			}
			return nil
		})
		if err != nil || slices.Equal(got, want) {
			return got, err
		}
	}
	for n, key := range keys {
		if got[n] != want[n] {
			return nil, &MismatchError{What: key + " in " + r.table, Written: want[n], Found: got[n], Things: "events"}
		}
	}
	return got, nil
}

// other reads the next largest tenant, which needs one query as before.
func (r *tenantsRun) other(ctx context.Context, res *TenantsResult) error {
	for _, kc := range r.tenants.Top(2) {
		if kc.Key == tenantKey(largest) {
			continue
		}
		counts, err := r.gather(ctx, []string{kc.Key})
		if err != nil {
			return err
		}
		res.Other = counts[0]
		return r.stage.Section("Events of "+kc.Key+", one query", res.Other)
	}
	return nil
}
