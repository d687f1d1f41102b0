package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"syscall"

	"github.com/fatih/color"
)

// output is standard output, which may go away: the first write that fails is
// kept and ends the run.
type output struct {
	w      io.Writer
	broken context.CancelCauseFunc

	mu  sync.Mutex
	err error
}

// Write writes p whole or fails for good.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err != nil {
		o.err = err
		o.broken(err)
	}
	return n, err
}

func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// isClosedPipe is whether the reader of the output has gone.
func isClosedPipe(err error) bool {
	// ERROR_BROKEN_PIPE and ERROR_NO_DATA; elsewhere these numbers mean something
	// else.
	const brokenPipe, noData = syscall.Errno(109), syscall.Errno(232)
	windows := runtime.GOOS == "windows" && (errors.Is(err, brokenPipe) || errors.Is(err, noData))
	return windows || errors.Is(err, syscall.EPIPE)
}

// reasonOf is err without "write /dev/stdout:".
func reasonOf(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// colours decides what --color auto means for w: fatih/color has looked at
// NO_COLOR, TERM and whether standard output is a terminal.
func colours(when string, w io.Writer) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	return w == io.Writer(os.Stdout) && !color.NoColor
}
