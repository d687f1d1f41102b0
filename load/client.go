package load

import (
	"container/heap"
	"math/rand/v2"
	"time"
)

// How aws-sdk-go-v2 retries calls to DynamoDB that were throttled (retry mode standard; module aws v1.48, package
// aws/retry, and service/dynamodb v1.74, resolveRetryer).
const (
	maxAttempts = 4
	firstWait   = time.Second      // the first wait is drawn from 0 up to this, each further one from twice as much
	maxWait     = 20 * time.Second // but never from more than this
	// A client has a budget for retries: each costs some of it, and gives it back if it succeeds. A call that succeeds at
	// once adds a little. So lasting overload is not made worse by retries.
	budgetSize  = 500
	retryCost   = 5
	firstRefund = 1
)

// roundTrip is how long each attempt is taken to last: the service promises single-digit milliseconds.
const roundTrip = 5 * time.Millisecond

// call is a request under way.
type call struct {
	event Event
	at    time.Duration // of the next attempt
	tries int           // attempts that were refused
	seq   int64
}

// client is one SDK client: its budget for retries and the calls that wait for their next attempt.
type client struct {
	budget  int
	waiting calls
	seq     int64
	jitter  *rand.PCG
}

func newClient(seed uint64) *client {
	return &client{budget: budgetSize, jitter: rand.NewPCG(waitStream, seed)}
}

// succeeded gives back what the call may have cost.
func (c *client) succeeded(tries int) {
	gain := firstRefund
	if tries > 0 {
		gain = retryCost
	}
	c.budget = min(c.budget+gain, budgetSize)
}

// refused lets a call wait for its next attempt; false means that the client gives it up. tries counts this refusal.
func (c *client) refused(e Event, at time.Duration, tries int) bool {
	if tries >= maxAttempts || c.budget < retryCost {
		return false
	}
	c.budget -= retryCost
	c.seq++
	wait := min(firstWait<<(tries-1), maxWait)
	heap.Push(&c.waiting, &call{
		event: e, at: at + roundTrip + time.Duration(c.jitter.Uint64()%uint64(wait)), tries: tries, seq: c.seq,
	})
	return true
}

// due takes the next call whose time has come by then, or nil.
func (c *client) due(by time.Duration) *call {
	if len(c.waiting) == 0 || c.waiting[0].at > by {
		return nil
	}
	return heap.Pop(&c.waiting).(*call)
}

// calls is a heap, earliest first and equal ones in the order in which they were refused.
type calls []*call

func (c calls) Len() int { return len(c) }
func (c calls) Less(i, j int) bool {
	return c[i].at < c[j].at || c[i].at == c[j].at && c[i].seq < c[j].seq
}
func (c calls) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *calls) Push(x any)   { *c = append(*c, x.(*call)) }
func (c *calls) Pop() any {
	old := *c
	last := old[len(old)-1]
	old[len(old)-1] = nil
	*c = old[:len(old)-1]
	return last
}
