package ddb

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// batchItems is the most requests of one BatchWriteItem: API reference.
	batchItems = 25

	// batchBytes is under the most a request may hold, 16 MB, by the room that
	// its frame and table name need.
	batchBytes = 16<<20 - 1<<10

	// maxFruitless is how many times in a row a batch is sent without a single
	// item accepted; with resending's lengths that is about 15 s.
	maxFruitless = 10
)

// BatchWriter is what WriteBatches needs of a client; *dynamodb.Client has it.
type BatchWriter interface {
	BatchWriteItem(context.Context, *dynamodb.BatchWriteItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error)
}

// UnwrittenError is a batch that was not accepted whole although it was sent
// again and again.
type UnwrittenError struct {
	Table    string
	Left     int   // items not accepted
	Attempts int   // the last ones in a row, none of which got an item accepted
	Err      error // the last answer's throttling error; nil if it was a success with UnprocessedItems
}

// Error says how many items are left.
func (e *UnwrittenError) Error() string {
	text := fmt.Sprintf("write batch to %s: %d items still not accepted after %d attempts", e.Table, e.Left, e.Attempts)
	if e.Err != nil {
		text += ": " + reason(e.Err)
	}
	return text
}

// Unwrap returns the SDK's throttling error, if there was one.
func (e *UnwrittenError) Unwrap() error { return e.Err }

// WriteBatches puts items into table, 25 a call or fewer where 25 would pass
// the 16 MB of a request. keys are the names of the table's key attributes.
// What a call leaves unprocessed is sent again after a growing, jittered wait,
// before anything else is sent; a batch of which nothing is accepted ten times
// in a row ends the writing with an [*UnwrittenError].
//
// An item whose key came before is a [*DuplicateKeyError], and neither it nor
// its batch is sent: DynamoDB refuses a batch that holds a key twice, and lets
// the second item replace the first without a word if a batch ends between
// them.
//
// written counts the items accepted, also when err is not nil.
func WriteBatches(
	ctx context.Context, client BatchWriter, table string, keys []string,
	items iter.Seq[map[string]types.AttributeValue],
) (written int, err error) {
	w := batchWriter{client: client, table: table, resending: backoff{base: 50 * time.Millisecond, most: 4 * time.Second}}
	return w.write(ctx, keys, items)
}

type batchWriter struct {
	client    BatchWriter
	table     string
	resending backoff
	written   int
}

func (w *batchWriter) write(
	ctx context.Context, keys []string, items iter.Seq[map[string]types.AttributeValue],
) (int, error) {
	seen := newSeen(w.table, keys)
	var batch []types.WriteRequest
	bytes := 0
	for item := range items {
		if err := seen.add(item); err != nil {
			return w.written, err
		}
		size := wireSize(item)
		if len(batch) == batchItems || len(batch) > 0 && bytes+size > batchBytes {
			if err := w.send(ctx, batch); err != nil {
				return w.written, err
			}
			batch, bytes = nil, 0
		}
		batch = append(batch, types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
		bytes += size
	}
	return w.written, w.send(ctx, batch)
}

// send sends one batch until all of it is accepted.
func (w *batchWriter) send(ctx context.Context, batch []types.WriteRequest) error {
	for fruitless := 0; len(batch) > 0; {
		left, throttled, err := w.attempt(ctx, batch)
		if err != nil {
			return err
		}
		w.written += len(batch) - len(left)
		if len(left) < len(batch) {
			fruitless = 0
		} else {
			fruitless++
		}
		if batch = left; len(batch) == 0 {
			return nil
		}
		if fruitless == maxFruitless {
			return &UnwrittenError{Table: w.table, Left: len(batch), Attempts: fruitless, Err: throttled}
		}
		if err := w.resending.wait(ctx, fruitless); err != nil {
			return fmt.Errorf("write batch to %s: %d items not accepted yet: %w", w.table, len(batch), err)
		}
	}
	return nil
}

// attempt sends a batch once and returns what is left of it. A throttling error
// means that nothing was accepted, as it does in DynamoDB.
func (w *batchWriter) attempt(
	ctx context.Context, batch []types.WriteRequest,
) (left []types.WriteRequest, throttled, err error) {
	out, err := w.client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{w.table: batch},
	})
	if err != nil && isThrottle(err) {
		return batch, err, nil
	}
	if err == nil {
		err = w.checkLeft(out.UnprocessedItems, len(batch))
	}
	if err != nil {
		return nil, nil, &CallError{Op: "write batch to", Table: w.table, Err: err}
	}
	return out.UnprocessedItems[w.table], nil, nil
}

// checkLeft refuses an answer from which what is left cannot be told, since a
// miscount would lose items.
func (w *batchWriter) checkLeft(unprocessed map[string][]types.WriteRequest, sent int) error {
	for table, requests := range unprocessed {
		if table != w.table {
			return fmt.Errorf("the answer holds unprocessed items of another table, %s", table)
		}
		if len(requests) > sent {
			return fmt.Errorf("the answer holds %d unprocessed items of %d sent", len(requests), sent)
		}
	}
	return nil
}

func isThrottle(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return retry.IsErrorThrottles(retry.DefaultThrottles).IsErrorThrottle(err).Bool()
}
