package trace

import (
	"context"
	"fmt"
	"sync"

	"github.com/aws/smithy-go/middleware"
)

// tracer reports the calls of the clients it is installed in.
type tracer struct {
	mu   sync.Mutex // held while sink is called
	sink Sink
}

// install adds the two hooks to the stack of one call. Initialize/After stands
// inside the SDK's validation and outside its retries; Deserialize/Before sees
// each attempt with its error decoded.
func (t *tracer) install(stack *middleware.Stack) error {
	id := fmt.Sprintf("ddbpatterns/trace %p", t)
	if _, installed := stack.Initialize.Get(id); installed {
		return nil
	}
	if err := stack.Initialize.Add(middleware.InitializeMiddlewareFunc(id, t.call), middleware.After); err != nil {
		return err
	}
	return stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc(id, t.attempt), middleware.Before)
}

// attemptsKey finds a call's attempts on its context; two tracers may watch one call.
type attemptsKey struct{ t *tracer }

// attempts is what one call's attempts came to. The SDK makes them one after
// another on the caller's goroutine.
type attempts struct {
	sent   int
	causes []string // why each failed attempt failed
}

func (t *tracer) call(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	middleware.InitializeOutput, middleware.Metadata, error,
) {
	a := new(attempts)
	out, metadata, err := next.HandleInitialize(context.WithValue(ctx, attemptsKey{t}, a), in)
	if a.sent > 0 {
		record := newRecord(middleware.GetOperationName(ctx), in.Parameters, out.Result, err, *a)
		inPlace(ctx, func() { t.deliver(record) })
	}
	return out, metadata, err
}

func (t *tracer) attempt(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (
	middleware.DeserializeOutput, middleware.Metadata, error,
) {
	over := ctx.Err() != nil
	out, metadata, err := next.HandleDeserialize(ctx, in)
	a, ok := ctx.Value(attemptsKey{t}).(*attempts)
	// A context that was over beforehand keeps the HTTP client from sending.
	if !ok || (over && err != nil) {
		return out, metadata, err
	}
	a.sent++
	if err != nil {
		a.causes = append(a.causes, cause(err))
	}
	return out, metadata, err
}

func (t *tracer) deliver(r Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sink.Call(r)
}
