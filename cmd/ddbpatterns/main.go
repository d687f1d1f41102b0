// Command ddbpatterns runs four DynamoDB scaling patterns and shows every call
// they send and what comes back.
//
// Standard output is the answer: the transcript, byte for byte the same on each
// engine. Standard error is the talk: notes, hints and errors. It exits with 0
// when done, 1 when something failed, 2 when it was misused and 130 when it was
// interrupted.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
