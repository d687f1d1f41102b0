package sharding

import (
	"context"
	"iter"

	"golang.org/x/sync/errgroup"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

// parallel is how many calls are under way at once: as many as a laptop and a
// small table take without a wait.
const parallel = 8

// each calls do for every work, side by side but bounded, and stops at the first
// error. The calls that do makes with its context are reported in the order of
// works, which is drawn from one at a time.
func each[W any](ctx context.Context, works iter.Seq[W], do func(context.Context, W) error) error {
	order := trace.NewOrder()
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for work := range works {
		if groupCtx.Err() != nil {
			break
		}
		// Here and not in the goroutine: the transcript follows the program, not
		// the order in which goroutines happen to start.
		place, release := order.Reserve(groupCtx)
		group.Go(func() error {
			defer release()
			return do(place, work)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// upTo yields 0 up to n less 1.
func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
