package sharding_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func num(s string) types.AttributeValue { return &types.AttributeValueMemberN{Value: s} }

func text(v types.AttributeValue) string {
	if n, ok := v.(*types.AttributeValueMemberN); ok {
		return n.Value
	}
	return v.(*types.AttributeValueMemberS).Value
}

// rows is a table "rows" on an engine of its own that holds items.
func rows(t *testing.T, items []gather.Item, optFns ...func(*dynamodb.Options)) *dynamodb.Client {
	t.Helper()
	engine := emulator.New(emulator.Options{})
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	fill(t, engine.Client(), items)
	return engine.Client(optFns...)
}

func fill(t *testing.T, client *dynamodb.Client, items []gather.Item) {
	t.Helper()
	in := votesTable()
	in.TableName = aws.String("rows")
	if err := ddb.NewTables(client, ddb.TableOptions{}).Create(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	all := func(yield func(gather.Item) bool) {
		for _, item := range items {
			if !yield(item) {
				return
			}
		}
	}
	if _, err := ddb.WriteBatches(t.Context(), client, "rows", []string{"PK", "SK"}, all); err != nil {
		t.Fatal(err)
	}
}

// item is a row of a shard of base "B".
func item(shard int, sk string) gather.Item {
	return gather.Item{"PK": str(sharding.Key("B", shard)), "SK": str(sk)}
}

func keysOf(items []gather.Item) []string {
	keys := []string{}
	for _, item := range items {
		keys = append(keys, text(item["PK"])+" "+text(item["SK"]))
	}
	return keys
}

// Case 48: an id written again with another random suffix is there twice, and the
// gather says so.
func TestMerge(t *testing.T) {
	client := rows(t, []gather.Item{
		item(2, "a"), item(0, "b"), item(1, "c"), item(0, "c"), item(2, "c"), item(1, "e"), item(0, "f"), item(2, "f"),
	})
	got, err := sharding.Merge(t.Context(), gather.Query{Client: client, Table: "rows"}, "B", calculated(t, 4))
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, []string{"B#2 a", "B#0 b", "B#0 c", "B#1 c", "B#2 c", "B#1 e", "B#0 f", "B#2 f"}, keysOf(got.Items))
	patterntest.Equal(t, []int{3, 2, 3, 0}, got.PerShard)
	patterntest.Equal(t, []string{"c", "f"}, got.Twice)
}

// With a calculated suffix the same id is the same item, however often it comes.
func TestACalculatedSuffixCannotDouble(t *testing.T) {
	s := calculated(t, 10)
	client := rows(t, nil)
	for range 3 {
		for i := range 20 {
			sk := fmt.Sprint("e-", i)
			if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{
				TableName: aws.String("rows"), Item: item(s.Shard(sk), sk),
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := sharding.Merge(t.Context(), gather.Query{Client: client, Table: "rows"}, "B", s)
	if err != nil || len(got.Items) != 20 || len(got.Twice) > 0 {
		t.Errorf("%d items, %q twice, %v; want 20, none twice", len(got.Items), got.Twice, err)
	}
}

// A shard of several pages is read to its end, and no more than 8 are read at once.
func TestMergePagesAndIsBounded(t *testing.T) {
	var items []gather.Item
	for i := range 400 {
		row := item(i%20, fmt.Sprintf("%04d", i))
		row["data"] = str(strings.Repeat("x", 60<<10))
		items = append(items, row)
	}
	var now, most, calls atomic.Int32
	client := rows(t, items, patterntest.FailOn(func(any) error {
		calls.Add(1)
		for n := now.Add(1); n > most.Load(); {
			most.Store(n)
		}
		return nil
	}), patterntest.Alter(func(_, _ any) { now.Add(-1) }))
	got, err := sharding.Merge(t.Context(), gather.Query{Client: client, Table: "rows"}, "B", calculated(t, 20))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range got.Items {
		if want := fmt.Sprintf("%04d", i); text(row["SK"]) != want {
			t.Fatalf("item %d is %s, want %s", i, text(row["SK"]), want)
		}
	}
	if len(got.Items) != 400 || calls.Load() != 40 || most.Load() > 8 {
		t.Errorf("%d items in %d calls, %d at once; want 400 in 40, at most 8", len(got.Items), calls.Load(), most.Load())
	}
}

func TestMergeStopsAtTheFirstErrorAndNamesTheShard(t *testing.T) {
	var calls atomic.Int32
	client := rows(t, nil, patterntest.FailOn(func(in any) error {
		calls.Add(1)
		if strings.HasSuffix(shardOf(in), "#3") {
			return errors.New("cable cut")
		}
		return nil
	}))
	q := gather.Query{Client: client, Table: "rows", Parallel: 1}
	_, err := sharding.Merge(t.Context(), q, "B", calculated(t, 1000))
	const want = "query shard 3 of rows: cable cut"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if n := calls.Load(); n > 6 {
		t.Errorf("%d shards were asked although the fourth failed", n)
	}
}

func TestMergeOfACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := sharding.Merge(ctx, gather.Query{Client: rows(t, nil), Table: "rows"}, "B", calculated(t, 2))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
