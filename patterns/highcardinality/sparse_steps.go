package highcardinality

import (
	"context"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// sparseRun is one run of the variant under way.
type sparseRun struct {
	client SparseClient
	stage  transcript.Stage
	o      SparseOptions
	table  string

	pending []string // ids of the orders that were written as PENDING, in order
}

// write stores the orders and notes which are PENDING and how large they all are.
func (r *sparseRun) write(ctx context.Context, res *SparseResult) (err error) {
	res.Written, err = ddb.WriteBatches(ctx, r.client, r.table, keyNames()[:1], func(yield func(gather.Item) bool) {
		for item := range r.o.items() {
			res.Table.Items++
			res.Table.Bytes += bytesOf(item)
			if _, ok := item[sinceName]; ok {
				r.pending = append(r.pending, item["PK"].(*types.AttributeValueMemberS).Value)
			}
			if !yield(item) {
				return
			}
		}
	})
	return err
}

// withoutIndex finds the PENDING orders by reading all of them.
func (r *sparseRun) withoutIndex(ctx context.Context, res *SparseResult) error {
	in := &dynamodb.ScanInput{
		TableName:                 aws.String(r.table),
		ConsistentRead:            aws.Bool(true),
		FilterExpression:          aws.String("#status = :pending"),
		ExpressionAttributeNames:  map[string]string{"#status": "status"},
		ExpressionAttributeValues: gather.Item{":pending": text(status)},
		ProjectionExpression:      aws.String("PK"),
	}
	ids, scanned, err := r.scan(ctx, in, nil)
	if err == nil {
		err = r.check(r.table, ids)
	}
	if err != nil {
		return err
	}
	res.Read = scanned
	return r.stage.Section("Without the index: read every order, keep the PENDING ones", found(scanned, ids))
}

// withIndex finds them in the index, which holds nothing else.
func (r *sparseRun) withIndex(ctx context.Context, res *SparseResult) error {
	var scanned int
	ids, err := r.settled(ctx, r.pending, func() (ids []string, err error) {
		res.Index = Size{}
		ids, scanned, err = r.scan(ctx, r.scanIndex(), &res.Index)
		return ids, err
	})
	if err != nil {
		return err
	}
	res.Found = len(ids)
	return r.stage.Section("With the sparse index: read the index", found(scanned, ids))
}

func (r *sparseRun) scanIndex() *dynamodb.ScanInput {
	return &dynamodb.ScanInput{TableName: aws.String(r.table), IndexName: aws.String(sparseIndex)}
}

func found(scanned int, ids []string) transcript.Object {
	return transcript.Object{{Name: "read", Value: scanned}, {Name: "pending", Value: len(ids)}}
}

// scan reads all pages and returns the ids in order and how many items were read
// to find them. It adds what it found to size, which may be nil.
func (r *sparseRun) scan(ctx context.Context, in *dynamodb.ScanInput, size *Size) (ids []string, scanned int, err error) {
	pages := dynamodb.NewScanPaginator(r.client, in)
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, 0, &ddb.CallError{Op: "scan", Table: r.table, Err: err}
		}
		scanned += int(page.ScannedCount)
		for _, item := range page.Items {
			if err := appendKey(&ids, item, "PK"); err != nil {
				return nil, 0, err
			}
			if size != nil {
				size.Items++
				size.Bytes += bytesOf(item)
			}
		}
	}
	slices.Sort(ids)
	return ids, scanned, nil
}

// settled reads the index until it holds what it must, which on DynamoDB may take
// a moment.
func (r *sparseRun) settled(ctx context.Context, want []string, read func() ([]string, error)) ([]string, error) {
	for n := 0; ; n++ {
		ids, err := read()
		if err != nil || slices.Equal(ids, want) {
			return ids, err
		}
		if n == maxSettling {
			return nil, &MismatchError{What: "index " + sparseIndex + " of " + r.table, Written: len(want), Found: len(ids)}
		}
		if err := sleep(ctx, firstWait<<n); err != nil {
			return nil, fmt.Errorf("wait for index %s of %s: %w", sparseIndex, r.table, err)
		}
	}
}

func (r *sparseRun) check(where string, ids []string) error {
	if slices.Equal(ids, r.pending) {
		return nil
	}
	return &MismatchError{What: "PENDING in " + where, Written: len(r.pending), Found: len(ids)}
}
