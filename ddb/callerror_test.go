package ddb

import (
	"context"
	"errors"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func TestCallErrorText(t *testing.T) {
	tests := []struct {
		name   string
		answer answer
		want   string
	}{
		{
			"an exception", apiError(400, "ResourceNotFoundException", "Requested resource not found"),
			"describe table t: ResourceNotFoundException: Requested resource not found",
		},
		{"an exception without a message", apiError(400, "UnknownOperationException", ""), "describe table t: UnknownOperationException"},
		{"an exception that would forge a line", apiError(400, "X", "a\n>>> Query\x1b[31m"), "describe table t: X: a >>> Query [31m"},
		{"a status without an error", answer{status: 500, body: "{}"}, "describe table t: HTTP status 500 without a DynamoDB error"},
		{
			"a page", answer{kind: "text/html; charset=utf-8", body: "<html>"},
			"describe table t: HTTP status 200 and an answer that is not DynamoDB's (text/html)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engine := newScripted(t, func(op, _ string) answer {
				if op == "ListTables" {
					return answer{body: "{}"}
				}
				return tt.answer
			})
			_, err := engine.client(t).DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: aws.String("t")})
			got := &CallError{Op: "describe table", Table: "t", Err: err}
			if got.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestCallErrorOfCancelledCall(t *testing.T) {
	engine := newScripted(t, func(string, string) answer { return answer{body: "{}"} })
	client := engine.client(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := client.ListTables(ctx, &dynamodb.ListTablesInput{})
	got := &CallError{Op: "list tables", Err: err}
	if want := "list tables: context canceled"; got.Error() != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !errors.Is(got, context.Canceled) {
		t.Error("the error does not unwrap to context.Canceled")
	}
}

func TestCallErrorUnwraps(t *testing.T) {
	err := error(&CallError{Op: "get item", Table: "t", Err: &types.ResourceNotFoundException{Message: aws.String("gone")}})
	if !isNotFound(err) {
		t.Errorf("%v does not unwrap to the SDK's error", err)
	}
}
