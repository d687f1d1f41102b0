package timeseries_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

// october is the time of the job in these tests.
func october() time.Time { return time.Date(2026, 10, 20, 6, 0, 0, 0, time.UTC) }

// newEngine is an engine with the table that writers are pointed from.
func newEngine(t *testing.T, o emulator.Options) *emulator.Server {
	t.Helper()
	engine := emulator.New(o)
	t.Cleanup(func() {
		if err := errors.Join(engine.Check(), engine.Close()); err != nil {
			t.Error(err)
		}
	})
	makeTable(t, engine, "writers", types.BillingModePayPerRequest)
	return engine
}

func makeTable(t *testing.T, engine *emulator.Server, name string, mode types.BillingMode) {
	t.Helper()
	in := pkAndSK(name)
	if in.BillingMode = mode; mode == types.BillingModeProvisioned {
		in.ProvisionedThroughput = &types.ProvisionedThroughput{ReadCapacityUnits: aws.Int64(10), WriteCapacityUnits: aws.Int64(10)}
	}
	if err := ddb.NewTables(engine.Client(), ddb.TableOptions{}).Create(t.Context(), in); err != nil {
		t.Fatal(err)
	}
}

// pkAndSK is a table on demand whose key is PK and SK, both strings.
func pkAndSK(name string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName: aws.String(name), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("SK"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange},
		},
	}
}

// keep is a keeper of its own, as on a machine of its own.
func keep(engine *emulator.Server, base string, optFns ...func(*dynamodb.Options)) timeseries.Keeper {
	client := engine.Client(optFns...)
	return timeseries.Keeper{
		Client: client, Tables: ddb.NewTables(client, ddb.TableOptions{}),
		Retention: timeseries.Retention{Base: base, Months: 2}, Pointer: "writers",
		Full: timeseries.Capacity{Read: 10, Write: 10}, Low: timeseries.Capacity{Read: 5, Write: 1},
	}
}

func tablesOf(t *testing.T, engine *emulator.Server) []string {
	t.Helper()
	names, err := ddb.NewTables(engine.Client(), ddb.TableOptions{}).List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestRotateMonthByMonth(t *testing.T) {
	engine := newEngine(t, emulator.Options{})
	k := keep(engine, "m-")
	for _, tt := range []struct {
		now  time.Time
		want timeseries.Rotation
	}{
		{october(), timeseries.Rotation{Made: []string{"m-2026-10", "m-2026-11"}, Current: "m-2026-10", Moved: true}},
		{october().AddDate(0, 0, 11), timeseries.Rotation{Current: "m-2026-10"}}, // the 31st
		{october().AddDate(0, 1, 0), timeseries.Rotation{
			Made: []string{"m-2026-12"}, Current: "m-2026-11", Moved: true, Lowered: []string{"m-2026-10"},
		}},
		{october().AddDate(0, 2, 0), timeseries.Rotation{
			Made: []string{"m-2027-01"}, Current: "m-2026-12", Moved: true,
			Lowered: []string{"m-2026-11"}, Dropped: []string{"m-2026-10"},
		}},
		// The job has not run for half a year.
		{october().AddDate(0, 8, 0), timeseries.Rotation{
			Made: []string{"m-2027-06", "m-2027-07"}, Current: "m-2027-06", Moved: true,
			Dropped: []string{"m-2026-11", "m-2026-12", "m-2027-01"},
		}},
	} {
		got, err := k.Rotate(t.Context(), tt.now)
		if err != nil {
			t.Fatal(err)
		}
		patterntest.Equal(t, tt.want, got)
		writing, err := k.Writing(t.Context())
		patterntest.Equal(t, []string{tt.want.Current, ""}, []string{writing, said(err)})
	}
}

// Several people run the job at the same moment, on tables that take a while to
// change: together they do everything once, and nobody gets an error.
func TestRotateByManyAtOnce(t *testing.T) {
	for range 5 {
		engine := newEngine(t, emulator.Options{CreateDelay: 5 * time.Millisecond, DeleteDelay: 5 * time.Millisecond})
		for _, name := range []string{"m-2026-07", "m-2026-08", "m-2026-09", "m-2026-10"} {
			makeTable(t, engine, name, types.BillingModeProvisioned)
		}
		var wg sync.WaitGroup
		done := make([]timeseries.Rotation, 3)
		for n := range done {
			wg.Go(func() {
				var err error
				if done[n], err = keep(engine, "m-").Rotate(t.Context(), october()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		var made, moved, lowered []string
		for _, d := range done {
			made, lowered = append(made, d.Made...), append(lowered, d.Lowered...)
			if d.Moved {
				moved = append(moved, d.Current)
			}
		}
		patterntest.Equal(t, [][]string{{"m-2026-11"}, {"m-2026-10"}, {"m-2026-09", "m-2026-10", "m-2026-11", "writers"}},
			[][]string{made, moved, tablesOf(t, engine)})
		// The change itself is the same twice, so two may believe it was theirs.
		patterntest.Equal(t, []string{"m-2026-09"}, slices.Compact(lowered))
	}
}

// An empty beginning would match every table: nothing is even asked.
func TestRotateRefusesEveryTable(t *testing.T) {
	engine := newEngine(t, emulator.Options{})
	makeTable(t, engine, "2020-01", types.BillingModeProvisioned)
	k := keep(engine, "", patterntest.FailOn(func(any) error { return errors.New("a call was made") }))
	_, err := k.Rotate(t.Context(), october())
	patterntest.Equal(t, "retention needs the beginning of its tables' names: with none, any table could be dropped", said(err))
	k.Retention = timeseries.Retention{Base: "m-"}
	_, err = k.Rotate(t.Context(), october())
	patterntest.Equal(t, "retention must keep at least 1 month, got 0", said(err))
	patterntest.Equal(t, []string{"2020-01", "writers"}, tablesOf(t, engine))
}

// Names come 100 a page; the tables to drop lie on all of three.
func TestRotatePages(t *testing.T) {
	engine := newEngine(t, emulator.Options{})
	for n := range 240 {
		makeTable(t, engine, fmt.Sprintf("a-other-%03d", n), types.BillingModePayPerRequest)
	}
	for p := month(2023, 1); p != month(2026, 10); p = p.Add(1) {
		makeTable(t, engine, "m-"+p.String(), types.BillingModeProvisioned)
	}
	got, err := keep(engine, "m-").Rotate(t.Context(), october())
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, []any{44, "m-2023-01", "m-2026-08", []string{"m-2026-09"}},
		[]any{len(got.Dropped), got.Dropped[0], got.Dropped[43], got.Lowered})
	patterntest.Equal(t, 240+len([]string{"m-2026-09", "m-2026-10", "m-2026-11", "writers"}), len(tablesOf(t, engine)))
}

// A clock that is behind would make old tables and, ahead of the drop, point
// writers back. It is told.
func TestRotateWithAClockBehind(t *testing.T) {
	engine := newEngine(t, emulator.Options{})
	if _, err := keep(engine, "m-").Rotate(t.Context(), october()); err != nil {
		t.Fatal(err)
	}
	before := tablesOf(t, engine)
	_, err := keep(engine, "m-").Rotate(t.Context(), october().AddDate(0, -4, 0))
	patterntest.Equal(t, "the clock says 2026-06, but writers are already in 2026-10: nothing was changed", said(err))
	patterntest.Equal(t, before, tablesOf(t, engine))
}

// Somebody with a later clock moves writers between our look and our move.
func TestRotateOvertaken(t *testing.T) {
	for later, want := range map[string]string{
		"2026-10": "",
		"2026-12": "the clock says 2026-10, but writers are already in 2026-12: nothing was changed",
	} {
		engine := newEngine(t, emulator.Options{})
		other := engine.Client()
		k := keep(engine, "m-", patterntest.FailOn(func(in any) error {
			if !patterntest.Is[*dynamodb.UpdateItemInput](in) {
				return nil
			}
			_, err := other.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("writers"), Item: pointer(later)})
			return err
		}))
		got, err := k.Rotate(t.Context(), october())
		patterntest.Equal(t, []any{want, false}, []any{said(err), got.Moved})
	}
}

func pointer(period string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"PK":     &types.AttributeValueMemberS{Value: "WRITERS"},
		"SK":     &types.AttributeValueMemberS{Value: "PERIOD"},
		"period": &types.AttributeValueMemberS{Value: period},
	}
}

func TestWritingNowhere(t *testing.T) {
	engine := newEngine(t, emulator.Options{})
	k := keep(engine, "m-")
	_, err := k.Writing(t.Context())
	patterntest.Equal(t, "writers points at no table yet", said(err))
	for want, item := range map[string]map[string]types.AttributeValue{
		`writers points at "soon", which is no period`: pointer("soon"),
		"writers points at nothing that is a period":   {"PK": pointer("")["PK"], "SK": pointer("")["SK"]},
	} {
		if _, err := engine.Client().PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("writers"), Item: item}); err != nil {
			t.Fatal(err)
		}
		_, err = k.Writing(t.Context())
		patterntest.Equal(t, want, said(err))
	}
}

