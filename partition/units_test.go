package partition_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

func TestUnitsString(t *testing.T) {
	want := map[partition.Units]string{0: "0", 1: "0.5", 2: "1", 3: "1.5", 24: "12", -1: "-0.5", -2: "-1", -3: "-1.5"}
	got := map[partition.Units]string{}
	for u := range want {
		got[u] = u.String()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := partition.Units(3).Float(); got != 1.5 {
		t.Errorf("Float() = %v, want 1.5", got)
	}
}

// The sizes are those of the Developer Guide's own examples where it has one.
func TestReadUnits(t *testing.T) {
	const kb = 1024
	for _, c := range []struct {
		name string
		size int
		how  partition.Consistency
		want string
	}{
		{"missing item, eventual", 0, partition.Eventual, "0.5"},
		{"missing item, strong", 0, partition.Strong, "1"},
		{"missing item, transactional", 0, partition.Transactional, "2"},
		{"negative size", -5, partition.Strong, "1"},
		{"one block exactly", 4 * kb, partition.Strong, "1"},
		{"one byte more", 4*kb + 1, partition.Strong, "2"},
		{"20 KB item", 20 * kb, partition.Strong, "5"},
		{"query of 40.8 KB", 41_780, partition.Strong, "11"},
		{"query of 1,500 items of 64 bytes", 1500 * 64, partition.Strong, "24"},
		{"index query of 8 entries of 2,000 bytes", 8 * 2000, partition.Eventual, "2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := partition.ReadUnits(c.size, c.how).String(); got != c.want {
				t.Errorf("ReadUnits(%d, %d) = %s, want %s", c.size, c.how, got, c.want)
			}
		})
	}
}

func TestWriteUnits(t *testing.T) {
	const kb = 1024
	for _, c := range []struct {
		name     string
		old, new int
		how      partition.Consistency
		want     string
	}{
		{"delete of a missing item", 0, 0, partition.Strong, "1"},
		{"put of 500 bytes", 0, 500, partition.Eventual, "1"},
		{"put of 3.5 KB", 0, 3584, partition.Strong, "4"},
		{"smaller item over a larger one", 3 * kb, 1, partition.Strong, "3"},
		{"failed condition, 300 KB to 310 KB", 300 * kb, 310 * kb, partition.Strong, "310"},
		{"500 bytes in a transaction", 0, 500, partition.Transactional, "2"},
		{"largest item in a transaction", 0, 400 * kb, partition.Transactional, "800"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := partition.WriteUnits(c.old, c.new, c.how).String(); got != c.want {
				t.Errorf("WriteUnits(%d, %d) = %s, want %s", c.old, c.new, got, c.want)
			}
		})
	}
}

func TestIndexWriteUnits(t *testing.T) {
	for _, c := range []struct {
		name       string
		change     partition.IndexChange
		old, new   int
		how        partition.Consistency
		oldU, newU string
	}{
		{"unprojected attribute changed", partition.NoChange, 100, 100, partition.Strong, "0", "0"},
		{"new entry", partition.Added, 0, 100, partition.Strong, "0", "1"},
		{"projected attribute changed", partition.Updated, 100, 1500, partition.Strong, "0", "2"},
		{"key changed", partition.Moved, 100, 100, partition.Strong, "1", "1"},
		{"key changed, larger entry", partition.Moved, 100, 1500, partition.Strong, "1", "2"},
		{"entry removed", partition.Removed, 100, 0, partition.Strong, "1", "0"},
		{"new entry in a transaction", partition.Added, 0, 100, partition.Transactional, "0", "2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			atOld, atNew := partition.IndexWriteUnits(c.change, c.old, c.new, c.how)
			if diff := cmp.Diff([]string{c.oldU, c.newU}, []string{atOld.String(), atNew.String()}); diff != "" {
				t.Error(diff)
			}
		})
	}
}
