package live_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/load/live"
)

// Half a second of 100 writes a second to an engine with limits.
func Example() {
	plan, err := load.NewPlan(35, load.Options{Rate: 100, For: 500 * time.Millisecond})
	if err != nil {
		log.Fatal(err)
	}
	engine := emulator.New(emulator.Options{Limits: &emulator.Limits{}})
	defer engine.Close()

	report, err := live.Run(context.Background(), plan, "embedded engine", live.Options{
		Connect: func(_ context.Context, optFns ...func(*dynamodb.Options)) (live.Client, error) {
			return engine.Client(optFns...), nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range report.Designs {
		fmt.Printf("%s: %d writes offered, %d of them throttled\n", d.Name, d.Offered, d.Refused)
	}
	// Output:
	// one key: 50 writes offered, 0 of them throttled
	// random suffix: 50 writes offered, 0 of them throttled
	// calculated suffix: 50 writes offered, 0 of them throttled
}
