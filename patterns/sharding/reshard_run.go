package sharding

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// duringWrites is how many events come in at each turn of the migration.
const duringWrites = 5

// errStopped is the migration stopped on purpose.
var errStopped = errors.New("stopped")

// write puts n events, numbered from first on, into the current version. Events
// with rev 0 have none stored, as was usual before the key was split.
func (r *reshardRun) write(ctx context.Context, versions Versioned, first, n, rev int) error {
	_, err := ddb.WriteBatches(ctx, r.client, r.table, keyNames(), r.events(versions.Current(), first, n, rev))
	return err
}

func (r *reshardRun) events(v Version, first, n, rev int) iter.Seq[gather.Item] {
	return func(yield func(gather.Item) bool) {
		for i := range n {
			sk := fmt.Sprintf("EVENT#e-%06d", first+i)
			item := gather.Item{"PK": str(v.Key(r.layout.Base, v.Shard(sk))), "SK": str(sk)}
			if rev > 0 {
				item["rev"] = count(rev)
			}
			r.written[sk] = rev
			if !yield(item) {
				return
			}
		}
	}
}

// seen is what a read of all versions found.
type seen struct {
	versions Versioned
	counts   []int          // rows of each version
	revs     map[string]int // the greatest rev of each event
	twice    int            // rows of events seen before
}

// read reads all versions that the layout names.
func (r *reshardRun) read(ctx context.Context) (seen, error) {
	versions, err := r.layout.Load(ctx)
	if err != nil {
		return seen{}, err
	}
	s := seen{versions: versions, revs: map[string]int{}}
	var mu sync.Mutex // shards are read side by side
	q := gather.Query{Client: r.client, Table: r.table, Consistent: true}
	s.counts, err = versions.Gather(ctx, q, r.layout.Base, func(_ int, item gather.Item) error {
		rev, err := number(item, "rev")
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		before, known := s.revs[sortKey(item)]
		if known {
			s.twice++
		}
		s.revs[sortKey(item)] = max(before, rev)
		return nil
	})
	return s, err
}

// check counts what is not as it was written.
func (r *reshardRun) check(s seen) (lost int) {
	for sk, rev := range r.written {
		if got, ok := s.revs[sk]; !ok || got != rev {
			lost++
		}
	}
	return lost
}

// show shows how many rows each version holds.
func (r *reshardRun) show(title string, s seen, more ...transcript.Member) error {
	var members transcript.Object
	for i, v := range s.versions.All() {
		name := "rows without suffix"
		if v.Number() > 0 {
			name = fmt.Sprintf("rows of version %d, %d shards", v.Number(), v.Shards())
		}
		members = append(members, transcript.Member{Name: name, Value: s.counts[i]})
	}
	members = append(members, transcript.Member{Name: "events", Value: len(s.revs)})
	return r.stage.Section(title, append(members, more...))
}

// migrate moves all rows, with stops in between at which more events come in.
func (r *reshardRun) migrate(ctx context.Context, res *ReshardResult) error {
	for {
		progress, err := r.migration(res.Stops < r.o.Stops).Run(ctx)
		if !errors.Is(err, errStopped) {
			res.Moved = progress
			return err
		}
		res.Stops++
		versions, err := r.layout.Load(ctx)
		if err != nil {
			return err
		}
		if err := r.write(ctx, versions, len(r.written), duringWrites, 1); err != nil {
			return err
		}
		if res.Stops == 1 {
			if err := r.midway(ctx, res); err != nil {
				return err
			}
		}
	}
}

// migration is one that knows nothing of those before it, as after a crash. It
// stops after a few phases if it is to.
func (r *reshardRun) migration(stop bool) Migration {
	// Small pages, so that there are many points to stop at.
	m := Migration{Client: r.client, Layout: r.layout, Page: max(1, defaultPage/r.o.Stops)}
	if stop {
		phases := 1 + r.stops.IntN(4)
		m.reached = func(context.Context) error {
			if phases--; phases == 0 {
				return errStopped
			}
			return nil
		}
	}
	return m
}

// midway reads everything while the migration is stopped.
func (r *reshardRun) midway(ctx context.Context, res *ReshardResult) error {
	seen, err := r.read(ctx)
	if err != nil {
		return err
	}
	res.Midway, res.Twice = seen.counts, seen.twice
	if lost := r.check(seen); lost > 0 {
		return &ReshardError{Table: r.table, Written: len(r.written), Lost: lost}
	}
	return r.show("The migration was stopped: a read of all versions finds every event", seen,
		transcript.Member{Name: "events in two versions, counted once", Value: seen.twice})
}

// after reads what is left, which is the new version.
func (r *reshardRun) after(ctx context.Context, res *ReshardResult) error {
	seen, err := r.read(ctx)
	if err != nil {
		return err
	}
	res.Written, res.After = len(r.written), seen.counts
	res.Lost, res.Doubled = r.check(seen), seen.twice
	if res.Lost+res.Doubled > 0 || len(seen.revs) != res.Written {
		return &ReshardError{Table: r.table, Written: res.Written, Lost: res.Lost, Doubled: res.Doubled}
	}
	return r.show(fmt.Sprintf("N = %d: all moved", r.o.To), seen,
		transcript.Member{Name: "stops", Value: res.Stops},
		transcript.Member{Name: "lost", Value: res.Lost},
		transcript.Member{Name: "doubled", Value: res.Doubled})
}
