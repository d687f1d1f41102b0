package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Answers are objects written member by member, each followed by a comma.

// closeObject ends an object whose last member may have left a comma.
func closeObject(out []byte) []byte {
	if out[len(out)-1] == ',' {
		out = out[:len(out)-1]
	}
	return append(out, '}')
}

// closeArray ends an array whose last element may have left a comma.
func closeArray(out []byte) []byte {
	if out[len(out)-1] == ',' {
		out = out[:len(out)-1]
	}
	return append(out, ']')
}

// answerWrite appends the answer to a single write.
func (q *request) answerWrite(o outcome, out []byte) []byte {
	out = append(out, '{')
	if it := q.returned(o); it != "" {
		out = append(it.AppendJSON(append(out, `"Attributes":`...)), ',')
	}
	if q.returnCapacity.given {
		out = o.cost(single).append(out, q.returnCapacity.string)
	}
	if q.returnMetrics.string == "SIZE" {
		out = append(o.appendMetrics(append(out, `"ItemCollectionMetrics":`...)), ',')
	}
	return closeObject(out)
}

// returned is what ReturnValues asks for; missing where there is nothing.
func (q *request) returned(o outcome) value.Item {
	switch q.returnValues.string {
	case "ALL_OLD":
		return o.before
	case "ALL_NEW":
		return o.after
	case "UPDATED_OLD":
		return nonEmpty(o.update.Touched().Apply(o.before))
	case "UPDATED_NEW":
		return nonEmpty(o.update.Touched().Apply(o.after))
	}
	return ""
}

func nonEmpty(it value.Item) value.Item {
	if it.Len() == 0 {
		return ""
	}
	return it
}
