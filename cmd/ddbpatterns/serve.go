package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// drainLimit is how long serve, told to stop, waits for the requests under way.
const drainLimit = 5 * time.Second

// timeouts bounds what a slow or silent client can hold of the server.
type timeouts struct{ header, read, write, idle time.Duration }

func newServeCmd(a *app) *cobra.Command {
	var address string
	var o emulator.Options
	var limits bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the embedded engine over HTTP",
		Long: `Serve the embedded DynamoDB engine over HTTP, for any SDK or the AWS CLI.

It keeps its tables in memory until it is stopped with Ctrl-C. Any credentials
do. It listens on this machine only, unless --addr says otherwise, and answers
requests to localhost or an IP address; --allow-host adds a name.

With --limits it throttles as DynamoDB does: a partition serves 1,000 write and
3,000 read units a second, and one that stays hot is split after minutes.`,
		Example: `  ddbpatterns serve
  ddbpatterns serve --addr 127.0.0.1:8123
  ddbpatterns serve --limits
  ddbpatterns serve --addr :8000 --allow-host dynamodb      for other containers`,
		GroupID: groupOther,
		Args:    noArgs,
	}
	cmd.Flags().StringVar(&address, "addr", "127.0.0.1:8000", "`host:port` to listen on; port 0 takes a free one")
	cmd.Flags().StringSliceVar(&o.Hosts, "allow-host", nil, "also answer requests to this host `name`; may be repeated")
	cmd.Flags().BoolVar(&limits, "limits", false, "throttle as DynamoDB's partitions do")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if limits {
			o.Limits = &emulator.Limits{}
		}
		if _, _, err := net.SplitHostPort(address); err != nil {
			return misused("--addr must be host:port, got %q", address)
		}
		return runServe(cmd.Context(), a, address, o)
	}
	return cmd
}

func runServe(ctx context.Context, a *app, address string, o emulator.Options) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return listenError(address, err)
	}
	engine := emulator.New(o)
	defer engine.Close()
	a.announce(listener.Addr())
	server := newHTTPServer(engine, timeouts{
		header: 5 * time.Second, read: 30 * time.Second, write: time.Minute, idle: 2 * time.Minute,
	}, log.New(a.stderr, "note: ", 0))
	return serveUntil(ctx, server, listener)
}

func newHTTPServer(handler http.Handler, t timeouts, complaints *log.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: t.header,
		ReadTimeout:       t.read,
		WriteTimeout:      t.write,
		IdleTimeout:       t.idle,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          complaints,
	}
}

// serveUntil serves until ctx ends, then lets the requests under way finish.
func serveUntil(ctx context.Context, server *http.Server, listener net.Listener) error {
	stopped := make(chan error, 1)
	release := context.AfterFunc(ctx, func() {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainLimit)
		defer cancel()
		err := server.Shutdown(limited)
		if err != nil {
			_ = server.Close()
			err = fmt.Errorf("stop serving: requests still under way after %v", drainLimit)
		}
		stopped <- err
	})
	err := server.Serve(gathered{listener})
	if release() || !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve on %s: %w", listener.Addr(), err)
	}
	return <-stopped
}

// announce shows how to connect, and warns where others can too.
func (a *app) announce(addr net.Addr) {
	url := "http://" + addr.String()
	fmt.Fprintf(a.stderr, `serving DynamoDB on %[1]s until Ctrl-C
  AWS CLI:  AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x aws dynamodb list-tables --region us-east-1 --endpoint-url %[1]s
  Go SDK:   dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.BaseEndpoint = aws.String("%[1]s") })
  here:     ddbpatterns 35 --endpoint-url %[1]s
`, url)
	if tcp, ok := addr.(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		a.note("%s can be reached from other machines, and anyone who reaches it can read and write", addr)
	}
}

// inUseError is a port that another program has.
type inUseError struct{ address string }

func (e *inUseError) Error() string {
	return fmt.Sprintf("serve on %s (--addr): another program uses this port", e.address)
}

func listenError(address string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return &inUseError{address}
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	return fmt.Errorf("serve on %s (--addr): %w", address, err)
}
