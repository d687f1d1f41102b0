package gather_test

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
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const table = "parts"

// filled is an engine whose table holds, for each key k0, k1 …, so many items of
// so many bytes.
func filled(ctx context.Context, engine *emulator.Server, bytes int, counts ...int) error {
	client := engine.Client()
	if err := ddb.NewTables(client, ddb.TableOptions{}).Create(ctx, create()); err != nil {
		return err
	}
	items := func(yield func(gather.Item) bool) {
		for n, count := range counts {
			for i := range count {
				if !yield(gather.Item{
					"PK":   text(fmt.Sprintf("k%d", n)),
					"SK":   text(fmt.Sprintf("%05d", i)),
					"data": text(strings.Repeat("x", bytes)),
				}) {
					return
				}
			}
		}
	}
	_, err := ddb.WriteBatches(ctx, client, table, []string{"PK", "SK"}, items)
	return err
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func create() *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:   aws.String(table),
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("SK"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange},
		},
	}
}

func engine(t *testing.T, bytes int, counts ...int) *emulator.Server {
	t.Helper()
	e := emulator.New(emulator.Options{})
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := filled(t.Context(), e, bytes, counts...); err != nil {
		t.Fatal(err)
	}
	return e
}

// calls notes the keys of the traced calls in the order they are reported in.
type calls []string

func (c *calls) Call(r trace.Record) { *c = append(*c, r.Details[0].Whole) }

// 40 items of 60 KB are three pages: 17, 17 and 6. Each is read, and the calls of
// one key stay together although several keys are read at once.
func TestPagesStayTogether(t *testing.T) {
	var seen calls
	client := engine(t, 60<<10, 40, 0, 40).Client(trace.To(&seen))
	perKey := make([]int, 3)
	q := gather.Query{Client: client, Table: table, Parallel: 3}
	counts, err := gather.Each(t.Context(), q, []string{"k0", "k1", "k2"}, func(n int, item gather.Item) error {
		want := fmt.Sprintf("%05d", perKey[n])
		if got := item["SK"].(*types.AttributeValueMemberS).Value; got != want {
			t.Errorf("key %d: item %s, want %s", n, got, want)
		}
		perKey[n]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range [][]int{counts, perKey} {
		if diff := cmp.Diff([]int{40, 0, 40}, got); diff != "" {
			t.Errorf("items (-want +got):\n%s", diff)
		}
	}
	want := calls{
		"PK = 'k0'", "PK = 'k0'", "PK = 'k0'",
		"PK = 'k1'",
		"PK = 'k2'", "PK = 'k2'", "PK = 'k2'",
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestCountOnly(t *testing.T) {
	q := gather.Query{Client: engine(t, 1, 3, 1).Client(), Table: table, CountOnly: true, Consistent: true}
	counts, err := gather.Each(t.Context(), q, []string{"k0", "k1"}, func(int, gather.Item) error {
		return errors.New("an item came although only counts were asked for")
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{3, 1}, counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

func TestNoKeys(t *testing.T) {
	counts, err := gather.Each(t.Context(), gather.Query{Client: failing{}}, nil, nil)
	if err != nil || len(counts) != 0 {
		t.Errorf("Each of no keys = %v, %v", counts, err)
	}
}

func TestPages(t *testing.T) {
	client := engine(t, 60<<10, 20).Client()
	in := &dynamodb.QueryInput{
		TableName:                 aws.String(table),
		KeyConditionExpression:    aws.String("PK = :pk"),
		ExpressionAttributeValues: gather.Item{":pk": text("k0")},
	}
	visited := 0
	count, err := gather.Pages(t.Context(), client, in, func(gather.Item) error { visited++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{20, 20}, []int{count, visited}); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	if in.ExclusiveStartKey != nil {
		t.Error("Pages changed the caller's input")
	}
	in.TableName = aws.String("absent")
	_, err = gather.Pages(t.Context(), client, in, nil)
	var call *ddb.CallError
	if !errors.As(err, &call) || call.Op != "query" || call.Table != "absent" {
		t.Errorf("Pages of a table that is not there: %v", err)
	}
}

func TestVisitStops(t *testing.T) {
	stop := errors.New("seen enough")
	q := gather.Query{Client: engine(t, 1, 3).Client(), Table: table}
	if _, err := gather.Each(t.Context(), q, []string{"k0"}, func(int, gather.Item) error { return stop }); err != stop {
		t.Errorf("Each: %v, want %v", err, stop)
	}
}

// failing is a client whose queries fail, each after noting that it was asked.
type failing struct{ asked *atomic.Int32 }

func (f failing) Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	f.asked.Add(1)
	return nil, errors.New("cable cut")
}

func TestFirstErrorStopsTheRest(t *testing.T) {
	f := failing{new(atomic.Int32)}
	_, err := gather.Each(t.Context(), gather.Query{Client: f, Table: table, Parallel: 1}, make([]string, 1000), nil)
	const want = "query shard 0 of parts: cable cut"
	if err == nil || err.Error() != want {
		t.Errorf("Each: %v, want %s", err, want)
	}
	if n := f.asked.Load(); n > 2 {
		t.Errorf("%d keys were asked after the first had failed", n-1)
	}
}

func TestCancelledBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := failing{new(atomic.Int32)}
	_, err := gather.Each(ctx, gather.Query{Client: f, Table: table}, []string{"k0"}, nil)
	if !errors.Is(err, context.Canceled) || f.asked.Load() != 0 {
		t.Errorf("Each: %v after %d queries, want %v after none", err, f.asked.Load(), context.Canceled)
	}
}

func Example() {
	ctx := context.Background()
	e := emulator.New(emulator.Options{})
	defer e.Close()
	if err := filled(ctx, e, 10, 2, 0, 1); err != nil {
		fmt.Println(err)
		return
	}
	q := gather.Query{Client: e.Client(), Table: "parts"}
	counts, err := gather.Each(ctx, q, []string{"k0", "k1", "k2"}, nil)
	fmt.Println(counts, err)
	// Output:
	// [2 0 1] <nil>
}
