package sharding

import (
	"crypto/md5"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
)

// Sharder says in which of its shards, 0 up to Shards less 1, an id is written.
// Writers and readers use the same Sharder, so that they agree on the range.
type Sharder interface {
	// Shards is how many shards there are, at least 1.
	Shards() int
	// Shard is the shard of id, from 0 to Shards less 1.
	Shard(id string) int
}

// Key is the partition key of one shard of base, as in EVENTS#2026-10-20#7.
func Key(base string, shard int) string { return base + "#" + strconv.Itoa(shard) }

// Keyer is a Sharder that words its keys itself, as a Version does.
type Keyer interface {
	// Key is the partition key of one shard of base.
	Key(base string, shard int) string
}

// Keys is the partition keys of all shards of base, in the order of the shards:
// as Key words them, or as s does if it is a Keyer.
func Keys(base string, s Sharder) []string {
	key := Key
	if k, ok := s.(Keyer); ok {
		key = k.Key
	}
	keys := make([]string, s.Shards())
	for n := range keys {
		keys[n] = key(base, n)
	}
	return keys
}

// Random is a Sharder that draws a shard for each write, whatever the id: an even
// spread, but an item can then only be found by asking every shard, and an id
// written twice may be there twice. It is not safe for concurrent use.
type Random struct {
	shards int
	rng    *rand.Rand
}

// NewRandom returns a Sharder that draws from rng. It fails below 1 shard.
func NewRandom(shards int, rng *rand.Rand) (*Random, error) {
	if err := checkShards(shards); err != nil {
		return nil, err
	}
	return &Random{shards: shards, rng: rng}, nil
}

// Shards is how many shards there are.
func (r *Random) Shards() int { return r.shards }

// Shard draws the next shard. It does not look at the id.
func (r *Random) Shard(string) int { return r.rng.IntN(r.shards) }

// Calculated is a Sharder that works the shard out from the id, so that an item
// can be read directly: the MD5 of the id, as one big-endian number, modulo the
// number of shards. It is safe for concurrent use.
type Calculated struct{ shards int }

// NewCalculated returns a Sharder over so many shards. It fails below 1.
func NewCalculated(shards int) (Calculated, error) {
	if err := checkShards(shards); err != nil {
		return Calculated{}, err
	}
	return Calculated{shards: shards}, nil
}

// Shards is how many shards there are.
func (c Calculated) Shards() int { return c.shards }

// Shard is the shard of id, always the same.
func (c Calculated) Shard(id string) int {
	// MD5 spreads ids evenly and is the same everywhere; nothing here is secret.
	sum := md5.Sum([]byte(id))
	number := new(big.Int).SetBytes(sum[:])
	return int(number.Mod(number, big.NewInt(int64(c.shards))).Int64())
}

func checkShards(n int) error {
	if n < 1 {
		return fmt.Errorf("a key needs at least 1 shard, got %d", n)
	}
	return nil
}
