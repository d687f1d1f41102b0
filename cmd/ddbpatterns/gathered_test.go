package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// countedConn notes the sizes of the writes that reach the network.
type countedConn struct {
	net.Conn
	mu     *sync.Mutex
	writes *[]int
}

func (c countedConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	*c.writes = append(*c.writes, len(p))
	c.mu.Unlock()
	return c.Conn.Write(p)
}

// countedListener is a listener of counted connections.
type countedListener struct {
	net.Listener
	mu     sync.Mutex
	writes []int
}

func (l *countedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return countedConn{conn, &l.mu, &l.writes}, nil
}

func (l *countedListener) take() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	writes := l.writes
	l.writes = nil
	return writes
}

// echo serves answers as long as the path's number of kilobytes.
func echo(t *testing.T) *countedListener {
	t.Helper()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &countedListener{Listener: tcp}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		_, _ = w.Write(body)
	})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(gathered{l})
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return l
}

func TestAnswersAreSentWhole(t *testing.T) {
	l := echo(t)
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for _, c := range []struct{ bytes, writes int }{{10, 1}, {6_000, 1}, {60_000, 1}, {300_000, 5}} {
		body := strings.Repeat("x", c.bytes)
		res, err := client.Post("http://"+l.Addr().String(), "text/plain", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err != nil || string(got) != body {
			t.Errorf("%d bytes came back as %d: %v", c.bytes, len(got), err)
		}
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
		if writes := l.take(); len(writes) > c.writes {
			t.Errorf("%d bytes took %d writes, want at most %d: %v", c.bytes, len(writes), c.writes, writes)
		}
	}
}

// TestGatheredConversation sends what a client may before an answer: two requests
// at once, and one that waits to be told to continue.
func TestGatheredConversation(t *testing.T) {
	conn, err := net.Dial("tcp", echo(t).Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	request := func(body, headers string) string {
		return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n" + headers + "\r\n" + body
	}
	if _, err := io.WriteString(conn, request("one", "")+request("two", "")+request("", "Expect: 100-continue\r\n")); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(conn)
	var got []string
	for range 2 {
		got = append(got, answer(t, r))
	}
	res, err := http.ReadResponse(r, nil)
	if err != nil || res.StatusCode != http.StatusContinue {
		t.Fatalf("not told to continue: %v, %v", res, err)
	}
	if _, err := io.WriteString(conn, "tri"); err != nil {
		t.Fatal(err)
	}
	got = append(got, answer(t, r))
	if diff := cmp.Diff([]string{"one", "two", "tri"}, got); diff != "" {
		t.Error(diff)
	}
}

func answer(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	res, err := http.ReadResponse(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestGatheredFailure is a client that has gone: the writer learns of it.
func TestGatheredFailure(t *testing.T) {
	server, client := net.Pipe()
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	c := &gatheredConn{Conn: server}
	if _, err := c.Write(make([]byte, gatherLimit)); err == nil {
		t.Error("a write to nobody succeeds")
	}
	if _, err := c.Write([]byte("x")); err == nil {
		t.Error("the next write succeeds")
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
