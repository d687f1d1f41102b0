package gather

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// Pages runs one Query to its last page, gives each item to visit, which may be
// nil, and returns how many items there were. It stops at the first error: a
// *ddb.CallError, or the error that visit returned.
func Pages(ctx context.Context, client dynamodb.QueryAPIClient, in *dynamodb.QueryInput, visit func(Item) error) (int, error) {
	return pages(ctx, client, in, "query", visit)
}

func pages(ctx context.Context, client dynamodb.QueryAPIClient, in *dynamodb.QueryInput, op string, visit func(Item) error) (int, error) {
	page, count := *in, 0
	for {
		out, err := client.Query(ctx, &page)
		if err != nil {
			return count, &ddb.CallError{Op: op, Table: aws.ToString(in.TableName), Err: err}
		}
		count += int(out.Count)
		for _, item := range out.Items {
			if visit == nil {
				break
			}
			if err := visit(item); err != nil {
				return count, err
			}
		}
		// Not an empty page: a page may be empty and have successors.
		if len(out.LastEvaluatedKey) == 0 {
			return count, nil
		}
		page.ExclusiveStartKey = out.LastEvaluatedKey
	}
}
