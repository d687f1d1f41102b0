package highcardinality

import (
	"iter"
	"math/rand/v2"
	"strconv"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

const (
	// tenantsName is the table's name before any prefix.
	tenantsName = "p34-tenants"
	// tenantStream is the stream of random numbers that senders are drawn from.
	tenantStream = 3402
	// largest is the tenant that sends most.
	largest = 0
)

// senders yields the tenant of each event, the same ones each time it is read.
func (o TenantsOptions) senders() iter.Seq2[int, int] {
	return func(yield func(event, tenant int) bool) {
		rng := rand.New(rand.NewPCG(tenantStream, o.Seed))
		for n := range o.Events {
			tenant := largest
			if rng.IntN(100) >= o.Share {
				tenant = 1 + rng.IntN(o.Tenants-1)
			}
			if !yield(n, tenant) {
				return
			}
		}
	}
}

// keys yields the partition key of each event's tenant, not sharded.
func (o TenantsOptions) keys() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, tenant := range o.senders() {
			if !yield(tenantKey(tenant)) {
				return
			}
		}
	}
}

func tenantKey(tenant int) string { return "TENANT#t" + strconv.Itoa(tenant) }

// shardKey is the key of one shard of the largest tenant. Writer and reader both
// make it here, so that they agree.
func shardKey(shard int) string { return tenantKey(largest) + "#" + strconv.Itoa(shard) }

// shardKeys are all keys of the largest tenant, one if it is not sharded.
func shardKeys(shards int) []string {
	if shards < 2 {
		return []string{tenantKey(largest)}
	}
	keys := make([]string, shards)
	for n := range keys {
		keys[n] = shardKey(n)
	}
	return keys
}

// items yields the events as they are stored: the largest tenant's take its keys
// in turn, the others have one key each.
func (o TenantsOptions) items(shards int) iter.Seq[gather.Item] {
	return func(yield func(gather.Item) bool) {
		keys, turn := shardKeys(shards), 0
		for event, tenant := range o.senders() {
			key := tenantKey(tenant)
			if tenant == largest {
				key = keys[turn%len(keys)]
				turn++
			}
			if !yield(gather.Item{
				"PK": text(key),
				"SK": text("EVENT#" + strconv.Itoa(event)),
			}) {
				return
			}
		}
	}
}
