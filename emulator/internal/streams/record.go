package streams

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// record is one change.
type record struct {
	number        uint64
	at            time.Time
	event         string
	byTTL         bool
	keys          value.Item
	before, after value.Item // as far as the stream's view holds them
}

func event(before, after value.Item) string {
	switch {
	case before == "":
		return "INSERT"
	case after == "":
		return "REMOVE"
	}
	return "MODIFY"
}

// size is the bytes that count towards a page of records.
func (r *record) size() int { return r.keys.Size() + r.before.Size() + r.after.Size() }

// sequence is a record's number on the wire.
func sequence(n uint64) string { return fmt.Sprintf(numberFormat, n) }

// recordAnswer is a record as GetRecords shows it.
type recordAnswer struct {
	EventID      string       `json:"eventID"`
	EventName    string       `json:"eventName"`
	EventVersion string       `json:"eventVersion"`
	EventSource  string       `json:"eventSource"`
	Region       string       `json:"awsRegion"`
	Change       changeAnswer `json:"dynamodb"`
	Identity     *identity    `json:"userIdentity,omitempty"`
}

type changeAnswer struct {
	ApproximateCreationDateTime int64 // seconds since 1970
	Keys                        json.RawMessage
	NewImage                    json.RawMessage `json:",omitempty"`
	OldImage                    json.RawMessage `json:",omitempty"`
	SequenceNumber              string
	SizeBytes                   int
	StreamViewType              View
}

// identity is who made the change, where it was not a user.
type identity struct{ PrincipalId, Type string }

func (st *Stream) answer(r *record) recordAnswer {
	a := recordAnswer{
		EventID:      eventID(st.ARN, r.number),
		EventName:    r.event,
		EventVersion: "1.1",
		EventSource:  "aws:dynamodb",
		Region:       st.set.opts.Region,
		Change: changeAnswer{
			ApproximateCreationDateTime: r.at.Unix(),
			Keys:                        r.keys.AppendJSON(nil),
			NewImage:                    image(r.after),
			OldImage:                    image(r.before),
			SequenceNumber:              sequence(r.number),
			SizeBytes:                   r.size(),
			StreamViewType:              st.View,
		},
	}
	if r.byTTL {
		a.Identity = &identity{PrincipalId: "dynamodb.amazonaws.com", Type: "Service"}
	}
	return a
}

func image(it value.Item) json.RawMessage {
	if it == "" {
		return nil
	}
	return it.AppendJSON(nil)
}

// eventID is the same for the same record each time that it is read.
func eventID(arn string, number uint64) string {
	h := fnv.New128a()
	fmt.Fprintf(h, "%s#%d", arn, number)
	return fmt.Sprintf("%x", h.Sum(nil))
}
