package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/internal/peers"
)

// redisGolden compares standard output with a golden file, or with -update makes it
// that file.
func redisGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join(root(t), "testdata", "golden", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

// TestCachingRedis runs the real program against a real Redis, twice in a row.
func TestCachingRedis(t *testing.T) {
	server := peers.Redis().Start(t)
	for range 2 {
		redisRun(t, "caching-redis.txt", "--redis-addr", server.Addr)
	}
}

func TestCachingRedisOnOtherEngines(t *testing.T) {
	server := peers.Redis().Start(t)
	for _, p := range peers.Engines() {
		t.Run(p.Name, func(t *testing.T) {
			redisRun(t, "caching-redis.txt", "--redis-addr", server.Addr, "--endpoint-url", p.Start(t).URL())
		})
	}
}

func redisRun(t *testing.T, golden string, flags ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ddbpatterns", append([]string{"36", "redis"}, flags...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	redisGolden(t, golden, out)
}

// killer is standard output that kills a Redis once a text has come by.
type killer struct {
	bytes.Buffer
	text   string
	server *peers.Server
}

func (k *killer) Write(p []byte) (int, error) {
	if strings.Contains(string(p), k.text) {
		k.server.Kill()
	}
	return k.Buffer.Write(p)
}

// TestCachingRedisKilledHalfWay: no error, right prices from the table, one note.
func TestCachingRedisKilledHalfWay(t *testing.T) {
	server := peers.Redis().Start(t)
	stdout := &killer{text: "After a write that invalidates", server: server}
	var stderr strings.Builder
	args := []string{"caching", "redis", "--redis-addr", server.Addr}
	if code := run(t.Context(), args, strings.NewReader(""), stdout, &stderr); code != exitDone {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
	redisGolden(t, "caching-redis-killed.txt", stdout.Bytes())
	// Why the connection ended is the system's choice of words.
	want := regexp.MustCompile(`^note: Redis at ` + regexp.QuoteMeta(server.Addr) + ` is down: [^\n;]+; reads go to the table
note: caching redis: 1 of 100 reads reached the table, and 100 of 100 without Redis; embedded engine, .* of memory
$`)
	if !want.MatchString(stderr.String()) {
		t.Errorf("on standard error:\n%swant:\n%s", stderr.String(), want)
	}
}

// TestCachingRedisNoRedis: one line that says how to start one, and nothing else.
func TestCachingRedisNoRedis(t *testing.T) {
	addr := peers.FreeAddr(t)
	_, port, _ := strings.Cut(addr, ":")
	var stdout, stderr strings.Builder
	code := run(t.Context(), []string{"36", "redis", "--redis-addr", addr}, strings.NewReader(""), &stdout, &stderr)
	want := []any{exitFailed, "", "ddbpatterns: reach Redis at " + addr + `: connection refused; "redis-server --port ` +
		port + `" starts one, or --redis-addr names another` + "\n"}
	if diff := cmp.Diff(want, []any{code, stdout.String(), stderr.String()}); diff != "" {
		t.Error(diff)
	}
}
