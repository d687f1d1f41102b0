package catalog

import (
	"fmt"
	"slices"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

type updateRequest struct {
	TableName                   *string
	AttributeDefinitions        []attributeDefinition
	BillingMode                 *string
	ProvisionedThroughput       *provisioned
	GlobalSecondaryIndexUpdates []indexUpdate
	StreamSpecification         *streamSpec
	SSESpecification            *sseSpec
	TableClass                  *string
	DeletionProtectionEnabled   *bool
	OnDemandThroughput          *onDemand
	WarmThroughput              *warm
}

// indexUpdate is one of its members.
type indexUpdate struct {
	Create *indexRequest
	Update *indexChange
	Delete *indexName
}

type indexChange struct {
	IndexName             *string
	ProvisionedThroughput *provisioned
	OnDemandThroughput    *onDemand
	WarmThroughput        *warm
}

type indexName struct{ IndexName *string }

// step is a part of an update that was checked and is yet to be done.
type step func()

func (c *Catalog) updateTable(q *updateRequest) (any, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	return c.on(*q.TableName, func(t *Table, now time.Time) (any, error) {
		if err := t.settled(now); err != nil {
			return nil, err
		}
		if err := t.update(q, now); err != nil {
			return nil, err
		}
		return tableAnswer{t.describeBefore(now)}, nil
	})
}

// update checks all of the request against the table before it does any of it.
func (t *Table) update(q *updateRequest, now time.Time) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	var todo []step
	for _, plan := range []func(*updateRequest, time.Time) ([]step, error){
		t.planCapacity, t.planIndexes, t.planStream, t.planSettings,
	} {
		steps, err := plan(q, now)
		if err != nil {
			return err
		}
		todo = append(todo, steps...)
	}
	for _, do := range todo {
		do()
	}
	t.Gate.Change(t.served())
	if q.DeletionProtectionEnabled == nil { // which alone changes at once
		t.updatedAt = now
	}
	return nil
}

// check checks what can be told from the request alone.
func (q *updateRequest) check() error {
	if err := existingTable(q.TableName); err != nil {
		return err
	}
	if err := q.constraints(); err != nil {
		return err
	}
	for _, check := range []func() error{
		q.checkParts, q.checkBilling, q.checkStream, q.checkIndexes,
		func() error { return checkClass(q.TableClass) },
		q.SSESpecification.check,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (q *updateRequest) constraints() error {
	var c constraints
	c.definitions(q.AttributeDefinitions)
	c.enum(q.BillingMode, "billingMode", provisionedMode, payPerRequest)
	c.provisioned(q.ProvisionedThroughput, "provisionedThroughput")
	for i, u := range q.GlobalSecondaryIndexUpdates {
		path := fmt.Sprintf("globalSecondaryIndexUpdates.%d.member.", i+1)
		if u.Update != nil {
			c.name(u.Update.IndexName, path+"update.indexName", 3)
			c.provisioned(u.Update.ProvisionedThroughput, path+"update.provisionedThroughput")
		}
		if u.Create != nil {
			c.index(u.Create, path+"create.")
		}
		if u.Delete != nil {
			c.name(u.Delete.IndexName, path+"delete.indexName", 3)
		}
	}
	c.stream(q.StreamSpecification)
	c.encryption(q.SSESpecification)
	return c.Err()
}

// checkParts allows only the parts that DynamoDB changes together.
func (q *updateRequest) checkParts() error {
	capacity := q.ProvisionedThroughput != nil || text(q.BillingMode) == provisionedMode
	online := slices.ContainsFunc(q.GlobalSecondaryIndexUpdates, func(u indexUpdate) bool { return u.Update == nil })
	switch parts := q.parts(); {
	case parts == 0:
		return fault.Validation("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, " +
			"SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, " +
			"DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required")
	case parts == 1:
		return nil
	case q.SSESpecification != nil:
		return fault.Parameters("Server-Side Encryption modification must be the only operation in the request")
	case q.TableClass != nil:
		return fault.Parameters("TableClass modification must be the only operation in the request")
	case q.DeletionProtectionEnabled != nil:
		return fault.Parameters("DeletionProtection modification must be the only operation in the request")
	case q.WarmThroughput != nil:
		return fault.Parameters("WarmThroughput must be the only operation in the request")
	case q.OnDemandThroughput != nil && (parts > 2 || q.BillingMode == nil):
		return fault.Parameters("OnDemandThroughput can only be combined with BillingMode in an UpdateTable request")
	case q.StreamSpecification != nil && capacity:
		return fault.Parameters("You cannot modify stream status while updating table IOPS")
	case online && capacity:
		return fault.Parameters("You cannot create or delete index while updating table IOPS")
	case online && q.StreamSpecification != nil:
		return fault.Parameters("You cannot create or delete index while changing stream status")
	}
	return nil
}

// parts counts what the request changes.
func (q *updateRequest) parts() int {
	n := 0
	for _, given := range []bool{
		q.BillingMode != nil, q.ProvisionedThroughput != nil, len(q.GlobalSecondaryIndexUpdates) > 0,
		q.StreamSpecification != nil, q.SSESpecification != nil, q.TableClass != nil,
		q.DeletionProtectionEnabled != nil, q.OnDemandThroughput != nil, q.WarmThroughput != nil,
	} {
		if given {
			n++
		}
	}
	return n
}

func (q *updateRequest) checkStream() error {
	s := q.StreamSpecification
	switch {
	case s == nil:
	case *s.StreamEnabled && s.StreamViewType == nil:
		return fault.Parameters("If stream is being enabled then UpdateViewType is required")
	case !*s.StreamEnabled && s.StreamViewType != nil:
		return fault.Parameters("If stream is being disabled, then UpdateViewType must not be specified")
	}
	return nil
}

// checkIndexes checks that each update is one action on an index of its own.
func (q *updateRequest) checkIndexes() error {
	seen := map[string]bool{}
	for _, u := range q.GlobalSecondaryIndexUpdates {
		name, actions := u.action()
		switch {
		case actions == 0:
			return fault.Parameters("One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, " +
				"GlobalSecondaryIndexUpdate.Delete must not be null")
		case actions > 1:
			return fault.Parameters("Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object")
		case seen[name]:
			return fault.Parameters("Only one global secondary index update per index is allowed simultaneously. Index: %s", name)
		}
		seen[name] = true
	}
	return nil
}

// action is the index that an update is about, and how many actions it names.
func (u indexUpdate) action() (name string, actions int) {
	if u.Update != nil {
		name, actions = *u.Update.IndexName, 1
	}
	if u.Create != nil {
		name, actions = *u.Create.IndexName, actions+1
	}
	if u.Delete != nil {
		name, actions = *u.Delete.IndexName, actions+1
	}
	return name, actions
}
