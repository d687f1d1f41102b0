// Package limits holds each table to what DynamoDB's partitions would serve: it
// asks package partition, on the engine's clock, and words the refusals.
//
// A Gate is a table's. The nil Gate admits everything, so an engine without
// limits pays a nil check.
package limits

import (
	"sync"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Options says how tables are held to their limits.
type Options struct {
	// Model is what every table's model starts from; its Throughput, Indexes
	// and LocalIndex are each table's own.
	Model partition.Options
	Now   func() time.Time
}

// Setup is what a table is set to serve.
type Setup struct {
	Table   partition.Throughput
	Indexes []partition.Index // the global ones
	Local   bool              // there is a local index
}

// Gate admits or refuses the requests to one table. It is safe for concurrent use.
type Gate struct {
	arn   string
	now   func() time.Time
	start time.Time

	mu    sync.Mutex
	model *partition.Table
	setup Setup
}

// New returns the gate of a new table. Without options there are no limits and
// the gate is nil.
func New(o *Options, arn string, s Setup) *Gate {
	if o == nil {
		return nil
	}
	model := o.Model
	model.Throughput, model.Indexes, model.LocalIndex = s.Table, s.Indexes, s.Local
	return &Gate{arn: arn, now: o.Now, start: o.Now(), model: partition.New(model), setup: s}
}

// Change brings the gate along with a table whose capacity or indexes changed.
func (g *Gate) Change(s Setup) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	at := g.at()
	if s.Table != g.setup.Table {
		g.model.SetThroughput(at, "", s.Table)
	}
	old := byName(g.setup.Indexes)
	for _, x := range s.Indexes {
		was, known := old[x.Name]
		switch {
		case !known:
			g.model.AddIndex(at, x)
		case was != x.Throughput:
			g.model.SetThroughput(at, x.Name, x.Throughput)
		}
		delete(old, x.Name)
	}
	for _, x := range g.setup.Indexes {
		if _, gone := old[x.Name]; gone {
			g.model.DropIndex(at, x.Name)
		}
	}
	g.setup = s
}

func byName(indexes []partition.Index) map[string]partition.Throughput {
	m := make(map[string]partition.Throughput, len(indexes))
	for _, x := range indexes {
		m[x.Name] = x.Throughput
	}
	return m
}

func (g *Gate) at() time.Duration { return g.now().Sub(g.start) }

// Write admits a write and charges it, or returns why it is throttled.
func (g *Gate) Write(w partition.Write) *fault.Error {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.worded(g.model.Write(g.at(), w))
}

// Read admits a read and charges it, or returns why it is throttled.
func (g *Gate) Read(r partition.Read) *fault.Error {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.worded(g.model.Read(g.at(), r))
}

// Snapshot is the model's state now; ok is false where there are no limits.
func (g *Gate) Snapshot() (s partition.Snapshot, ok bool) {
	if g == nil {
		return s, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.model.Snapshot(g.at()), true
}
