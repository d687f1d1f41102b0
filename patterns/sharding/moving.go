package sharding

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// defaultPage is how many rows of each old shard are moved at a time.
const defaultPage = 25

// moving is one step of a migration.
type moving struct {
	Migration
	to     Version
	rows   []*movingRow
	longer map[string]bool // old shards with more rows than the page
}

// movingRow is a row on its way.
type movingRow struct {
	item    gather.Item
	copied  bool
	deleted bool
}

// find reads a page of each shard, side by side.
func (s *moving) find(ctx context.Context, shards []string) error {
	found := make([]*dynamodb.QueryOutput, len(shards))
	if err := each(ctx, upTo(len(shards)), func(ctx context.Context, n int) (err error) {
		found[n], err = s.page(ctx, shards[n])
		return err
	}); err != nil {
		return err
	}
	s.longer = map[string]bool{}
	for n, page := range found {
		s.longer[shards[n]] = len(page.LastEvaluatedKey) > 0
		for _, item := range page.Items {
			s.rows = append(s.rows, &movingRow{item: item})
		}
	}
	return nil
}

func (s *moving) page(ctx context.Context, key string) (*dynamodb.QueryOutput, error) {
	page := s.Page
	if page <= 0 {
		page = defaultPage
	}
	out, err := s.Client.Query(ctx, &dynamodb.QueryInput{
		TableName:                 aws.String(s.Layout.Table),
		KeyConditionExpression:    aws.String("PK = :pk"),
		ExpressionAttributeValues: gather.Item{":pk": str(key)},
		Limit:                     aws.Int32(int32(min(page, maxLimit))),
		ConsistentRead:            aws.Bool(true),
	})
	if err != nil {
		return nil, &ddb.CallError{Op: "read " + key + " of", Table: s.Layout.Table, Err: err}
	}
	return out, nil
}

// copy puts each row into the current version, unless it is there with the same
// or a greater rev.
func (s *moving) copy(ctx context.Context, _ []string) error {
	return each(ctx, slices.Values(s.rows), func(ctx context.Context, row *movingRow) error {
		item := maps.Clone(row.item)
		item["PK"] = str(s.to.Key(s.Layout.Base, s.to.Shard(sortKey(item))))
		in := &dynamodb.PutItemInput{
			TableName: aws.String(s.Layout.Table), Item: item,
			ConditionExpression: aws.String("attribute_not_exists(PK)"),
		}
		// A row without rev is older than any other, so it replaces none.
		if rev, ok := item["rev"]; ok {
			in.ConditionExpression = aws.String("attribute_not_exists(PK) OR attribute_not_exists(rev) OR rev < :rev")
			in.ExpressionAttributeValues = gather.Item{":rev": rev}
		}
		_, err := s.Client.PutItem(ctx, in)
		if row.copied = err == nil; err == nil || refused(err) {
			return nil
		}
		return s.failed("copy", row, err)
	})
}

// remove deletes each row where it was, unless it has changed since it was read:
// then it is read and copied again.
func (s *moving) remove(ctx context.Context, _ []string) error {
	return each(ctx, slices.Values(s.rows), func(ctx context.Context, row *movingRow) error {
		in := &dynamodb.DeleteItemInput{
			TableName:           aws.String(s.Layout.Table),
			Key:                 gather.Item{"PK": row.item["PK"], "SK": row.item["SK"]},
			ConditionExpression: aws.String("attribute_not_exists(rev)"),
		}
		if rev, ok := row.item["rev"]; ok {
			// A row that is gone was deleted by an attempt whose answer was lost.
			in.ConditionExpression = aws.String("attribute_not_exists(PK) OR rev = :rev")
			in.ExpressionAttributeValues = gather.Item{":rev": rev}
		}
		_, err := s.Client.DeleteItem(ctx, in)
		if row.deleted = err == nil; err == nil || refused(err) {
			return nil
		}
		return s.failed("delete", row, err)
	})
}

func (s *moving) failed(verb string, row *movingRow, err error) error {
	return &ddb.CallError{
		Op:    fmt.Sprintf("%s %s of %s in", verb, sortKey(row.item), text(row.item["PK"])),
		Table: s.Layout.Table, Err: err,
	}
}

// count adds what the step did.
func (s *moving) count(p *Progress) {
	for _, row := range s.rows {
		if row.copied {
			p.Copied++
		} else {
			p.Present++
		}
		if row.deleted {
			p.Deleted++
		}
	}
}

// more is the shards of those that still hold rows as far as this step knows.
func (s *moving) more(shards []string) []string {
	stay := map[string]bool{}
	for _, row := range s.rows {
		if !row.deleted {
			stay[text(row.item["PK"])] = true
		}
	}
	left := []string{}
	for _, key := range shards {
		if s.longer[key] || stay[key] {
			left = append(left, key)
		}
	}
	return left
}
