package trace

import (
	"context"
	"sync"
)

// Order gives calls made side by side places in the order in which the program
// made them. Reserve a place before starting each goroutine:
//
//	var order trace.Order
//	for shard := range shards {
//		ctx, release := order.Reserve(ctx)
//		group.Go(func() error {
//			defer release()
//			return query(ctx, shard) // all its pages stay together
//		})
//	}
//
// The first place that is not released reports its calls as they end; those of
// later places are kept until their turn comes. When every place is released,
// nothing is kept. A place that is never released keeps back the places after
// it, and nothing else. The zero Order is ready; it may be used from any number
// of goroutines and holds no resource.
type Order struct {
	mu     sync.Mutex // guards the places of the tree under root
	root   place
	panics []any // of sinks, while a drain goes on
}

// NewOrder returns an Order in which no place is reserved.
func NewOrder() *Order { return new(Order) }

// place is one reserved place: what waits in it, in order.
type place struct {
	tree     *Order
	queue    []entry
	released bool
	gone     bool // released and delivered whole
}

// entry is a report that waits, or a place reserved within a place.
type entry struct {
	report func()
	inner  *place
}

type placeKey struct{}

// Reserve takes the next place and returns a context whose calls are reported
// in it, and a function that releases it, which may be called more than once.
// On a context that has a place already, of this Order or another, the new
// place lies within that one. A call that ends after its place was released and
// reported is reported like one without a place.
func (o *Order) Reserve(ctx context.Context) (context.Context, func()) {
	if outer, ok := ctx.Value(placeKey{}).(*place); ok {
		if p := outer.tree.reserve(outer); p != nil {
			return p.on(ctx)
		}
	}
	return o.reserve(&o.root).on(ctx)
}

// reserve takes a place within outer, or returns nil when outer is gone.
func (o *Order) reserve(outer *place) *place {
	o.mu.Lock()
	defer o.mu.Unlock()
	if outer.gone {
		return nil
	}
	p := &place{tree: o}
	outer.queue = append(outer.queue, entry{inner: p})
	return p
}

func (p *place) on(ctx context.Context) (context.Context, func()) {
	return context.WithValue(ctx, placeKey{}, p), p.release
}

func (p *place) release() {
	p.tree.mu.Lock()
	defer p.tree.mu.Unlock()
	if p.released {
		return
	}
	p.released = true
	p.tree.drainLocked()
}

// inPlace runs report when the place on ctx has its turn, or now without one.
func inPlace(ctx context.Context, report func()) {
	p, ok := ctx.Value(placeKey{}).(*place)
	if !ok || !p.add(report) {
		report()
	}
}

// add keeps report for its turn, and runs it if that is now. It returns false
// when the place is gone.
func (p *place) add(report func()) bool {
	p.tree.mu.Lock()
	defer p.tree.mu.Unlock()
	if p.gone {
		return false
	}
	p.queue = append(p.queue, entry{report: report})
	p.tree.drainLocked()
	return true
}

// drainLocked runs every report whose turn has come. The lock stays held, so
// that whoever releases the last place finds all reports made when it returns.
func (o *Order) drainLocked() {
	o.root.drainLocked(o)
	if panics := o.panics; len(panics) > 0 {
		o.panics = nil
		panic(panics[0])
	}
}

// drainLocked reports whether p has had its turn whole.
func (p *place) drainLocked(o *Order) bool {
	for len(p.queue) > 0 {
		e := p.queue[0]
		if e.inner != nil && !e.inner.drainLocked(o) {
			return false
		}
		p.queue[0] = entry{}
		p.queue = p.queue[1:]
		if e.report != nil {
			o.runLocked(e.report)
		}
	}
	p.gone = p.released
	return p.gone
}

// runLocked keeps a sink's panic until all that waits is reported: otherwise
// one bad record would leave others' records behind.
func (o *Order) runLocked(report func()) {
	defer func() {
		if p := recover(); p != nil {
			o.panics = append(o.panics, p)
		}
	}()
	report()
}
