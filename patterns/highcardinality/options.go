package highcardinality

import (
	"cmp"
	"fmt"
)

// maxShards is where one run would be a thousand pages of transcript; DynamoDB
// has no such limit.
const maxShards = 10_000

// defaultSeed is the day of the guide.
const defaultSeed = 20261020

// Validate says which option is out of range, naming it as the flag it comes from.
func (o Options) Validate() error {
	switch {
	case o.Orders < 0:
		return fmt.Errorf("--orders must be at least 1, got %d", o.Orders)
	case o.Customers < 0:
		return fmt.Errorf("--customers must be at least 1, got %d", o.Customers)
	case o.GSIShards < 0:
		return fmt.Errorf("--gsi-shards must be at least 1, got %d", o.GSIShards)
	case o.GSIShards > maxShards:
		return fmt.Errorf("--gsi-shards must be at most %d, got %d", maxShards, o.GSIShards)
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Orders = cmp.Or(o.Orders, 1000)
	o.Customers = cmp.Or(o.Customers, 300)
	o.GSIShards = cmp.Or(o.GSIShards, 4)
	o.Seed = cmp.Or(o.Seed, defaultSeed)
	return o
}
