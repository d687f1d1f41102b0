package timeseries_test

import (
	"fmt"
	"time"

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
