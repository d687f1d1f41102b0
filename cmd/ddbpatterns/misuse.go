package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// misuse is an error of the command line: exit code 2.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

func misused(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

func isMisuse(err error) bool {
	_, ok := errors.AsType[misuse](err)
	return ok
}

// asMisuse marks an error that checking flags gave; nil stays nil.
func asMisuse(err error) error {
	if err == nil {
		return nil
	}
	return misuse{err}
}

// atLeastOne checks what the patterns' options cannot: zero means the default
// there, and is a mistake in a flag.
func atLeastOne(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if n, err := flags.GetInt(name); err == nil && n < 1 {
			return misused("--%s must be at least 1, got %d", name, n)
		}
	}
	return nil
}

// moreThanNone is atLeastOne for durations.
func moreThanNone(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if d, err := flags.GetDuration(name); err == nil && d <= 0 {
			return misused("--%s must be more than 0, got %v", name, d)
		}
	}
	return nil
}

// day reads a date flag.
func day(flag, text string) (time.Time, error) {
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, misused("--%s must be a day written YYYY-MM-DD, got %q", flag, text)
	}
	// The patterns take Go's zero time, year 1, for "not given"; and a sort key of
	// the year 1 would be nobody's reading.
	if date.Year() < 1970 {
		return time.Time{}, misused("--%s must be 1970-01-01 or later, got %q", flag, text)
	}
	return date, nil
}

// oneOf checks a flag that takes one of a few words.
func oneOf(flag, got string, words ...string) error {
	for _, word := range words {
		if got == word {
			return nil
		}
	}
	last := len(words) - 1
	return misused("--%s must be %s or %s, got %q", flag, strings.Join(words[:last], ", "), words[last], got)
}

// noArgs is for a command that takes flags only.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return misused("%q takes no argument, got %q", cmd.CommandPath(), args[0])
}

// flagError puts what pflag found into our words.
func flagError(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag := invalid.GetFlag()
		return misused("--%s takes %s, got %q", flag.Name, kindOf(flag), invalid.GetValue())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && !cmd.HasParent() {
		return unknownFlagOfRoot(cmd, unknown)
	}
	return misuse{err}
}

// unknownFlagOfRoot is where "ddbpatterns shardign --shards 3" ends: the slip is
// in the name, not in the flag.
func unknownFlagOfRoot(root *cobra.Command, unknown *pflag.NotExistError) error {
	for _, arg := range root.Flags().Args() {
		return unknownCommand(root, arg)
	}
	return misuse{unknown}
}

func kindOf(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "int", "int64":
		return "a whole number"
	case "uint64":
		return "a whole number from 1 up"
	case "duration":
		return "a duration such as 500ms or 2s"
	case "bool":
		return "true or false"
	}
	return "a " + flag.Value.Type()
}
