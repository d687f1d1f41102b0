package streams

import (
	"sort"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// A page of records (API reference, GetRecords).
const (
	maxRecords = 1000
	maxBytes   = 1 << 20
)

type recordsRequest struct {
	ShardIterator *string
	Limit         *int64
}

type recordsAnswer struct {
	Records           []recordAnswer
	NextShardIterator string `json:",omitempty"` // missing at the end of a closed shard
}

func (s *Set) getRecords(q *recordsRequest) (any, error) {
	var c fault.Constraints
	length(&c, q.ShardIterator, "shardIterator", true, 1, 2048)
	limit(&c, q.Limit, maxRecords)
	if err := c.Err(); err != nil {
		return nil, err
	}
	arn, it, err := decodeIterator(*q.ShardIterator)
	if err != nil {
		return nil, err
	}
	now := s.opts.Now()
	if now.Sub(time.UnixMilli(it.Issued)) > iteratorLife {
		return nil, &fault.Error{Code: "ExpiredIteratorException", Message: "The provided iterator exceeds the maximum age allowed."}
	}
	st := s.find(arn)
	if st == nil {
		return nil, streamNotFound(arn)
	}
	return st.read(it, orElse(q.Limit, maxRecords), now)
}

// read answers one page from the iterator on.
func (st *Stream) read(it iterator, most int, now time.Time) (any, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	sh := st.shard(it.Shard)
	if sh == nil {
		return nil, shardNotFound(it.Shard, st.ARN)
	}
	sh.trim(now)
	if it.Next <= sh.trimmed {
		if !it.Horizon {
			return nil, trimmed()
		}
		it.Next = sh.trimmed + 1
	}
	page := sh.page(it.Next, most)
	a := recordsAnswer{Records: make([]recordAnswer, len(page))}
	for i := range page {
		a.Records[i] = st.answer(&page[i])
	}
	next := iterator{Shard: sh.id, Next: max(it.Next, firstNumber), Issued: now.UnixMilli()}
	if n := len(page); n > 0 {
		next.Next = page[n-1].number + 1
	} else {
		next.Horizon = it.Horizon // still before the first record
	}
	if st.disabled.IsZero() || len(sh.page(next.Next, 1)) > 0 {
		a.NextShardIterator = next.encode(st.ARN)
	}
	return a, nil
}

// page is the records from number on, as many as one answer holds.
func (sh *shard) page(number uint64, most int) []record {
	from := sort.Search(len(sh.records), func(i int) bool { return sh.records[i].number >= number })
	rest := sh.records[from:]
	bytes := 0
	for i := range rest {
		if bytes += rest[i].size(); i == most || i > 0 && bytes > maxBytes {
			return rest[:i]
		}
	}
	return rest
}
