package timeseries

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

const (
	sensor = "SENSOR#s1"
	// timeLayout sorts as text the way it sorts as time, since all times are UTC.
	timeLayout = "2006-01-02T15:04:05-07:00"
	// minuteLayout is the beginning of timeLayout, for the ends of a range.
	minuteLayout = "2006-01-02T15:04"
)

// series is a row of readings at even intervals. Each reading's value is the
// minutes since the first.
type series struct {
	pk      string
	start   time.Time
	every   time.Duration
	n       int
	expires time.Time // zero for never
}

// monthly is the readings of a monthly table.
func monthly(p Period) series {
	return series{pk: sensor, start: p.start(), every: time.Hour, n: 5}
}

// daily is the readings of one day's bucket: three an hour for three hours.
func daily(day time.Time) series {
	return series{
		pk:    sensor + "#" + day.Format(time.DateOnly),
		start: day, every: 20 * time.Minute, n: 9,
		expires: day.Add(ttlAfter),
	}
}

// all yields the time and the value of each reading.
func (s series) all() iter.Seq2[time.Time, int] {
	return func(yield func(time.Time, int) bool) {
		for i := range s.n {
			since := time.Duration(i) * s.every
			if !yield(s.start.Add(since), int(since/time.Minute)) {
				return
			}
		}
	}
}

// items yields the readings as they are stored.
func (s series) items() iter.Seq[gather.Item] {
	return func(yield func(gather.Item) bool) {
		for at, value := range s.all() {
			item := gather.Item{
				"PK":    &types.AttributeValueMemberS{Value: s.pk},
				"SK":    &types.AttributeValueMemberS{Value: at.Format(timeLayout)},
				"value": number(int64(value)),
			}
			if !s.expires.IsZero() {
				item[ttlName] = number(s.expires.Unix())
			}
			if !yield(item) {
				return
			}
		}
	}
}

// between is the readings of the series from one time to another, the first
// included and the last not.
func (s series) between(from, to time.Time) []Reading {
	readings := []Reading{}
	for at, value := range s.all() {
		if !at.Before(from) && at.Before(to) {
			readings = append(readings, Reading{Time: at.Format(timeLayout), Value: value})
		}
	}
	return readings
}

// decode is the reading that an item holds.
func decode(item gather.Item) (Reading, error) {
	at, okAt := item["SK"].(*types.AttributeValueMemberS)
	value, okValue := item["value"].(*types.AttributeValueMemberN)
	if !okAt || !okValue {
		return Reading{}, errors.New("a reading came back without its time or its value")
	}
	n, err := strconv.Atoi(value.Value)
	if err != nil {
		return Reading{}, fmt.Errorf("the reading of %s: its value is not a whole number: %w", at.Value, err)
	}
	return Reading{Time: at.Value, Value: n}, nil
}

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}
