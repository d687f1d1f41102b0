package main

import (
	"net"
	"sync"
	"time"
)

// gathered is a listener whose connections send an answer whole. net/http writes
// in pieces of 4 KB, each a system call and a wake-up of the client; for a page
// of a Query, which is a little longer, that took a tenth of the whole time.
type gathered struct{ net.Listener }

// Accept waits for a connection.
func (g gathered) Accept() (net.Conn, error) {
	conn, err := g.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &gatheredConn{Conn: conn}, nil
}

// gatherLimit bounds what a connection keeps; longer answers go out in parts.
const gatherLimit = 64 << 10

// gatheredConn keeps what is written until its reader would wait for the client:
// before each Read, at each new read deadline (which net/http sets when an answer
// is done) and at Close. So nothing is kept that the client waits for.
type gatheredConn struct {
	net.Conn

	mu   sync.Mutex // guards kept, and the order of the output
	kept []byte
	err  error // of the first write that failed
}

// Write keeps p, and sends all that is kept once it is long. A failure of the
// connection shows at the next call.
func (c *gatheredConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return 0, c.err
	}
	c.kept = append(c.kept, p...)
	if len(c.kept) >= gatherLimit {
		c.flushLocked()
	}
	return len(p), c.err
}

// Read sends what is kept, then reads.
func (c *gatheredConn) Read(p []byte) (int, error) {
	c.flush()
	return c.Conn.Read(p)
}

// SetReadDeadline sends what is kept, then sets the deadline.
func (c *gatheredConn) SetReadDeadline(t time.Time) error {
	c.flush()
	return c.Conn.SetReadDeadline(t)
}

// Close sends what is kept, then closes.
func (c *gatheredConn) Close() error {
	c.flush()
	return c.Conn.Close()
}

func (c *gatheredConn) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flushLocked()
}

func (c *gatheredConn) flushLocked() {
	if len(c.kept) == 0 || c.err != nil {
		return
	}
	_, c.err = c.Conn.Write(c.kept)
	c.kept = c.kept[:0]
}
