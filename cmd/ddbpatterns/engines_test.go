package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/internal/peers"
)

// lacking is what an engine cannot do: the command, and what the run says on
// standard error before it exits with 1.
func lacking(engine string) map[string]string {
	if engine != peers.Dynalite().Name {
		return nil
	}
	return map[string]string{
		"37":                  withoutTTL("p37-metrics-ttl"),
		"time-series expired": withoutTTL("p37-expired"),
		"sharding votes": "ddbpatterns: table p35-votes was made with a stream and has none: " +
			"this engine lacks DynamoDB Streams; without --endpoint-url the embedded one runs it\n",
	}
}

// withoutTTL is what a run says on an engine that has no TTL.
func withoutTTL(table string) string {
	return "ddbpatterns: set time to live of " + table + ": UnknownOperationException; " +
		"this engine lacks the operation; without --endpoint-url the embedded one runs it\n"
}

// everywhere is the commands whose golden files hold on every engine.
func everywhere() []string {
	return []string{
		"34", "35", "36", "37",
		"high-cardinality sparse", "high-cardinality tenants", "high-cardinality sequential",
		"sharding votes", "sharding suffixes", "sharding feed", "sharding reshard",
		"caching dax", "caching stampede",
		"time-series hourly", "time-series retention", "time-series expired",
	}
}

// TestGoldensOnOtherEngines is the promise that standard output is the same on
// every engine.
func TestGoldensOnOtherEngines(t *testing.T) {
	for _, p := range peers.Engines() {
		t.Run(p.Name, func(t *testing.T) {
			endpoint, lacks := p.Start(t).URL(), lacking(p.Name)
			for _, command := range everywhere() {
				t.Run(command, func(t *testing.T) { goldenOn(t, endpoint, command, lacks[command]) })
			}
		})
	}
}

// goldenOn runs a pattern, or a variant such as "sharding votes", on an engine and
// compares it with its golden file, or with what the engine is known to lack.
func goldenOn(t *testing.T, endpoint, command, lacks string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ddbpatterns", append(strings.Fields(command), "--endpoint-url", endpoint)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if lacks != "" {
		if got := cmd.ProcessState.ExitCode(); got != exitFailed {
			t.Errorf("exit code %d, want %d", got, exitFailed)
		}
		if diff := cmp.Diff(lacks, stderr.String()); diff != "" {
			t.Error(diff)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	want, err := os.ReadFile(filepath.Join(root(t), "testdata", "golden", strings.ReplaceAll(command, " ", "-")+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), stdout.String()); diff != "" {
		t.Error(diff)
	}
}
