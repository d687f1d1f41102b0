package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden files and the files in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ddbpatterns": main})
}

// TestScript runs the real program in an environment that holds no
// configuration at all: no home, nothing of AWS.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		Setup:               func(env *testscript.Env) error { env.Setenv("ROOT", root(t)); return nil },
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code":    scriptCode,
			"golden":  scriptGolden,
			"serve":   scriptServe,
			"answer":  scriptAnswer,
			"refuse":  scriptRefuse,
			"table":   scriptTable,
			"tables":  scriptTables,
			"during":  scriptDuring,
			"flatten": scriptFlatten,
		},
	})
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// scriptCode is "code 2 program args": run it and expect this exit code.
func scriptCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code number program [args]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	expectCode(ts, want, ts.Exec(args[1], args[2:]...))
}

func expectCode(ts *testscript.TestScript, want int, err error) {
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d; stderr:\n%s", got, want, ts.ReadFile("stderr"))
	}
}

// scriptGolden is "golden 35.txt": standard output must be that file of
// testdata/golden, byte for byte.
func scriptGolden(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: golden file")
	}
	file := filepath.Join(ts.Getenv("ROOT"), "testdata", "golden", args[0])
	got := ts.ReadFile("stdout")
	if *update {
		ts.Check(os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	ts.Check(err)
	if got != string(want) {
		ts.Fatalf("standard output is not %s:\n%s", args[0], got)
	}
}
