package peers

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os/exec"
	"testing"
	"time"
)

// Server is a program that runs for one test, on a free port of this machine. It
// is not safe for concurrent use.
type Server struct {
	// Addr is its host:port, which stays when it is started again.
	Addr string

	t       testing.TB
	program Program
	file    string
	process *exec.Cmd
	talk    bytes.Buffer
	ended   chan struct{}
}

// Start starts the program, returns when it listens, and kills it when the test
// ends. Without it the test is skipped, or fails where DDBPATTERNS_ENGINES is
// "require".
func (p Program) Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, program: p, file: p.find(t), Addr: FreeAddr(t)}
	t.Cleanup(s.Kill)
	s.Restart()
	return s
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

// URL is where an HTTP server answers.
func (s *Server) URL() string { return "http://" + s.Addr }

// Restart starts the program again at its address after Kill, with nothing of
// what it held.
func (s *Server) Restart() {
	s.t.Helper()
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		s.t.Fatal(err)
	}
	process, ended := exec.Command(s.file, s.program.args(host, port)...), make(chan struct{})
	process.Stdout, process.Stderr = &s.talk, &s.talk
	if err := process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.process, s.ended = process, ended
	go func() {
		_ = process.Wait() // killed, or ended before it listened
		close(ended)
	}()
	if err := s.await(); err != nil {
		s.Kill()
		s.t.Fatalf("%s at %s: %v: %s", s.program.Name, s.Addr, err, s.talk.String())
	}
}

// Kill ends the program as a crash would, and returns when it is gone.
func (s *Server) Kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill()
	<-s.ended
	s.process = nil
}

// await dials until the program listens, which only it knows.
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
