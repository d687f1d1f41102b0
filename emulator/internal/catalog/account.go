package catalog

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"

type noRequest struct{}

// quotas are the default ones of an account and of each table in it, in units
// a second (Developer Guide, "Quotas").
type quotas struct {
	AccountMaxReadCapacityUnits  int
	AccountMaxWriteCapacityUnits int
	TableMaxReadCapacityUnits    int
	TableMaxWriteCapacityUnits   int
}

func (c *Catalog) describeLimits(*noRequest) (any, error) {
	return quotas{80_000, 80_000, 40_000, 40_000}, nil
}

type endpointsAnswer struct{ Endpoints []endpoint }

type endpoint struct {
	Address              string
	CachePeriodInMinutes int
}

// describeEndpoints answers an address of our own: a client that looks its
// endpoint up must not be led to AWS.
func (c *Catalog) describeEndpoints(*noRequest) (any, error) {
	return endpointsAnswer{[]endpoint{{c.opts.Endpoint, 1440}}}, nil
}

type backupsAnswer struct{ ContinuousBackupsDescription backups }

type backups struct {
	ContinuousBackupsStatus        string
	PointInTimeRecoveryDescription struct{ PointInTimeRecoveryStatus string }
}

// describeBackups answers what a table has where point-in-time recovery was
// never turned on; it can not be.
func (c *Catalog) describeBackups(q *tableRequest) (any, error) {
	if err := existingTable(q.TableName); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.opts.Now()
	if t, err := c.existing(*q.TableName, now); err != nil || t.settled(now) != nil {
		return nil, &fault.Error{Code: "TableNotFoundException", Message: "Table not found: " + *q.TableName}
	}
	a := backupsAnswer{backups{ContinuousBackupsStatus: "ENABLED"}}
	a.ContinuousBackupsDescription.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus = "DISABLED"
	return a, nil
}
