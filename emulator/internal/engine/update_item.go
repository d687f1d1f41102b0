package engine

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// change turns an update, of a call or of a transaction, into an action.
// An action that comes with an error is one that its table does not take.
func (e *Engine) change(q *request) (*action, error) {
	s, err := q.scope([]parameter{{"UpdateExpression", q.update}, {"ConditionExpression", q.condition}},
		"AttributeUpdates", "Expected", "ConditionalOperator")
	if err != nil {
		return nil, err
	}
	key, err := q.key.valid()
	if err != nil {
		return nil, err
	}
	a := &action{keys: key, showFailed: q.returnOnFailure.string == "ALL_OLD"}
	if a.update, err = q.updateOf(s); err != nil {
		return nil, err
	}
	if a.condition, err = q.conditionOf(s); err != nil {
		return nil, err
	}
	if err := worded(s.Unused()); err != nil {
		return nil, err
	}
	if a.table, err = e.catalog.Open(q.table.string); err != nil {
		return nil, err
	}
	return a, a.locateUpdate()
}

// locateUpdate finds the key and refuses an update of it.
func (a *action) locateUpdate() (err error) {
	if a.key, err = givenKey(a.table.Data.Keys, a.keys); err != nil {
		return err
	}
	keys := a.table.Data.Keys.Names()
	for _, p := range a.update.Paths() {
		if slices.Contains(keys, p.Name()) {
			return fault.Parameters("Cannot update attribute %s. This attribute is part of the key", p.Name())
		}
	}
	return nil
}

// updateOf parses the request's update in either form; without one it changes
// nothing but makes the item if there is none.
func (q *request) updateOf(s *expr.Scope) (*expr.Update, error) {
	if !q.update.given {
		return q.legacy.attributeUpdates()
	}
	u, err := expr.ParseUpdate(q.update.string, s)
	return u, worded(err)
}
