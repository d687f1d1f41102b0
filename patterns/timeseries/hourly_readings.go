package timeseries

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

const (
	// hourlyName is the table's name before any prefix.
	hourlyName = "p37-hourly"
	// hourlyStream is the stream of random numbers that shards are drawn from.
	hourlyStream = 3701
	// hourlyLayout sorts as text the way it sorts as time; the sensor follows it.
	hourlyLayout = "15:04:05.000000"
	// theHour is the hour that is read apart.
	theHour = 14
)

// hourlyReading is one reading and the shard that was drawn for it.
type hourlyReading struct {
	at     time.Time
	sensor int
	shard  int
	value  int // minutes since the day began
}

// all yields the day's readings in the order of time, the same ones each time it
// is read.
func (o HourlyOptions) all() iter.Seq[hourlyReading] {
	return func(yield func(hourlyReading) bool) {
		shards := rand.New(rand.NewPCG(hourlyStream, o.Seed))
		every := 24 * time.Hour / time.Duration(o.Readings)
		for n := range o.Readings {
			since := time.Duration(n) * every
			if !yield(hourlyReading{
				at: o.Date.Add(since), sensor: n % 10, shard: shards.IntN(o.Shards), value: int(since / time.Minute),
			}) {
				return
			}
		}
	}
}

// hourKey is the partition key of one shard of one hour. Writer and reader both
// make it here, so that they agree on the range.
func hourKey(day time.Time, hour, shard int) string {
	return fmt.Sprintf("%s#H%02d#S%02d", day.Format(time.DateOnly), hour, shard)
}

// hourKeys is the keys of some hours, in the order of hours, then of shards.
func (o HourlyOptions) hourKeys(from, to int) []string {
	keys := make([]string, 0, (to-from)*o.Shards)
	for hour := from; hour < to; hour++ {
		for shard := range o.Shards {
			keys = append(keys, hourKey(o.Date, hour, shard))
		}
	}
	return keys
}

// sortKey is unique in its hour: no sensor reads twice in a microsecond.
func (h hourlyReading) sortKey() string {
	return fmt.Sprintf("%s#s%d", h.at.Format(hourlyLayout), h.sensor)
}

func (h hourlyReading) item() gather.Item {
	return gather.Item{
		"PK":    &types.AttributeValueMemberS{Value: hourKey(h.at, h.at.Hour(), h.shard)},
		"SK":    &types.AttributeValueMemberS{Value: h.sortKey()},
		"value": number(int64(h.value)),
	}
}
