package load

import (
	"fmt"
	"slices"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

const (
	// A key or a table that is to carry some load should be at no more than these percentages of what it can: each of
	// several keys on its own, and all that chance put on one partition.
	aloneAtMost    = 80
	togetherAtMost = 95
	// mostSuffixes bounds the search: the Developer Guide's own example has 200, "Using write sharding".
	mostSuffixes = 200
)

// remedy says what would carry the refused requests, after a semicolon; empty if nothing is known to.
func (j judge) remedy() string {
	if j.d.Reads {
		return j.cacheRemedy()
	}
	keys, counts := j.d.keys, j.r.perKey
	units, where := j.units, "the table"
	if j.r.Index != nil {
		keys, counts = j.d.indexKeys, j.r.perIndexKey
		units, where = func(n int64) int64 { return n }, "the index"
	}
	hottest := j.busiestKey()
	if hottest*100 <= j.d.limit()*togetherAtMost {
		return j.partitionsRemedy(keys, counts, units, where)
	}
	if j.d.oneOfMany {
		n := roundUp(hottest*100, j.d.limit()*aloneAtMost)
		return fmt.Sprintf("; N = %d %s would bring it within the limit of a partition", n, j.d.remedy)
	}
	if j.d.suffix == "" {
		return ""
	}
	return j.suffixRemedy(units(j.peak()), where)
}

// busiestKey is the units a second that the busiest key of the index, or else of the table, needs at the busiest time.
func (j judge) busiestKey() int64 {
	counts, units := j.r.perKey, j.units
	if j.r.Index != nil {
		counts, units = j.r.perIndexKey, func(n int64) int64 { return n }
	}
	return units(PerSecond(slices.Max(counts), j.p.Options.For)) * j.peak() / max(j.offered(), 1)
}

// suffixRemedy says how many suffixes carry so many units a second: at once, if they lie well on the partitions that
// there are, or once there is a partition for each.
func (j judge) suffixRemedy(total int64, where string) string {
	limit := j.d.limit()
	start := partition.New(j.d.table(j.p.Options))
	for n := max(roundUp(total, limit), 2); n <= mostSuffixes; n++ {
		busiest := busiestOf(start, func(i int) string { return fmt.Sprintf(j.d.suffix, i) }, evenLoad(int(n), total))
		if busiest*100 <= limit*togetherAtMost {
			return fmt.Sprintf("; N = %d %s would carry them", n, j.d.remedy)
		}
	}
	n := max(roundUp(total*100, limit*aloneAtMost), 2)
	return fmt.Sprintf("; N = %d %s would carry them, each on a partition of its own, which %s gets by splits after %s of heat each",
		n, j.d.remedy, where, splitTime)
}

func evenLoad(n int, total int64) []int64 {
	load := make([]int64, n)
	for i := range load {
		load[i] = total / int64(n)
	}
	return load
}

// busiestOf is the load of the busiest partition if keys of these loads lie on it.
func busiestOf(t *partition.Table, key func(int) string, load []int64) int64 {
	perPartition := map[int]int64{}
	var busiest int64
	for i, n := range load {
		id := t.Partition("", partition.Key{Partition: key(i)})
		perPartition[id] += n
		busiest = max(busiest, perPartition[id])
	}
	return busiest
}

// partitionsRemedy is for keys of which none is too hot: they need more partitions.
func (j judge) partitionsRemedy(keys []string, counts []int64, units func(int64) int64, where string) string {
	load := make([]int64, len(counts))
	var total int64
	for i, n := range counts {
		load[i] = PerSecond(units(n), j.p.Options.For)
		total += load[i]
	}
	limit := j.d.limit()
	for n := roundUp(total, limit); n <= most(total)/limit; n++ {
		warm := partition.New(partition.Options{Throughput: partition.Throughput{WarmWrite: n * limit}})
		if busiestOf(warm, func(i int) string { return keys[i] }, load)*100 <= limit*togetherAtMost {
			return fmt.Sprintf("; no key is too hot but too many share a partition of %s: a warm throughput of %s would part them at once, splits after %s of heat",
				where, Thousands(n*limit), splitTime)
		}
	}
	return fmt.Sprintf("; no key is too hot but too many share a partition of %s, until splits after %s of heat part them", where, splitTime)
}

// most is the highest warm throughput that is proposed for some load: more would be a waste.
func most(total int64) int64 { return min(3*total, partition.TableQuota) }

// splitTime is what partition.SplitPolicy's defaults come to.
const splitTime = "5 to 12 minutes"

// cacheRemedy tells what the cached design left for the table.
func (j judge) cacheRemedy() string {
	for i, d := range j.p.Designs {
		if d.Cached {
			n := PerSecond(j.all[i].Attempts, j.p.Options.For)
			return fmt.Sprintf("; a cache with a TTL of %v would leave %s a second for the table", j.p.Options.TTL, Thousands(max(n, 1)))
		}
	}
	return ""
}
