package caching

import (
	"cmp"
	"fmt"
	"time"
)

// Validate says which option is out of range, naming it as the flag it comes from.
func (o Options) Validate() error {
	switch {
	case o.Reads < 0:
		return fmt.Errorf("--reads must be at least 1, got %d", o.Reads)
	case o.TTL < 0:
		return fmt.Errorf("--ttl must be more than 0, got %v", o.TTL)
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Reads = cmp.Or(o.Reads, 100)
	o.TTL = cmp.Or(o.TTL, 500*time.Millisecond)
	return o
}
