package partition

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"
	"time"
)

// The data of L1 to L4 and Q1: ranges of IPv4 addresses from 1.0.0.0 to 223.255.255.255. Their number is derived from the
// figures of L3 and L4; the post does not print it.
const (
	ipRows    = 360_000
	firstIP   = 1 << 24
	addresses = 223 << 24
)

// forever is later than any run.
const forever = time.Duration(math.MaxInt64)

const loaderNote = "loader: one loop of BatchWriteItem calls, 25 items each 3 ms, unprocessed items sent again"

// ipKey is the key of row i: its first octet and its start address.
func ipKey(i int) Key {
	ip := uint32(firstIP + int64(i)*addresses/ipRows)
	var sort [4]byte
	binary.BigEndian.PutUint32(sort[:], ip)
	return Key{strconv.Itoa(int(ip >> 24)), string(sort[:])}
}

// constantIPKey puts all rows into one item collection.
func constantIPKey(i int) Key { return Key{"0", ipKey(i).Sort} }

// load writes all rows, in the given order or in theirs if it is nil, and returns when it ended.
func load(o Options, key func(int) Key, order []int) (*meter, time.Duration) {
	t, m := New(o), &meter{}
	row := 0
	c := client{threads: 1, batch: 25, latency: 3 * time.Millisecond, ask: t.counted(m, nil)}
	c.next = func() (Key, bool) {
		if row == ipRows {
			return Key{}, false
		}
		i := row
		if order != nil {
			i = order[row]
		}
		row++
		return key(i), true
	}
	return m, c.run(forever)
}

func shuffled() []int { return rand.New(rand.NewPCG(4, 0)).Perm(ipRows) }

func perSecond(n int64, d time.Duration) int64 { return n * int64(time.Second) / int64(d) }

func constantKey() []Figure {
	_, took := load(Options{}, constantIPKey, nil)
	return []Figure{{
		What: "writes accepted a second", Published: "1,000", Low: 980, High: 1020,
		Modelled: perSecond(ipRows, took), Note: loaderNote,
	}}
}

func octetsInOrder() []Figure {
	_, took := load(Options{}, ipKey, nil)
	return []Figure{{
		What: "writes accepted a second", Published: "≈1,250", Low: 1000, High: 1600,
		Modelled: perSecond(ipRows, took), Note: "depends on where the hash puts neighbouring octets",
	}}
}

func octetsShuffled() []Figure {
	m, took := load(Options{}, ipKey, shuffled())
	return []Figure{
		{
			What: "writes accepted a second in the best minute", Published: "≈3,600", Low: 3200, High: 4000,
			Modelled: m.best(), Note: "depends on how evenly the hash spreads 223 octets over 4 partitions",
		},
		{What: "seconds in all", Published: "<120", Low: 60, High: 120, Modelled: int64(took / time.Second)},
	}
}

func provisionedShuffled() []Figure {
	m, took := load(Options{Throughput: Throughput{Read: 1, Write: 10_000}}, ipKey, shuffled())
	return []Figure{
		{
			What: "writes a second, averaged over the minute", Published: "6,000", Low: 6000, High: 10_000,
			Modelled: m.best(), Note: "all rows lie in that one minute",
		},
		{What: "seconds in all", Published: "<60", Low: 0, High: 59, Modelled: int64(took / time.Second)},
	}
}

func oneKeyQueries() []Figure {
	// What a query asks for is any address, so any row.
	query := func(headroom bool) (*meter, int64) {
		t, m := New(Options{EventualHeadroom: headroom}), &meter{}
		pick := rand.New(rand.NewPCG(5, 0))
		c := client{
			threads: 128, batch: 1, latency: 5 * time.Millisecond, ask: t.countedReads(m, Eventual),
			next: func() (Key, bool) { return constantIPKey(pick.IntN(ipRows)), true },
		}
		c.run(15 * time.Minute)
		split := 15 * time.Minute
		if s := t.Snapshot(15 * time.Minute).Table.Splits; len(s) > 0 {
			split = s[0].At
		}
		return m, int64(split / time.Minute)
	}
	with, split := query(true)
	without, _ := query(false)
	return []Figure{
		{
			What: "queries a second at first, three replicas serving", Published: "9,000", Low: 8820, High: 9180,
			Modelled: with.rate(0, 5), Note: "EventualHeadroom on; 128 threads, 5 ms a query",
		},
		{
			What: "queries a second at first, by the documented limit", Published: "6,000", Low: 5880, High: 6120,
			Modelled: without.rate(0, 5), Note: "EventualHeadroom off, the default; the figure follows from the limit",
		},
		{
			What: "minutes until the first split", Published: ">=10", Low: 5, High: 12, Modelled: split,
			Note: "the post shows no change in its first 10 minutes; tolerance as for S2",
		},
	}
}
