package ddb

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// ForeignTableError is a table that has our name and is not ours, so that it
// was left alone.
type ForeignTableError struct {
	Table  string
	Reason string // "its key is (id HASH), not (PK HASH, SK RANGE)"
}

// Error names the table and says why it is not ours.
func (e *ForeignTableError) Error() string {
	return "table " + e.Table + " is already there and is not ours: " + e.Reason
}

// ErrNotMade is returned by [Tables.Drop] for a table that this run did not make.
var ErrNotMade = errors.New("not made by this run")

// Create makes the table in, waits until it is ACTIVE and remembers it for
// Close. in.TableName is the full name, as Name gives it; in is not changed. A
// table of that name is dropped first if it is ours (see [TableOptions]); else
// the error is a [*ForeignTableError] and the table is left as it is.
func (t *Tables) Create(ctx context.Context, in *dynamodb.CreateTableInput) error {
	name := aws.ToString(in.TableName)
	if err := t.clear(ctx, name, schemaToMake(in)); err != nil {
		return err
	}
	_, err := t.client.CreateTable(ctx, t.tagged(in))
	if err == nil || ctx.Err() != nil {
		// A cancelled call may have reached the engine all the same.
		t.remember(name)
	}
	if err != nil {
		return &CallError{Op: "create table", Table: name, Err: err}
	}
	return t.awaitActive(ctx, name)
}

// Drop drops a table that this run made and waits until it is gone.
func (t *Tables) Drop(ctx context.Context, name string) error {
	if !slices.Contains(t.left(), name) {
		return &CallError{Op: "drop table", Table: name, Err: ErrNotMade}
	}
	return t.drop(ctx, name)
}

// clear makes room for a table: one that is there is dropped if it is ours.
func (t *Tables) clear(ctx context.Context, name string, ours schema) error {
	there, err := t.describe(ctx, name)
	if err != nil || there == nil {
		return err
	}
	if err := t.checkOurs(ctx, there, ours); err != nil {
		return err
	}
	return t.drop(ctx, name)
}

func (t *Tables) checkOurs(ctx context.Context, there *types.TableDescription, ours schema) error {
	name := aws.ToString(there.TableName)
	if !t.options.Tagged {
		if how := ours.difference(schemaThere(there)); how != "" {
			return &ForeignTableError{Table: name, Reason: how}
		}
		return nil
	}
	in := &dynamodb.ListTagsOfResourceInput{ResourceArn: there.TableArn}
	for {
		page, err := t.client.ListTagsOfResource(ctx, in)
		if err != nil {
			return &CallError{Op: "list tags of", Table: name, Err: err}
		}
		if slices.ContainsFunc(page.Tags, isOurTag) {
			return nil
		}
		if in.NextToken = page.NextToken; in.NextToken == nil {
			return &ForeignTableError{
				Table:  name,
				Reason: fmt.Sprintf("it has no tag %s = %s", TagKey, TagValue),
			}
		}
	}
}

func isOurTag(tag types.Tag) bool {
	return aws.ToString(tag.Key) == TagKey && aws.ToString(tag.Value) == TagValue
}

func (t *Tables) tagged(in *dynamodb.CreateTableInput) *dynamodb.CreateTableInput {
	if !t.options.Tagged {
		return in
	}
	with := *in
	with.Tags = append(slices.Clone(in.Tags), types.Tag{Key: aws.String(TagKey), Value: aws.String(TagValue)})
	return &with
}
