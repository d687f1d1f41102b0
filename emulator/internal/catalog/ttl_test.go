package catalog_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

func ttl(attribute string, on bool) string {
	return fmt.Sprintf(`{"TableName":"tab","TimeToLiveSpecification":{"AttributeName":%q,"Enabled":%t}}`, attribute, on)
}

func TestTimeToLive(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	describe := func(want map[string]any) {
		t.Helper()
		got := f.do("DescribeTimeToLive", `{"TableName":"tab"}`)
		if diff := cmp.Diff(map[string]any{"TimeToLiveDescription": want}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
	describe(map[string]any{"TimeToLiveStatus": "DISABLED"})
	f.fails("UpdateTimeToLive", ttl("exp", false), invalid+"TimeToLive is already disabled")
	got := f.do("UpdateTimeToLive", ttl("exp", true))
	want := map[string]any{"TimeToLiveSpecification": map[string]any{"AttributeName": "exp", "Enabled": true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	describe(map[string]any{"TimeToLiveStatus": "ENABLED", "AttributeName": "exp"})
	f.fails("UpdateTimeToLive", ttl("exp", true), invalid+"TimeToLive is already enabled")
	f.fails("UpdateTimeToLive", ttl("other", true), invalid+"TimeToLive is active on a different AttributeName: current AttributeName is exp")
	f.fails("UpdateTimeToLive", ttl("other", false), invalid+"TimeToLive is active on a different AttributeName: current AttributeName is exp")
	f.do("UpdateTimeToLive", ttl("exp", false))
	f.fails("UpdateTimeToLive", ttl("exp", false), invalid+"TimeToLive is already disabled")
	describe(map[string]any{"TimeToLiveStatus": "DISABLED"})
}

func TestTimeToLiveErrors(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.fails("UpdateTimeToLive", ttl("exp", true), notFound+": Table: tab not found")
	f.fails("DescribeTimeToLive", `{"TableName":"tab"}`, notFound+": Table: tab not found")
	f.create("tab")
	at := func(member string) string {
		return "' at 'timeToLiveSpecification" + member + "' failed to satisfy constraint: "
	}
	f.fails("UpdateTimeToLive", `{"TableName":"tab"}`, one+"Value null at 'timeToLiveSpecification' failed to satisfy constraint: Member must not be null")
	f.fails("UpdateTimeToLive", ttl("", true), one+"Value '"+at(".attributeName")+"Member must have length greater than or equal to 1")
	f.fails("UpdateTimeToLive", `{"TableName":"tab","TimeToLiveSpecification":{}}`, invalid+"2 validation errors detected: "+
		"Value null at 'timeToLiveSpecification.attributeName' failed to satisfy constraint: Member must not be null; "+
		"Value null at 'timeToLiveSpecification.enabled' failed to satisfy constraint: Member must not be null")
}

func TestTimeToLiveInterval(t *testing.T) {
	f := newFixture(t, catalog.Options{TTLChangeInterval: time.Hour})
	f.create("tab")
	f.do("UpdateTimeToLive", ttl("exp", true))
	f.Advance(time.Hour - 1)
	f.fails("UpdateTimeToLive", ttl("exp", true), invalid+"TimeToLive is already enabled")
	f.fails("UpdateTimeToLive", ttl("exp", false), invalid+"Time to live has been modified multiple times within a fixed interval")
	f.Advance(1)
	f.do("UpdateTimeToLive", ttl("exp", false))
}

// expiring is an item whose expiry is so long from now.
func (f *fixture) expiring(key string, in time.Duration) string {
	return fmt.Sprintf(`{"pk":{"S":%q},"g":{"S":"x"},"exp":{"N":"%d"}}`, key, f.Now().Add(in).Unix())
}

// sweep checks how many items a sweep takes and how many are left.
func (f *fixture) sweep(want, left int) {
	f.Helper()
	if got := f.Sweep(); got != want || f.count("tab") != left {
		f.Errorf("swept %d, left %d; want %d, %d", got, f.count("tab"), want, left)
	}
	if err := f.Check(); err != nil {
		f.Error(err)
	}
}

func TestSweep(t *testing.T) {
	f := newFixture(t, catalog.Options{TTLDelay: time.Hour})
	f.do("CreateTable", request(`"TableName":"tab"`, defs("pk", "g"), global(index("gsi", keys("g")))))
	f.put("tab", f.expiring("expired before TTL was turned on", -time.Hour))
	f.do("UpdateTimeToLive", ttl("exp", true))
	f.put("tab", f.expiring("in ten minutes", 10*time.Minute))
	f.put("tab", f.expiring("rewritten", time.Minute))
	f.put("tab", f.expiring("made to stay", time.Minute))
	f.put("tab", f.expiring("deleted", time.Minute))
	f.put("tab", f.expiring("six years ago", -6*365*24*time.Hour))
	f.put("tab", `{"pk":{"S":"text"},"exp":{"S":"1"}}`)
	f.put("tab", fmt.Sprintf(`{"pk":{"S":"milliseconds"},"exp":{"N":"%d"}}`, f.Now().UnixMilli()))
	f.put("tab", `{"pk":{"S":"endless"},"exp":{"N":"1E100"}}`)
	f.remove("tab", `{"pk":{"S":"deleted"}}`)
	f.put("tab", `{"pk":{"S":"made to stay"}}`)
	f.Advance(59 * time.Minute)
	f.put("tab", f.expiring("rewritten", -time.Minute))
	f.sweep(0, 8)
	f.Advance(time.Minute)
	f.sweep(1, 7) // the one before TTL
	f.Advance(9*time.Minute + 59*time.Second)
	f.sweep(0, 7)
	f.Advance(time.Second)
	f.sweep(1, 6)
	f.Advance(49 * time.Minute)
	f.sweep(1, 5) // an hour after it was written again
	f.Advance(1000 * time.Hour)
	f.sweep(0, 5)
	if n, got := f.entries("gsi"); n != 1 || got != "" {
		t.Error(n, got)
	}
}

func TestSweepOff(t *testing.T) {
	f := newFixture(t, catalog.Options{TTLDelay: -1})
	f.create("tab")
	f.do("UpdateTimeToLive", ttl("exp", true))
	f.put("tab", f.expiring("a", -time.Hour))
	f.Advance(1000 * time.Hour)
	f.sweep(0, 1)
	f.Catalog.Run(context.Background()) // returns at once
}

func TestSweepDelayIsTwoDays(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	f.do("UpdateTimeToLive", ttl("exp", true))
	f.put("tab", f.expiring("a", -time.Hour))
	f.Advance(48*time.Hour - time.Millisecond)
	f.sweep(0, 1)
	f.Advance(time.Millisecond)
	f.sweep(1, 0)
}

func TestSweepManyAndOften(t *testing.T) {
	f := newFixture(t, catalog.Options{TTLDelay: time.Second})
	f.create("tab")
	f.do("UpdateTimeToLive", ttl("exp", true))
	for i := range 3000 {
		f.put("tab", f.expiring(fmt.Sprint(i), time.Minute))
	}
	for i := range 5000 { // one item that moves its expiry on
		f.put("tab", f.expiring("hot", time.Hour+time.Duration(i)*time.Second))
	}
	f.Advance(time.Minute + time.Second)
	f.sweep(3000, 1)
	f.do("UpdateTimeToLive", ttl("exp", false))
	f.Advance(24 * time.Hour)
	f.sweep(0, 1)
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	catalog.New(catalog.Options{}).Run(ctx)
}
