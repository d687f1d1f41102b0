// Package emulator is an embedded DynamoDB engine. The SDK client talks to it
// in process, without a socket, through its whole middleware stack; or over
// HTTP, since a Server is an http.Handler.
//
//	srv := emulator.New(emulator.Options{})
//	defer srv.Close()
//	client := srv.Client()
//
// It keeps everything in memory: an item costs about its DynamoDB size and 200
// bytes, a call some microseconds more than the SDK itself. What it answers is
// what DynamoDB answers, in DynamoDB's words; docs/emulator.md lists what it
// does not do.
package emulator

import (
	"context"
	"sync"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/engine"
)

// Options configures a Server. The zero value works.
type Options struct {
	// Now is the engine's clock; nil means time.Now. A test that waits for a
	// table, an expiry or a trim moves it.
	Now func() time.Time

	// Region is the one that ARNs name; empty means us-east-1.
	Region string

	// How long a table stays CREATING or DELETING, and a global index CREATING
	// or DELETING, by the clock. Zero means not at all.
	CreateDelay, DeleteDelay, IndexDelay time.Duration

	// TTLDelay is how long after its expiry, and after it was last written, an
	// item is deleted. Zero means 48 hours, which is what DynamoDB typically
	// stays within; negative never.
	TTLDelay time.Duration

	// TTLChangeInterval is how long after a change of a table's TTL setting the
	// next one is refused. Zero means not at all; DynamoDB documents an hour.
	TTLChangeInterval time.Duration

	// StreamShards is how many shards a stream has; zero means 4, one for each
	// partition of a new table.
	StreamShards int

	// Limits, if not nil, throttles requests as DynamoDB's partitions would, on
	// the engine's clock.
	Limits *Limits

	// Faults, if not nil, is asked before each call whether it is to fail. It
	// is called from several goroutines.
	Faults func(Call) *Fault

	// Hosts are names, beside localhost and IP addresses, under which HTTP
	// requests may come: a page that points its own name at this machine must
	// not get an answer.
	Hosts []string
}

// Server is one engine with its tables. It is safe for concurrent use.
type Server struct {
	opts   Options
	engine *engine.Engine
	stop   func()
}

// New returns an engine without tables. Close it to end its sweeper.
func New(o Options) *Server {
	s := &Server{opts: o, engine: engine.New(catalog.Options{
		Now:         o.Now,
		Region:      o.Region,
		CreateDelay: o.CreateDelay,
		DeleteDelay: o.DeleteDelay,
		IndexDelay:  o.IndexDelay,
		TTLDelay:    o.TTLDelay,

		TTLChangeInterval: o.TTLChangeInterval,
		StreamShards:      o.StreamShards,

		Limits: o.Limits.options(),
	})}
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { s.engine.Run(ctx) })
	s.stop = sync.OnceFunc(func() { cancel(); done.Wait() })
	return s
}

// Close ends the engine's background work; its tables stay readable. It may be
// called more than once and returns nil.
func (s *Server) Close() error {
	s.stop()
	return nil
}

// Sweep deletes the items whose expiry is TTLDelay past by the clock and says
// how many. It runs by itself every minute, or more often if TTLDelay is short;
// a test that moved the clock need not wait for that.
func (s *Server) Sweep() int { return s.engine.Sweep() }

// Check walks all tables and indexes and reports the first thing that does not
// add up. Tests call it at their end.
func (s *Server) Check() error { return s.engine.Check() }
