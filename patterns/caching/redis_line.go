package caching

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

// errCut is what a dial gives while the line is cut.
var errCut = errors.New("the line is cut")

// line is the way to Redis, which a run can cut to have an outage without taking
// Redis from others. It is safe for concurrent use.
type line struct {
	mu    sync.Mutex // guards what follows
	off   bool
	conns []net.Conn
}

// dial connects, unless the line is cut.
func (l *line) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if l.isCut() {
		return nil, errCut
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns = append(l.conns, conn)
	return conn, nil
}

// cut ends every connection and lets no new one through.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.off = true
	for _, conn := range l.conns {
		_ = conn.Close() // whoever uses it sees the error
	}
	l.conns = nil
}

// mend lets connections through again.
func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.off = false
}

func (l *line) isCut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.off
}

// RedisReason is why Redis failed, in a few words on one line with nothing in it
// that could act on a terminal.
func RedisReason(err error) string {
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("no answer within %v", redisTimeout)
	}
	// Without "dial tcp address: connect:".
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		err = call.Err
	}
	return printable.Text(err.Error())
}
