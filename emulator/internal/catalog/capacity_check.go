package catalog

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"

// inBounds checks provisioned units against the largest number.
func (p *provisioned) inBounds() error {
	switch {
	case p == nil:
		return nil
	case *p.ReadCapacityUnits > maxUnits:
		return fault.Validation("Given value %d for ReadCapacityUnits is out of bounds", *p.ReadCapacityUnits)
	case *p.WriteCapacityUnits > maxUnits:
		return fault.Validation("Given value %d for WriteCapacityUnits is out of bounds", *p.WriteCapacityUnits)
	}
	return nil
}

// check checks a limit of on-demand throughput for a "table" or an "index : name".
// Only an update may remove one, by -1.
func (o *onDemand) check(of string, demand, update bool) error {
	if o == nil {
		return nil
	}
	for _, m := range []struct {
		name  string
		units *int64
	}{{"MaxReadRequestUnits", o.MaxReadRequestUnits}, {"MaxWriteRequestUnits", o.MaxWriteRequestUnits}} {
		switch {
		case m.units == nil:
		case !demand:
			return fault.Parameters("%s for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED", m.name)
		case *m.units < 1 && !(update && *m.units == -1):
			return fault.Parameters("Requested %s for OnDemandThroughput for %s is outside of valid range", m.name, of)
		}
	}
	return nil
}

// checkNew checks warm throughput of a table or index to be made.
func (w *warm) checkNew(of string, demand bool, p *provisioned) error {
	if w == nil {
		return nil
	}
	read, write, than := int64(initialRead), int64(initialWrite), ""
	if demand {
		than = "initial throughput for OnDemand. See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html"
	} else {
		read, write = *p.ReadCapacityUnits, *p.WriteCapacityUnits
	}
	return w.check(of, read, write, than)
}

// checkRaise checks warm throughput against what there is, which never gets less.
func (w *warm) checkRaise(of string, c *capacity) error {
	return w.check(of, c.WarmRead, c.WarmWrite, "current WarmThroughput, decreasing WarmThroughput is not supported")
}

func (w *warm) check(of string, read, write int64, than string) error {
	lower := func(member, capacity string) error {
		if than == "" {
			than = capacity + " of ProvisionedThroughput"
		}
		return fault.Parameters("Requested %s for WarmThroughput for %s is lower than %s", member, of, than)
	}
	switch {
	case w.ReadUnitsPerSecond != nil && *w.ReadUnitsPerSecond < read:
		return lower("ReadUnitsPerSecond", "ReadCapacityUnits")
	case w.WriteUnitsPerSecond != nil && *w.WriteUnitsPerSecond < write:
		return lower("WriteUnitsPerSecond", "WriteCapacityUnits")
	}
	return nil
}
