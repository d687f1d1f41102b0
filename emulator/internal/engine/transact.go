package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
)

// Limits of a transaction (Developer Guide, "Quotas").
const (
	maxActions       = 100
	maxTransactBytes = 4 << 20
)

// target is the item that an action is about.
type target struct {
	table string
	key   store.Key
}

func (q *request) modelOfTransaction() error {
	var c fault.Constraints
	c.Enum(q.returnCapacity.string, "returnConsumedCapacity", "INDEXES", "TOTAL", "NONE")
	c.Enum(q.returnMetrics.string, "returnItemCollectionMetrics", "SIZE", "NONE")
	switch n := len(q.parts.acts); {
	case !q.parts.given:
		c.NotNull("transactItems")
	case n == 0:
		c.Count(n, "[]", "transactItems", 1, maxActions)
	default:
		c.Count(n, fmt.Sprintf("[%d members]", n), "transactItems", 1, maxActions)
	}
	if q.parts.token.given {
		c.Length(q.parts.token.string, "clientRequestToken", 1, 36)
	}
	for i, p := range q.parts.acts {
		if p.kinds == 1 {
			p.model(&c, fmt.Sprintf("transactItems.%d.member.%s.", i+1, strings.ToLower(p.kind[:1])+p.kind[1:]))
		}
	}
	if err := c.Err(); err != nil {
		return err
	}
	for _, p := range q.parts.acts {
		if p.kinds != 1 {
			return fault.Validation("TransactItems can only contain one of Check, Put, Update or Delete")
		}
	}
	return nil
}

// model checks what each kind of action must have.
func (p transactPart) model(c *fault.Constraints, path string) {
	checkTableName(c, p.table, path+"tableName")
	if p.kind == "Put" && !p.item.given {
		c.NotNull(path + "item")
	}
	if p.kind != "Put" && !p.key.given {
		c.NotNull(path + "key")
	}
	if p.kind == "Update" && !p.update.given {
		c.NotNull(path + "updateExpression")
	}
	if p.kind == "ConditionCheck" && !p.condition.given {
		c.NotNull(path + "conditionExpression")
	}
	c.Enum(p.returnOnFailure.string, path+"returnValuesOnConditionCheckFailure", "ALL_OLD", "NONE")
}

// reasons are a transaction's outcome by action.
type reasons []fault.Reason

func newReasons(n int) reasons {
	rs := make(reasons, n)
	for i := range rs {
		rs[i].Code = "None"
	}
	return rs
}

// note records why action i fails. An error that is not about the action alone
// is returned.
func (rs reasons) note(i int, err error) error {
	f := asFault(err)
	switch f.Code {
	case fault.ConditionalCheckFailed:
		rs[i] = fault.Reason{Code: "ConditionalCheckFailed", Message: f.Message, Item: f.Item}
	case "ValidationException":
		rs[i] = fault.Reason{Code: "ValidationError", Message: f.Message}
	case "ProvisionedThroughputExceededException":
		rs[i] = fault.Reason{Code: "ProvisionedThroughputExceeded", Message: f.Message}
	case "ThrottlingException", "RequestLimitExceeded":
		rs[i] = fault.Reason{Code: "ThrottlingError", Message: f.Message}
	default:
		return err
	}
	return nil
}

// err is the cancelled transaction, or nil if no action failed.
func (rs reasons) err() error {
	for _, r := range rs {
		if r.Code != "None" {
			return fault.Cancelled(rs)
		}
	}
	return nil
}

// distinct refuses two actions on one item.
func distinct(targets []target) error {
	seen := make(map[target]bool, len(targets))
	for _, t := range targets {
		if seen[t] {
			return fault.Validation("Transaction request cannot include multiple operations on one item")
		}
		seen[t] = true
	}
	return nil
}

// inOrder returns the distinct tables by name, the order in which all callers
// lock them.
func inOrder(tables []*catalog.Table) []*catalog.Table {
	tables = slices.Clone(tables)
	slices.SortFunc(tables, func(a, b *catalog.Table) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(tables)
}
