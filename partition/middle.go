package partition

import "slices"

const (
	// A split helps if it takes at least this percentage of the load away from the larger half.
	usefulShare = 10
	// Traffic is sequential if at least this percentage of its steps go one way.
	sequentialShare = 90
	// Fewer steps than these do not tell.
	sequentialSteps = 16
)

// middle returns the bound between two keys of the sample that divides its units most evenly, and whether a split there
// would help. It would not if one item has nearly all the load, or if keys come in order, so that all further load would go
// to one half. Inside an item collection whose sort keys come in order, or if whole is set inside any, there is no bound.
func (s *sample) middle(whole bool) (Bound, bool) {
	if sequential(s.keys) {
		return Bound{}, false
	}
	sorted := slices.Clone(s.keys)
	slices.SortStableFunc(sorted, func(a, b observed) int { return a.at.Compare(b.at) })
	var total Units
	for _, k := range sorted {
		total += k.units
	}
	inside := collections{sample: s, whole: whole}
	var best Bound
	var bestShare, below Units
	for i := 1; i < len(sorted); i++ {
		below += sorted[i-1].units
		a, b := sorted[i-1].at, sorted[i].at
		share := min(below, total-below)
		if share <= bestShare || a == b || a.Hash == b.Hash && !inside.divisible(a.Hash) {
			continue
		}
		best, bestShare = b, share
		if a.Hash != b.Hash {
			// The first key that was seen is not the first that its collection may hold.
			best.Sort = ""
		}
	}
	return best, bestShare > 0 && bestShare*100 >= total*usefulShare
}

// collections remembers which item collection was last looked at, since a sorted sample asks for one many times.
type collections struct {
	sample *sample
	whole  bool
	hash   uint64
	known  bool
	answer bool
}

func (c *collections) divisible(hash uint64) bool {
	if c.whole {
		return false
	}
	if !c.known || c.hash != hash {
		own := slices.Clone(c.sample.keys)
		own = slices.DeleteFunc(own, func(k observed) bool { return k.at.Hash != hash })
		c.hash, c.known, c.answer = hash, true, !sequential(own)
	}
	return c.answer
}

// sequential tells whether keys, in the order they were asked for, nearly always rise or nearly always fall.
func sequential(keys []observed) bool {
	var rises, falls int
	for i := 1; i < len(keys); i++ {
		switch n := keys[i-1].at.Compare(keys[i].at); {
		case n < 0:
			rises++
		case n > 0:
			falls++
		}
	}
	steps := rises + falls
	return steps >= sequentialSteps && max(rises, falls)*100 >= steps*sequentialShare
}