// A table of that name which is not ours ends the job before anything is dropped.
func TestRotateMeetsAForeignTable(t *testing.T) {
	engine := newEngine(t, emulator.Options{})
	if err := ddb.NewTables(engine.Client(), ddb.TableOptions{}).Create(t.Context(), theirTable("m-2020-01")); err != nil {
		t.Fatal(err)
	}
	_, err := keep(engine, "m-").Rotate(t.Context(), october())
	patterntest.Equal(t, "table m-2020-01 is already there and is not ours: its key is (id HASH), not (PK HASH, SK RANGE)", said(err))
	patterntest.Equal(t, []string{"m-2020-01", "m-2026-10", "m-2026-11", "writers"}, tablesOf(t, engine))
}

// A table on demand has no capacity to lower; one that somebody is changing is
// looked at again, and at last given up.
func TestLower(t *testing.T) {
	busy := &types.ResourceInUseException{Message: aws.String("Table is being updated")}
	for _, tt := range []struct {
		mode    types.BillingMode
		refusal func(n int) error
		lowered []string
		err     string
	}{
		{types.BillingModePayPerRequest, func(int) error { return errors.New("cable cut") }, nil, ""},
		{types.BillingModeProvisioned, func(n int) error { return busyUntil(n, 3, busy) }, []string{"m-2026-09"}, ""},
		{types.BillingModeProvisioned, func(n int) error { return busy }, nil,
			"lower the capacity of m-2026-09: ResourceInUseException: Table is being updated"},
		{types.BillingModeProvisioned, func(int) error { return errors.New("cable cut") }, nil,
			"lower the capacity of m-2026-09: cable cut"},
	} {
		engine, n := newEngine(t, emulator.Options{}), 0
		makeTable(t, engine, "m-2026-09", tt.mode)
		got, err := keep(engine, "m-", patterntest.FailOn(func(in any) error {
			if !patterntest.Is[*dynamodb.UpdateTableInput](in) {
				return nil
			}
			n++
			return tt.refusal(n)
		})).Rotate(t.Context(), october())
		patterntest.Equal(t, []any{tt.lowered, tt.err}, []any{got.Lowered, said(err)})
	}
}

func busyUntil(n, last int, err error) error {
	if n > last {
		return nil
	}
	return err
}
