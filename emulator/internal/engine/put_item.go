package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// put turns a put, of a call or of a transaction, into an action.
// An action that comes with an error is one that its table does not take.
func (e *Engine) put(q *request) (*action, error) {
	s, err := q.scope([]parameter{{"ConditionExpression", q.condition}}, "Expected", "ConditionalOperator")
	if err != nil {
		return nil, err
	}
	item, err := q.item.valid()
	if err != nil {
		return nil, err
	}
	if err := q.allowed("ALL_OLD", "NONE"); err != nil {
		return nil, err
	}
	if item.Size() > maxItemSize {
		return nil, fault.Validation("Item size has exceeded the maximum allowed size")
	}
	a := &action{item: item, showFailed: q.returnOnFailure.string == "ALL_OLD"}
	if a.condition, err = q.conditionOf(s); err != nil {
		return nil, err
	}
	if err := worded(s.Unused()); err != nil {
		return nil, err
	}
	if a.table, err = e.catalog.Open(q.table.string); err != nil {
		return nil, err
	}
	return a, a.locatePut()
}

// locatePut finds the key of the item to be put and checks index keys.
func (a *action) locatePut() (err error) {
	if a.key, err = itemKey(a.table.Data.Keys, a.item); err != nil {
		return err
	}
	a.table.Mu.RLock()
	defer a.table.Mu.RUnlock()
	return indexKeys(a.table, a.item)
}
