package main

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// peer is another engine that the goldens are run on, if it is installed.
type peer struct {
	name     string
	variable string   // of the environment, which names the program
	paths    []string // of the program, in the project
	args     []string // before the port

	// lacks is what the engine cannot do: the command, and what the run says
	// on standard error before it exits with 1.
	lacks map[string]string
}

func peers() []peer {
	return []peer{{
		name: "dynoxide", variable: "DDBPATTERNS_DYNOXIDE",
		paths: []string{".engines/node_modules/@dynoxide/linux-x64/dynoxide"},
		args:  []string{"--port"},
	}, {
		name: "dynalite", variable: "DDBPATTERNS_DYNALITE",
		paths: []string{".engines/node_modules/.bin/dynalite"},
		args:  []string{"--createTableMs", "50", "--deleteTableMs", "50", "--port"},
		lacks: map[string]string{
			"37":                  withoutTTL("p37-metrics-ttl"),
			"time-series expired": withoutTTL("p37-expired"),
		},
	}}
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
		"time-series hourly", "time-series retention", "time-series expired",
	}
}

// TestGoldensOnOtherEngines is the promise that standard output is the same on
// every engine.
func TestGoldensOnOtherEngines(t *testing.T) {
	for _, p := range peers() {
		t.Run(p.name, func(t *testing.T) {
			endpoint := p.start(t, p.find(t))
			for _, command := range everywhere() {
				t.Run(command, func(t *testing.T) { goldenOn(t, endpoint, command, p.lacks[command]) })
			}
		})
	}
}

// find returns the engine's program. Without it the test is skipped, unless
// DDBPATTERNS_ENGINES is "require", as where the engines have been installed.
func (p peer) find(t *testing.T) string {
	t.Helper()
	if path := os.Getenv(p.variable); path != "" {
		return path
	}
	for _, path := range p.paths {
		path = filepath.Join(root(t), path)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	if path, err := exec.LookPath(p.name); err == nil {
		return path
	}
	const how = "%s is not installed: set %s to it, or: npm install --prefix .engines @dynoxide/linux-x64 dynalite"
	if os.Getenv("DDBPATTERNS_ENGINES") == "require" {
		t.Fatalf(how, p.name, p.variable)
	}
	t.Skipf(how, p.name, p.variable)
	return ""
}

// start runs the engine until the test ends and returns its URL once it
// listens.
func (p peer) start(t *testing.T, program string) string {
	t.Helper()
	address := freeAddress(t)
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append(p.args, port)...)
	var talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &talk, &talk
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	if err := awaitListener(t.Context(), address, ended); err != nil {
		t.Fatalf("%s on port %s: %v", p.name, port, err)
	}
	return "http://" + address
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// awaitListener dials until another process listens, which only the process
// knows.
func awaitListener(ctx context.Context, address string, ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ended:
			return errors.New("ended before it listened")
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
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
