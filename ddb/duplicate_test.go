package ddb

import (
	"errors"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
)

func TestWriteBatchesReportsDuplicateKeysBeforeSending(t *testing.T) {
	tests := []struct {
		name   string
		first  int // sent before the duplicate is seen
		repeat int // the place, from 0, of the item that has the key of the last
		count  int
		want   string
	}{
		{"within a batch", 0, 3, 10, `write batch to t: items 4 and 11 have the same key, PK = "k3"`},
		{"over the edge of a batch", 0, 24, 25, `write batch to t: items 25 and 26 have the same key, PK = "k24"`},
		{"two batches later", 50, 0, 60, `write batch to t: items 1 and 61 have the same key, PK = "k0"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tk := newTaking(t, func(_, size int) int { return size })
			items := slices.Collect(numbered(tt.count))
			items = append(items, items[tt.repeat])
			n, _, err := tk.write(t, slices.Values(items))
			if _, ok := errors.AsType[*DuplicateKeyError](err); !ok || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if n != tt.first || len(tk.accepted) != tt.first {
				t.Errorf("written %d, accepted %d, want %d", n, len(tk.accepted), tt.first)
			}
		})
	}
}

func TestKeyText(t *testing.T) {
	s := func(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }
	n := func(v string) types.AttributeValue { return &types.AttributeValueMemberN{Value: v} }
	b := func(v string) types.AttributeValue { return &types.AttributeValueMemberB{Value: []byte(v)} }
	tests := []struct {
		name string
		item item
		want string
	}{
		{"strings", item{"PK": s("a"), "SK": s("b")}, `PK = "a", SK = "b"`},
		{"a string that looks like two", item{"PK": s(`a", SK = "b`), "SK": s("")}, `PK = "a\", SK = \"b", SK = ""`},
		{"number 1", item{"PK": n("1"), "SK": n("0100")}, `PK = 1, SK = 1E+2`},
		{"number 1.0", item{"PK": n("1.0"), "SK": n("1e2")}, `PK = 1, SK = 1E+2`},
		{"zero", item{"PK": n("-0"), "SK": n("0.00")}, `PK = 0, SK = 0`},
		{"38 digits", item{"PK": n("99999999999999999999999999999999999998"), "SK": n("-1E-130")},
			`PK = 99999999999999999999999999999999999998, SK = -1E-130`},
		{"binary", item{"PK": b("1"), "SK": b("")}, `PK = b64'MQ==', SK = b64''`},
		{"missing", item{"PK": s("a")}, "key attribute SK: missing"},
		{"not a number", item{"PK": n("NaN"), "SK": s("")}, `key attribute PK: "NaN" is not a number`},
		{"another type", item{"PK": &types.AttributeValueMemberBOOL{}, "SK": s("")},
			"key attribute PK: *types.AttributeValueMemberBOOL is not a string, number or binary"},
	}
	for _, tt := range tests {
		got, err := keyText([]string{"PK", "SK"}, tt.item)
		if err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
