package ddb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
)

type item = map[string]types.AttributeValue

func numbered(n int) iter.Seq[item] {
	return func(yield func(item) bool) {
		for i := range n {
			if !yield(item{"PK": &types.AttributeValueMemberS{Value: fmt.Sprint("k", i)}}) {
				return
			}
		}
	}
}

// taking is an endpoint that accepts take(n) of the requests of its n-th batch
// and hands the rest back; it notes the keys it accepted.
type taking struct {
	*scripted
	accepted []string
	sizes    []int
}

func newTaking(t *testing.T, take func(call, size int) int) *taking {
	tk := &taking{}
	tk.scripted = newScripted(t, func(op, body string) answer {
		if op == "ListTables" {
			return answer{body: "{}"}
		}
		var in struct{ RequestItems map[string][]json.RawMessage }
		if err := json.Unmarshal([]byte(body), &in); err != nil {
			t.Error(err)
		}
		batch := in.RequestItems["t"]
		n := take(len(tk.sizes), len(batch))
		tk.sizes = append(tk.sizes, len(batch))
		if n < 0 {
			return apiError(400, "ProvisionedThroughputExceededException", "slow down")
		}
		for _, request := range batch[:n] {
			tk.accepted = append(tk.accepted, string(request))
		}
		left, _ := json.Marshal(map[string]any{"UnprocessedItems": map[string]any{"t": batch[n:]}})
		if n == len(batch) {
			left = []byte(`{"UnprocessedItems":{}}`)
		}
		return answer{body: string(left)}
	})
	return tk
}

func (tk *taking) write(t *testing.T, items iter.Seq[item]) (int, *sleeper, error) {
	t.Helper()
	s := &sleeper{}
	w := batchWriter{client: tk.client(t), table: "t", resending: backoff{base: 50, most: 400, sleep: s.sleep}}
	n, err := w.write(t.Context(), []string{"PK"}, items)
	return n, s, err
}

func TestWriteBatchesResendsWhatIsLeft(t *testing.T) {
	tests := []struct {
		name   string
		take   func(call, size int) int
		sizes  []int
		sleeps int
	}{
		{"all accepted", func(_, size int) int { return size }, []int{25, 25, 10}, 0},
		{"10 handed back", func(call, size int) int {
			if call == 0 {
				return 15
			}
			return size
		}, []int{25, 10, 25, 10}, 1},
		{"throttled whole, then in part", func(call, size int) int { return []int{-1, -1, 5, 20, 25, 0, 10}[call] },
			[]int{25, 25, 25, 20, 25, 10, 10}, 4},
		{"one at a time", func(_, _ int) int { return 1 }, slices.Concat(down(25), down(25), down(10)), 57},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tk := newTaking(t, tt.take)
			n, s, err := tk.write(t, numbered(60))
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(tk.accepted)
			distinct := len(slices.Compact(slices.Clone(tk.accepted)))
			got := []any{n, len(tk.accepted), distinct, tk.sizes, len(s.slept)}
			if diff := cmp.Diff([]any{60, 60, 60, tt.sizes, tt.sleeps}, got); diff != "" {
				t.Errorf("written, accepted, distinct, sizes, sleeps: %s", diff)
			}
		})
	}
}

func down(n int) []int {
	sizes := make([]int, n)
	for i := range sizes {
		sizes[i] = n - i
	}
	return sizes
}

func TestWriteBatchesGivesUp(t *testing.T) {
	tests := []struct {
		name string
		take func(call, size int) int
		want string
	}{
		{"never accepted", func(call, _ int) int { return []int{25, 18, 0}[min(call, 2)] },
			"write batch to t: 7 items still not accepted after 10 attempts"},
		{"throttled without end", func(call, _ int) int { return []int{25, 18, -1}[min(call, 2)] },
			"write batch to t: 7 items still not accepted after 10 attempts: ProvisionedThroughputExceededException: slow down"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tk := newTaking(t, tt.take)
			n, s, err := tk.write(t, numbered(60))
			unwritten, ok := errors.AsType[*UnwrittenError](err)
			if !ok || unwritten.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if n != 43 || len(tk.accepted) != 43 {
				t.Errorf("written %d, accepted %d, want 43", n, len(tk.accepted))
			}
			if len(s.slept) != 10 {
				t.Errorf("slept %d times, want 10", len(s.slept))
			}
		})
	}
}

func TestWriteBatchesRefusesAnAnswerThatWouldLoseItems(t *testing.T) {
	tests := []struct{ name, unprocessed, want string }{
		{"another table", `{"T":[{"PutRequest":{"Item":{"PK":{"S":"k0"}}}}]}`,
			"write batch to t: the answer holds unprocessed items of another table, T"},
		{"more than sent, a delete among them",
			`{"t":[{"PutRequest":{"Item":{"PK":{"S":"k0"}}}},{"DeleteRequest":{"Key":{"PK":{"S":"k0"}}}}]}`,
			"write batch to t: the answer holds 2 unprocessed items of 1 sent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engine := newScripted(t, func(string, string) answer {
				return answer{body: `{"UnprocessedItems":` + tt.unprocessed + `}`}
			})
			n, err := WriteBatches(t.Context(), engine.client(t), "t", []string{"PK"}, numbered(1))
			if err == nil || err.Error() != tt.want || n != 0 {
				t.Errorf("got  %d, %v\nwant 0, %s", n, err, tt.want)
			}
		})
	}
}

func TestWriteBatchesStopsAtAnError(t *testing.T) {
	engine := newScripted(t, func(op, _ string) answer {
		if op == "ListTables" {
			return answer{body: "{}"}
		}
		return apiError(400, "ResourceNotFoundException", "Requested resource not found")
	})
	n, err := WriteBatches(t.Context(), engine.client(t), "t", []string{"PK"}, numbered(60))
	if want := "write batch to t: ResourceNotFoundException: Requested resource not found"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if n != 0 || len(engine.calls) != 1 {
		t.Errorf("written %d in %d calls, want 0 in 1", n, len(engine.calls))
	}
}

func TestWriteBatchesEndsWithItsContext(t *testing.T) {
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	tk := newTaking(t, func(int, int) int { return 20 })
	s := &sleeper{}
	w := batchWriter{client: tk.client(t), table: "t", resending: backoff{sleep: func(ctx context.Context, d time.Duration) error {
		cancel(enough)
		return s.sleep(ctx, d)
	}}}
	n, err := w.write(ctx, []string{"PK"}, numbered(25))
	if want := "write batch to t: 5 items not accepted yet: enough"; err == nil || err.Error() != want || n != 20 {
		t.Errorf("got %d, %v, want 20, %s", n, err, want)
	}
}

func TestWriteBatchesSplitsBelowTheRequestLimit(t *testing.T) {
	tk := newTaking(t, func(_, size int) int { return size })
	big := func(yield func(item) bool) {
		for i := range 12 {
			// 2 MB of JSON each: eight of them would pass 16 MB.
			if !yield(item{
				"PK":   &types.AttributeValueMemberS{Value: fmt.Sprint("k", i)},
				"data": &types.AttributeValueMemberS{Value: strings.Repeat("a", 2<<20)},
			}) {
				return
			}
		}
	}
	n, _, err := tk.write(t, big)
	if err != nil || n != 12 {
		t.Fatalf("got %d, %v, want 12", n, err)
	}
	if diff := cmp.Diff([]int{7, 5}, tk.sizes); diff != "" {
		t.Error(diff)
	}
}
