package partition

import (
	"math/rand/v2"
	"strconv"
	"time"
)

// workshopTable has the workshop's log data: key request#n, and an index by host.
func workshopTable(table, index Throughput) (t *Table, entries func(Key) []Entry, next func(n int) func() (Key, bool)) {
	t = New(Options{Throughput: table, Indexes: []Index{{"GSI_1", index}}})
	hosts := rand.New(rand.NewPCG(10, 0))
	list := make([]Entry, 1)
	entries = func(k Key) []Entry {
		list[0] = Entry{"GSI_1", Key{"host#" + strconv.Itoa(hosts.IntN(200)), k.Partition}, Unit}
		return list
	}
	row := 0
	next = func(n int) func() (Key, bool) {
		end := row + n
		return func() (Key, bool) {
			if row == end {
				return Key{}, false
			}
			row++
			return Key{"request#" + strconv.Itoa(row), ""}, true
		}
	}
	return t, entries, next
}

func tinyTable() []Figure {
	five, hundred := Throughput{Read: 5, Write: 5}, Throughput{Read: 100, Write: 100}
	t, entries, rows := workshopTable(five, five)
	c := client{threads: 1, batch: 1, latency: 8550 * time.Microsecond, ask: t.counted(&meter{}, entries)}
	play := func(start time.Duration, n int) time.Duration {
		c.start, c.next = start, rows(n)
		return c.run(forever)
	}
	start1 := time.Minute
	end1 := play(start1, 500)
	start2 := end1 + BurstSeconds*time.Second
	end2 := play(start2, 2000)
	indexRefused := t.Snapshot(end2).Indexes[0].Load.Throttled
	t.SetThroughput(end2+30*time.Second, "", hundred)
	t.SetThroughput(end2+30*time.Second, "GSI_1", hundred)
	start3 := end2 + time.Minute
	end3 := play(start3, 2000)
	return []Figure{
		{
			What: "W1: seconds for 500 writes", Published: "17.6", Low: 2, High: 176,
			Modelled: int64((end1 - start1) / time.Second),
			Note:     "order of magnitude; assumed: the table is a minute old, so 300 units are saved; 8.55 ms a write",
		},
		{
			What: "W2: seconds for 2,000 writes", Published: "75.1 to 133.8", Low: 8, High: 1338,
			Modelled: int64((end2 - start2) / time.Second),
			Note:     "order of magnitude; assumed: idle for five minutes, since 1,331 to 1,625 units were spent on top",
		},
		{
			What: "W1, W2: requests throttled by the index", Published: "0", Low: 0, High: 0, Modelled: indexRefused,
			Note: "the table throttles first, the queue evens the index out",
		},
		{
			What: "W3: seconds for 2,000 writes", Published: "17.1", Low: 15, High: 19,
			Modelled: int64((end3 - start3) / time.Second),
			Note:     "client-bound; assumed: half a minute from request to change, and another to the load",
		},
	}
}

func tinyIndex() []Figure {
	thousand := Throughput{Read: 1000, Write: 1000}
	t, entries, rows := workshopTable(thousand, Throughput{Read: 1, Write: 1})
	m := &meter{}
	ask := t.counted(m, entries)
	var first time.Duration
	c := client{threads: 2, batch: 25, latency: time.Second / 16, next: rows(1_000_000)}
	c.ask = func(at time.Duration, k Key) bool {
		ok := ask(at, k)
		if !ok && first == 0 {
			first = at
		}
		return ok
	}
	c.run(10 * time.Minute)
	s := t.Snapshot(10 * time.Minute)
	return []Figure{
		{
			What: "minutes until the first write is throttled", Published: "a few", Low: 2, High: 6,
			Modelled: int64(first / time.Minute),
			Note:     "the queue's size was fitted to this; two threads, 25 writes each 62.5 ms, below the table's provision",
		},
		{
			What: "writes throttled by the table's own limits", Published: "0", Low: 0, High: 0,
			Modelled: s.Table.Load.Throttled, Note: "all throttles are the index's",
		},
	}
}
