package streams

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// iteratorLife is how long an iterator can be used (API reference, GetShardIterator).
const iteratorLife = 15 * time.Minute

// iterator is a place in a shard, as it travels inside a ShardIterator.
type iterator struct {
	Shard   string
	Next    uint64 // the number of the first record not read
	Horizon bool   // begins at the oldest record, whichever that is by then
	Issued  int64  // milliseconds since 1970
}

// encode appends what the iterator holds to the stream's ARN, which is the form
// that DynamoDB's iterators have.
func (it iterator) encode(arn string) string {
	body, _ := json.Marshal(it) // a string and numbers: cannot fail
	return arn + "|1|" + base64.RawURLEncoding.EncodeToString(body)
}

func decodeIterator(s string) (arn string, it iterator, err error) {
	arn, rest, ok := strings.Cut(s, "|1|")
	body, bad := base64.RawURLEncoding.DecodeString(rest)
	if !ok || bad != nil || json.Unmarshal(body, &it) != nil {
		return "", it, fault.Validation("Invalid ShardIterator")
	}
	return arn, it, nil
}

type iteratorRequest struct{ StreamArn, ShardId, ShardIteratorType, SequenceNumber *string }

type iteratorAnswer struct{ ShardIterator string }

func (s *Set) getShardIterator(q *iteratorRequest) (any, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	st := s.find(*q.StreamArn)
	if st == nil {
		return nil, streamNotFound(*q.StreamArn)
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	sh := st.shard(*q.ShardId)
	if sh == nil {
		return nil, shardNotFound(*q.ShardId, st.ARN)
	}
	now := s.opts.Now()
	sh.trim(now)
	it, err := st.place(sh, q)
	if err != nil {
		return nil, err
	}
	it.Issued = now.UnixMilli()
	return iteratorAnswer{it.encode(st.ARN)}, nil
}

func (q *iteratorRequest) check() error {
	var c fault.Constraints
	length(&c, q.StreamArn, "streamArn", true, 37, 1024)
	length(&c, q.ShardId, "shardId", true, 28, 65)
	if q.ShardIteratorType == nil {
		c.NotNull("shardIteratorType")
	} else {
		c.Enum(*q.ShardIteratorType, "shardIteratorType", "AFTER_SEQUENCE_NUMBER", "AT_SEQUENCE_NUMBER", "LATEST", "TRIM_HORIZON")
	}
	length(&c, q.SequenceNumber, "sequenceNumber", false, 21, 40)
	return c.Err()
}

// place works out where the iterator begins.
func (st *Stream) place(sh *shard, q *iteratorRequest) (iterator, error) {
	it := iterator{Shard: sh.id}
	switch *q.ShardIteratorType {
	case "TRIM_HORIZON":
		it.Horizon = true
		return it, nil
	case "LATEST":
		it.Next = st.last + 1
		return it, nil
	}
	if q.SequenceNumber == nil {
		return it, fault.Validation("SequenceNumber is required for ShardIteratorType %s", *q.ShardIteratorType)
	}
	n, ok := parseSequence(*q.SequenceNumber)
	switch {
	case !ok || n > st.last:
		return it, fault.Validation("Invalid SequenceNumber: %s", *q.SequenceNumber)
	case n <= sh.trimmed:
		return it, trimmed()
	}
	it.Next = n
	if *q.ShardIteratorType == "AFTER_SEQUENCE_NUMBER" {
		it.Next++
	}
	return it, nil
}

func parseSequence(s string) (uint64, bool) {
	if len(s) != 21 || s[0] != '1' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[1:], 10, 64)
	return n, err == nil && n >= firstNumber
}

func (st *Stream) shard(id string) *shard {
	for i := range st.shards {
		if st.shards[i].id == id {
			return &st.shards[i]
		}
	}
	return nil
}
