package ddb

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnsure(t *testing.T) {
	raced := apiError(400, "ResourceInUseException", "Table already exists: t")
	foreign := answer{body: `{"Table":{"TableName":"t","TableStatus":"ACTIVE","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
		"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]}}`}
	tests := []struct {
		name    string
		answers map[string][]answer
		calls   []string
		made    bool
		left    []string
		err     string
	}{
		{"none there", map[string][]answer{"DescribeTable": {in(""), in("CREATING"), in("ACTIVE")}},
			[]string{"DescribeTable", "CreateTable", "DescribeTable", "DescribeTable"}, true, []string{"t"}, ""},
		{"one there", map[string][]answer{"DescribeTable": {in("ACTIVE")}},
			[]string{"DescribeTable", "DescribeTable", "DescribeTable"}, false, nil, ""},
		{"somebody was faster", map[string][]answer{"DescribeTable": {in(""), in("CREATING"), in("ACTIVE")}, "CreateTable": {raced}},
			[]string{"DescribeTable", "CreateTable", "DescribeTable", "DescribeTable", "DescribeTable"}, false, nil, ""},
		{"another's", map[string][]answer{"DescribeTable": {foreign}},
			[]string{"DescribeTable", "DescribeTable", "DescribeTable"}, false, nil,
			"table t is already there and is not ours: its key is (id HASH), not (PK HASH, SK RANGE)"},
		{"refused", map[string][]answer{"DescribeTable": {in("")}, "CreateTable": {apiError(400, "LimitExceededException", "no more")}},
			[]string{"DescribeTable", "CreateTable"}, false, nil, "create table t: LimitExceededException: no more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engine, tables, _ := scenes(t, tt.answers)
			made, err := tables.Ensure(t.Context(), simple())
			if diff := cmp.Diff([]any{tt.made, tt.left, tt.calls, tt.err}, []any{made, tables.left(), engine.calls, said(err)}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestRemove(t *testing.T) {
	tests := []struct {
		name    string
		answers map[string][]answer
		calls   []string
		removed bool
		err     string
	}{
		{"one there", map[string][]answer{"DescribeTable": {in("ACTIVE"), in("DELETING"), in("")}},
			[]string{"DescribeTable", "DeleteTable", "DescribeTable", "DescribeTable"}, true, ""},
		{"none there", map[string][]answer{"DescribeTable": {in("")}}, []string{"DescribeTable"}, false, ""},
		{"refused", map[string][]answer{"DescribeTable": {in("ACTIVE")}, "DeleteTable": {apiError(400, "AccessDeniedException", "no")}},
			[]string{"DescribeTable", "DeleteTable"}, true, "delete table t: AccessDeniedException: no"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engine, tables, _ := scenes(t, tt.answers)
			removed, err := tables.Remove(t.Context(), simple())
			if diff := cmp.Diff([]any{tt.removed, tt.calls, tt.err}, []any{removed, engine.calls, said(err)}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// On AWS it is the tag that says whose a table is, and it may go while it is
// looked at.
func TestRemoveTagged(t *testing.T) {
	for want, tags := range map[string]answer{
		"table t is already there and is not ours: it has no tag made-by = ddbpatterns": {body: `{"Tags":[]}`},
		"": apiError(400, "ResourceNotFoundException", "Requested resource not found"),
	} {
		engine, tables, _ := scenes(t, map[string][]answer{"DescribeTable": {in("ACTIVE")}, "ListTagsOfResource": {tags}})
		tables.options.Tagged = true
		removed, err := tables.Remove(t.Context(), simple())
		if diff := cmp.Diff([]any{false, []string{"DescribeTable", "ListTagsOfResource"}, want}, []any{removed, engine.calls, said(err)}); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAwaitActiveEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, tables, _ := scenes(t, nil)
	if err := tables.AwaitActive(ctx, "t"); !errors.Is(err, context.Canceled) {
		t.Errorf("AwaitActive: %v", err)
	}
}
