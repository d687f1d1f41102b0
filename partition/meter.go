package partition

import "time"

// meter counts requests by the minute in which they were answered.
type meter struct {
	accepted, refused []int64
}

func (m *meter) count(at time.Duration, ok bool) {
	for n := int(at / time.Minute); len(m.accepted) <= n; {
		m.accepted = append(m.accepted, 0)
		m.refused = append(m.refused, 0)
	}
	if ok {
		m.accepted[at/time.Minute]++
	} else {
		m.refused[at/time.Minute]++
	}
}

// rate is the accepted requests a second over the minutes from first up to and without last.
func (m *meter) rate(first, last int) int64 {
	return sum(m.accepted[first:last]) / (60 * int64(last-first))
}

// share is the refused of ten thousand requests in those minutes.
func (m *meter) share(first, last int) int64 {
	a, r := sum(m.accepted[first:last]), sum(m.refused[first:last])
	return r * 10_000 / max(a+r, 1)
}

// best is the highest rate of any minute.
func (m *meter) best() int64 {
	var n int64
	for i := range m.accepted {
		n = max(n, m.rate(i, i+1))
	}
	return n
}

// counted makes a client's ask of one-unit writes, counted.
func (t *Table) counted(m *meter, entries func(Key) []Entry) func(time.Duration, Key) bool {
	return func(at time.Duration, k Key) bool {
		q := Write{Key: k, Units: Unit}
		if entries != nil {
			q.Entries = entries(k)
		}
		ok := t.Write(at, q).Admitted()
		m.count(at, ok)
		return ok
	}
}

// countedReads makes a client's ask of reads of up to 4 KB, counted.
func (t *Table) countedReads(m *meter, c Consistency) func(time.Duration, Key) bool {
	return func(at time.Duration, k Key) bool {
		ok := t.Read(at, Read{Key: k, Units: ReadUnits(0, c), Consistency: c}).Admitted()
		m.count(at, ok)
		return ok
	}
}

func sum(n []int64) int64 {
	var s int64
	for _, v := range n {
		s += v
	}
	return s
}
