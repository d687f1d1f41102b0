// Package peers starts the other DynamoDB engines that this module compares
// itself with, where they are installed: under .engines in the repository's
// root, on the PATH, or where an environment variable says.
package peers

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Peer is another engine.
type Peer struct {
	Name     string
	Variable string // of the environment; where set, it names the program

	path string   // of the program, from the repository's root
	args []string // before the port
}

// Dynoxide is the engine of the npm package @dynoxide/linux-x64.
func Dynoxide() Peer {
	return Peer{
		Name: "dynoxide", Variable: "DDBPATTERNS_DYNOXIDE",
		path: ".engines/node_modules/@dynoxide/linux-x64/dynoxide",
		args: []string{"--port"},
	}
}

// Dynalite is the engine of the npm package dynalite. Its tables take 50 ms to
// make or delete, as DynamoDB's take longer.
func Dynalite() Peer {
	return Peer{
		Name: "dynalite", Variable: "DDBPATTERNS_DYNALITE",
		path: ".engines/node_modules/.bin/dynalite",
		args: []string{"--createTableMs", "50", "--deleteTableMs", "50", "--port"},
	}
}

// All are the engines in a fixed order.
func All() []Peer { return []Peer{Dynoxide(), Dynalite()} }

// Start runs the engine until the test ends and returns its URL once it
// listens. Where it is not installed the test is skipped, or fails if
// DDBPATTERNS_ENGINES is "require", as where the engines have been installed.
func (p Peer) Start(t testing.TB) string {
	t.Helper()
	address := freeAddress(t)
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(p.find(t), append(p.args, port)...)
	var talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &talk, &talk
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // killed below, or ended before it listened
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	if err := awaitListener(t.Context(), address, ended); err != nil {
		t.Fatalf("%s on port %s: %v", p.Name, port, err)
	}
	return "http://" + address
}

// find returns the engine's program.
func (p Peer) find(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(p.Variable); path != "" {
		return path
	}
	if root, err := root(); err == nil {
		path := filepath.Join(root, p.path)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	if path, err := exec.LookPath(p.Name); err == nil {
		return path
	}
	const how = "%s is not installed: set %s to it, or: npm install --prefix .engines @dynoxide/linux-x64 dynalite"
	if os.Getenv("DDBPATTERNS_ENGINES") == "require" {
		t.Fatalf(how, p.Name, p.Variable)
	}
	t.Skipf(how, p.Name, p.Variable)
	return ""
}

// root is the nearest directory up from the test's own that has a go.mod.
func root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = parent
	}
}

func freeAddress(t testing.TB) string {
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
