package highcardinality_test

import (
	"context"
	"fmt"
	"io"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Run gives figures; what it prints is up to the stage.
func Example() {
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	stage := transcript.New(io.Discard, transcript.Options{})
	res, err := highcardinality.Run(context.Background(), engine.Client(), stage, highcardinality.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("key = status: %v\n", res.Statuses)
	fmt.Printf("key = customer: %d keys, at most %d orders on one\n", res.Customers, res.MaxOrders)
	fmt.Printf("PENDING on each index shard: %v, in all %d\n", res.PendingOn, len(res.PendingKeys))
	// Output:
	// key = status: [{SHIPPED 336} {PENDING 333} {DELIVERED 331}]
	// key = customer: 290 keys, at most 9 orders on one
	// PENDING on each index shard: [76 91 76 90], in all 333
}
