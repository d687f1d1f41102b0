package caching_test

import (
	"context"
	"fmt"
	"io"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// Run gives figures; what it prints is up to the stage.
func Example() {
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	stage := transcript.New(io.Discard, transcript.Options{})
	res, err := caching.Run(context.Background(), engine.Client(), stage, caching.Options{Reads: 1000})
	fmt.Printf("%+v %v\n", res, err)
	// Output:
	// {DynamoDBReads:1 CacheHits:999 Stale:10 Fresh:12 Written:15} <nil>
}
