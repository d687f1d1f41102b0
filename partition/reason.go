package partition

// Reason is why a request was throttled, one of the sixteen that the service publishes. The zero value means admitted.
type Reason uint8

// The limits a request can meet. A Reason is made of one of them, the kind of request and the kind of resource.
const (
	keyRange Reason = iota + 1
	provisioned
	accountLimit
	maxOnDemand

	kinds = 4
)

// The sixteen throttling reasons: Developer Guide, "Diagnosing throttling".
const (
	None Reason = iota
	TableReadKeyRange
	TableReadProvisioned
	TableReadAccountLimit
	TableReadMaxOnDemand
	TableWriteKeyRange
	TableWriteProvisioned
	TableWriteAccountLimit
	TableWriteMaxOnDemand
	IndexReadKeyRange
	IndexReadProvisioned
	IndexReadAccountLimit
	IndexReadMaxOnDemand
	IndexWriteKeyRange
	IndexWriteProvisioned
	IndexWriteAccountLimit
	IndexWriteMaxOnDemand
)

// reasonFor joins a limit with the resource and the direction it was met in.
func reasonFor(limit Reason, index, write bool) Reason {
	if write {
		limit += kinds
	}
	if index {
		limit += 2 * kinds
	}
	return limit
}

// String gives the reason as the service spells it, such as "TableWriteKeyRangeThroughputExceeded"; "None" if admitted.
func (r Reason) String() string {
	if r == None || r > IndexWriteMaxOnDemand {
		return "None"
	}
	s := "Table"
	if r.Index() {
		s = "Index"
	}
	if r.Write() {
		s += "Write"
	} else {
		s += "Read"
	}
	switch r.limit() {
	case keyRange:
		s += "KeyRangeThroughputExceeded"
	case provisioned:
		s += "ProvisionedThroughputExceeded"
	case accountLimit:
		s += "AccountLimitExceeded"
	default:
		s += "MaxOnDemandThroughputExceeded"
	}
	return s
}

func (r Reason) limit() Reason { return (r-1)%kinds + 1 }

// Index tells whether the limit that was met is an index's.
func (r Reason) Index() bool { return r >= IndexReadKeyRange }

// Write tells whether the limit that was met is one of write units.
func (r Reason) Write() bool { return r != None && (r-1)/kinds%2 == 1 }

// KeyRange tells whether a single partition's limit was met.
func (r Reason) KeyRange() bool { return r != None && r.limit() == keyRange }

// Provisioned tells whether the provisioned capacity of the table or index was met.
func (r Reason) Provisioned() bool { return r != None && r.limit() == provisioned }

// AccountLimit tells whether a quota was met.
func (r Reason) AccountLimit() bool { return r != None && r.limit() == accountLimit }

// MaxOnDemand tells whether the maximum on-demand throughput was met.
func (r Reason) MaxOnDemand() bool { return r != None && r.limit() == maxOnDemand }

// Verdict is the answer to a request. The zero value is admitted.
type Verdict struct {
	Reason Reason
	// Index is the index whose limit was met, empty if it was the table's. A write to a table that is refused because
	// of an index's full queue names the index.
	Index string
}

// Admitted tells whether the request may go on.
func (v Verdict) Admitted() bool { return v.Reason == None }
