package timeseries

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// lower gives the tables that are only read less capacity to pay for. Those that
// are about to be dropped are left as they are.
func (k Keeper) lower(ctx context.Context, now time.Time, done *Rotation) error {
	names, err := k.Tables.List(ctx)
	if err != nil {
		return err
	}
	expired, err := k.Retention.Expired(names, now)
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		p, ok := k.Retention.Parse(name)
		if !ok || p.Compare(PeriodOf(now)) >= 0 || slices.Contains(expired, name) {
			continue
		}
		lowered, err := k.lowerOne(ctx, name)
		if err != nil {
			return err
		}
		if lowered {
			done.Lowered = append(done.Lowered, name)
		}
	}
	return nil
}

// maxLooks bounds how often a table is looked at that somebody else is changing.
const maxLooks = 10

// lowerOne reports whether it was this call that lowered the table.
func (k Keeper) lowerOne(ctx context.Context, name string) (bool, error) {
	var refused error
	for range maxLooks {
		if err := k.Tables.AwaitActive(ctx, name); err != nil {
			return false, err
		}
		out, err := k.Client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)})
		if err != nil {
			return false, &ddb.CallError{Op: "describe table", Table: name, Err: err}
		}
		if k.isLow(out.Table) {
			return false, nil
		}
		_, err = k.Client.UpdateTable(ctx, &dynamodb.UpdateTableInput{
			TableName:             aws.String(name),
			ProvisionedThroughput: k.Low.throughput(),
		})
		if err == nil {
			return true, k.Tables.AwaitActive(ctx, name)
		}
		refused = &ddb.CallError{Op: "lower the capacity of", Table: name, Err: err}
		if !overtakes(err) {
			return false, refused
		}
	}
	return false, refused
}

// overtakes reports whether a refusal may come from somebody else who lowers the
// same table: it is being changed, or there is nothing left to change.
func overtakes(err error) bool {
	if _, busy := errors.AsType[*types.ResourceInUseException](err); busy {
		return true
	}
	api, ok := errors.AsType[smithy.APIError](err)
	return ok && api.ErrorCode() == "ValidationException"
}

// isLow is true of a table on demand as well, which has no capacity to lower.
func (k Keeper) isLow(t *types.TableDescription) bool {
	if t == nil || t.ProvisionedThroughput == nil {
		return true
	}
	read, write := aws.ToInt64(t.ProvisionedThroughput.ReadCapacityUnits), aws.ToInt64(t.ProvisionedThroughput.WriteCapacityUnits)
	return read <= k.Low.Read && write <= k.Low.Write
}
