package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns"
	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
)

func TestRunLeavesNothingBehind(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, p := range patterns.All() {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), []string{p.Name}, strings.NewReader(""), &stdout, &stderr); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", p.Name, code, stderr.String())
		}
		want, err := os.ReadFile(filepath.Join(root(t), "testdata", "golden", fmt.Sprint(p.Number, ".txt")))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), stdout.String()); diff != "" {
			t.Errorf("%s: %s", p.Name, diff)
		}
	}
}

func TestEachPatternHasACommand(t *testing.T) {
	a := &app{}
	names := map[string]string{}
	for _, cmd := range newRootCmd(a).Commands() {
		if len(cmd.Aliases) > 0 {
			names[cmd.Aliases[0]] = cmd.Name()
		}
	}
	want := map[string]string{}
	for _, p := range patterns.All() {
		want[fmt.Sprint(p.Number)] = p.Name
		if _, err := a.plain(p.Name); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestExit(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	running := t.Context()
	lost := errors.New("delete table t: AccessDeniedException: no")
	cut := &ddb.CallError{Op: "query", Table: "t", Err: context.Canceled}
	pipe := &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
	full := &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	tests := []struct {
		name        string
		ctx         context.Context
		err, broken error
		code        int
		talk        string
	}{
		{"done", running, nil, nil, 0, ""},
		{"failed", running, lost, nil, 1, "ddbpatterns: delete table t: AccessDeniedException: no\n"},
		{"failed twice", running, errors.Join(cut, lost), nil, 1,
			"ddbpatterns: query t: context canceled\nddbpatterns: delete table t: AccessDeniedException: no\n"},
		{"misused", running, misused("--n must be %d", 1), nil, 2, "ddbpatterns: --n must be 1\n"},
		{"interrupted", cancelled, cut, nil, 130, "ddbpatterns: interrupted\n"},
		{"interrupted, table left", cancelled, errors.Join(cut, lost), nil, 130,
			"ddbpatterns: interrupted\nddbpatterns: delete table t: AccessDeniedException: no\n"},
		{"pipe closed", running, fmt.Errorf("section: %w", pipe), pipe, 0, ""},
		{"pipe closed, table left", running, errors.Join(pipe, lost), pipe, 1, "ddbpatterns: delete table t: AccessDeniedException: no\n"},
		{"disk full", running, errors.Join(full, cut), full, 1, "ddbpatterns: write output: no space left on device\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var talk strings.Builder
			a := &app{out: &output{err: tt.broken}, stderr: &talk, started: true}
			code := a.exit(tt.ctx, tt.err)
			if diff := cmp.Diff([]any{tt.code, tt.talk}, []any{code, talk.String()}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHint(t *testing.T) {
	denied := &ddb.CallError{Op: "put item", Table: "t", Err: &types.ResourceInUseException{Message: aws.String("x")}}
	tests := []struct {
		err  error
		want string
	}{
		{errors.New("anything"), ""},
		{denied, ""},
		{fmt.Errorf("run: %w", &ddb.ForeignTableError{Table: "t"}), "; --table-prefix gives this run's tables other names"},
		{&ddb.MissingError{Region: true}, "; --region names one"},
		{&ddb.UnwrittenError{Table: "t"}, "; the table takes no more for now: try again later, or write less"},
		{&caching.RedisError{Addr: "h:6379", Err: errors.New("x")}, `; "redis-server --port 6379" starts one, or --redis-addr names another`},
		{&inUseError{"127.0.0.1:8000"}, "; --addr 127.0.0.1:0 takes a free one"},
	}
	for _, tt := range tests {
		if got := hint(tt.err); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.err, got, tt.want)
		}
	}
}

// The hints may only name flags that exist.
func TestHintsNameFlagsThatExist(t *testing.T) {
	root := newRootCmd(&app{})
	serve, _, err := root.Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"table-prefix", "endpoint-url", "region", "profile", "aws"} {
		if root.PersistentFlags().Lookup(name) == nil {
			t.Errorf("no flag --%s", name)
		}
	}
	if serve.Flags().Lookup("addr") == nil {
		t.Error("no flag --addr")
	}
	redis, _, err := root.Find([]string{"caching", "redis"})
	if err != nil || redis.Flags().Lookup("redis-addr") == nil {
		t.Errorf("no flag --redis-addr (%v)", err)
	}
}
