package catalog

import (
	"maps"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// maxListed is the most names in one answer of ListTables.
const maxListed = 100

type tableRequest struct{ TableName *string }

type describeAnswer struct{ Table *description }

func (c *Catalog) describeTable(q *tableRequest) (any, error) {
	if err := existingTable(q.TableName); err != nil {
		return nil, err
	}
	return c.on(*q.TableName, func(t *Table, now time.Time) (any, error) {
		return describeAnswer{t.describe(now)}, nil
	})
}

type listRequest struct {
	ExclusiveStartTableName *string
	Limit                   *int64
}

type listAnswer struct {
	TableNames             []string
	LastEvaluatedTableName string `json:",omitempty"`
}

func (c *Catalog) listTables(q *listRequest) (any, error) {
	var check constraints
	if q.ExclusiveStartTableName != nil {
		check.name(q.ExclusiveStartTableName, "exclusiveStartTableName", 3)
	}
	if q.Limit != nil {
		check.Least(*q.Limit, "limit", 1)
		check.Most(*q.Limit, "limit", maxListed)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(c.opts.Now())
	names := slices.Sorted(maps.Keys(c.tables))
	if q.ExclusiveStartTableName != nil {
		after, found := slices.BinarySearch(names, *q.ExclusiveStartTableName)
		if found {
			after++
		}
		names = names[after:]
	}
	most := maxListed
	if q.Limit != nil {
		most = int(*q.Limit)
	}
	if len(names) <= most {
		return listAnswer{TableNames: append([]string{}, names...)}, nil
	}
	return listAnswer{names[:most], names[most-1]}, nil
}

func (c *Catalog) deleteTable(q *tableRequest) (any, error) {
	if err := existingTable(q.TableName); err != nil {
		return nil, err
	}
	return c.on(*q.TableName, func(t *Table, now time.Time) (any, error) {
		if err := t.deletable(); err != nil {
			return nil, err
		}
		t.Mu.Lock()
		t.disableStream()
		t.expiry = nil
		t.Mu.Unlock()
		t.deleting, t.goneAt = true, now.Add(c.opts.DeleteDelay)
		d := t.describe(now)
		return tableAnswer{&description{
			TableName:                 d.TableName,
			TableStatus:               d.TableStatus,
			ProvisionedThroughput:     d.ProvisionedThroughput,
			TableSizeBytes:            d.TableSizeBytes,
			ItemCount:                 d.ItemCount,
			TableArn:                  d.TableArn,
			TableId:                   d.TableId,
			BillingModeSummary:        d.BillingModeSummary,
			DeletionProtectionEnabled: d.DeletionProtectionEnabled,
		}}, nil
	})
}

// deletable is nil where the table can be deleted now.
func (t *Table) deletable() error {
	now := t.catalog.opts.Now()
	if err := t.settled(now); err != nil {
		return err
	}
	if slices.ContainsFunc(t.indexes, func(x *index) bool { return x.busy(now) }) {
		return fault.InUse("Attempt to change a resource which is still in use: Cannot delete table while indexes are being created, updated, or deleted.")
	}
	if t.protected {
		return fault.Validation("Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.")
	}
	return nil
}
