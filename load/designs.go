package load

import (
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

// The populations that whom or what a request is for is drawn from.
const (
	customers = 300
	users     = 1000
	products  = 1000
	sensors   = 500
)

// orderDesigns are those of pattern 34: new orders, all PENDING.
func orderDesigns(o Options) ([]*Design, error) {
	status := writing(o, "key: status", "STATUS#PENDING", []string{"STATUS#PENDING"}, first)
	status.suffix, status.remedy = "STATUS#PENDING#%d", "suffixes of the status"

	newCustomers := func(name string) *Design {
		return writing(o, name, fmt.Sprintf("CUSTOMER#c0 to c%d", customers-1), numbered("CUSTOMER#c%d", customers), byWho)
	}
	plain := newCustomers("status index")
	plain.Index, plain.indexKeys, plain.indexPick = indexName, []string{"STATUS#PENDING"}, first
	plain.suffix, plain.remedy = status.suffix, "suffixes of the status in the index"

	sharded := newCustomers("sharded index")
	sharded.Index = indexName
	sharded.indexKeys = numbered("STATUS#PENDING#%d", o.Shards)
	sharded.indexPick = func(e Event) int { return int(e.N % int64(o.Shards)) }
	sharded.suffix, sharded.remedy = plain.suffix, plain.remedy
	byCustomer := newCustomers("key: customer")
	byCustomer.remedy, byCustomer.oneOfMany = "suffixes of the busiest customer", true
	return []*Design{status, byCustomer, plain, sharded}, nil
}

const indexName = "GSI1"

// eventDesigns are those of pattern 35: events of one day.
func eventDesigns(o Options) ([]*Design, error) {
	const base = "EVENTS#" + day
	calculate, err := sharding.NewCalculated(o.Shards)
	if err != nil {
		return nil, err
	}
	shardOf := make([]int, users)
	for i := range shardOf {
		shardOf[i] = calculate.Shard(fmt.Sprintf("u-%d", i))
	}
	keys := sharding.Keys(base, calculate)
	last := o.Shards - 1
	designs := []*Design{
		writing(o, "one key", base, []string{base}, first),
		writing(o, "random suffix", fmt.Sprintf("%s#0 to %d", base, last), keys, atRandom(o.Shards)),
		writing(o, "calculated suffix", fmt.Sprintf("%s#0 to %d by user", base, last), keys, func(e Event) int { return shardOf[e.Who] }),
	}
	for _, d := range designs {
		d.suffix, d.remedy = base+"#%d", "suffixes"
	}
	if o.Arrivals == Zipf {
		// More suffixes by user do not divide the busiest user.
		designs[2].remedy, designs[2].oneOfMany = "random suffixes of the busiest user", true
	}
	return designs, nil
}

// productDesigns are those of pattern 36: readers of one hot product, or with Zipf of all of them.
func productDesigns(o Options) ([]*Design, error) {
	key, keys, pick := "PRODUCT#42", []string{"PRODUCT#42"}, first
	if o.Arrivals == Zipf {
		key, keys, pick = fmt.Sprintf("PRODUCT#0 to %d", products-1), numbered("PRODUCT#%d", products), byWho
	}
	reading := func(name string, c partition.Consistency) *Design {
		return &Design{
			Name: name, Key: key, Reads: true, Consistency: c,
			keys: keys, pick: pick, sort: "META", perRequest: partition.ReadUnits(o.ItemSize, c),
		}
	}
	cached := reading("eventual, cached", partition.Eventual)
	cached.Cached = true
	return []*Design{reading("strong", partition.Strong), reading("eventual", partition.Eventual), cached}, nil
}

// firstHour is when the runs of pattern 37 start.
const firstHour = 14

// readingDesigns are those of pattern 37: readings of sensors.
func readingDesigns(o Options) ([]*Design, error) {
	var keys []string
	for h := range int(o.For/time.Hour) + 1 {
		date := time.Date(2026, time.October, 20, firstHour+h, 0, 0, 0, time.UTC)
		for s := range o.Shards {
			keys = append(keys, date.Format("2006-01-02#H15")+fmt.Sprintf("#S%02d", s))
		}
	}
	hourly := func(e Event) int { return hour(e)*o.Shards + int(e.Draw%uint64(o.Shards)) }
	date := writing(o, "key: date", day, []string{day}, first)
	date.suffix, date.remedy = fmt.Sprintf("%s#H%d#S%%02d", day, firstHour), "suffixes of the hour"
	sensor := writing(o, "sensor and day", fmt.Sprintf("SENSOR#s0 to s%d#date", sensors-1), numbered("SENSOR#s%d#"+day, sensors), byWho)
	sensor.remedy, sensor.oneOfMany = "suffixes of the busiest sensor", true
	sharded := writing(o, "hour and shard", fmt.Sprintf("date#hour#S00 to S%02d", o.Shards-1), keys, hourly)
	sharded.suffix, sharded.remedy = date.suffix, date.remedy
	return []*Design{date, sensor, sharded}, nil
}
