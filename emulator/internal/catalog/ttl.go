package catalog

import (
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

type ttlRequest struct {
	TableName               *string
	TimeToLiveSpecification *ttlSpec
}

type ttlSpec struct {
	AttributeName *string
	Enabled       *bool
}

type ttlAnswer struct{ TimeToLiveSpecification *ttlSpec }

func (c *Catalog) updateTimeToLive(q *ttlRequest) (any, error) {
	if err := existingTable(q.TableName); err != nil {
		return nil, err
	}
	if err := q.constraints(); err != nil {
		return nil, err
	}
	return c.on(*q.TableName, func(t *Table, now time.Time) (any, error) {
		if t.creating(now) {
			return nil, fault.TableNotFound(t.Name)
		}
		if err := t.settled(now); err != nil {
			return nil, err
		}
		if err := t.setTTL(q.TimeToLiveSpecification, now); err != nil {
			return nil, err
		}
		return ttlAnswer{q.TimeToLiveSpecification}, nil
	})
}

func (q *ttlRequest) constraints() error {
	var c constraints
	s := q.TimeToLiveSpecification
	if s == nil {
		c.NotNull("timeToLiveSpecification")
		return c.Err()
	}
	c.text(s.AttributeName, "timeToLiveSpecification.attributeName", 1, 255)
	if s.Enabled == nil {
		c.NotNull("timeToLiveSpecification.enabled")
	}
	return c.Err()
}

// setTTL turns expiry on or off. What there is to complain about the setting
// comes before that it was changed too recently.
func (t *Table) setTTL(s *ttlSpec, now time.Time) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	switch {
	case !*s.Enabled && t.expiry == nil:
		return fault.Validation("TimeToLive is already disabled")
	case t.expiry != nil && t.expiry.attribute != *s.AttributeName:
		return fault.Validation("TimeToLive is active on a different AttributeName: current AttributeName is %s", t.expiry.attribute)
	case *s.Enabled && t.expiry != nil:
		return fault.Validation("TimeToLive is already enabled")
	case !t.ttlChanged.IsZero() && now.Sub(t.ttlChanged) < t.catalog.opts.TTLChangeInterval:
		return fault.Validation("Time to live has been modified multiple times within a fixed interval")
	}
	t.ttlChanged = now
	if !*s.Enabled {
		t.expiry = nil
		return nil
	}
	t.expiry = newExpiry(*s.AttributeName, t.Data.Keys)
	for r := range t.Data.Tree.Scan(0, 1, nil) {
		t.expiry.note(r.Item(), now)
	}
	return nil
}

type ttlDescribed struct{ TimeToLiveDescription ttlDescription }

type ttlDescription struct {
	TimeToLiveStatus string
	AttributeName    string `json:",omitempty"`
}

func (c *Catalog) describeTimeToLive(q *tableRequest) (any, error) {
	if err := existingTable(q.TableName); err != nil {
		return nil, err
	}
	return c.on(*q.TableName, func(t *Table, now time.Time) (any, error) {
		if t.settled(now) != nil {
			state := t.status(now)
			return nil, fault.Validation("Cannot describe time to live while table is in %s state: Current table state is %s", state, state)
		}
		t.Mu.RLock()
		defer t.Mu.RUnlock()
		if t.expiry == nil {
			return ttlDescribed{ttlDescription{TimeToLiveStatus: "DISABLED"}}, nil
		}
		return ttlDescribed{ttlDescription{"ENABLED", t.expiry.attribute}}, nil
	})
}
