package caching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ddbpatterns/ddbpatterns/cache"
	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// StampedeOptions configures RunStampede. The zero value works.
type StampedeOptions struct {
	Readers int // that ask at once; 0 means 1,000
	Tables  ddb.TableOptions
}

// StampedeResult is how many reads reached the table.
type StampedeResult struct {
	Readers int
	Living  int64 // while the entry lives
	Each    int64 // at its expiry, when each reader loads for itself
	Shared  int64 // at its expiry, when readers of a key share one load
}

// maxReaders keeps the goroutines, one a reader, within some hundred MB.
const maxReaders = 100_000

// parallelLoads bounds the calls under way, and so the sockets, on an engine that
// is reached by them. It does not change how many there are.
const parallelLoads = 64

// Validate says which option is out of range, naming it as the flag it comes from.
func (o StampedeOptions) Validate() error {
	switch {
	case o.Readers < 0:
		return fmt.Errorf("--readers must be at least 1, got %d", o.Readers)
	case o.Readers > maxReaders:
		return fmt.Errorf("--readers must be at most %d, got %d", maxReaders, o.Readers)
	}
	return nil
}

// RunStampede lets many readers ask for one product at the same moment: while it
// is cached, and when its time is up, through a cache where each reader that
// misses loads for itself and through package cache, where one loads for all. A
// load begins only when every reader has come, so the counts are those of the
// worst case and do not depend on the machine.
func RunStampede(ctx context.Context, client Client, stage transcript.Stage, o StampedeOptions) (res StampedeResult, err error) {
	if err := o.Validate(); err != nil {
		return StampedeResult{}, err
	}
	tables := ddb.NewTables(client, o.Tables)
	defer func() { err = errors.Join(err, tables.Close(ctx)) }()
	table := tables.Name(tableName)
	if err := tables.Create(ctx, createTable(table)); err != nil {
		return StampedeResult{}, err
	}
	s := &stampede{
		stage: stage, clock: &clock{}, readers: cmp.Or(o.Readers, 1000),
		source: &crowdSource{shop: newShop(client, table), slots: make(chan struct{}, parallelLoads)},
	}
	return s.run(ctx)
}

// stampede is one run under way.
type stampede struct {
	stage   transcript.Stage
	clock   *clock
	readers int
	source  *crowdSource
}

// stampedeTTL is of no weight: the clock moves by it when an entry is to expire.
const stampedeTTL = time.Minute

func (s *stampede) run(ctx context.Context) (StampedeResult, error) {
	res := StampedeResult{Readers: s.readers}
	if err := s.source.Store(ctx, hotID, widget(10)); err != nil {
		return StampedeResult{}, err
	}
	shared, err := cache.New[itemID, item](s.source, cache.Options{TTL: stampedeTTL, Now: s.clock.Now})
	if err != nil {
		return StampedeResult{}, err
	}
	each := &eachLoads{source: s.source, ttl: stampedeTTL, now: s.clock.Now, looked: s.source.arrive, entries: map[itemID]timed{}}
	share := func(ctx context.Context, id itemID) (item, bool, error) {
		s.source.arrive()
		return shared.Get(ctx, id)
	}
	// One reader first, in both, so that there is an entry that can expire.
	for _, get := range []getter{share, each.Get} {
		s.source.gather(1)
		if err := s.one(ctx, get); err != nil {
			return StampedeResult{}, err
		}
	}
	for _, step := range []struct {
		title   string
		get     getter
		expired bool
		reads   *int64
	}{
		{"%s while the entry lives", each.Get, false, &res.Living},
		{"%s at its expiry, each loads for itself", each.Get, true, &res.Each},
		{"%s at its expiry, one load a key", share, true, &res.Shared},
	} {
		if *step.reads, err = s.ask(ctx, step.get, step.expired); err != nil {
			return StampedeResult{}, err
		}
		if err := s.show(fmt.Sprintf(step.title, crowd(s.readers)), *step.reads); err != nil {
			return StampedeResult{}, err
		}
	}
	return res, nil
}

func crowd(readers int) string {
	if readers == 1 {
		return "1 reader"
	}
	return fmt.Sprintf("%d readers", readers)
}

func (s *stampede) show(title string, reads int64) error {
	return s.stage.Section(title, transcript.Object{
		{Name: "answers", Value: s.readers},
		{Name: "dynamodb_reads", Value: reads},
	})
}

// ask has all readers ask at once and returns how many of them reached the table.
func (s *stampede) ask(ctx context.Context, get getter, expired bool) (int64, error) {
	if expired {
		s.clock.now = s.clock.now.Add(stampedeTTL)
	}
	s.source.gather(s.readers)
	var order trace.Order
	group, groupCtx := errgroup.WithContext(ctx)
	for range s.readers {
		place, release := order.Reserve(groupCtx)
		group.Go(func() error {
			defer release()
			return s.one(place, get)
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	return s.source.loads.Load(), nil
}

// getter is the Get of either cache.
type getter func(ctx context.Context, id itemID) (item, bool, error)

func (s *stampede) one(ctx context.Context, get getter) error {
	got, found, err := get(ctx, hotID)
	if err != nil {
		return err
	}
	return s.source.expect(got, found, hotID, 10)
}
