package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

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
