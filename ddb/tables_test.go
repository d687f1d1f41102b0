package ddb

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
)

// simple is a table t whose key is PK and SK.
func simple() *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName: aws.String("t"),
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange},
		},
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("SK"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS},
		},
		BillingMode: types.BillingModePayPerRequest,
	}
}

const described = `{"Table":{"TableName":"t","TableArn":"arn:t","TableStatus":"%s",
	"KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
	"AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"}]}}`

// in returns the answer of DescribeTable for a table in a state; "" is none.
func in(status string) answer {
	if status == "" {
		return apiError(400, "ResourceNotFoundException", "Requested resource not found")
	}
	return answer{body: fmt.Sprintf(described, status)}
}

// scenes is an endpoint that gives each operation's answers in turn, the last
// of them again and again; an operation without answers succeeds.
func scenes(t *testing.T, answers map[string][]answer) (*scripted, *Tables, *sleeper) {
	t.Helper()
	engine := newScripted(t, func(op, _ string) answer {
		left := answers[op]
		if len(left) == 0 {
			return answer{body: "{}"}
		}
		if len(left) > 1 {
			answers[op] = left[1:]
		}
		return left[0]
	})
	tables := NewTables(engine.client(t), TableOptions{})
	s := &sleeper{}
	tables.polling.sleep = s.sleep
	return engine, tables, s
}

func TestCreateWaits(t *testing.T) {
	busy := apiError(400, "ResourceInUseException", "Table is being created")
	tests := []struct {
		name    string
		answers map[string][]answer
		calls   []string
		sleeps  int
	}{
		{"until ACTIVE", map[string][]answer{
			"DescribeTable": {in(""), in(""), in("CREATING"), in("ACTIVE")},
		}, []string{"DescribeTable", "CreateTable", "DescribeTable", "DescribeTable", "DescribeTable"}, 2},
		{"until the one before is gone", map[string][]answer{
			"DescribeTable": {in("ACTIVE"), in("DELETING"), in(""), in("ACTIVE")},
		}, []string{"DescribeTable", "DeleteTable", "DescribeTable", "DescribeTable", "CreateTable", "DescribeTable"}, 1},
		{"until the one before can be deleted", map[string][]answer{
			"DescribeTable": {in("CREATING"), in(""), in("ACTIVE")},
			"DeleteTable":   {busy, busy, {body: "{}"}},
		}, []string{
			"DescribeTable", "DeleteTable", "DeleteTable", "DeleteTable", "DescribeTable", "CreateTable", "DescribeTable",
		}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engine, tables, s := scenes(t, tt.answers)
			if err := tables.Create(t.Context(), simple()); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.calls, engine.calls); diff != "" {
				t.Error(diff)
			}
			if len(s.slept) != tt.sleeps {
				t.Errorf("slept %d times, want %d", len(s.slept), tt.sleeps)
			}
		})
	}
}

func TestCreateFails(t *testing.T) {
	denied := apiError(400, "AccessDeniedException", "no")
	tests := []struct {
		name    string
		answers map[string][]answer
		want    string
	}{
		{"at the first look", map[string][]answer{"DescribeTable": {denied}}, "describe table t: AccessDeniedException: no"},
		{"at making", map[string][]answer{"DescribeTable": {in("")}, "CreateTable": {denied}}, "create table t: AccessDeniedException: no"},
		{"at deleting", map[string][]answer{"DescribeTable": {in("ACTIVE")}, "DeleteTable": {denied}}, "delete table t: AccessDeniedException: no"},
		{"never ACTIVE", map[string][]answer{"DescribeTable": {in(""), in("CREATING")}}, "table t is still not ACTIVE after 125 looks"},
		{"never gone", map[string][]answer{"DescribeTable": {in("ACTIVE")}}, "table t is still not gone after 125 looks"},
		{"no table in the answer", map[string][]answer{"DescribeTable": {{body: "{}"}}}, "describe table t: an answer without a table"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, tables, _ := scenes(t, tt.answers)
			if err := tables.Create(t.Context(), simple()); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// On AWS the schema does not matter, the tag does.
func TestCreateTagged(t *testing.T) {
	tests := []struct {
		name string
		tags []answer
		want string
	}{
		{"ours", []answer{{body: `{"Tags":[{"Key":"a","Value":"b"}],"NextToken":"n"}`}, {body: `{"Tags":[{"Key":"made-by","Value":"ddbpatterns"}]}`}}, ""},
		{"none", []answer{{body: `{}`}}, "table t is already there and is not ours: it has no tag made-by = ddbpatterns"},
		{"another value", []answer{{body: `{"Tags":[{"Key":"made-by","Value":"hand"}]}`}},
			"table t is already there and is not ours: it has no tag made-by = ddbpatterns"},
		{"unknown operation", []answer{apiError(400, "UnknownOperationException", "")}, "list tags of t: UnknownOperationException"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engine, tables, _ := scenes(t, map[string][]answer{
				"DescribeTable": {in("ACTIVE"), in(""), in("ACTIVE")}, "ListTagsOfResource": tt.tags,
			})
			tables.options.Tagged = true
			got := ""
			if err := tables.Create(t.Context(), simple()); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if made := engine.calls[len(engine.calls)-1] == "DescribeTable"; made != (tt.want == "") {
				t.Errorf("calls %v", engine.calls)
			}
		})
	}
}

func TestTaggedLeavesTheInputAlone(t *testing.T) {
	tables := NewTables(nil, TableOptions{Tagged: true})
	in := simple()
	with := tables.tagged(in)
	if len(in.Tags) != 0 || len(with.Tags) != 1 || !isOurTag(with.Tags[0]) {
		t.Errorf("input has %d tags, the copy %v", len(in.Tags), with.Tags)
	}
}

func TestCloseAfterCancel(t *testing.T) {
	engine, tables, _ := scenes(t, map[string][]answer{"DescribeTable": {in(""), in("ACTIVE"), in("")}})
	ctx, cancel := context.WithCancel(t.Context())
	if err := tables.Create(ctx, simple()); err != nil {
		t.Fatal(err)
	}
	cancel()
	for range 2 { // the second has nothing left to do
		if err := tables.Close(ctx); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"DescribeTable", "CreateTable", "DescribeTable", "DeleteTable", "DescribeTable"}
	if diff := cmp.Diff(want, engine.calls); diff != "" {
		t.Error(diff)
	}
}

// A CreateTable that was cut off may have been carried out.
func TestCloseDropsWhatACancelledCreateMayHaveMade(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	engine := newScripted(t, func(op, _ string) answer {
		switch op {
		case "DescribeTable":
			return in("")
		case "CreateTable":
			cancel()
		}
		return answer{body: "{}"}
	})
	tables := NewTables(engine.client(t), TableOptions{})
	if err := tables.Create(ctx, simple()); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want it cancelled", err)
	}
	if err := tables.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if last := engine.calls[len(engine.calls)-2:]; last[0] != "DeleteTable" {
		t.Errorf("ended with %v, want a DeleteTable", last)
	}
}

func TestDropRefusesWhatItDidNotMake(t *testing.T) {
	_, tables, _ := scenes(t, nil)
	err := tables.Drop(t.Context(), "production")
	if want := "drop table production: not made by this run"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if !errors.Is(err, ErrNotMade) {
		t.Error("the error is not ErrNotMade")
	}
}
