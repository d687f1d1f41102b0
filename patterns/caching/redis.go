package caching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/ddbpatterns/ddbpatterns/cache/rediscache"
	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/trace/printable"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// RedisOptions configures RunRedis. The zero value works; a number that is 0 means
// its default.
type RedisOptions struct {
	Addr  string        // host:port of Redis; empty means 127.0.0.1:6379
	Reads int           // reads of the hot item, and again while Redis is down; 100 by default
	TTL   time.Duration // how long Redis keeps an entry, at most; 5 minutes by default
	Seed  uint64        // of the jitter; 20261020 by default
	// OnDown is told why when Redis fails in the middle of a run, once for each
	// outage, and not of the one that belongs to the run; nil means nobody is told.
	OnDown func(error)
	Tables ddb.TableOptions
}

// RedisResult is what RunRedis found. If Redis is there from the beginning to the
// end it is the same in each run with the same options.
type RedisResult struct {
	Hot     RedisHot
	Past    RedisPrice     // right after a change made past the cache
	Expired RedisPrice     // once the time of the entry is over
	Written [2]RedisPrice  // two reads after a write that invalidates
	View    [2]RedisAnswer // two reads of a view of four items
	Changed [2]RedisAnswer // two reads of it after one of the items has changed
	Down    RedisOutage
	Back    [2]RedisPrice // two reads once Redis is back
}

// RedisHot is what the reads of a hot item cost.
type RedisHot struct {
	DynamoDBReads int64         // those that reached the table
	RedisHits     int64         // those that did not
	Lifetime      time.Duration // that the entry was given; 0 if it was not stored
}

// RedisPrice is a price as a reader was given it.
type RedisPrice struct {
	Price  int
	Cached bool // it came from Redis, else from the table
}

// RedisView is what is computed of a product and its reviews.
type RedisView struct {
	Name    string
	Price   int
	Reviews int
	Stars   float64 // mean of the reviews
}

// RedisAnswer is a view as a reader was given it.
type RedisAnswer struct {
	View     RedisView
	Cached   bool          // it came from Redis, else it was computed
	Lifetime time.Duration // that the entry was given; 0 if it was not stored
}

// RedisOutage is what readers had of Redis while it was down.
type RedisOutage struct {
	Answers       int   // all of them right: another one would be an error
	DynamoDBReads int64 // those that reached the table
	Tries         int64 // to reach Redis
}

// RedisError is a Redis that cannot be reached when a run begins.
type RedisError struct {
	Addr string
	Err  error
}

// Error names the address and the reason, which is one line whatever Redis said.
func (e *RedisError) Error() string {
	return "reach Redis at " + e.Addr + ": " + RedisReason(e.Err)
}

// Unwrap returns the client's error.
func (e *RedisError) Unwrap() error { return e.Err }

const (
	defaultRedis = "127.0.0.1:6379"
	// minRedisTTL is far longer than a run takes: Redis's own clock runs, and no
	// entry may end but when the run says so.
	minRedisTTL = time.Minute
	maxRedisTTL = 365 * 24 * time.Hour
	// redisTimeout bounds each exchange, of which an outage costs one.
	redisTimeout = time.Second
	// redisBackoff is what the run's clock must pass before Redis is tried again,
	// whatever the number of failures.
	redisBackoff = 30 * time.Second
)

// Validate says which option is out of range, naming it as the flag it comes from.
func (o RedisOptions) Validate() error {
	switch {
	case o.Reads < 0:
		return fmt.Errorf("--reads must be at least 1, got %d", o.Reads)
	case o.TTL != 0 && (o.TTL < minRedisTTL || o.TTL > maxRedisTTL):
		return fmt.Errorf("--ttl must be from %v to %v, got %v", minRedisTTL, maxRedisTTL, o.TTL)
	case o.Addr == "":
		return nil
	}
	host, port, err := net.SplitHostPort(o.Addr)
	n, portErr := strconv.ParseUint(port, 10, 16)
	if err != nil || portErr != nil || host == "" || host != printable.Text(host) || n == 0 {
		return fmt.Errorf("--redis-addr must be host:port, got %q", o.Addr)
	}
	return nil
}

func (o RedisOptions) withDefaults() RedisOptions {
	o.Addr = cmp.Or(o.Addr, defaultRedis)
	o.Reads = cmp.Or(o.Reads, 100)
	o.TTL = cmp.Or(o.TTL, 5*time.Minute)
	o.Seed = cmp.Or(o.Seed, 20261020)
	return o
}

// RunRedis reads and writes a product and its reviews through a Redis that others
// may share, and then without it: the line to Redis is cut, not Redis itself. Keys
// in Redis begin with the table's full name; those that RunRedis made it also takes
// away, unless Options.Tables.Keep.
//
// A Redis that cannot be reached at the start is a *RedisError, since there would be
// nothing to see. One that fails later is no error: each answer then comes from the
// table, and the Result says so.
func RunRedis(ctx context.Context, client DAXClient, stage transcript.Stage, o RedisOptions) (res RedisResult, err error) {
	if err := o.Validate(); err != nil {
		return RedisResult{}, err
	}
	o = o.withDefaults()
	line := &line{}
	conn := redis.NewClient(rediscache.ClientOptions(o.Addr, redisTimeout, line.dial))
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := ping(ctx, conn); err != nil {
		return RedisResult{}, &RedisError{Addr: o.Addr, Err: err}
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()

	r := &redisRun{
		stage: stage, o: o, client: client, clock: &clock{}, line: line, conn: conn,
		shop: newShop(client, tables.Name(tableName)),
	}
	if r.cache, err = r.newCache(); err != nil {
		return RedisResult{}, err
	}
	if err := tables.Create(ctx, createTable(r.shop.table)); err != nil {
		return RedisResult{}, err
	}
	defer r.clear(ctx)
	return res, r.play(ctx, &res)
}

// ping asks Redis for a sign of life. A context that ends is not Redis's fault.
func ping(ctx context.Context, conn *redis.Client) error {
	bounded, cancel := context.WithTimeout(ctx, redisTimeout)
	defer cancel()
	return conn.Ping(bounded).Err()
}

func (r *redisRun) newCache() (*rediscache.Cache, error) {
	jitter := rand.New(rand.NewPCG(streamJitter, r.o.Seed))
	return rediscache.New(r.conn, rediscache.Options{
		Prefix:  r.shop.table + ":",
		TTL:     r.o.TTL,
		Timeout: redisTimeout,
		Backoff: redisBackoff,
		Now:     r.clock.Now,
		Random:  jitter.Float64,
		OnDown:  r.tell,
	})
}

// tell passes on that Redis is down. That the line is cut is part of the lesson.
func (r *redisRun) tell(err error) {
	if r.o.OnDown != nil && !r.line.isCut() {
		r.o.OnDown(err)
	}
}
