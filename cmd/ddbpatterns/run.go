package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitMisused     = 2
	exitInterrupted = 130 // 128 and SIGINT, as shells have it
)

// run is the whole program but for its process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := interruptible(ctx)
	defer stop()
	// A closed output ends the run as an interrupt does, so that the tables
	// are dropped.
	running, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	a := &app{out: &output{w: stdout, broken: cancel}, stdout: stdout, stderr: stderr}
	root := newRootCmd(a)
	root.SetArgs(append([]string{}, args...))
	root.SetIn(stdin)
	root.SetOut(a.out)
	root.SetErr(stderr)
	err := root.ExecuteContext(running)
	return a.exit(ctx, err)
}

// interruptible returns a context that ends at Ctrl-C or SIGTERM; a second one
// ends the process at once. A closed pipe becomes a write error instead of the
// end of the process.
func interruptible(ctx context.Context) (context.Context, func()) {
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// exit says how the run ended and returns its code.
func (a *app) exit(ctx context.Context, err error) int {
	broken := a.out.failure()
	switch {
	case err == nil && broken == nil:
		return exitDone
	case ctx.Err() != nil:
		a.complain(errors.New("interrupted"))
		a.complain(beside(err, broken))
		return exitInterrupted
	case isClosedPipe(broken):
		// Whoever read the output has what they wanted.
		if rest := beside(err, broken); rest != nil {
			a.complain(rest)
			return exitFailed
		}
		return exitDone
	case broken != nil:
		a.complain(fmt.Errorf("write output: %w", reasonOf(broken)))
		a.complain(beside(err, broken))
		return exitFailed
	}
	a.complain(err)
	if isMisuse(err) || !a.started {
		return exitMisused
	}
	return exitFailed
}

// complain prints an error with its hint as one line; nil prints nothing.
func (a *app) complain(err error) {
	for _, one := range parts(err) {
		fmt.Fprintln(a.stderr, "ddbpatterns: "+one.Error()+hint(one))
	}
}

// beside is what err holds besides the end of its context and the closed output.
func beside(err, broken error) error {
	var rest []error
	for _, one := range parts(err) {
		if !errors.Is(one, context.Canceled) && (broken == nil || !errors.Is(one, broken)) {
			rest = append(rest, one)
		}
	}
	return errors.Join(rest...)
}

// parts takes joined errors apart, so that each gets a line.
func parts(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		if err == nil {
			return nil
		}
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, parts(one)...)
	}
	return all
}
