package catalog

import (
	"slices"
	"strings"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// checkBilling checks what of the capacity can be told from the request alone.
func (q *updateRequest) checkBilling() error {
	switch {
	case text(q.BillingMode) == payPerRequest && q.ProvisionedThroughput != nil:
		return fault.Parameters("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST")
	case text(q.BillingMode) == provisionedMode && q.ProvisionedThroughput == nil:
		return fault.Parameters("ProvisionedThroughput must be specified when BillingMode is PROVISIONED")
	}
	return q.ProvisionedThroughput.inBounds()
}

// demandAfter is whether the table will be on demand.
func (t *Table) demandAfter(q *updateRequest) bool {
	if q.BillingMode == nil {
		return t.capacity.OnDemand
	}
	return *q.BillingMode == payPerRequest
}

// planCapacity plans billing mode, provisioned, on-demand and warm throughput of
// the table. The table's lock is held, as for each plan.
func (t *Table) planCapacity(q *updateRequest, now time.Time) (todo []step, err error) {
	demand := t.demandAfter(q)
	if err := q.OnDemandThroughput.check("table", demand, true); err != nil {
		return nil, err
	}
	if p := q.ProvisionedThroughput; p != nil {
		if err := t.checkProvisioned(q, now); err != nil {
			return nil, err
		}
		todo = append(todo, func() { t.capacity.change(*p.ReadCapacityUnits, *p.WriteCapacityUnits, now) })
	}
	if demand && !t.capacity.OnDemand {
		todo = append(todo, func() { t.toOnDemand(now) })
	}
	if w := q.WarmThroughput; w != nil {
		if err := w.checkRaise("table", &t.capacity); err != nil {
			return nil, err
		}
		todo = append(todo, func() { t.capacity.warm(w) })
	}
	return append(todo, func() { t.capacity.limit(q.OnDemandThroughput) }), nil
}

func (t *Table) toOnDemand(now time.Time) {
	t.capacity.toOnDemand(now)
	for _, x := range t.indexes {
		if !x.spec.Local {
			x.capacity.toOnDemand(now)
			x.updatedAt = now
		}
	}
}

func (t *Table) checkProvisioned(q *updateRequest, now time.Time) error {
	p := q.ProvisionedThroughput
	if t.demandAfter(q) {
		return fault.Parameters("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST")
	}
	if t.capacity.OnDemand {
		return t.checkIndexesProvisioned(q)
	}
	if err := t.capacity.unchanged("table", "", p); err != nil {
		return err
	}
	return t.capacity.decreasable(p, now)
}

// checkIndexesProvisioned checks that each global index gets its capacity when
// the table leaves on-demand.
func (t *Table) checkIndexesProvisioned(q *updateRequest) error {
	var missing []string
	for _, x := range t.indexes {
		given := func(u indexUpdate) bool {
			return u.Update != nil && *u.Update.IndexName == x.spec.Name && u.Update.ProvisionedThroughput != nil
		}
		if !x.spec.Local && !x.deleting && !slices.ContainsFunc(q.GlobalSecondaryIndexUpdates, given) {
			missing = append(missing, x.spec.Name)
		}
	}
	if len(missing) > 0 {
		return fault.Parameters("ProvisionedThroughput must be specified for index: %s", strings.Join(missing, ","))
	}
	return nil
}

// unchanged refuses to provision what is provisioned already.
func (c *capacity) unchanged(of, name string, p *provisioned) error {
	if c.OnDemand || *p.ReadCapacityUnits != c.Read || *p.WriteCapacityUnits != c.Write {
		return nil
	}
	return fault.Validation("The provisioned throughput for the %s will not change. The requested value equals the current value. "+
		"Current ReadCapacityUnits provisioned for the %s: %d. Requested ReadCapacityUnits: %d. "+
		"Current WriteCapacityUnits provisioned for the %s: %d. Requested WriteCapacityUnits: %d. "+
		"Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.",
		strings.TrimSpace(of+" "+name), of, c.Read, c.Read, of, c.Write, c.Write)
}
