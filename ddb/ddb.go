// Package ddb is what stands between a program and a DynamoDB engine: it opens
// a client, makes and guards tables, writes batches and words errors.
//
// [Open] reaches one of three engines: the embedded emulator (the zero
// [Options]), anything that speaks the API at a URL, or DynamoDB itself. What
// comes back is the SDK's own client in each case, so the code that uses it
// cannot tell them apart.
//
// [Tables] makes a run's tables and drops them at its end. A table that is
// already there is replaced only if it is ours; see [TableOptions].
//
// [WriteBatches] puts any number of items, 25 a call, and leaves none behind:
// DynamoDB may answer a batch with success and hand part of it back.
//
// # Cost
//
// Opening an endpoint costs one ListTables call. Making a table costs one
// DescribeTable call before it and at least one after it. WriteBatches keeps 16
// bytes for each item it has written, to notice a key that comes twice.
package ddb
