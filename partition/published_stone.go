package partition

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"
)

const fillMinutes = 10

// readerNote says what the published worker does: the calls' latency follows from S2, whose 33 readers reached 9,000.
const readerNote = "reader: 300 items at once, next after 200 ms and its pause, nothing sent again; a seed whose fill splits, as the author concluded"

// variety is how many different sort keys a simulated client has: enough that none matters, and quick to draw.
const variety = 1 << 14

// drawn returns keys made of the partition keys and of random sort keys, each combination as likely as any other.
func drawn(seed uint64, partitions []string, sort func(*rand.Rand) string) func() (Key, bool) {
	pick := rand.New(rand.NewPCG(6, seed))
	sorts := make([]string, variety)
	for i := range sorts {
		sorts[i] = sort(pick)
	}
	return func() (Key, bool) {
		return Key{partitions[pick.IntN(len(partitions))], sorts[pick.IntN(variety)]}, true
	}
}

// stoneKeys are the keys of S1 to S8: one partition key; one of 36 prefixes and a random identifier.
func stoneKeys(seed uint64) func() (Key, bool) {
	return drawn(seed, []string{"UltimatePK"}, func(pick *rand.Rand) string {
		return fmt.Sprintf("%s#%016x", strconv.FormatInt(pick.Int64N(36), 36), pick.Uint64())
	})
}

// fill writes 900 items a second for ten minutes.
func fill(t *Table) {
	c := client{
		threads: 3, batch: 25, latency: time.Second / 12, drops: true, ask: t.counted(&meter{}, nil), next: stoneKeys(0),
	}
	c.run(fillMinutes * time.Minute)
}

// read plays strongly consistent readers of those keys for some minutes.
func read(t *Table, m *meter, readers int, rest time.Duration, from, to int) {
	c := client{
		threads: readers, batch: 300, latency: 200*time.Millisecond + rest, drops: true,
		start: time.Duration(from) * time.Minute, ask: t.countedReads(m, Strong), next: stoneKeys(0),
	}
	c.run(time.Duration(to) * time.Minute)
}

func stoneOne() []Figure {
	t, m := New(Options{Seed: 2}), &meter{}
	fill(t)
	read(t, m, 20, 800*time.Millisecond, fillMinutes, fillMinutes+10)
	return []Figure{
		{
			What: "reads accepted a second", Published: "6,000", Low: 5700, High: 6300,
			Modelled: m.rate(fillMinutes, fillMinutes+10), Note: readerNote,
		},
		{
			What: "reads throttled, of 10,000", Published: "≈140", Low: 10, High: 500,
			Modelled: m.share(fillMinutes, fillMinutes+10),
		},
	}
}

func stoneTwo() []Figure {
	const second = fillMinutes + 15 // after S2's last split
	t, m := New(Options{Seed: 7}), &meter{}
	fill(t)
	read(t, m, 33, 900*time.Millisecond, fillMinutes, second)
	read(t, m, 42, 900*time.Millisecond, second, second+10)
	change := fillMinutes
	for change < second && m.rate(change, change+1) < 6300 {
		change++
	}
	return []Figure{
		{
			What: "S2: reads accepted a second at first", Published: "6,000", Low: 5820, High: 6180,
			Modelled: m.rate(fillMinutes, fillMinutes+4), Note: readerNote,
		},
		{
			What: "S2: minutes until that changes", Published: "≈8", Low: 5, High: 12,
			Modelled: int64(change - fillMinutes),
		},
		{
			What: "S2: reads accepted a second at last", Published: "≈9,000", Low: 8700, High: 9300,
			Modelled: m.rate(second-2, second), Note: "played for 15 minutes, not 10: the split's time is irregular",
		},
		{
			What: "S3: reads throttled, of 10,000", Published: "slight", Low: 0, High: 500,
			Modelled: m.share(second, second+10), Note: "42 such readers reach 11,450 a second, below S3's 12,600",
		},
	}
}

func stoneWrites() []Figure {
	const minutes = 80
	t, m := New(Options{}), &meter{}
	c := client{
		threads: 40, batch: 25, latency: 250 * time.Millisecond, drops: true,
		ask: t.counted(m, nil), next: stoneKeys(8),
	}
	c.run(minutes * time.Minute)
	step, changes, shortest, longest := plateaus(m, minutes)
	return []Figure{
		{
			What: "writes accepted a second at first", Published: "1,000", Low: 980, High: 1020, Modelled: m.rate(0, 4),
			Note: "40 threads, 25 writes each 250 ms",
		},
		{What: "largest change, in thousands a second", Published: "1", Low: 1, High: 1, Modelled: step},
		{What: "changes upward", Published: "several", Low: 3, High: 8, Modelled: changes},
		{
			What: "minutes between changes, longest less shortest", Published: "irregular", Low: 1, High: minutes,
			Modelled: longest - shortest,
		},
		{
			What: "writes accepted a second at last", Published: "4,000", Low: 3880, High: 4000,
			Modelled: m.rate(minutes-10, minutes),
		},
	}
}

// plateaus looks at the rate by the minute, in whole thousands: its largest rise, how often it rose, and the shortest and
// longest time between rises, in minutes. A minute in which it changes belongs to neither plateau.
func plateaus(m *meter, minutes int) (step, changes, shortest, longest int64) {
	level, since := (m.rate(0, 1)+100)/1000, 0
	shortest = int64(minutes)
	for i := 1; i < minutes; i++ {
		now := (m.rate(i, i+1) + 100) / 1000
		if now <= level {
			continue
		}
		step = max(step, now-level)
		shortest, longest = min(shortest, int64(i-since)), max(longest, int64(i-since))
		level, since = now, i
		changes++
	}
	return step, changes, shortest, longest
}
