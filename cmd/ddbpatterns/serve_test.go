package main

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// A client that sends half a request is let go when its time is over, and the
// server stops although another keeps its connection open.
func TestServerLetsSlowClientsGo(t *testing.T) {
	defer goleak.VerifyNone(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, "slow", http.StatusRequestTimeout)
		}
	})
	quick := timeouts{header: time.Millisecond, read: time.Millisecond, write: time.Second, idle: time.Second}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- serveUntil(ctx, newHTTPServer(handler, quick, log.New(io.Discard, "", 0)), listener)
	}()
	for name, half := range map[string]string{
		"half a header": "POST / HTTP/1.1\r\nHost: x\r\n",
		"half a body":   "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
		"nothing":       "",
	} {
		// That the reading ends is the point, not what was read.
		if _, err := io.ReadAll(say(t, listener, half)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func say(t *testing.T, listener net.Listener, text string) io.Reader {
	t.Helper()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestServeUntilReportsABrokenListener(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	err = serveUntil(t.Context(), newHTTPServer(nil, timeouts{}, nil), listener)
	if err == nil || !strings.HasPrefix(err.Error(), "serve on "+listener.Addr().String()+": ") {
		t.Errorf("got %v", err)
	}
}

func TestAnnounceWarnsWhereOthersCanConnect(t *testing.T) {
	for ip, want := range map[string]bool{"127.0.0.1": false, "::1": false, "0.0.0.0": true, "192.0.2.1": true} {
		var talk strings.Builder
		a := &app{stderr: &talk}
		a.announce(&net.TCPAddr{IP: net.ParseIP(ip), Port: 8000})
		if got := strings.Contains(talk.String(), "can be reached from other machines"); got != want {
			t.Errorf("%s: warned %t, want %t", ip, got, want)
		}
	}
}
