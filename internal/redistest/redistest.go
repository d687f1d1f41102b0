// Package redistest starts a real redis-server for a test, on a free port of this
// machine and with nothing on disk, and kills it when the test says so.
package redistest

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"testing"
	"time"
)

// Server is a redis-server of one test. It is not safe for concurrent use.
type Server struct {
	// Addr is its host:port, which stays when it is started again.
	Addr string

	t       testing.TB
	program string
	process *exec.Cmd
	talk    bytes.Buffer
	ended   chan struct{}
}

// Start starts a server that is killed when the test ends. Without a redis-server
// the test is skipped, unless DDBPATTERNS_ENGINES is "require", as where it has
// been installed. DDBPATTERNS_REDIS may name the program.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, program: find(t), Addr: FreeAddr(t)}
	t.Cleanup(s.Kill)
	s.Restart()
	return s
}

func find(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("DDBPATTERNS_REDIS"); path != "" {
		return path
	}
	path, err := exec.LookPath("redis-server")
	if err == nil {
		return path
	}
	const how = "redis-server is not installed: set DDBPATTERNS_REDIS to it, or: apt-get install redis-server"
	if os.Getenv("DDBPATTERNS_ENGINES") == "require" {
		t.Fatal(how)
	}
	t.Skip(how)
	return ""
}

// FreeAddr is a host:port of this machine where nothing listens.
func FreeAddr(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// Restart starts the server, empty, at its address, after Kill.
func (s *Server) Restart() {
	s.t.Helper()
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.process = exec.Command(s.program, "--bind", host, "--port", port, "--save", "", "--appendonly", "no")
	s.process.Stdout, s.process.Stderr = &s.talk, &s.talk
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	ended, process := make(chan struct{}), s.process
	s.ended = ended
	go func() {
		_ = process.Wait()
		close(ended)
	}()
	if err := s.await(); err != nil {
		s.Kill()
		s.t.Fatalf("redis-server at %s: %v: %s", s.Addr, err, s.talk.String())
	}
}

// Kill ends the server as a crash would, and returns when it is gone.
func (s *Server) Kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill()
	<-s.ended
	s.process = nil
}

// await dials until the server listens, which only it knows.
func (s *Server) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", s.Addr)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-s.ended:
			return errors.New("ended before it listened")
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}
