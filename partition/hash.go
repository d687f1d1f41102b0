package partition

import "github.com/cespare/xxhash/v2"

// Hash places a partition key in the hash space that partitions divide. DynamoDB
// does not publish its own function; this one (xxHash, 64 bits) spreads keys as
// evenly and gives the same placement on every platform.
func Hash(key string) uint64 { return xxhash.Sum64String(key) }
