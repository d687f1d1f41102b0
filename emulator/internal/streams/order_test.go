package streams_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/streams"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// change is a record as a consumer sees it.
type change struct{ Number, Key, Event, Value string }

// readAll reads a shard page by page.
func (f *fixture) readAll(shard string, limit int) (list []change) {
	f.Helper()
	next := f.do("GetShardIterator", fmt.Sprintf(`{"StreamArn":%q,"ShardId":%q,"ShardIteratorType":"TRIM_HORIZON"}`, f.stream.ARN, shard))["ShardIterator"]
	for {
		page := f.do("GetRecords", fmt.Sprintf(`{"ShardIterator":%q,"Limit":%d}`, next, limit))
		records := page["Records"].([]any)
		if len(records) == 0 {
			return list
		}
		for _, r := range records {
			d := r.(map[string]any)["dynamodb"].(map[string]any)
			c := change{Number: d["SequenceNumber"].(string), Event: r.(map[string]any)["eventName"].(string)}
			key, _ := json.Marshal(d["Keys"])
			c.Key = string(key)
			if image, ok := d["NewImage"].(map[string]any); ok {
				c.Value = image["v"].(map[string]any)["S"].(string)
			}
			list = append(list, c)
		}
		next = page["NextShardIterator"]
	}
}

// TestOrder plays random writes against a map and a list of what they did, and
// compares the list, item by item, with what a consumer of all shards reads.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := newFixture(t, streams.NewImage, rapid.IntRange(1, 5).Draw(r, "shards"))
		table := map[string]value.Item{}
		want := map[string][]change{}
		number := 0
		for range rapid.IntRange(0, 60).Draw(r, "writes") {
			pk, sk := rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(r, "pk"), rapid.IntRange(0, 2).Draw(r, "sk")
			v := rapid.SampledFrom([]string{"", "x", "y"}).Draw(r, "value")
			k := fmt.Sprintf(`{"pk":{"S":%q},"sk":{"N":"%d"}}`, pk, sk)
			before, after := table[k], value.Item("")
			if v != "" {
				after = item(pk, sk, v)
			}
			f.stream.Append(before, after, false)
			f.now = f.now.Add(time.Second)
			table[k] = after
			if before == after {
				continue
			}
			number++
			event := "MODIFY"
			switch {
			case before == "":
				event = "INSERT"
			case after == "":
				event = "REMOVE"
			}
			want[k] = append(want[k], change{sequences(number, number)[0], k, event, v})
		}
		got := map[string][]change{}
		home := map[string]string{}
		for _, shard := range f.shards() {
			last := ""
			for _, c := range f.readAll(shard, rapid.IntRange(1, 7).Draw(r, "limit")) {
				if c.Number <= last {
					r.Fatalf("%s follows %s in one shard", c.Number, last)
				}
				last = c.Number
				if home[c.Key] != "" && home[c.Key] != shard {
					r.Fatalf("%s is in two shards", c.Key)
				}
				home[c.Key] = shard
				got[c.Key] = append(got[c.Key], c)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			r.Fatalf("(-want +got)\n%s", diff)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	f := newFixture(b, streams.NewAndOld, 4)
	before, after := item("a", 1, "x"), item("a", 1, "y")
	b.ReportAllocs()
	for b.Loop() {
		f.stream.Append(before, after, false)
	}
}
