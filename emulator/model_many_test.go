package emulator_test

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawRows draws rows of different keys.
func drawRows(t *rapid.T) []row {
	return rapid.SliceOfNDistinct(rapid.Custom(drawRow), 1, 8, func(r row) RowKey { return r.RowKey }).Draw(t, "rows")
}

func (m *machine) batchWrite(t *rapid.T) {
	var writes []types.WriteRequest
	next := maps.Clone(m.rows)
	for _, r := range drawRows(t) {
		if r.V%3 == 0 {
			writes = append(writes, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: r.RowKey.item()}})
			delete(next, r.RowKey)
			continue
		}
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: r.item()}})
		next[r.RowKey] = r
	}
	_, err := m.client.BatchWriteItem(m.ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{"model": writes}})
	check(t, err)
	m.rows = next
}

// transact puts rows where none are and deletes rows that are there: all or
// nothing, and the reasons say which were in the way.
func (m *machine) transact(t *rapid.T) {
	var acts []types.TransactWriteItem
	var want []string
	next := maps.Clone(m.rows)
	for _, r := range drawRows(t) {
		_, there := m.rows[r.RowKey]
		reason := "None"
		if r.V%3 == 0 {
			acts = append(acts, types.TransactWriteItem{Delete: &types.Delete{
				TableName: aws.String("model"), Key: r.RowKey.item(), ConditionExpression: aws.String("attribute_exists(pk)"),
			}})
			delete(next, r.RowKey)
			there = !there
		} else {
			acts = append(acts, types.TransactWriteItem{Put: &types.Put{
				TableName: aws.String("model"), Item: r.item(), ConditionExpression: aws.String("attribute_not_exists(pk)"),
			}})
			next[r.RowKey] = r
		}
		if there {
			reason = "ConditionalCheckFailed"
		}
		want = append(want, reason)
	}
	_, err := m.client.TransactWriteItems(m.ctx, &dynamodb.TransactWriteItemsInput{TransactItems: acts})
	cancelled, ok := errors.AsType[*types.TransactionCanceledException](err)
	if err != nil && !ok {
		t.Fatal(err)
	}
	if !ok {
		cancelled = &types.TransactionCanceledException{CancellationReasons: make([]types.CancellationReason, len(want))}
		m.rows = next
	}
	got := make([]string, len(want))
	for i, r := range cancelled.CancellationReasons {
		if got[i] = aws.ToString(r.Code); got[i] == "" {
			got[i] = "None"
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

func (m *machine) batchGet(t *rapid.T) {
	var keys []attributes
	want := []row{}
	for _, r := range drawRows(t) {
		keys = append(keys, r.RowKey.item())
		if there, ok := m.rows[r.RowKey]; ok {
			want = append(want, there)
		}
	}
	out, err := m.client.BatchGetItem(m.ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"model": {Keys: keys}}})
	check(t, err)
	compareRows(t, want, rowsOf(out.Responses["model"]))
}

func rowsOf(items []attributes) []row {
	rows := make([]row, len(items))
	for i, it := range items {
		rows[i] = rowOf(it)
	}
	return rows
}

// compareRows compares rows in any order.
func compareRows(t *rapid.T, want, got []row) {
	byKey := func(a, b row) int {
		if c := strings.Compare(a.PK, b.PK); c != 0 {
			return c
		}
		return a.SK - b.SK
	}
	slices.SortFunc(want, byKey)
	slices.SortFunc(got, byKey)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}
