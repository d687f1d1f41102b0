package load

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

func TestColumnOf(t *testing.T) {
	for whole, want := range map[time.Duration]time.Duration{
		time.Millisecond:        time.Millisecond,
		time.Second:             time.Second,
		1500 * time.Millisecond: time.Second,
		time.Minute:             time.Second,
		61 * time.Second:        2 * time.Second,
		5 * time.Minute:         5 * time.Second,
		15 * time.Minute:        15 * time.Second,
		time.Hour:               time.Minute,
		24 * time.Hour:          30 * time.Minute,
		maxFor:                  4 * time.Hour,
	} {
		if got := columnOf(whole); got != want || (whole-1)/got >= maxColumns {
			t.Errorf("%v: got %v, want %v", whole, got, want)
		}
	}
}

// strips plays one-unit writes of n keys at a rate and returns the table's strip.
func strips(o partition.Options, keys []string, rate int64, end time.Duration) (Strip, *partition.Table) {
	table := partition.New(o)
	r := newRecorder(end, false)
	for i := range rate * int64(end/time.Second) {
		at := time.Duration(i) * time.Second / time.Duration(rate)
		r.until(table, at)
		table.Write(at, partition.Write{Key: partition.Key{Partition: keys[i%int64(len(keys))]}, Units: partition.Unit})
	}
	r.until(table, end)
	return r.table.strip(r.column, end), table
}

func TestStrip(t *testing.T) {
	got, _ := strips(partition.Options{Throughput: partition.Throughput{Read: 1, Write: 1000}}, []string{"a"}, 500, 2*time.Second)
	want := Strip{Column: time.Second, Rows: []Row{
		{Partition: 1, Last: 1, Load: []int{0, 0}, Refused: []int{0, 0}},
		{Partition: 2, Last: 1, Load: []int{50, 50}, Refused: []int{0, 0}},
	}}
	ignore := cmp.FilterPath(func(p cmp.Path) bool {
		field, ok := p.Last().(cmp.StructField)
		return ok && (field.Name() == "from" || field.Name() == "born")
	}, cmp.Ignore())
	if diff := cmp.Diff(want, got, ignore); diff != "" {
		t.Error(diff)
	}
}

// A partition that is split has a row of its own above those of its halves, and nothing it served is lost.
func TestStripOfSplits(t *testing.T) {
	keys := numbered("key %d", 40)
	quick := partition.SplitPolicy{After: time.Minute, MaxDelay: 30 * time.Second}
	got, table := strips(partition.Options{Split: quick}, keys, 3000, 4*time.Minute)
	splits := table.Snapshot(4 * time.Minute).Table.Splits
	if len(splits) == 0 {
		t.Fatal("nothing was split")
	}
	rows := map[int]int{}
	var served int64
	for i, row := range got.Rows {
		rows[row.Partition] = i
		for _, load := range row.Load {
			served += int64(load)
		}
	}
	for _, s := range splits {
		parent := got.Rows[rows[s.Parent]]
		if rows[s.Parent] >= rows[s.Left] || rows[s.Left] >= rows[s.Right] {
			t.Errorf("partition %d in row %d, its halves in %d and %d", s.Parent, rows[s.Parent], rows[s.Left], rows[s.Right])
		}
		if at := int(s.At / got.Column); parent.Last != at || got.Rows[rows[s.Left]].First != at {
			t.Errorf("split in column %d: parent ends in %d, half begins in %d", at, parent.Last, got.Rows[rows[s.Left]].First)
		}
	}
	// Percents of 1,000 a second, 5 s a column: rounding takes or adds half a percent in each column.
	load := table.Snapshot(4 * time.Minute).Table.Load.Write
	if sum, want := served*10*5, int64(load/partition.Unit); sum < want*97/100 || sum > want*103/100 {
		t.Errorf("the strip holds %d units, the table served %d", sum, want)
	}
}

func TestRefusedPercent(t *testing.T) {
	for _, tt := range []struct {
		l    partition.Load
		want int
	}{
		{partition.Load{}, 0},
		{partition.Load{Write: 10}, 0},
		{partition.Load{Write: 1999, RefusedWrite: 1}, 1},
		{partition.Load{Read: 2, RefusedRead: 6}, 75},
		{partition.Load{RefusedRead: 6}, 100},
	} {
		if got := refusedPercent(tt.l); got != tt.want {
			t.Errorf("%+v: got %d, want %d", tt.l, got, tt.want)
		}
	}
}
