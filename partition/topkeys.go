package partition

import (
	"cmp"
	"slices"
)

// KeyCount is a partition key and how often it was met.
type KeyCount struct {
	Partition string
	// Count is at most Error above the true figure and never below it.
	Count, Error int64
}

const (
	summarySlots = 512 // a power of two
	summaryKeys  = summarySlots * 3 / 4
	medianOf     = 64
)

// summary counts the most frequent keys in bounded memory, 16 KB: a hash table in which every count is lowered by about
// their median whenever it is full, as in the "frequent items" sketch of Apache DataSketches (Anderson and others, 2017).
// A key with more than one 190th of all counts is always there. The zero value is empty.
type summary struct {
	slots []slot
	used  int
	error int64 // what was taken off every count
}

type slot struct {
	hash  uint64
	key   string
	count int64 // zero means that the slot is free
}

func (s *summary) add(hash uint64, key string, n int64) {
	if n <= 0 {
		return
	}
	if s.slots == nil {
		s.slots = make([]slot, summarySlots)
	}
	e := s.slot(hash, key)
	if e.count == 0 {
		if s.used == summaryKeys {
			s.purge()
			e = s.slot(hash, key)
		}
		s.used++
		e.hash, e.key = hash, key
	}
	e.count += n
}

// slot returns the key's slot, or the free one where it belongs.
func (s *summary) slot(hash uint64, key string) *slot {
	for i := hash; ; i++ {
		e := &s.slots[i%summarySlots]
		if e.count == 0 || e.hash == hash && e.key == key {
			return e
		}
	}
}

// purge lowers all counts by the median of some of them, which the order of the hash table picks as if by chance.
func (s *summary) purge() {
	var kept [summaryKeys]slot
	all := kept[:0]
	for _, e := range s.slots {
		if e.count > 0 {
			all = append(all, e)
		}
	}
	var counts [medianOf]int64
	for i := range counts {
		counts[i] = all[i].count
	}
	slices.Sort(counts[:])
	median := counts[medianOf/2]
	s.error += median
	s.used = 0
	clear(s.slots)
	for _, e := range all {
		if e.count > median {
			e.count -= median
			*s.slot(e.hash, e.key) = e
			s.used++
		}
	}
}

// top returns the n most frequent keys, each count divided by unit, largest first and then by key.
func (s *summary) top(n int, unit int64) []KeyCount {
	var all []KeyCount
	for _, e := range s.slots {
		if e.count > 0 {
			all = append(all, KeyCount{e.key, ceil(e.count+s.error, unit), ceil(s.error, unit)})
		}
	}
	slices.SortFunc(all, func(a, b KeyCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Partition, b.Partition))
	})
	return all[:min(max(n, 0), len(all))]
}

// Accessed returns the n partition keys of the table, or of the index of that name, that used most, in read units plus
// three times the write units: the measure of CloudWatch Contributor Insights, in which a key at its partition's limit
// shows 180,000 a minute. Largest first, then by key. An unknown index has none.
func (t *Table) Accessed(index string, n int) []KeyCount {
	if r := t.resource(index); r != nil {
		return r.accessed.top(n, int64(Unit))
	}
	return nil
}

// Throttled returns the n partition keys that were refused most often, with the number of refusals, retries included.
// Writes that the table refused because of an index's full queue are not counted, as in Contributor Insights.
func (t *Table) Throttled(index string, n int) []KeyCount {
	if r := t.resource(index); r != nil {
		return r.throttled.top(n, 1)
	}
	return nil
}
