package timeseries_test

import (
	"context"
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/timeseries"
)

// A job that drops old monthly tables: what it may drop is worked out first, from
// all the names there are.
func ExampleRetention() {
	r := timeseries.Retention{Base: "metrics-", Months: 2}
	tables := []string{"metrics-2026-08", "metrics-2026-09", "metrics-2026-10", "metrics-ttl", "orders-2020-01"}
	expired, err := r.Expired(tables, time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC))
	fmt.Println(expired, err)
	// Output:
	// [metrics-2026-08] <nil>
}

// The job that a series of monthly tables needs, run a month later and then again.
func ExampleKeeper() {
	ctx := context.Background()
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	client := engine.Client()
	tables := ddb.NewTables(client, ddb.TableOptions{Keep: true})
	// The table with the item that writers read: PK and SK, both strings.
	if err := tables.Create(ctx, pkAndSK("writers")); err != nil {
		fmt.Println(err)
		return
	}
	k := timeseries.Keeper{
		Client: client, Tables: tables,
		Retention: timeseries.Retention{Base: "metrics-", Months: 1}, Pointer: "writers",
		Full: timeseries.Capacity{Read: 10, Write: 10}, Low: timeseries.Capacity{Read: 5, Write: 1},
	}
	for _, month := range []time.Month{10, 11, 11} {
		done, err := k.Rotate(ctx, time.Date(2026, month, 1, 0, 0, 0, 0, time.UTC))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("made %v, writers in %s, dropped %v\n", done.Made, done.Current, done.Dropped)
	}
	// Output:
	// made [metrics-2026-10 metrics-2026-11], writers in metrics-2026-10, dropped []
	// made [metrics-2026-12], writers in metrics-2026-11, dropped [metrics-2026-10]
	// made [], writers in metrics-2026-11, dropped []
}
