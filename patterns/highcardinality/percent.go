package highcardinality

import "math"

// percent is what part of all a part is, in percent with one decimal; 0 of none.
func percent(part, all int) float64 {
	if all == 0 {
		return 0
	}
	return math.Round(1000*float64(part)/float64(all)) / 10
}
