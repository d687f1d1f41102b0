package streams

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// Call answers an operation of the Streams API by its name. handled is false
// for any other operation. The answer is for json.Marshal; err is a *fault.Error
// or what package wire says of a body that cannot be read.
func (s *Set) Call(op string, body []byte) (answer any, handled bool, err error) {
	switch op {
	case "ListStreams":
		answer, err = call(body, s.listStreams)
	case "DescribeStream":
		answer, err = call(body, s.describeStream)
	case "GetShardIterator":
		answer, err = call(body, s.getShardIterator)
	case "GetRecords":
		answer, err = call(body, s.getRecords)
	default:
		return nil, false, nil
	}
	return answer, true, err
}

func call[R any](body []byte, do func(*R) (any, error)) (any, error) {
	q := new(R)
	if err := wire.Decode(body, q); err != nil {
		return nil, err
	}
	return do(q)
}

// length checks a text that may be required.
func length(c *fault.Constraints, v *string, path string, required bool, least, most int) {
	switch {
	case v != nil:
		c.Length(*v, path, least, most)
	case required:
		c.NotNull(path)
	}
}

// limit checks a page size.
func limit(c *fault.Constraints, v *int64, most int64) {
	if v != nil {
		c.Least(*v, "limit", 1)
		c.Most(*v, "limit", most)
	}
}

// orElse is the number given, or what it is without one.
func orElse(v *int64, otherwise int) int {
	if v == nil {
		return otherwise
	}
	return int(*v)
}

func text(v *string) string {
	if v == nil {
		return ""
	}
	return *v
}

func streamNotFound(arn string) error {
	return &fault.Error{Code: "ResourceNotFoundException", Message: "Requested resource not found: Stream: " + arn + " not found"}
}

func shardNotFound(id, arn string) error {
	return &fault.Error{Code: "ResourceNotFoundException", Message: "Requested resource not found: Shard: " + id + " in Stream: " + arn + " not found"}
}

func trimmed() error {
	return &fault.Error{Code: "TrimmedDataAccessException", Message: "The data you are trying to access has been trimmed."}
}
