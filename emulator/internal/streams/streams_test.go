package streams_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/streams"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

const (
	tableARN = "arn:aws:dynamodb:us-east-1:123456789012:table/tab"
	label    = "2026-10-20T12:00:00.000"
	invalid  = "ValidationException: "
	one      = invalid + "1 validation error detected: "
)

// fixture is a Set on a clock that the test moves, with one stream.
type fixture struct {
	testing.TB
	*streams.Set
	now    time.Time
	stream *streams.Stream
}

func newFixture(t testing.TB, view streams.View, shards int) *fixture {
	f := &fixture{TB: t, now: time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)}
	f.Set = streams.New(streams.Options{Now: func() time.Time { return f.now }, Region: "us-east-1", Shards: shards})
	f.stream = f.Enable("tab", tableARN, keys(), view)
	t.Cleanup(func() {
		if err := f.Check(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func keys() store.Keys {
	return store.Keys{Partition: store.Attr{Name: "pk", Kind: value.S}, Sort: store.Attr{Name: "sk", Kind: value.N}}
}

// item has a key and, unless v is empty, a value.
func item(pk string, sk int, v string) value.Item {
	attrs := []value.Attr{{Name: "pk", Value: value.Of(value.S, pk)}, {Name: "sk", Value: value.Of(value.N, fmt.Sprint(sk))}}
	if v != "" {
		attrs = append(attrs, value.Attr{Name: "v", Value: value.Of(value.S, v)})
	}
	return value.NewItem(attrs)
}

func (f *fixture) try(op, body string) (map[string]any, error) {
	f.Helper()
	answer, handled, err := f.Call(op, []byte(body))
	if !handled {
		f.Fatalf("%s is not handled", op)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		f.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		f.Fatal(err)
	}
	return m, nil
}

func (f *fixture) do(op, body string) map[string]any {
	f.Helper()
	answer, err := f.try(op, body)
	if err != nil {
		f.Fatalf("%s %s: %v", op, body, err)
	}
	return answer
}

func (f *fixture) fails(op, body, want string) {
	f.Helper()
	if _, err := f.try(op, body); err == nil || err.Error() != want {
		f.Errorf("%s %s\n got %v\nwant %s", op, body, err, want)
	}
}

// shards are the IDs of the stream's shards.
func (f *fixture) shards() (ids []string) {
	f.Helper()
	d := f.do("DescribeStream", fmt.Sprintf(`{"StreamArn":%q}`, f.stream.ARN))["StreamDescription"].(map[string]any)
	for _, sh := range d["Shards"].([]any) {
		ids = append(ids, sh.(map[string]any)["ShardId"].(string))
	}
	return ids
}

// iterator returns one of the first shard; more are further members.
func (f *fixture) iterator(kind, more string) string {
	f.Helper()
	return f.do("GetShardIterator", f.place(kind, more))["ShardIterator"].(string)
}

func (f *fixture) place(kind, more string) string {
	return fmt.Sprintf(`{"StreamArn":%q,"ShardId":%q,"ShardIteratorType":%q%s}`, f.stream.ARN, f.shards()[0], kind, more)
}

func at(sequence int) string { return fmt.Sprintf(`,"SequenceNumber":"1%020d"`, sequence) }

// read reads one page: its records' sequence numbers and the next iterator.
func (f *fixture) read(iterator string, more string) (numbers []string, next string) {
	f.Helper()
	page := f.do("GetRecords", fmt.Sprintf(`{"ShardIterator":%q%s}`, iterator, more))
	for _, r := range page["Records"].([]any) {
		numbers = append(numbers, r.(map[string]any)["dynamodb"].(map[string]any)["SequenceNumber"].(string))
	}
	next, _ = page["NextShardIterator"].(string)
	return numbers, next
}

func sequences(from, to int) (list []string) {
	for n := from; n <= to; n++ {
		list = append(list, fmt.Sprintf("1%020d", n))
	}
	return list
}

func wantNumbers(t testing.TB, what string, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

// fill appends records 1 to n, each an hour after the last.
func (f *fixture) fill(n int, step time.Duration) {
	for i := range n {
		f.stream.Append("", item("a", i, "x"), false)
		f.now = f.now.Add(step)
	}
}

func TestDescribe(t *testing.T) {
	f := newFixture(t, streams.NewImage, 2)
	body := fmt.Sprintf(`{"StreamArn":%q}`, f.stream.ARN)
	got := f.do("DescribeStream", body)
	ids := f.shards()
	shard := func(id string, more ...string) any {
		r := map[string]any{"StartingSequenceNumber": sequences(1, 1)[0]}
		if len(more) > 0 {
			r["EndingSequenceNumber"] = more[0]
		}
		return map[string]any{"ShardId": id, "SequenceNumberRange": r}
	}
	d := map[string]any{
		"StreamArn": tableARN + "/stream/" + label, "StreamLabel": label, "StreamStatus": "ENABLED", "StreamViewType": "NEW_IMAGE",
		"TableName": "tab", "CreationRequestDateTime": 1792497600.0,
		"KeySchema": []any{map[string]any{"AttributeName": "pk", "KeyType": "HASH"}, map[string]any{"AttributeName": "sk", "KeyType": "RANGE"}},
		"Shards":    []any{shard(ids[0]), shard(ids[1])},
	}
	want := map[string]any{"StreamDescription": d}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	got = f.do("DescribeStream", fmt.Sprintf(`{"StreamArn":%q,"Limit":1}`, f.stream.ARN))
	d["Shards"], d["LastEvaluatedShardId"] = []any{shard(ids[0])}, ids[0]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("first page (-want +got)\n%s", diff)
	}
	f.stream.Disable()
	got = f.do("DescribeStream", fmt.Sprintf(`{"StreamArn":%q,"ExclusiveStartShardId":%q}`, f.stream.ARN, ids[0]))
	d["Shards"], d["StreamStatus"] = []any{shard(ids[1], sequences(1, 1)[0])}, "DISABLED"
	delete(d, "LastEvaluatedShardId")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("second page, disabled (-want +got)\n%s", diff)
	}
	got = f.do("DescribeStream", fmt.Sprintf(`{"StreamArn":%q,"ShardFilter":{"Type":"CHILD_SHARDS","ShardId":%q}}`, f.stream.ARN, ids[0]))
	d["Shards"] = []any{}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("children (-want +got)\n%s", diff)
	}
}

func TestListStreams(t *testing.T) {
	f := newFixture(t, streams.KeysOnly, 0)
	second := f.Enable("tab", tableARN, keys(), streams.KeysOnly)
	other := f.Enable("zoo", tableARN+"zoo", keys(), streams.KeysOnly)
	show := func(list ...*streams.Stream) any {
		shown := []any{}
		for _, st := range list {
			shown = append(shown, map[string]any{"StreamArn": st.ARN, "TableName": st.Table, "StreamLabel": st.Label})
		}
		return shown
	}
	for body, want := range map[string]map[string]any{
		`{}`:                    {"Streams": show(f.stream, second, other)},
		`{"TableName":"tab"}`:   {"Streams": show(f.stream, second)},
		`{"TableName":"other"}`: {"Streams": show()},
		`{"Limit":1}`:           {"Streams": show(f.stream), "LastEvaluatedStreamArn": f.stream.ARN},
		fmt.Sprintf(`{"ExclusiveStartStreamArn":%q,"Limit":2}`, f.stream.ARN): {"Streams": show(second, other)},
	} {
		if diff := cmp.Diff(want, f.do("ListStreams", body)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", body, diff)
		}
	}
	if second.Label != "2026-10-20T12:00:00.001" {
		t.Errorf("label %s", second.Label)
	}
}

func TestViews(t *testing.T) {
	before, after := item("a", 1, "old"), item("a", 1, "newer")
	shown := func(v string) any {
		return map[string]any{"pk": map[string]any{"S": "a"}, "sk": map[string]any{"N": "1"}, "v": map[string]any{"S": v}}
	}
	for view, want := range map[streams.View]map[string]any{
		streams.KeysOnly:  {"SizeBytes": 7.0},
		streams.NewImage:  {"SizeBytes": 20.0, "NewImage": shown("newer")},
		streams.OldImage:  {"SizeBytes": 18.0, "OldImage": shown("old")},
		streams.NewAndOld: {"SizeBytes": 31.0, "NewImage": shown("newer"), "OldImage": shown("old")},
	} {
		f := newFixture(t, view, 1)
		f.stream.Append(before, after, false)
		page := f.do("GetRecords", fmt.Sprintf(`{"ShardIterator":%q}`, f.iterator("TRIM_HORIZON", "")))
		got := page["Records"].([]any)[0].(map[string]any)
		if id := got["eventID"].(string); len(id) != 32 {
			t.Errorf("eventID %s", id)
		}
		delete(got, "eventID")
		want["Keys"] = map[string]any{"pk": map[string]any{"S": "a"}, "sk": map[string]any{"N": "1"}}
		want["ApproximateCreationDateTime"], want["SequenceNumber"], want["StreamViewType"] = 1792497600.0, "100000000000000000001", string(view)
		record := map[string]any{"eventName": "MODIFY", "eventVersion": "1.1", "eventSource": "aws:dynamodb", "awsRegion": "us-east-1", "dynamodb": want}
		if diff := cmp.Diff(record, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", view, diff)
		}
	}
}

func TestEvents(t *testing.T) {
	f := newFixture(t, streams.NewAndOld, 1)
	a, b := item("a", 1, "x"), item("a", 1, "y")
	f.stream.Append("", a, false)
	f.stream.Append(a, a, false) // changes nothing
	f.stream.Append(a, b, false)
	f.stream.Append("", "", false) // deletes what is not there
	f.stream.Append(b, "", true)
	f.stream.Disable()
	f.stream.Append("", a, false) // after the end
	page := f.do("GetRecords", fmt.Sprintf(`{"ShardIterator":%q}`, f.iterator("TRIM_HORIZON", "")))
	var got []any
	for _, r := range page["Records"].([]any) {
		got = append(got, r.(map[string]any)["eventName"], r.(map[string]any)["userIdentity"])
	}
	want := []any{"INSERT", nil, "MODIFY", nil, "REMOVE", map[string]any{"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if next, ok := page["NextShardIterator"]; ok {
		t.Errorf("a closed shard that was read has a next iterator %s", next)
	}
}
