package streams_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/streams"
)

func TestIterators(t *testing.T) {
	f := newFixture(t, streams.KeysOnly, 1)
	f.fill(5, time.Second)
	for _, c := range []struct {
		kind, more string
		want       []string
	}{
		{"TRIM_HORIZON", "", sequences(1, 5)},
		{"LATEST", "", nil},
		{"AT_SEQUENCE_NUMBER", at(3), sequences(3, 5)},
		{"AFTER_SEQUENCE_NUMBER", at(3), sequences(4, 5)},
		{"AFTER_SEQUENCE_NUMBER", at(5), nil},
	} {
		got, next := f.read(f.iterator(c.kind, c.more), "")
		wantNumbers(t, c.kind+c.more, c.want, got)
		f.stream.Append("", item("b", 1, "x"), false)
		got, _ = f.read(next, "")
		if len(got) != 1 {
			t.Errorf("%s: the next iterator gives %v", c.kind, got)
		}
		f = newFixture(t, streams.KeysOnly, 1)
		f.fill(5, time.Second)
	}
}

func TestPages(t *testing.T) {
	f := newFixture(t, streams.NewImage, 1)
	f.fill(2500, 0)
	first, next := f.read(f.iterator("TRIM_HORIZON", ""), "")
	second, next := f.read(next, `,"Limit":700`)
	third, next := f.read(next, "")
	fourth, _ := f.read(next, "")
	wantNumbers(t, "first", sequences(1, 1000), first)
	wantNumbers(t, "second", sequences(1001, 1700), second)
	wantNumbers(t, "third", sequences(1701, 2500), third)
	wantNumbers(t, "fourth", nil, fourth)
}

func TestPageOfAMegabyte(t *testing.T) {
	f := newFixture(t, streams.NewImage, 1)
	for i := range 5 {
		f.stream.Append("", item("a", i, strings.Repeat("x", 300<<10)), false)
	}
	f.stream.Append("", item("a", 9, strings.Repeat("x", 2<<20)), false)
	first, next := f.read(f.iterator("TRIM_HORIZON", ""), "")
	second, next := f.read(next, "")
	third, _ := f.read(next, "")
	wantNumbers(t, "first", sequences(1, 3), first)
	wantNumbers(t, "second", sequences(4, 5), second)
	wantNumbers(t, "third, one record larger than a page", sequences(6, 6), third)
}

func TestTrim(t *testing.T) {
	f := newFixture(t, streams.KeysOnly, 1)
	horizon := f.iterator("TRIM_HORIZON", "")
	f.fill(30, time.Hour) // 24 of them are less than a day old
	trimmed := "TrimmedDataAccessException: The data you are trying to access has been trimmed."
	f.fails("GetShardIterator", f.place("AT_SEQUENCE_NUMBER", at(7)), trimmed)
	f.fails("GetRecords", fmt.Sprintf(`{"ShardIterator":%q}`, horizon), "ExpiredIteratorException: The provided iterator exceeds the maximum age allowed.")
	got, _ := f.read(f.iterator("TRIM_HORIZON", ""), "")
	wantNumbers(t, "after a day", sequences(8, 30), got)
	kept := f.iterator("AT_SEQUENCE_NUMBER", at(8))
	f.now = f.now.Add(15 * time.Minute)
	got, _ = f.read(kept, "")
	wantNumbers(t, "with an iterator of 15 minutes", sequences(8, 30), got)
	f.now = f.now.Add(30 * time.Minute)
	late := f.iterator("AT_SEQUENCE_NUMBER", at(8))
	f.now = f.now.Add(15 * time.Minute)
	f.fails("GetRecords", fmt.Sprintf(`{"ShardIterator":%q}`, late), trimmed)
	f.now = f.now.Add(48 * time.Hour)
	got, _ = f.read(f.iterator("TRIM_HORIZON", ""), "")
	wantNumbers(t, "after three days", nil, got)
}

func TestHorizonWaitsForTheFirstRecord(t *testing.T) {
	f := newFixture(t, streams.KeysOnly, 1)
	got, next := f.read(f.iterator("TRIM_HORIZON", ""), "")
	wantNumbers(t, "before", nil, got)
	f.fill(3, 0)
	got, _ = f.read(next, "")
	wantNumbers(t, "after", sequences(1, 3), got)
}

func TestErrors(t *testing.T) {
	f := newFixture(t, streams.KeysOnly, 1)
	f.fill(3, 0)
	long := "arn:aws:dynamodb:us-east-1:123456789012:table/none/stream/x"
	missing := "ResourceNotFoundException: Requested resource not found: "
	least := " failed to satisfy constraint: Member must have length greater than or equal to "
	shard := "shardId-00000000000000000000-00000000"
	for _, c := range []struct{ op, body, want string }{
		{"ListStreams", `{"Limit":101}`, one + "Value '101' at 'limit' failed to satisfy constraint: Member must have value less than or equal to 100"},
		{"ListStreams", `{"TableName":1}`, "NUMBER_VALUE cannot be converted to String"},
		{"DescribeStream", `{}`, one + "Value null at 'streamArn' failed to satisfy constraint: Member must not be null"},
		{"DescribeStream", `{"StreamArn":"x"}`, one + "Value 'x' at 'streamArn'" + least + "37"},
		{"DescribeStream", fmt.Sprintf(`{"StreamArn":%q}`, long), missing + "Stream: " + long + " not found"},
		{"GetShardIterator", fmt.Sprintf(`{"StreamArn":%q,"ShardId":%q,"ShardIteratorType":"LATEST"}`, long, shard), missing + "Stream: " + long + " not found"},
		{"GetShardIterator", fmt.Sprintf(`{"StreamArn":%q,"ShardId":%q,"ShardIteratorType":"LATEST"}`, f.stream.ARN, shard),
			missing + "Shard: " + shard + " in Stream: " + f.stream.ARN + " not found"},
		{"GetShardIterator", f.place("NEWEST", ""), one + "Value 'NEWEST' at 'shardIteratorType' failed to satisfy constraint: " +
			"Member must satisfy enum value set: [AFTER_SEQUENCE_NUMBER, AT_SEQUENCE_NUMBER, LATEST, TRIM_HORIZON]"},
		{"GetShardIterator", f.place("AT_SEQUENCE_NUMBER", ""), invalid + "SequenceNumber is required for ShardIteratorType AT_SEQUENCE_NUMBER"},
		{"GetShardIterator", f.place("AT_SEQUENCE_NUMBER", `,"SequenceNumber":"1"`), one + "Value '1' at 'sequenceNumber'" + least + "21"},
		{"GetShardIterator", f.place("AT_SEQUENCE_NUMBER", at(4)), invalid + "Invalid SequenceNumber: 100000000000000000004"},
		{"GetRecords", `{}`, one + "Value null at 'shardIterator' failed to satisfy constraint: Member must not be null"},
		{"GetRecords", `{"ShardIterator":"x"}`, invalid + "Invalid ShardIterator"},
		{"GetRecords", `{"ShardIterator":"x|1|AAAA"}`, invalid + "Invalid ShardIterator"},
		{"GetRecords", `{"ShardIterator":"x","Limit":1001}`, one + "Value '1001' at 'limit' failed to satisfy constraint: Member must have value less than or equal to 1000"},
	} {
		f.fails(c.op, c.body, c.want)
	}
}
