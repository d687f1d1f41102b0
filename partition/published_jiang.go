package partition

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"
)

func tenKeys() []Figure {
	const hour, end = 60, 75
	t, m := New(Options{}), &meter{}
	next := drawn(9, tenNames(), func(pick *rand.Rand) string { return fmt.Sprintf("%08x", pick.Uint32()>>1) })
	c := client{threads: 128, batch: 1, latency: 6400 * time.Microsecond, ask: t.counted(m, nil), next: next}
	c.run(hour * time.Minute)
	best := m.best()
	partitions := len(t.Snapshot(hour * time.Minute).Table.Partitions)
	c.threads, c.latency, c.start = 256, 11_130*time.Microsecond, hour*time.Minute
	c.run(end * time.Minute)
	return []Figure{
		{
			What: "J1: writes accepted a second at first", Published: "3,000+", Low: 3000, High: 4000,
			Modelled: m.rate(0, 4), Note: "at most three of the ten keys share a partition, as 3,000+ implies; 128 threads, 6.4 ms a write",
		},
		{What: "J1: in the best minute of the hour", Published: "20,000+", Low: 19_000, High: 21_000, Modelled: best},
		{
			What: "J1: partitions after the hour", Published: "56", Low: 28, High: 112, Modelled: int64(partitions),
			Note: "the threshold of 50 % was fitted to this; within a factor of two",
		},
		{
			What: "J2: writes accepted a second", Published: "23,000", Low: 22_300, High: 23_500,
			Modelled: m.rate(hour, end), Note: "client-bound: 256 threads, 11.13 ms a write; a quarter of an hour is played",
		},
		{
			What: "J2: writes throttled, of 10,000", Published: "0", Low: 0, High: 1,
			Modelled: m.share(hour, end),
		},
	}
}

// tenNames are ten keys of which the hash puts at most three into one of the four first partitions.
func tenNames() []string {
	names := make([]string, 10)
	for i := range names {
		names[i] = "key-" + strconv.Itoa(i)
	}
	return names
}
