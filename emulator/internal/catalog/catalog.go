// Package catalog knows which tables there are: their schemas, states, capacity,
// indexes, streams, expiry settings and tags. It answers DynamoDB's control
// plane, and the Streams API, by operation name; operations on items get their
// tables here.
//
// Nothing here waits. A table that takes a while to be created, changed or
// deleted is so until a time, and each call compares that time with the clock;
// with no delay at all the answer to CreateTable still says CREATING, as
// DynamoDB's does, and the next call finds the table ACTIVE.
//
// Locks: Catalog.mu before Table.Mu; of several tables in the order of their names.
package catalog

import (
	"sync"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/limits"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/streams"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// account owns all tables. It is not 000000000000, which clients use for an
// account that is not theirs.
const account = "123456789012"

// Options configures a Catalog. The zero value works.
type Options struct {
	Now    func() time.Time // the clock; nil means time.Now
	Region string           // "" means us-east-1

	CreateDelay time.Duration // how long a new table is CREATING
	DeleteDelay time.Duration // how long a deleted table is DELETING
	IndexDelay  time.Duration // how long a new index is CREATING (its second half backfilling), a deleted one DELETING

	// TTLDelay is how long an expired item stays; 0 means 48 hours, negative
	// for ever. See Sweep for what the time counts from.
	TTLDelay time.Duration
	// TTLChangeInterval is how long after a change of a table's TTL setting the
	// next one is refused; 0 means not at all. DynamoDB documents an hour.
	TTLChangeInterval time.Duration

	// Limits holds tables to what DynamoDB's partitions serve; nil means no limits.
	// Its clock is Now.
	Limits *limits.Options

	StreamShards int    // shards of each stream; 0 means 4, one for each partition of a new table
	Endpoint     string // what DescribeEndpoints answers; "" means localhost:8000
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Region == "" {
		o.Region = "us-east-1"
	}
	if o.TTLDelay == 0 {
		o.TTLDelay = 48 * time.Hour
	}
	if o.Endpoint == "" {
		o.Endpoint = "localhost:8000"
	}
	if o.Limits != nil {
		held := *o.Limits
		held.Now = o.Now
		o.Limits = &held
	}
	return o
}

// Catalog is the tables of one account in one Region. It is safe for concurrent use.
type Catalog struct {
	opts    Options
	streams *streams.Set
	calls   map[string]call

	mu     sync.RWMutex
	tables map[string]*Table
}

// call answers one operation.
type call func(body []byte) (any, error)

// New returns a Catalog without tables.
func New(o Options) *Catalog {
	o = o.withDefaults()
	c := &Catalog{
		opts:    o,
		streams: streams.New(streams.Options{Now: o.Now, Region: o.Region, Shards: o.StreamShards}),
		tables:  map[string]*Table{},
	}
	c.calls = map[string]call{
		"CreateTable":               reading(c.createTable),
		"DescribeTable":             reading(c.describeTable),
		"ListTables":                reading(c.listTables),
		"DeleteTable":               reading(c.deleteTable),
		"UpdateTable":               reading(c.updateTable),
		"UpdateTimeToLive":          reading(c.updateTimeToLive),
		"DescribeTimeToLive":        reading(c.describeTimeToLive),
		"TagResource":               reading(c.tagResource),
		"UntagResource":             reading(c.untagResource),
		"ListTagsOfResource":        reading(c.listTags),
		"DescribeLimits":            reading(c.describeLimits),
		"DescribeEndpoints":         reading(c.describeEndpoints),
		"DescribeContinuousBackups": reading(c.describeBackups),
	}
	return c
}

// reading is a call that reads its request from the body first.
func reading[R any](do func(*R) (any, error)) call {
	return func(body []byte) (any, error) {
		q := new(R)
		if err := wire.Decode(body, q); err != nil {
			return nil, err
		}
		return do(q)
	}
}

// Call answers an operation of the control plane or of the Streams API by its
// name; handled is false for any other. The answer is for json.Marshal. err is a
// *fault.Error, or what package wire says of a body that cannot be read.
func (c *Catalog) Call(op string, body []byte) (answer any, handled bool, err error) {
	do, ok := c.calls[op]
	if !ok {
		return c.streams.Call(op, body)
	}
	answer, err = do(body)
	return answer, true, err
}

// on does one operation on a table that is there, with the catalog locked and at
// one moment of the clock.
func (c *Catalog) on(name string, do func(t *Table, now time.Time) (any, error)) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.opts.Now()
	t, err := c.existing(name, now)
	if err != nil {
		return nil, err
	}
	return do(t, now)
}

// Open returns the table for an operation on its items. name may be the table's
// ARN. A table that is missing, being created or being deleted is not found.
func (c *Catalog) Open(name string) (*Table, error) {
	name, ok := c.tableName(name)
	if !ok {
		return nil, fault.NotFound()
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	t := c.tables[name]
	if t == nil || t.deleting || t.creating(c.opts.Now()) {
		return nil, fault.NotFound()
	}
	return t, nil
}

// settle forgets the tables whose deletion is over. mu is held for writing.
func (c *Catalog) settle(now time.Time) {
	for name, t := range c.tables {
		if t.deleting && !now.Before(t.goneAt) {
			delete(c.tables, name)
		}
	}
}

// existing returns the table for an operation of the control plane. mu is held
// for writing.
func (c *Catalog) existing(name string, now time.Time) (*Table, error) {
	c.settle(now)
	short, ok := c.tableName(name)
	if t := c.tables[short]; ok && t != nil {
		t.settle(now)
		return t, nil
	}
	return nil, fault.TableNotFound(short)
}
