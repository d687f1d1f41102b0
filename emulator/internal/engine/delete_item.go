package engine

// remove turns a delete, of a call or of a transaction, into an action.
// An action that comes with an error is one that its table does not take.
func (e *Engine) remove(q *request) (*action, error) {
	a, err := e.onKey(q)
	if err != nil {
		return nil, err
	}
	a.delete = true
	return a, nil
}

// onKey turns a request with a key and perhaps a condition into an action that
// only checks the condition. An action that comes with an error is one that
// its table does not take.
func (e *Engine) onKey(q *request) (*action, error) {
	s, err := q.scope([]parameter{{"ConditionExpression", q.condition}}, "Expected", "ConditionalOperator")
	if err != nil {
		return nil, err
	}
	key, err := q.key.valid()
	if err != nil {
		return nil, err
	}
	if err := q.allowed("ALL_OLD", "NONE"); err != nil {
		return nil, err
	}
	a := &action{keys: key, showFailed: q.returnOnFailure.string == "ALL_OLD"}
	if a.condition, err = q.conditionOf(s); err != nil {
		return nil, err
	}
	if err := worded(s.Unused()); err != nil {
		return nil, err
	}
	if a.table, err = e.catalog.Open(q.table.string); err != nil {
		return nil, err
	}
	a.key, err = givenKey(a.table.Data.Keys, key)
	return a, err
}
