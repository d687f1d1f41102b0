package ddb

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Ensure sees to it that the table in is there and ACTIVE, and reports whether it
// was this call that made it. Unlike Create it leaves a table that is there as it
// is, with all it holds, provided it is ours (see [TableOptions]); else the error
// is a [*ForeignTableError]. Of several calls at once, in whatever processes, one
// makes the table. Only a table that this call made is remembered for Close.
func (t *Tables) Ensure(ctx context.Context, in *dynamodb.CreateTableInput) (made bool, err error) {
	name := aws.ToString(in.TableName)
	there, err := t.describe(ctx, name)
	if err != nil {
		return false, err
	}
	if there == nil {
		_, err = t.client.CreateTable(ctx, t.tagged(in))
		_, raced := errors.AsType[*types.ResourceInUseException](err)
		if made = err == nil; made || ctx.Err() != nil {
			// A cancelled call may have reached the engine all the same.
			t.remember(name)
		}
		if err != nil && !raced {
			return false, &CallError{Op: "create table", Table: name, Err: err}
		}
	}
	if err := t.awaitActive(ctx, name); err != nil || made {
		return made, err
	}
	if there, err = t.describe(ctx, name); err == nil && there != nil {
		err = t.checkOurs(ctx, there, schemaToMake(in))
	}
	return false, err
}

// Remove drops the table in, whichever run made it, waits until it is gone and
// reports whether it was there. It must be ours (see [TableOptions]); else the
// error is a [*ForeignTableError] and the table is left as it is.
func (t *Tables) Remove(ctx context.Context, in *dynamodb.CreateTableInput) (removed bool, err error) {
	name := aws.ToString(in.TableName)
	there, err := t.describe(ctx, name)
	if err != nil || there == nil {
		return false, err
	}
	err = t.checkOurs(ctx, there, schemaToMake(in))
	if isNotFound(err) {
		// Somebody else has removed it meanwhile.
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, t.drop(ctx, name)
}

// AwaitActive waits until a table and its indexes are ACTIVE, as after a change.
func (t *Tables) AwaitActive(ctx context.Context, name string) error { return t.awaitActive(ctx, name) }
