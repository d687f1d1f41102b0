package sharding

import (
	"cmp"
	"fmt"
	"time"
)

// maxShards is where one run would be a thousand pages of transcript; DynamoDB
// has no such limit.
const maxShards = 10_000

// Validate says which option is out of range, naming it as the flag it comes from.
func (o Options) Validate() error {
	// Four digits: a key with five would sort among other days' keys.
	year := o.Date.UTC().Year()
	switch {
	case o.Events < 0:
		return fmt.Errorf("--events must be at least 1, got %d", o.Events)
	case o.Shards < 0:
		return fmt.Errorf("--shards must be at least 1, got %d", o.Shards)
	case o.Shards > maxShards:
		return fmt.Errorf("--shards must be at most %d, got %d", maxShards, o.Shards)
	case year < 1 || year > 9999:
		return fmt.Errorf("--date must lie in the years 1 to 9999, got %s", o.day())
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Events = cmp.Or(o.Events, 200)
	o.Shards = cmp.Or(o.Shards, 10)
	o.Seed = cmp.Or(o.Seed, 20261020)
	if o.Date.IsZero() {
		o.Date = time.Date(2026, time.October, 20, 0, 0, 0, 0, time.UTC)
	}
	return o
}

// day is the date as it stands in the keys.
func (o Options) day() string { return o.Date.UTC().Format(time.DateOnly) }
