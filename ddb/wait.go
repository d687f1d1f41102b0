package ddb

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// describe returns the table's description, nil if there is no such table.
func (t *Tables) describe(ctx context.Context, name string) (*types.TableDescription, error) {
	out, err := t.client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)})
	if isNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, &CallError{Op: "describe table", Table: name, Err: err}
	}
	if out.Table == nil {
		return nil, &CallError{Op: "describe table", Table: name, Err: errors.New("an answer without a table")}
	}
	return out.Table, nil
}

// awaitActive polls until the table and its indexes are ACTIVE. A table just
// made may not be found for a moment: DescribeTable is eventually consistent.
func (t *Tables) awaitActive(ctx context.Context, name string) error {
	return t.poll(ctx, name, "ACTIVE", func() (bool, error) {
		there, err := t.describe(ctx, name)
		return err == nil && there != nil && isActive(there), err
	})
}

func isActive(there *types.TableDescription) bool {
	for _, index := range there.GlobalSecondaryIndexes {
		// Some engines give an index no status of its own.
		if index.IndexStatus != "" && index.IndexStatus != types.IndexStatusActive {
			return false
		}
	}
	return there.TableStatus == types.TableStatusActive
}

// drop deletes the table, waits until it is gone and forgets it. A table that
// is being made or changed cannot be deleted yet and is tried again; one that
// is gone already is as it should be.
func (t *Tables) drop(ctx context.Context, name string) error {
	deleted := false
	err := t.poll(ctx, name, "gone", func() (bool, error) {
		if !deleted {
			_, err := t.client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(name)})
			if err != nil {
				return isNotFound(err), deleteError(name, err)
			}
			deleted = true
		}
		there, err := t.describe(ctx, name)
		return err == nil && there == nil, err
	})
	if err == nil {
		t.forget(name)
	}
	return err
}

// deleteError is nil for an error that says the table is gone or cannot be
// deleted yet.
func deleteError(name string, err error) error {
	if _, busy := errors.AsType[*types.ResourceInUseException](err); busy || isNotFound(err) {
		return nil
	}
	return &CallError{Op: "delete table", Table: name, Err: err}
}

func (t *Tables) poll(ctx context.Context, name, what string, done func() (bool, error)) error {
	for n := range maxPolls {
		ok, err := done()
		if ok || err != nil {
			return err
		}
		if err := t.polling.wait(ctx, n); err != nil {
			return fmt.Errorf("wait until table %s is %s: %w", name, what, err)
		}
	}
	return fmt.Errorf("table %s is still not %s after %d looks", name, what, maxPolls)
}

func isNotFound(err error) bool {
	_, ok := errors.AsType[*types.ResourceNotFoundException](err)
	return ok
}
