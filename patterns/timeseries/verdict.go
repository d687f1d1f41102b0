package timeseries

import (
	"math/big"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Verdict is what TTL makes of an item's expiry.
type Verdict int

// The verdicts. Only an item that is Due is ever deleted.
const (
	NoExpiry  Verdict = iota // the item has no such attribute
	NotNumber                // the attribute is text or anything else that is no number
	Later                    // its time has not come
	Due                      // expired: deleted within a few days
	TooOld                   // more than five years ago: taken for a mistake
)

// tooOld is how long ago an expiry is taken for a mistake: five years (DynamoDB
// Developer Guide, "Using time to live (TTL) in DynamoDB").
const tooOld = 5 * 365 * 24 * time.Hour

// Judge says what TTL makes of an attribute's value at the time now; a nil value is
// an attribute that is not there. The value must be a number of seconds since 1970.
// A number of milliseconds is one too: some 56,000 years from now.
func Judge(expiry types.AttributeValue, now time.Time) Verdict {
	if expiry == nil {
		return NoExpiry
	}
	number, ok := expiry.(*types.AttributeValueMemberN)
	if !ok {
		return NotNumber
	}
	// Numbers have up to 38 digits, so an int64 may be too small for one.
	at, ok := new(big.Rat).SetString(number.Value)
	switch {
	case !ok:
		return NotNumber
	case at.Cmp(seconds(now)) >= 0:
		return Later
	case at.Cmp(seconds(now.Add(-tooOld))) < 0:
		return TooOld
	}
	return Due
}

func seconds(t time.Time) *big.Rat { return new(big.Rat).SetInt64(t.Unix()) }

// String is the verdict in a few words.
func (v Verdict) String() string {
	switch v {
	case NoExpiry:
		return "never: no expires_at"
	case NotNumber:
		return "never: expires_at is no number"
	case Later:
		return "later"
	case Due:
		return "within a few days from now"
	case TooOld:
		return "never: more than five years ago"
	}
	return "Verdict(" + strconv.Itoa(int(v)) + ")"
}
