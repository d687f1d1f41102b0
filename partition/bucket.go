package partition

import "time"

// Levels are kept in half units times nanoseconds, so that a rate in half units a second times a Duration needs no
// division and nothing is ever rounded.
const nano = int64(time.Second)

// maxRate keeps 900 seconds of it within 63 bits.
const maxRate = 4_000_000

// second is the bucket of one partition: never more than rate half units in any second of the clock. It holds up to one
// second of unused rate, so that a spike is served at once.
type second struct {
	rate  int64 // half units a second; zero means no limit
	level int64 // below zero after a request larger than what there was
	at    time.Duration
	end   time.Duration // of the second that at lies in
	used  int64         // half units taken in that second
}

func newSecond(unitsPerSecond int64, at time.Duration) second {
	rate := unitsPerSecond * int64(Unit)
	return second{rate: rate, level: rate * nano, at: at, end: at}
}

func (b *second) refill(at time.Duration) {
	// A debt is at most one second's rate, so two seconds always fill the bucket.
	b.level = min(b.level+min(int64(at-b.at), 2*nano)*b.rate, b.rate*nano)
	b.at = at
	if at >= b.end {
		b.used = 0
		b.end = at - at%time.Second + time.Second
	}
}

// admits tells whether n may be taken now. It asks only for something to be there, not for all of n: otherwise large
// requests would starve beside small ones. What is taken too much delays what follows.
//
// What is refused although it is there, since the second has had its all, is lost. So lasting overload is soon served
// evenly and not in one spike each second, while a client that sends its second's worth in one spike gets it.
func (b *second) admits(n Units) bool {
	if b.rate == 0 {
		return true
	}
	if b.level <= 0 {
		return false
	}
	if b.used+int64(n) > b.rate {
		b.level = max(b.level-int64(n)*nano, 0)
		return false
	}
	return true
}

func (b *second) take(n Units) {
	if b.rate > 0 {
		b.level -= int64(n) * nano
		b.used += int64(n)
	}
}

// burst is the bucket of a whole table or index: its rate and up to 300 seconds of it unused. A new one holds one second.
type burst struct {
	rate  int64 // half units a second; zero means no limit
	level int64
	at    time.Duration
}

func newBurst(unitsPerSecond int64, at time.Duration) burst {
	rate := clampRate(unitsPerSecond) * int64(Unit)
	return burst{rate: rate, level: rate * nano, at: at}
}

func clampRate(unitsPerSecond int64) int64 { return min(max(unitsPerSecond, 0), maxRate) }

func (b *burst) limited() bool { return b.rate > 0 }

func (b *burst) refill(at time.Duration) {
	const depth = BurstSeconds * nano
	b.level = min(b.level+min(int64(at-b.at), 2*depth)*b.rate, depth*b.rate)
	b.at = at
}

// setRate changes the rate and keeps what was saved.
func (b *burst) setRate(unitsPerSecond int64, at time.Duration) {
	b.refill(at)
	n := newBurst(unitsPerSecond, at)
	if b.limited() {
		n.level = min(b.level, BurstSeconds*nano*n.rate)
	}
	*b = n
}

func (b *burst) can() bool { return b.rate == 0 || b.level > 0 }

func (b *burst) take(n Units) {
	if b.rate > 0 {
		b.level -= int64(n) * nano
	}
}

// flow takes as much of want as there is, in whole half units, and returns it.
func (b *burst) flow(want Units) Units {
	if b.rate == 0 {
		return want
	}
	n := min(want, Units(max(b.level, 0)/nano))
	b.level -= int64(n) * nano
	return n
}
