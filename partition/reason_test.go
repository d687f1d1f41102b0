package partition

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReasons(t *testing.T) {
	want := []string{
		"None",
		"TableReadKeyRangeThroughputExceeded", "TableReadProvisionedThroughputExceeded",
		"TableReadAccountLimitExceeded", "TableReadMaxOnDemandThroughputExceeded",
		"TableWriteKeyRangeThroughputExceeded", "TableWriteProvisionedThroughputExceeded",
		"TableWriteAccountLimitExceeded", "TableWriteMaxOnDemandThroughputExceeded",
		"IndexReadKeyRangeThroughputExceeded", "IndexReadProvisionedThroughputExceeded",
		"IndexReadAccountLimitExceeded", "IndexReadMaxOnDemandThroughputExceeded",
		"IndexWriteKeyRangeThroughputExceeded", "IndexWriteProvisionedThroughputExceeded",
		"IndexWriteAccountLimitExceeded", "IndexWriteMaxOnDemandThroughputExceeded",
		"None", // beyond the last
	}
	var got []string
	for r := None; r <= IndexWriteMaxOnDemand+1; r++ {
		got = append(got, r.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReasonParts(t *testing.T) {
	type parts struct{ Index, Write, KeyRange, Provisioned, AccountLimit, MaxOnDemand bool }
	of := func(r Reason) parts {
		return parts{r.Index(), r.Write(), r.KeyRange(), r.Provisioned(), r.AccountLimit(), r.MaxOnDemand()}
	}
	if diff := cmp.Diff(parts{}, of(None)); diff != "" {
		t.Error(diff)
	}
	for _, index := range []bool{false, true} {
		for _, write := range []bool{false, true} {
			for _, limit := range []Reason{keyRange, provisioned, accountLimit, maxOnDemand} {
				want := parts{
					index, write, limit == keyRange, limit == provisioned, limit == accountLimit, limit == maxOnDemand,
				}
				r := reasonFor(limit, index, write)
				if diff := cmp.Diff(want, of(r)); diff != "" {
					t.Errorf("%v: %s", r, diff)
				}
			}
		}
	}
}
