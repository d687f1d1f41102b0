// Package patterntest runs a pattern in a test the way the command line does:
// on a fresh embedded engine, with every call traced into a transcript.
package patterntest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Run is a pattern's Run with its options bound.
type Run[R any] func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (R, error)

// Outcome is everything a run left behind.
type Outcome[R any] struct {
	Result R
	Err    string // empty when there was none
	Output string
	Left   []string // tables still there afterwards
}

// Play runs a pattern on an engine of its own. The options go to its client, so
// that a test can make a call fail or change an answer.
func Play[R any](t *testing.T, run Run[R], optFns ...func(*dynamodb.Options)) Outcome[R] {
	t.Helper()
	return PlayContext(t.Context(), t, run, optFns...)
}

// PlayContext is Play with the context that the pattern is given.
func PlayContext[R any](ctx context.Context, t *testing.T, run Run[R], optFns ...func(*dynamodb.Options)) Outcome[R] {
	t.Helper()
	engine := emulator.New(emulator.Options{})
	defer func() { check(t, "close engine", engine.Close()) }()

	var out bytes.Buffer
	w := transcript.New(&out, transcript.Options{})
	res, err := run(ctx, engine.Client(append(optFns, trace.To(w))...), w)
	check(t, "close transcript", w.Close())
	tables, listErr := engine.Client().ListTables(context.WithoutCancel(ctx), &dynamodb.ListTablesInput{})
	check(t, "list tables", listErr)

	got := Outcome[R]{Result: res, Output: out.String(), Left: tables.TableNames}
	if err != nil {
		got.Err = err.Error()
	}
	return got
}

// Golden checks what a run with default options must give: this result, the
// guide's own output, and no table left.
func Golden[R any](t *testing.T, number int, want R, run Run[R]) {
	t.Helper()
	GoldenVariant(t, fmt.Sprint(number), want, run)
}

// GoldenVariant is Golden for the file of a variant, as in sharding-votes.
func GoldenVariant[R any](t *testing.T, name string, want R, run Run[R]) {
	t.Helper()
	golden, err := os.ReadFile(filepath.Join("..", "..", "testdata", "golden", name+".txt"))
	check(t, "read golden", err)
	got := Play(t, run)
	if got.Left == nil {
		got.Left = []string{}
	}
	Equal(t, Outcome[R]{Result: want, Output: string(golden), Left: []string{}}, got)
}

// Ended checks that a run ended with this error, empty for none, and left no table.
func Ended[R any](t *testing.T, want string, got Outcome[R]) {
	t.Helper()
	if got.Err != want {
		t.Errorf("error:\n got %s\nwant %s", got.Err, want)
	}
	if len(got.Left) > 0 {
		t.Errorf("tables left: %q", got.Left)
	}
}

// Equal reports the difference between two whole values.
func Equal[T any](t *testing.T, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FailOn makes the calls fail whose input, an SDK input by pointer, gives an error.
func FailOn(fail func(in any) error) func(*dynamodb.Options) {
	return intercept("FailOn", func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
		out middleware.InitializeOutput, md middleware.Metadata, err error,
	) {
		if err := fail(in.Parameters); err != nil {
			return out, md, err
		}
		return next.HandleInitialize(ctx, in)
	})
}

// Alter lets a test change what successful calls return: out is the SDK output
// by pointer. It may be called for several calls at once.
func Alter(alter func(in, out any)) func(*dynamodb.Options) {
	return intercept("Alter", func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
		out middleware.InitializeOutput, md middleware.Metadata, err error,
	) {
		out, md, err = next.HandleInitialize(ctx, in)
		if err == nil {
			alter(in.Parameters, out.Result)
		}
		return out, md, err
	})
}

func intercept(id string, handle func(context.Context, middleware.InitializeInput, middleware.InitializeHandler) (
	middleware.InitializeOutput, middleware.Metadata, error,
)) func(*dynamodb.Options) {
	return func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
			return stack.Initialize.Add(middleware.InitializeMiddlewareFunc(id, handle), middleware.After)
		})
	}
}

func check(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// Is reports whether a call's input or output is of type T.
func Is[T any](v any) bool {
	_, ok := v.(T)
	return ok
}

// FailAll makes all calls fail with err whose input is of type T.
func FailAll[T any](err error) func(*dynamodb.Options) {
	return FailOn(func(in any) error {
		if Is[T](in) {
			return err
		}
		return nil
	})
}

// ClosedEarly is a stage whose output is closed after so many sections.
type ClosedEarly struct{ After int }

// Section fails once the output is closed, with the title of the section.
func (s *ClosedEarly) Section(title string, _ any) error {
	if s.After--; s.After < 0 {
		return fmt.Errorf("broken pipe at %q", title)
	}
	return nil
}

// Closes checks that a run whose output is closed at any one of its sections, in
// the order of titles, ends with the stage's own error and leaves no table.
func Closes[R any](t *testing.T, titles []string, run Run[R]) {
	t.Helper()
	for n, title := range titles {
		got := Play(t, func(ctx context.Context, client *dynamodb.Client, _ transcript.Stage) (R, error) {
			return run(ctx, client, &ClosedEarly{After: n})
		})
		Ended(t, fmt.Sprintf("broken pipe at %q", title), got)
	}
}
