package highcardinality

import (
	"context"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// sizes shows both, and what part of the table the index is.
func (r *sparseRun) sizes(_ context.Context, res *SparseResult) error {
	show := func(s Size) transcript.Object {
		return transcript.Object{{Name: "items", Value: s.Items}, {Name: "bytes", Value: s.Bytes}}
	}
	return r.stage.Section("Size of both", transcript.Object{
		{Name: "table", Value: show(res.Table)},
		{Name: "index", Value: show(res.Index)},
		{Name: "index_bytes_in_percent", Value: percent(res.Index.Bytes, res.Table.Bytes)},
	})
}

// ship ends the wait of the oldest PENDING order.
func (r *sparseRun) ship(ctx context.Context, res *SparseResult) error {
	if len(r.pending) == 0 {
		return nil
	}
	res.Shipped = r.pending[0]
	_, err := r.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                aws.String(r.table),
		Key:                      gather.Item{"PK": text(res.Shipped)},
		UpdateExpression:         aws.String("SET #status = :shipped REMOVE " + sinceName),
		ConditionExpression:      aws.String("attribute_exists(" + sinceName + ")"),
		ExpressionAttributeNames: map[string]string{"#status": "status"},
		ExpressionAttributeValues: gather.Item{
			":shipped": text("SHIPPED"),
		},
	})
	if err != nil {
		return &ddb.CallError{Op: "ship " + strings.TrimPrefix(res.Shipped, "ORDER#") + " in", Table: r.table, Err: err}
	}
	return nil
}

// after reads the index again.
func (r *sparseRun) after(ctx context.Context, res *SparseResult) error {
	want := r.pending[min(1, len(r.pending)):]
	ids, err := r.settled(ctx, want, func() (ids []string, err error) {
		ids, _, err = r.scan(ctx, r.scanIndex(), nil)
		return ids, err
	})
	if err != nil {
		return err
	}
	res.IndexAfter = len(ids)
	title := "No order is PENDING: entries in the index"
	if res.Shipped != "" {
		title = res.Shipped + " shipped: entries left in the index"
	}
	return r.stage.Section(title, res.IndexAfter)
}

// cost shows the write units of this run, and those that an index of all statuses
// would have taken. Each item and each entry is below 1 KB and so costs one when it
// comes and one when it goes; a changed key is both (DynamoDB Developer Guide,
// "Using Global Secondary Indexes in DynamoDB").
func (r *sparseRun) cost(_ context.Context, res *SparseResult) error {
	shipped := min(1, len(r.pending))
	res.Units = SparseUnits{
		Table:  res.Written + shipped,
		Sparse: len(r.pending) + shipped,
		Full:   res.Written + 2*shipped,
	}
	return r.stage.Section("Write units of this run", transcript.Object{
		{Name: "table", Value: res.Units.Table},
		{Name: "sparse_index", Value: res.Units.Sparse},
		{Name: "an_index_of_every_status", Value: res.Units.Full},
	})
}
