package emulator_test

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"pgregory.net/rapid"
)

// span is a condition on a sort key: how it is asked and what it means, given
// how the key compares with the lower and the upper bound.
type span struct {
	condition string // #s and :a, :b
	holds     func(a, b int) bool
}

func spans() []span {
	return []span{
		{"", func(int, int) bool { return true }},
		{"#s = :a", func(a, _ int) bool { return a == 0 }},
		{"#s < :a", func(a, _ int) bool { return a < 0 }},
		{"#s <= :a", func(a, _ int) bool { return a <= 0 }},
		{"#s > :a", func(a, _ int) bool { return a > 0 }},
		{"#s >= :a", func(a, _ int) bool { return a >= 0 }},
		{"#s BETWEEN :a AND :b", func(a, b int) bool { return a >= 0 && b <= 0 }},
	}
}

// reading is a Query to be drawn: the index, its partition key and sort key.
type reading[K cmp.Ordered] struct {
	index         string
	partition, of string
	sort          string
	key           func(row) (K, bool) // an index has no entry for a row without its keys
	in            func(row) bool      // the row is in the partition
	low, high     K
	value         func(K) types.AttributeValue
}

func (m *machine) query(t *rapid.T) {
	k, other := drawKey(t), drawKey(t)
	run(t, m, reading[int]{
		partition: "pk", of: k.PK, sort: "sk", value: whole,
		key: func(r row) (int, bool) { return r.SK, true },
		in:  func(r row) bool { return r.PK == k.PK },
		low: min(k.SK, other.SK), high: max(k.SK, other.SK),
	})
}

func (m *machine) queryByColour(t *rapid.T) {
	a, b := drawRow(t), drawRow(t)
	colour := rapid.SampledFrom([]string{"red", "blue"}).Draw(t, "of")
	run(t, m, reading[int]{
		index: "by-colour", partition: "colour", of: colour, sort: "rank", value: whole,
		key: func(r row) (int, bool) { return r.Rank, r.Rank != 0 },
		in:  func(r row) bool { return r.Colour == colour },
		low: min(a.Rank, b.Rank), high: max(a.Rank, b.Rank),
	})
}

func (m *machine) queryByNote(t *rapid.T) {
	k := drawKey(t)
	notes := []string{rapid.SampledFrom([]string{"x", "xy", "y"}).Draw(t, "a"), rapid.SampledFrom([]string{"x", "xy", "y"}).Draw(t, "b")}
	run(t, m, reading[string]{
		index: "by-note", partition: "pk", of: k.PK, sort: "note", value: text,
		key: func(r row) (string, bool) { return r.Note, r.Note != "" },
		in:  func(r row) bool { return r.PK == k.PK },
		low: slices.Min(notes), high: slices.Max(notes),
	})
}

// run queries in pages and compares with the model, in order.
func run[K cmp.Ordered](t *rapid.T, m *machine, q reading[K]) {
	s := rapid.SampledFrom(spans()).Draw(t, "span")
	backwards := rapid.Bool().Draw(t, "backwards")
	want := []row{}
	for _, r := range m.rows {
		if k, ok := q.key(r); ok && q.in(r) && s.holds(cmp.Compare(k, q.low), cmp.Compare(k, q.high)) {
			want = append(want, r)
		}
	}
	in := &dynamodb.QueryInput{
		TableName: aws.String("model"), KeyConditionExpression: aws.String("#p = :p"), ScanIndexForward: aws.Bool(!backwards),
		ExpressionAttributeNames: map[string]string{"#p": q.partition}, ExpressionAttributeValues: attributes{":p": text(q.of)},
	}
	if q.index != "" {
		in.IndexName = &q.index
	}
	if s.condition != "" {
		in.KeyConditionExpression = aws.String("#p = :p AND " + s.condition)
		in.ExpressionAttributeNames["#s"] = q.sort
		in.ExpressionAttributeValues[":a"] = q.value(q.low)
	}
	if strings.Contains(s.condition, ":b") {
		in.ExpressionAttributeValues[":b"] = q.value(q.high)
	}
	got := m.queryPages(t, in)
	inOrder := slices.IsSortedFunc(got, func(a, b row) int {
		x, _ := q.key(a)
		y, _ := q.key(b)
		if backwards {
			x, y = y, x
		}
		return cmp.Compare(x, y)
	})
	if !inOrder {
		t.Fatalf("not in the order of %s, backwards %t: %v", q.sort, backwards, got)
	}
	compareRows(t, want, got)
}

// queryPages reads to the end, at most limit items a page.
func (m *machine) queryPages(t *rapid.T, in *dynamodb.QueryInput) []row {
	limit := rapid.Int32Range(0, 4).Draw(t, "limit")
	if limit > 0 {
		in.Limit = &limit
	}
	rows := []row{}
	for {
		out, err := m.client.Query(m.ctx, in)
		check(t, err)
		if limit > 0 && out.Count > limit {
			t.Fatalf("%d items on a page of %d", out.Count, limit)
		}
		rows = append(rows, rowsOf(out.Items)...)
		if in.ExclusiveStartKey = out.LastEvaluatedKey; len(in.ExclusiveStartKey) == 0 {
			return rows
		}
	}
}

func (m *machine) scan(t *rapid.T) {
	want := []row{}
	for _, r := range m.rows {
		want = append(want, r)
	}
	compareRows(t, want, m.scanSegments(t, nil))
}

func (m *machine) scanByColour(t *rapid.T) {
	want := []row{}
	for _, r := range m.rows {
		if r.Colour != "" && r.Rank != 0 {
			want = append(want, r)
		}
	}
	compareRows(t, want, m.scanSegments(t, aws.String("by-colour")))
}

// scanSegments reads all segments, each to its end.
func (m *machine) scanSegments(t *rapid.T, index *string) []row {
	total := rapid.Int32Range(1, 5).Draw(t, "segments")
	in := &dynamodb.ScanInput{TableName: aws.String("model"), IndexName: index, TotalSegments: &total}
	if limit := rapid.Int32Range(0, 3).Draw(t, "limit"); limit > 0 {
		in.Limit = &limit
	}
	rows := []row{}
	for segment := range total {
		in.Segment = &segment
		for {
			out, err := m.client.Scan(m.ctx, in)
			check(t, err)
			rows = append(rows, rowsOf(out.Items)...)
			if in.ExclusiveStartKey = out.LastEvaluatedKey; len(in.ExclusiveStartKey) == 0 {
				break
			}
		}
	}
	return rows
}
