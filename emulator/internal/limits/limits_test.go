package limits

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

const arn = "arn:aws:dynamodb:us-east-1:123456789012:table/t"

// clock is a clock that a test moves.
type clock struct{ now time.Time }

func newGate(s Setup, model partition.Options) (*Gate, *clock) {
	c := &clock{time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)}
	return New(&Options{Model: model, Now: func() time.Time { return c.now }}, arn, s), c
}

// writes offers n writes of one unit to a key, evenly over a second.
func writes(g *Gate, c *clock, n int, w partition.Write) (accepted int, refused *fault.Error) {
	for range n {
		if err := g.Write(w); err != nil {
			refused = err
		} else {
			accepted++
		}
		c.now = c.now.Add(time.Second / time.Duration(n))
	}
	return accepted, refused
}

func one(key string, entries ...partition.Entry) partition.Write {
	return partition.Write{Key: partition.Key{Partition: key}, Units: partition.Unit, Entries: entries}
}

func TestHotKey(t *testing.T) {
	g, c := newGate(Setup{}, partition.Options{})
	accepted, refused := writes(g, c, 3000, one("hot"))
	if accepted != 1000 {
		t.Errorf("%d of 3,000 writes a second to one key are accepted, want 1,000", accepted)
	}
	want := &fault.Error{Code: "ThrottlingException", Message: tableHot,
		Throttling: []fault.Throttled{{Reason: "TableWriteKeyRangeThroughputExceeded", Resource: arn}}}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Error(diff)
	}
}

func TestProvisioned(t *testing.T) {
	g, c := newGate(Setup{Table: partition.Throughput{Read: 5, Write: 5}}, partition.Options{})
	_, refused := writes(g, c, 100, one("k"))
	want := &fault.Error{Code: "ProvisionedThroughputExceededException", Message: tableProvisioned,
		Throttling: []fault.Throttled{{Reason: "TableWriteProvisionedThroughputExceeded", Resource: arn}}}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Error(diff)
	}
	g.Change(Setup{Table: partition.Throughput{Read: 500, Write: 500}})
	c.now = c.now.Add(time.Second)
	if accepted, refused := writes(g, c, 400, one("k")); accepted != 400 {
		t.Errorf("%d of 400 after the raise: %v", accepted, refused)
	}
}

func TestIndexBackPressure(t *testing.T) {
	entry := partition.Entry{Index: "status", Key: partition.Key{Partition: "PENDING"}, Units: partition.Unit}
	g, c := newGate(Setup{}, partition.Options{Queue: 100 * partition.Unit})
	g.Change(Setup{Indexes: []partition.Index{{Name: "status"}}})
	var last *fault.Error
	for i := range 4000 { // spread over 26 keys of the table, one of the index
		if err := g.Write(one(string(rune('a'+i%26)), entry)); err != nil {
			last = err
		}
		c.now = c.now.Add(time.Second / 3000)
	}
	want := &fault.Error{Code: "ThrottlingException", Message: indexHot,
		Throttling: []fault.Throttled{{Reason: "IndexWriteKeyRangeThroughputExceeded", Resource: arn + "/index/status"}}}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Error(diff)
	}
	g.Change(Setup{})
	if s, ok := g.Snapshot(); !ok || len(s.Indexes) != 0 {
		t.Errorf("dropped index is still there: %v", s.Indexes)
	}
	if err := g.Write(one("a")); err != nil {
		t.Errorf("after the index is gone: %v", err)
	}
}

func TestNoLimits(t *testing.T) {
	g := New(nil, arn, Setup{})
	g.Change(Setup{})
	if err := g.Write(one("k")); err != nil {
		t.Error(err)
	}
	if err := g.Read(partition.Read{Units: 100_000}); err != nil {
		t.Error(err)
	}
	if _, ok := g.Snapshot(); ok {
		t.Error("a table without limits has a snapshot")
	}
}

func TestExceptions(t *testing.T) {
	for reason, want := range map[partition.Reason]string{
		partition.TableReadKeyRange:      "ThrottlingException",
		partition.TableReadProvisioned:   "ProvisionedThroughputExceededException",
		partition.TableWriteMaxOnDemand:  "ThrottlingException",
		partition.TableWriteAccountLimit: "RequestLimitExceeded",
		partition.TableWriteProvisioned:  "ProvisionedThroughputExceededException",
		partition.TableReadMaxOnDemand:   "ThrottlingException",
		partition.TableReadAccountLimit:  "RequestLimitExceeded",
		partition.TableWriteKeyRange:     "ThrottlingException",
	} {
		if code, _ := exception(partition.Verdict{Reason: reason}); code != want {
			t.Errorf("%v: %s, want %s", reason, code, want)
		}
	}
}
