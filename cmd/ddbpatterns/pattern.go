package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns"
	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// stage is what a pattern is run with.
type stage struct {
	conn   *ddb.Conn
	out    scribe
	tables ddb.TableOptions
}

// play runs one pattern and says in a few words what it did.
type play func(context.Context, stage) (note string, err error)

// newPatternCmd is the part of a command that all patterns have; its flags and
// RunE are the pattern's own.
func newPatternCmd(name, example string) *cobra.Command {
	cmd := &cobra.Command{
		Use:         name,
		Args:        noArgs,
		Annotations: map[string]string{runsPatterns: ""},
	}
	// The catalogue has each pattern; a test sees to it.
	p, _ := patterns.Find(name)
	number := strconv.Itoa(p.Number)
	cmd.Aliases = []string{number}
	cmd.GroupID = groupPatterns
	cmd.Short = number + ": " + p.Lesson
	cmd.Long = fmt.Sprintf("Pattern %d, %s.\n\n%s.", p.Number, p.Title, sentence(p.Lesson))
	cmd.Example = example
	return cmd
}

// perform opens the engine, plays a pattern on it and notes what that took.
func (a *app) perform(ctx context.Context, name string, play play) (err error) {
	out := a.newTranscript()
	defer func() { err = errors.Join(err, out.Close()) }()
	conn, err := ddb.Open(ctx, a.engine(out), a.client(out)...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()

	defer thrift()()
	start := time.Now()
	note, err := play(ctx, stage{
		conn: conn, out: out,
		tables: ddb.TableOptions{Prefix: a.tablePrefix, Keep: a.keep, Tagged: conn.Tagged},
	})
	if err != nil {
		return err
	}
	a.note("%s: %s; %s, %.2f s, %d MB of memory", name, note, conn.Engine, time.Since(start).Seconds(), memoryMB())
	return nil
}

func (a *app) engine(out scribe) ddb.Options {
	o := ddb.Options{EndpointURL: a.endpointURL, AWS: a.aws, Region: a.region, Profile: a.profile}
	// How many calls reading a stream takes is up to the engine, which divides it
	// as it likes; what the other modes show is the same on each.
	if a.trace == transcript.Full.String() {
		o.Streams = []func(*dynamodbstreams.Options){trace.StreamsTo(out)}
	}
	if a.limits {
		o.Limits = &emulator.Limits{}
	}
	return o
}

// traced is whether calls are shown at all: rendering each of a million that
// are not would cost more than the calls themselves.
func (a *app) traced() bool { return a.trace != transcript.Off.String() }

func (a *app) client(out scribe) []func(*dynamodb.Options) {
	var options []func(*dynamodb.Options)
	if a.traced() {
		options = append(options, trace.To(out))
	}
	if a.capacity {
		options = append(options, trace.AskCapacity)
	}
	return options
}

func (a *app) note(format string, args ...any) {
	fmt.Fprintf(a.stderr, "note: "+format+"\n", args...)
}

// thrift has the garbage collector run earlier than by default, until the
// function it returns is called: the embedded engine's tables are live memory of
// this process, which the default lets grow to twice as much. With 300,000
// orders it saves a quarter of the memory for a seventh more time. Whoever has
// set GOGC keeps what they set.
func thrift() (restore func()) {
	const standard, thrifty = 100, 50
	before := debug.SetGCPercent(thrifty)
	if before != standard {
		debug.SetGCPercent(before)
	}
	return func() { debug.SetGCPercent(before) }
}

// memoryMB is what the process has taken from the system, which never shrinks
// and so is the peak.
func memoryMB() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys >> 20
}
