package streams

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

const maxListed = 100 // streams or shards in one answer

type listRequest struct {
	TableName               *string
	Limit                   *int64
	ExclusiveStartStreamArn *string
}

type listAnswer struct {
	Streams                []listed
	LastEvaluatedStreamArn string `json:",omitempty"`
}

type listed struct{ StreamArn, TableName, StreamLabel string }

func (s *Set) listStreams(q *listRequest) (any, error) {
	var c fault.Constraints
	length(&c, q.TableName, "tableName", false, 1, 1024)
	length(&c, q.ExclusiveStartStreamArn, "exclusiveStartStreamArn", false, 37, 1024)
	limit(&c, q.Limit, maxListed)
	if err := c.Err(); err != nil {
		return nil, err
	}
	a := listAnswer{Streams: []listed{}}
	most := orElse(q.Limit, maxListed)
	for _, st := range s.all(text(q.TableName)) {
		if st.ARN <= text(q.ExclusiveStartStreamArn) {
			continue
		}
		if len(a.Streams) == most {
			a.LastEvaluatedStreamArn = a.Streams[most-1].StreamArn
			break
		}
		a.Streams = append(a.Streams, listed{st.ARN, st.Table, st.Label})
	}
	return a, nil
}

type describeRequest struct {
	StreamArn             *string
	Limit                 *int64
	ExclusiveStartShardId *string
	ShardFilter           *shardFilter
}

type shardFilter struct{ Type, ShardId *string }

type describeAnswer struct{ StreamDescription description }

type description struct {
	StreamArn               string
	StreamLabel             string
	StreamStatus            string
	StreamViewType          View
	CreationRequestDateTime float64 // seconds since 1970
	TableName               string
	KeySchema               []keyElement
	Shards                  []shardAnswer
	LastEvaluatedShardId    string `json:",omitempty"`
}

type keyElement struct{ AttributeName, KeyType string }

type shardAnswer struct {
	ShardId             string
	SequenceNumberRange sequenceRange
}

type sequenceRange struct {
	StartingSequenceNumber string
	EndingSequenceNumber   string `json:",omitempty"` // of a closed shard
}

func (s *Set) describeStream(q *describeRequest) (any, error) {
	var c fault.Constraints
	length(&c, q.StreamArn, "streamArn", true, 37, 1024)
	length(&c, q.ExclusiveStartShardId, "exclusiveStartShardId", false, 28, 65)
	limit(&c, q.Limit, maxListed)
	if q.ShardFilter != nil {
		c.Enum(text(q.ShardFilter.Type), "shardFilter.type", "CHILD_SHARDS")
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	st := s.find(*q.StreamArn)
	if st == nil {
		return nil, streamNotFound(*q.StreamArn)
	}
	return describeAnswer{st.describe(q)}, nil
}

func (st *Stream) describe(q *describeRequest) description {
	st.mu.RLock()
	defer st.mu.RUnlock()
	d := description{
		StreamArn:               st.ARN,
		StreamLabel:             st.Label,
		StreamStatus:            st.status(),
		StreamViewType:          st.View,
		CreationRequestDateTime: float64(st.created.UnixMilli()) / 1000,
		TableName:               st.Table,
		KeySchema:               []keyElement{{st.keys.Partition.Name, "HASH"}},
		Shards:                  []shardAnswer{},
	}
	if st.keys.HasSort() {
		d.KeySchema = append(d.KeySchema, keyElement{st.keys.Sort.Name, "RANGE"})
	}
	if q.ShardFilter != nil { // asks for the children of a shard, and there are none
		return d
	}
	most := orElse(q.Limit, maxListed)
	for _, sh := range st.shards {
		if sh.id <= text(q.ExclusiveStartShardId) {
			continue
		}
		if len(d.Shards) == most {
			d.LastEvaluatedShardId = d.Shards[most-1].ShardId
			break
		}
		d.Shards = append(d.Shards, shardAnswer{sh.id, st.numbers(&sh)})
	}
	return d
}

// numbers is the range of a shard's sequence numbers.
func (st *Stream) numbers(sh *shard) sequenceRange {
	r := sequenceRange{StartingSequenceNumber: sequence(sh.trimmed + firstNumber)}
	if len(sh.records) > 0 {
		r.StartingSequenceNumber = sequence(sh.records[0].number)
	}
	if !st.disabled.IsZero() {
		r.EndingSequenceNumber = sequence(max(st.last, firstNumber))
	}
	return r
}
