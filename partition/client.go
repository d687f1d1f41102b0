package partition

import (
	"math/rand/v2"
	"time"
)

// client is a simulated program: threads that each send one call after another and wait for its answer. Unless the client
// drops it, what a call could not do is sent again with the next one; if it could do nothing, first after a wait that
// doubles, with jitter, as the SDKs do.
type client struct {
	threads int
	batch   int           // items in a call
	latency time.Duration // from a call to the next
	start   time.Duration
	drops   bool // does not send again what could not be done

	// next gives the next item that some thread wants to send, or false if there are none.
	next func() (Key, bool)
	// ask tells whether the item was admitted.
	ask func(at time.Duration, k Key) bool
}

const (
	firstWait = 50 * time.Millisecond // Developer Guide, "Error handling": up to 50, 100, 200 ms and so on
	waits     = 10                    // then the wait does not grow further: it is near one minute
)

type thread struct {
	at      time.Duration
	id      int
	pending []Key
	tries   int
}

// run plays the client until the given time and returns when its last call was answered.
func (c *client) run(until time.Duration) time.Duration {
	jitter := rand.New(rand.NewPCG(3, 0))
	end := c.start
	waiting := c.begin()
	for {
		th := waiting.pop()
		if th == nil || th.at >= until {
			return end
		}
		if !c.fill(th) {
			continue
		}
		now := th.at
		c.send(th, jitter)
		end = th.at
		waiting.push(th, th.at == now+c.latency)
	}
}

// begin starts the threads at equal distances within the time of one call, so that they do not call together.
func (c *client) begin() *schedule {
	s := &schedule{}
	for i := range c.threads {
		s.push(&thread{at: c.start + c.latency*time.Duration(i)/time.Duration(c.threads), id: i}, false)
	}
	return s
}

func (c *client) fill(th *thread) bool {
	for len(th.pending) < c.batch {
		k, ok := c.next()
		if !ok {
			break
		}
		th.pending = append(th.pending, k)
	}
	return len(th.pending) > 0
}

func (c *client) send(th *thread, jitter *rand.Rand) {
	sent := len(th.pending)
	left := th.pending[:0]
	for _, k := range th.pending {
		if !c.ask(th.at, k) {
			left = append(left, k)
		}
	}
	if c.drops {
		left = left[:0]
	}
	th.pending = left
	th.at += c.latency
	if len(left) < sent {
		th.tries = 0
		return
	}
	th.at += time.Duration(jitter.Int64N(int64(firstWait)<<th.tries)) + 1
	th.tries = min(th.tries+1, waits)
}
