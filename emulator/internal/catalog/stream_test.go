package catalog_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

const newAndOld = `"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}`

// records reads all of a stream, shard by shard.
func (f *fixture) records(stream string) (list []map[string]any) {
	f.Helper()
	d := f.do("DescribeStream", fmt.Sprintf(`{"StreamArn":%q}`, stream))["StreamDescription"].(map[string]any)
	for _, sh := range d["Shards"].([]any) {
		body := fmt.Sprintf(`{"StreamArn":%q,"ShardId":%q,"ShardIteratorType":"TRIM_HORIZON"}`, stream, sh.(map[string]any)["ShardId"])
		next, more := f.do("GetShardIterator", body)["ShardIterator"], true
		for more {
			page := f.do("GetRecords", fmt.Sprintf(`{"ShardIterator":%q}`, next))
			for _, r := range page["Records"].([]any) {
				list = append(list, r.(map[string]any))
			}
			next, more = page["NextShardIterator"]
			more = more && len(page["Records"].([]any)) > 0
		}
	}
	return list
}

func (f *fixture) latestStream() string {
	f.Helper()
	return f.table("tab")["LatestStreamArn"].(string)
}

func TestStreamOfTTL(t *testing.T) {
	f := newFixture(t, catalog.Options{TTLDelay: time.Minute})
	f.create("tab", newAndOld)
	f.do("UpdateTimeToLive", ttl("exp", true))
	f.put("tab", f.expiring("a", 0))
	f.Advance(time.Minute)
	f.sweep(1, 0)
	records := f.records(f.latestStream())
	if len(records) != 2 {
		t.Fatalf("%d records", len(records))
	}
	if _, ok := records[0]["userIdentity"]; ok {
		t.Error("a user's write has an identity")
	}
	got := map[string]any{"event": records[1]["eventName"], "by": records[1]["userIdentity"]}
	want := map[string]any{"event": "REMOVE", "by": map[string]any{"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestStreamOnAndOff(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	f.put("tab", `{"pk":{"S":"before"}}`)
	if got := f.update(newAndOld)["StreamSpecification"]; got == nil {
		t.Error("no StreamSpecification in the answer")
	}
	f.updateFails(newAndOld, invalid+"Table already has an enabled stream: TableName: tab")
	first := f.latestStream()
	f.put("tab", `{"pk":{"S":"in"}}`)
	f.update(`"StreamSpecification":{"StreamEnabled":false}`)
	f.put("tab", `{"pk":{"S":"after"}}`)
	if _, ok := f.table("tab")["StreamSpecification"]; ok || f.latestStream() != first {
		t.Error("after it was disabled a stream is shown, or the latest is not")
	}
	if n := len(f.records(first)); n != 1 {
		t.Errorf("%d records", n)
	}
	f.update(newAndOld)
	second := f.latestStream()
	if second == first {
		t.Error("the second stream has the first one's ARN")
	}
	f.do("DeleteTable", `{"TableName":"tab"}`)
	f.Advance(24*time.Hour - time.Second)
	if n := len(f.do("ListStreams", `{"TableName":"tab"}`)["Streams"].([]any)); n != 2 {
		t.Errorf("%d streams", n)
	}
	f.Advance(time.Second)
	f.fails("DescribeStream", fmt.Sprintf(`{"StreamArn":%q}`, first), notFound+": Stream: "+first+" not found")
}

func TestConcurrentUse(t *testing.T) {
	f := newFixture(t, catalog.Options{TTLDelay: time.Millisecond})
	f.create("tab", newAndOld)
	f.do("UpdateTimeToLive", ttl("exp", true))
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 50 {
				f.put("tab", f.expiring(fmt.Sprint(w, i%20), -time.Second))
				f.Advance(time.Millisecond)
				f.Sweep()
			}
		})
		wg.Go(func() {
			for i := range 10 {
				f.table("tab")
				f.records(f.latestStream())
				if w == 0 && i%2 == 0 {
					f.update(adding("gsi", keys("g"), defs("g")))
					f.update(dropping("gsi"))
				}
				f.do("ListTables", `{}`)
			}
		})
	}
	wg.Wait()
}
