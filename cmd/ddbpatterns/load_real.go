package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/load/live"
)

// loadReal sends a pattern's load as real calls on the wall clock.
func (a *app) loadReal(ctx context.Context, f *loadFlags, o load.Options) (err error) {
	plan, err := load.NewPlan(f.pattern, o)
	if err != nil {
		return err
	}
	if a.aws {
		if err := a.agreeToCost(f, plan); err != nil {
			return err
		}
	}
	engine := emulator.New(emulator.Options{Limits: &emulator.Limits{Seed: o.Seed}})
	defer func() { err = errors.Join(err, engine.Close()) }()
	conns := &loadConns{a: a, engine: engine}
	defer func() { err = errors.Join(err, conns.close()) }()
	// The first connection tells at once whether the engine is there, and its name.
	first, err := conns.open(ctx)
	if err != nil {
		return err
	}

	bars := newLoadBars(a.stderr, plan)
	report, err := live.Run(ctx, plan, first.Engine, live.Options{
		Connect: func(ctx context.Context, optFns ...func(*dynamodb.Options)) (live.Client, error) {
			conn, err := conns.open(ctx, optFns...)
			if err != nil {
				return nil, err
			}
			return conn.DynamoDB, nil
		},
		Tables:   ddb.TableOptions{Prefix: a.tablePrefix, Keep: a.keep, Tagged: first.Tagged},
		Progress: bars.show,
	})
	bars.close()
	if err != nil {
		return err
	}
	for _, d := range report.Designs {
		if late := d.Observed.Late; late > lateFrom {
			a.note("%s: requests were sent up to %v late, so the load was not quite as asked for", d.Name, late.Round(time.Millisecond))
		}
	}
	return a.showLoad(f, report)
}

// lateFrom is from when a sender that lags is worth a note.
const lateFrom = 100 * time.Millisecond

// loadConns opens connections to one engine and closes them together.
type loadConns struct {
	a      *app
	engine *emulator.Server
	all    []*ddb.Conn
}

func (c *loadConns) open(ctx context.Context, optFns ...func(*dynamodb.Options)) (*ddb.Conn, error) {
	o := ddb.Options{EndpointURL: c.a.endpointURL, AWS: c.a.aws, Region: c.a.region, Profile: c.a.profile}
	if !o.AWS && o.EndpointURL == "" {
		o.Emulator = c.engine
	}
	conn, err := ddb.Open(ctx, o, optFns...)
	if err == nil {
		c.all = append(c.all, conn)
	}
	return conn, err
}

func (c *loadConns) close() error {
	var failed []error
	for _, conn := range c.all {
		failed = append(failed, conn.Close())
	}
	return errors.Join(failed...)
}

// loadBars shows how far each design is, on a terminal only.
type loadBars struct {
	container *mpb.Progress // nil without a terminal
	total     int64
	bars      map[string]*mpb.Bar
}

func newLoadBars(w io.Writer, plan *load.Plan) *loadBars {
	b := &loadBars{bars: map[string]*mpb.Bar{}, total: plan.Requests()}
	if file, ok := w.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		b.container = mpb.New(mpb.WithOutput(w), mpb.WithWidth(60))
	}
	return b
}

func (b *loadBars) show(design string, sent int64) {
	if b.container == nil {
		return
	}
	bar := b.bars[design]
	if bar == nil {
		bar = b.container.AddBar(b.total,
			mpb.PrependDecorators(decor.Name(design, decor.WCSyncSpaceR)),
			mpb.AppendDecorators(decor.CountersNoUnit("%d of %d")))
		b.bars[design] = bar
	}
	bar.SetCurrent(min(sent, b.total))
}

// close leaves the bars as they are.
func (b *loadBars) close() {
	if b.container == nil {
		return
	}
	for _, bar := range b.bars {
		bar.Abort(false)
	}
	b.container.Wait()
}

// realFigures are the lines that only a run on the wall clock has.
func realFigures() []figure {
	return []figure{
		{"virtual: accepted", func(d load.Result) string { return load.Thousands(d.Observed.Virtual.Accepted) }},
		{"  throttled attempts", func(d load.Result) string { return load.Thousands(d.Observed.Virtual.Throttled) }},
		{"  accepted, apart", func(d load.Result) string { return permille(d.Observed.OffPermille) }},
		{"sent late at most", func(d load.Result) string { return milliseconds(d.Observed.Late) }},
	}
}
