package partition_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// writes offers one-unit writes of a key at equal distances and returns how many each verdict got.
func writes(t *partition.Table, from time.Duration, perSecond, seconds int, q partition.Write) map[partition.Verdict]int {
	got := map[partition.Verdict]int{}
	for i := range perSecond * seconds {
		got[t.Write(from+time.Duration(i)*time.Second/time.Duration(perSecond), q)]++
	}
	return got
}

func reads(t *partition.Table, perSecond, seconds int, q partition.Read) map[partition.Verdict]int {
	got := map[partition.Verdict]int{}
	for i := range perSecond * seconds {
		got[t.Read(time.Duration(i)*time.Second/time.Duration(perSecond), q)]++
	}
	return got
}

var hot = partition.Key{Partition: "EVENTS#2026-10-20", Sort: "1"}

func TestWriteLimits(t *testing.T) {
	one := partition.Write{Key: hot, Units: partition.Unit}
	for _, c := range []struct {
		name string
		o    partition.Options
		q    partition.Write
		want map[partition.Verdict]int
	}{
		{"one key on demand", partition.Options{}, one,
			map[partition.Verdict]int{{}: 10_000, {Reason: partition.TableWriteKeyRange}: 20_000}},
		{"items of 3 units", partition.Options{}, partition.Write{Key: hot, Units: 3 * partition.Unit},
			map[partition.Verdict]int{{}: 3330, {Reason: partition.TableWriteKeyRange}: 26_670}},
		{"more than a partition's limit", partition.Options{}, partition.Write{Key: hot, Units: 1001 * partition.Unit},
			map[partition.Verdict]int{{Reason: partition.TableWriteKeyRange}: 30_000}},
		{"provisioned, nothing saved", partition.Options{Throughput: partition.Throughput{Read: 5, Write: 500}}, one,
			map[partition.Verdict]int{{}: 5500, {Reason: partition.TableWriteProvisioned}: 24_500}},
		{"provisioned for reads only", partition.Options{Throughput: partition.Throughput{Read: 5}}, one,
			map[partition.Verdict]int{{}: 11, {Reason: partition.TableWriteProvisioned}: 29_989}},
		{"maximum on demand", partition.Options{Throughput: partition.Throughput{MaxWrite: 500}}, one,
			map[partition.Verdict]int{{}: 5500, {Reason: partition.TableWriteMaxOnDemand}: 24_500}},
		{"quota", partition.Options{WriteQuota: 500}, one,
			map[partition.Verdict]int{{}: 5000, {Reason: partition.TableWriteAccountLimit}: 25_000}},
		{"unknown index", partition.Options{},
			partition.Write{Key: hot, Units: partition.Unit, Entries: []partition.Entry{{Index: "no", Key: hot, Units: 2}}},
			map[partition.Verdict]int{{}: 10_000, {Reason: partition.TableWriteKeyRange}: 20_000}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, writes(partition.New(c.o), 0, 3000, 10, c.q)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadLimits(t *testing.T) {
	index := []partition.Index{{Name: "GSI1", Throughput: partition.Throughput{Read: 100, Write: 1}}, {Name: "GSI2"}}
	strong := partition.Read{Key: hot, Units: partition.Unit, Consistency: partition.Strong}
	eventual := partition.Read{Key: hot, Units: 1}
	on := func(name string) partition.Read { return partition.Read{Index: name, Key: hot, Units: 1} }
	for _, c := range []struct {
		name string
		o    partition.Options
		q    partition.Read
		want map[partition.Verdict]int
	}{
		{"strong", partition.Options{}, strong,
			map[partition.Verdict]int{{}: 6000, {Reason: partition.TableReadKeyRange}: 18_000}},
		{"eventual", partition.Options{}, eventual,
			map[partition.Verdict]int{{}: 12_000, {Reason: partition.TableReadKeyRange}: 12_000}},
		{"strong with headroom", partition.Options{EventualHeadroom: true}, strong,
			map[partition.Verdict]int{{}: 6000, {Reason: partition.TableReadKeyRange}: 18_000}},
		{"eventual with headroom", partition.Options{EventualHeadroom: true}, eventual,
			map[partition.Verdict]int{{}: 18_000, {Reason: partition.TableReadKeyRange}: 6000}},
		{"provisioned index", partition.Options{Indexes: index}, on("GSI1"),
			map[partition.Verdict]int{{}: 600, {Reason: partition.IndexReadProvisioned, Index: "GSI1"}: 23_400}},
		{"on-demand index", partition.Options{Indexes: index}, on("GSI2"),
			map[partition.Verdict]int{{}: 12_000, {Reason: partition.IndexReadKeyRange, Index: "GSI2"}: 12_000}},
		{"maximum on demand", partition.Options{Throughput: partition.Throughput{MaxRead: 1000}}, eventual,
			map[partition.Verdict]int{{}: 6000, {Reason: partition.TableReadMaxOnDemand}: 18_000}},
		{"quota", partition.Options{ReadQuota: 1000}, eventual,
			map[partition.Verdict]int{{}: 4000, {Reason: partition.TableReadAccountLimit}: 20_000}},
		{"unknown index", partition.Options{}, on("no"), map[partition.Verdict]int{{}: 24_000}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, reads(partition.New(c.o), 12_000, 2, c.q)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSharedLimit(t *testing.T) {
	for _, c := range []struct {
		shared bool
		want   int
	}{{false, 1000}, {true, 500}} {
		table := partition.New(partition.Options{SharedLimit: c.shared})
		admitted := 0
		for i := range 1500 {
			at := time.Duration(i) * time.Second / 1500
			table.Read(at, partition.Read{Key: hot, Units: partition.Unit, Consistency: partition.Strong})
			if table.Write(at, partition.Write{Key: hot, Units: partition.Unit}).Admitted() {
				admitted++
			}
		}
		// 1,500 reads take half of a shared budget and leave 500 writes; the bucket's refill leaves as many again.
		if table := table.Snapshot(time.Second).Table; c.shared && table.Load.Read+3*table.Load.Write > 3000*partition.Unit {
			t.Errorf("reads and writes weigh %v, more than 3000", table.Load.Read+3*table.Load.Write)
		}
		if !c.shared && admitted != c.want {
			t.Errorf("shared %t: %d writes admitted, want %d", c.shared, admitted, c.want)
		}
	}
}

// A provisioned table has no equal shares: one partition may take what the others leave, up to its limit.
func TestNoEqualShares(t *testing.T) {
	table := partition.New(partition.Options{Throughput: partition.Throughput{Read: 1, Write: 4000}})
	want := map[partition.Verdict]int{{}: 10_000, {Reason: partition.TableWriteKeyRange}: 5_000}
	if diff := cmp.Diff(want, writes(table, 0, 1500, 10, partition.Write{Key: hot, Units: partition.Unit})); diff != "" {
		t.Error(diff)
	}
}

func TestTimeDoesNotGoBack(t *testing.T) {
	table := partition.New(partition.Options{})
	q := partition.Write{Key: hot, Units: 1000 * partition.Unit}
	if v := table.Write(5*time.Second, q); !v.Admitted() {
		t.Fatal(v)
	}
	for _, at := range []time.Duration{0, -time.Hour, 4 * time.Second} {
		if v := table.Write(at, q); v.Admitted() {
			t.Errorf("a write at %v after one at 5s was admitted", at)
		}
	}
}

// After a long silence the model must neither take long nor lose what it knew.
func TestSilence(t *testing.T) {
	table := partition.New(partition.Options{})
	for i := range 20 {
		k := partition.Key{Partition: fmt.Sprint(i)}
		writes(table, 0, 1000, 1, partition.Write{Key: k, Units: partition.Unit})
	}
	before := table.Snapshot(time.Minute)
	after := table.Snapshot(20 * 365 * 24 * time.Hour)
	after.At = before.At
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	if !table.Write(20*365*24*time.Hour, partition.Write{Key: hot, Units: partition.Unit}).Admitted() {
		t.Error("a write after twenty years was refused")
	}
}
