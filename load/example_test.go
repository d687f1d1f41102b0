package load_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/ddbpatterns/ddbpatterns/load"
)

// Ten seconds of 4,000 writes a second, to one key and to ten.
func Example() {
	report, err := load.Run(context.Background(), 35, load.Options{Rate: 4000, For: 10 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range report.Designs[:2] {
		fmt.Printf("%s: %s of %s accepted, %d of %d partitions used\n", d.Name,
			load.Thousands(d.Accepted), load.Thousands(d.Offered), d.Table.Used, d.Table.Partitions)
	}
	fmt.Println(report.Designs[0].Verdict)
	// Output:
	// one key: 10,000 of 40,000 accepted, 1 of 4 partitions used
	// random suffix: 29,874 of 40,000 accepted, 4 of 4 partitions used
	// the table is at 25 % of its capacity, the partition of EVENTS#2026-10-20 is at 100 %: 3,000 of 4,000 writes a second are refused; N = 5 suffixes would carry them, each on a partition of its own, which the table gets by splits after 5 to 12 minutes of heat each.
}

// The events of a run can be offered to something else than the model.
func ExamplePlan_Traffic() {
	plan, err := load.NewPlan(34, load.Options{Rate: 2, For: time.Second})
	if err != nil {
		log.Fatal(err)
	}
	traffic := plan.Traffic()
	for e, ok := traffic.Next(); ok; e, ok = traffic.Next() {
		for _, d := range plan.Designs[:2] {
			r := d.Request(e)
			fmt.Println(e.At, r.Partition, r.Sort)
		}
	}
	// Output:
	// 0s STATUS#PENDING 000000000000
	// 0s CUSTOMER#c192 000000000000
	// 500ms STATUS#PENDING 000000000001
	// 500ms CUSTOMER#c27 000000000001
}
