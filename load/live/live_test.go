package live_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/load/live"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newEngine returns an engine that is checked, and must have no table left, at the end of the test.
func newEngine(t *testing.T, o emulator.Options) *emulator.Server {
	t.Helper()
	engine := emulator.New(o)
	t.Cleanup(func() {
		tables, err := ddb.NewTables(engine.Client(), ddb.TableOptions{}).List(context.Background())
		if err != nil || len(tables) > 0 {
			t.Errorf("tables left: %v, %v", tables, err)
		}
		if err := errors.Join(engine.Check(), engine.Close()); err != nil {
			t.Error(err)
		}
	})
	return engine
}

func connect(engine *emulator.Server) live.Options {
	return live.Options{Connect: func(_ context.Context, optFns ...func(*dynamodb.Options)) (live.Client, error) {
		return engine.Client(optFns...), nil
	}}
}

func newPlan(t *testing.T, pattern int, o load.Options) *load.Plan {
	t.Helper()
	plan, err := load.NewPlan(pattern, o)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// Below all limits, each request is accepted at its first attempt, whatever the design.
func TestRun(t *testing.T) {
	for _, pattern := range []int{34, 35, 36, 37} {
		engine := newEngine(t, emulator.Options{Limits: &emulator.Limits{}})
		plan := newPlan(t, pattern, load.Options{Rate: 100, For: 300 * time.Millisecond, Read: 500, Write: 500})
		report, err := live.Run(t.Context(), plan, "an engine", connect(engine))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&load.Real{Engine: "an engine"}, report.Real); diff != "" {
			t.Error(diff)
		}
		for _, d := range report.Designs {
			if d.Offered != 30 || d.Accepted+d.Waiting != 30 || d.Throttled != 0 || d.Observed.Virtual.Offered != 30 {
				t.Errorf("%d %s: %+v", pattern, d.Name, d.Count)
			}
		}
	}
}

// A table with little capacity refuses; the client's retries are counted as attempts.
func TestThrottled(t *testing.T) {
	engine := newEngine(t, emulator.Options{Limits: &emulator.Limits{}})
	plan := newPlan(t, 35, load.Options{Rate: 300, For: time.Second, Read: 10, Write: 10, ItemSize: 1000})
	var told []int64
	o := connect(engine)
	o.Progress = func(_ string, sent int64) { told = append(told, sent) }
	report, err := live.Run(t.Context(), plan, "", o)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range report.Designs {
		c := d.Count
		switch {
		case c.Offered != 300 || c.Accepted+c.Refused+c.Waiting != 300:
			t.Errorf("%s: %+v does not add up", d.Name, c)
		case c.Throttled == 0 || c.Attempts <= c.Offered || c.Attempts < c.Throttled+c.Accepted:
			t.Errorf("%s: attempts %+v", d.Name, c)
		case c.Accepted < 10 || c.Accepted > 40:
			t.Errorf("%s: %d accepted of 10 a second and the 10 of one second before", d.Name, c.Accepted)
		}
	}
	if n := len(told); n < 6 || told[n-1] != 300 {
		t.Errorf("progress %v", told)
	}
}

// Anything but throttling ends the run, with the call named, and the table is dropped.
func TestFailure(t *testing.T) {
	engine := newEngine(t, emulator.Options{Faults: func(c emulator.Call) *emulator.Fault {
		if c.Operation == "PutItem" {
			return &emulator.Fault{Code: "AccessDeniedException", Message: "not you"}
		}
		return nil
	}})
	_, err := live.Run(t.Context(), newPlan(t, 35, load.Options{Rate: 100, For: time.Minute}), "", connect(engine))
	if want := "put item in p35-load: AccessDeniedException: not you"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestInterrupted(t *testing.T) {
	engine := newEngine(t, emulator.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	o := connect(engine)
	o.Progress = func(string, int64) { cancel() }
	_, err := live.Run(ctx, newPlan(t, 37, load.Options{Rate: 100, For: time.Minute}), "", o)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestNoEngine(t *testing.T) {
	refused := errors.New("nobody there")
	_, err := live.Run(t.Context(), newPlan(t, 36, load.Options{Rate: 1, For: time.Second}), "", live.Options{
		Connect: func(context.Context, ...func(*dynamodb.Options)) (live.Client, error) { return nil, refused },
	})
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}
