package load

import (
	"cmp"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// maxColumns bounds the columns of a strip, so that it fits a line.
const maxColumns = 60

// Strip is the load of one resource's partitions over time.
type Strip struct {
	// Column is the time that each column stands for; the last may be shorter. It is a whole number of seconds unless the
	// run is shorter than one.
	Column time.Duration `json:"columnNanoseconds"`
	// Rows are in the order of the partitions' ranges; one that was split comes before its halves.
	Rows []Row `json:"rows"`
}

// Row is one partition.
type Row struct {
	Partition int `json:"partition"` // its number
	Parent    int `json:"parent"`    // that it was split off; 0 if it was there from the start
	// First is the first column in which it was there, and Last the last one.
	First int `json:"first"`
	Last  int `json:"last"`
	// Load is, for each column, the accepted load in percent of the partition's limit.
	Load []int `json:"loadPercent"`
	// Refused is, for each column, the share of the units asked for that was refused, in percent rounded up.
	Refused []int `json:"refusedPercent"`

	from partition.Bound
	born time.Duration
}

// columnOf chooses the time of a column.
func columnOf(whole time.Duration) time.Duration {
	if whole <= time.Second {
		return whole
	}
	for _, c := range []time.Duration{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400} {
		if c *= time.Second; whole <= maxColumns*c {
			return c
		}
	}
	return (whole/maxColumns/time.Hour + 1) * time.Hour
}

// recorder follows the partitions of a table, and of its index, through a run.
type recorder struct {
	end, column, step, next time.Duration
	table                   gauge
	index                   *gauge
}

func newRecorder(end time.Duration, index bool) *recorder {
	column := columnOf(end)
	r := &recorder{end: end, column: column, step: min(column, time.Second)}
	r.next = r.step
	r.table = gauge{seen: map[int]*track{}}
	if index {
		r.index = &gauge{seen: map[int]*track{}}
	}
	return r
}

// until records what was up to then. Steps are short, since what a partition serves between a step and its split is not
// seen and must be guessed.
func (r *recorder) until(t *partition.Table, at time.Duration) {
	for r.next <= at && r.next <= r.end {
		s := t.Snapshot(r.next)
		column := int((r.next - 1) / r.column)
		r.table.add(s.Table, column)
		if r.index != nil {
			r.index.add(s.Indexes[0], column)
		}
		if r.next == r.end {
			r.next++
			return
		}
		r.next = min(r.next+r.step, r.end)
	}
}

// track is what was seen of one partition.
type track struct {
	partition.Partition
	last    partition.Load
	columns []partition.Load
	first   int
	gone    int // the column it was split in; -1 while it is there
}

func (t *track) add(column int, l partition.Load) {
	for len(t.columns) <= column-t.first {
		t.columns = append(t.columns, partition.Load{})
	}
	c := &t.columns[column-t.first]
	c.Read += l.Read
	c.Write += l.Write
	c.RefusedRead += l.RefusedRead
	c.RefusedWrite += l.RefusedWrite
	c.Throttled += l.Throttled
}

// gauge follows one resource.
type gauge struct {
	seen   map[int]*track
	all    partition.Load
	splits int
}

func (g *gauge) add(r partition.Resource, column int) {
	left := r.Load.Sub(g.all)
	g.all = r.Load
	for _, p := range r.Partitions {
		t := g.seen[p.ID]
		if t == nil {
			t = &track{Partition: p, first: column, gone: -1}
			g.seen[p.ID] = t
		}
		d := p.Load.Sub(t.last)
		t.last = p.Load
		t.add(column, d)
		left = left.Sub(d)
	}
	g.split(r.Splits[g.splits:], left, column)
	g.splits = len(r.Splits)
}

// split ends the partitions that were split. What the resource served beyond its partitions was theirs.
func (g *gauge) split(splits []partition.Split, left partition.Load, column int) {
	n := partition.Units(len(splits))
	for _, s := range splits {
		t := g.seen[s.Parent]
		if t == nil {
			continue // born and split within one step
		}
		t.gone = column
		t.add(column, partition.Load{
			Read: max(left.Read, 0) / n, Write: max(left.Write, 0) / n,
			RefusedRead: max(left.RefusedRead, 0) / n, RefusedWrite: max(left.RefusedWrite, 0) / n,
		})
	}
}

// strip returns the rows, given the time of a column and of the whole run.
func (g *gauge) strip(column, end time.Duration) Strip {
	s := Strip{Column: column}
	columns := int((end-1)/column) + 1
	for _, t := range g.seen {
		row := Row{
			Partition: t.ID, Parent: t.Parent, First: t.first, Last: columns - 1, from: t.From, born: t.Born,
			Load: make([]int, columns), Refused: make([]int, columns),
		}
		if t.gone >= 0 {
			row.Last = t.gone
		}
		for i, l := range t.columns {
			took := min(column, end-time.Duration(t.first+i)*column)
			row.Load[t.first+i] = percentOfLimit(l, took)
			row.Refused[t.first+i] = refusedPercent(l)
		}
		s.Rows = append(s.Rows, row)
	}
	slices.SortFunc(s.Rows, func(a, b Row) int {
		return cmp.Or(a.from.Compare(b.from), cmp.Compare(a.born, b.born), cmp.Compare(a.Partition, b.Partition))
	})
	return s
}

// calmAfter is the end of the last column in which a partition refused something, to a percent.
func (s Strip) calmAfter() time.Duration {
	last := -1
	for _, row := range s.Rows {
		for i, refused := range row.Refused {
			if refused > 1 {
				last = max(last, i)
			}
		}
	}
	return time.Duration(last+1) * s.Column
}

// percentOfLimit is the accepted load of some time in percent of what a partition takes, rounded to the nearest. It is at
// most 100: only part of a second, into which the whole second's load may fall, or one large request can show more.
func percentOfLimit(l partition.Load, took time.Duration) int {
	most := max(int64(l.Read)*partition.WriteLimit, int64(l.Write)*partition.ReadLimit)
	whole := partition.ReadLimit * partition.WriteLimit * int64(partition.Unit) * int64(took/time.Millisecond) / 1000
	return int(min(percent(most, whole), 100))
}

func refusedPercent(l partition.Load) int {
	refused := int64(l.RefusedRead + l.RefusedWrite)
	all := refused + int64(l.Read+l.Write)
	if refused == 0 {
		return 0
	}
	return int((refused*100 + all - 1) / all)
}

// percent is a part of the whole, rounded to the nearest; 0 of nothing.
func percent(part, whole int64) int64 {
	if whole <= 0 {
		return 0
	}
	return (part*100 + whole/2) / whole
}
