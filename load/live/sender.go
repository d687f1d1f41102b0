package live

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"

	"github.com/ddbpatterns/ddbpatterns/cache"
	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// sender offers a plan's traffic to one design.
type sender struct {
	plan   *load.Plan
	d      *load.Design
	o      Options
	client Client
	table  string
	cache  *cache.Cache[string, struct{}] // nil if the design has none

	late                time.Duration // only of the goroutine that sends
	attempts, throttled atomic.Int64
	sending             atomic.Bool // so that the making of the table is not counted

	mu      sync.Mutex // guards what is below
	count   load.Count
	latency load.Latencies
	failure error
}

// counting is a client option that counts the attempts of calls.
func (s *sender) counting(o *dynamodb.Options) {
	count := middleware.FinalizeMiddlewareFunc("CountAttempts", func(
		ctx context.Context, in middleware.FinalizeInput, next middleware.FinalizeHandler,
	) (middleware.FinalizeOutput, middleware.Metadata, error) {
		out, metadata, err := next.HandleFinalize(ctx, in)
		if s.sending.Load() {
			s.attempts.Add(1)
			if isThrottled(err) {
				s.throttled.Add(1)
			}
		}
		return out, metadata, err
	})
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Finalize.Insert(count, "Retry", middleware.After)
	})
}

// isThrottled tells whether a call or an attempt failed because of a limit.
func isThrottled(err error) bool {
	api, ok := errors.AsType[smithy.APIError](err)
	if !ok {
		return false
	}
	switch api.ErrorCode() {
	case "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded":
		return true
	}
	return false
}

// prepare puts the items there that are to be read, and makes the cache.
func (s *sender) prepare(ctx context.Context) error {
	if !s.d.Reads {
		return nil
	}
	keys := []string{pk, sk}
	items := func(yield func(map[string]types.AttributeValue) bool) {
		for r := range s.d.Items() {
			if !yield(item(r, s.plan.Options.ItemSize)) {
				return
			}
		}
	}
	if _, err := ddb.WriteBatches(ctx, s.client, s.table, keys, items); err != nil {
		return err
	}
	if !s.d.Cached {
		return nil
	}
	var err error
	s.cache, err = cache.New(source{s}, cache.Options{TTL: s.plan.Options.TTL})
	return err
}

// send sends each request when it is due. What has no answer when the time is over is left waiting.
func (s *sender) send(ctx context.Context) error {
	s.sending.Store(true)
	defer s.sending.Store(false)
	start := time.Now()
	ctx, cancel := context.WithDeadline(ctx, start.Add(s.plan.Options.For))
	defer cancel()
	limit := s.o.InFlight
	if limit <= 0 {
		limit = 8192
	}
	places := make(chan struct{}, limit)
	var calls sync.WaitGroup
	var sent int64
	var told time.Duration
	traffic := s.plan.Traffic()
	for e, ok := traffic.Next(); ok; e, ok = traffic.Next() {
		s.await(ctx, start.Add(e.At), places)
		if s.failed() != nil {
			cancel()
			break
		}
		calls.Go(func() {
			defer func() { <-places }()
			s.finish(s.call(ctx, e), ctx, start.Add(e.At))
		})
		if sent++; s.o.Progress != nil && e.At >= told {
			s.o.Progress(s.d.Name, sent)
			told = e.At + progressEvery
		}
	}
	calls.Wait()
	if s.o.Progress != nil {
		s.o.Progress(s.d.Name, sent)
	}
	if err := s.failed(); err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return &ddb.CallError{Op: "load", Table: s.table, Err: err}
	}
	return nil
}

// await waits until a request is due and there is a place for its call, and remembers how late that was.
func (s *sender) await(ctx context.Context, due time.Time, places chan struct{}) {
	if wait := time.Until(due); wait > 0 {
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
		}
	}
	places <- struct{}{}
	if late := time.Since(due); late > s.late {
		s.late = late
	}
}

func (s *sender) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure
}

// finish counts how a call ended.
func (s *sender) finish(err error, ctx context.Context, due time.Time) {
	took := time.Since(due)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count.Offered++
	switch {
	case err == nil:
		s.count.Accepted++
		s.latency.Add(took, 1)
	case ctx.Err() != nil:
		s.count.Waiting++
	case isThrottled(err):
		s.count.Refused++
	case s.failure == nil:
		s.failure = err
	}
}

func (s *sender) total() load.Count {
	c := s.count
	c.Attempts, c.Throttled = s.attempts.Load(), s.throttled.Load()
	return c
}

// call makes one request's call.
func (s *sender) call(ctx context.Context, e load.Event) error {
	r := s.d.Request(e)
	switch {
	case s.cache != nil:
		_, _, err := s.cache.Get(ctx, r.Partition)
		return err
	case s.d.Reads:
		return s.get(ctx, r)
	}
	_, err := s.client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(s.table), Item: item(r, s.plan.Options.ItemSize),
	})
	if err != nil {
		return &ddb.CallError{Op: "put item in", Table: s.table, Err: err}
	}
	return nil
}

func (s *sender) get(ctx context.Context, r load.Request) error {
	_, err := s.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(s.table), Key: itemKey(r), ConsistentRead: aws.Bool(s.d.Consistency == partition.Strong),
	})
	if err != nil {
		return &ddb.CallError{Op: "get item from", Table: s.table, Err: err}
	}
	return nil
}

// source is what the cache loads from.
type source struct{ s *sender }

// Load gets the item of a partition key.
func (c source) Load(ctx context.Context, key string) (struct{}, bool, error) {
	return struct{}{}, true, c.s.get(ctx, c.s.d.Item(key))
}

// Store does nothing: all requests are reads.
func (c source) Store(context.Context, string, struct{}) error { return nil }
