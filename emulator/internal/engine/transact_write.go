package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// transactWriteItems answers TransactWriteItems.
func (e *Engine) transactWriteItems(q *request, out []byte) ([]byte, error) {
	if err := q.modelOfTransaction(); err != nil {
		return out, err
	}
	return e.tokens.once(q, out, func(out []byte) ([]byte, error) {
		outcomes, err := e.transact(q.parts.acts)
		if err != nil {
			return out, err
		}
		return q.answerTransaction(outcomes, out), nil
	})
}

// transact does all actions or none.
func (e *Engine) transact(parts []transactPart) ([]outcome, error) {
	rs := newReasons(len(parts))
	actions := make([]*action, len(parts))
	targets := make([]target, 0, len(parts))
	for i, p := range parts {
		a, err := e.actionOf(p)
		if a == nil {
			return nil, err
		}
		if err != nil {
			if err := rs.note(i, err); err != nil {
				return nil, err
			}
			continue
		}
		actions[i] = a
		targets = append(targets, target{a.table.Name, a.key})
	}
	if err := distinct(targets); err != nil {
		return nil, err
	}
	if err := rs.err(); err != nil {
		return nil, err
	}
	return runAll(actions, rs)
}

func (e *Engine) actionOf(p transactPart) (*action, error) {
	switch p.kind {
	case "Put":
		return e.put(p.request)
	case "Update":
		return e.change(p.request)
	case "Delete":
		return e.remove(p.request)
	case "ConditionCheck":
		return e.onKey(p.request)
	}
	return nil, fault.Validation("TransactItems can only contain one of Check, Put, Update or Delete")
}

// runAll evaluates every action, and commits them if none fails.
func runAll(actions []*action, rs reasons) ([]outcome, error) {
	tables := make([]*catalog.Table, len(actions))
	for i, a := range actions {
		tables[i] = a.table
	}
	for _, t := range inOrder(tables) {
		t.Mu.Lock()
		defer t.Mu.Unlock()
	}
	outcomes, size := make([]outcome, len(actions)), 0
	for i, a := range actions {
		o, err := a.evaluate()
		if err != nil {
			if err := rs.note(i, err); err != nil {
				return nil, err
			}
		}
		outcomes[i] = o
		size += max(o.size, o.keys.Size())
	}
	if size > maxTransactBytes {
		return nil, fault.Validation("Transaction size exceeded the maximum allowed size of 4 MB")
	}
	if err := rs.err(); err != nil {
		return nil, err
	}
	for i := range outcomes {
		if err := outcomes[i].admit(transactional); err != nil {
			if err := rs.note(i, err); err != nil {
				return nil, err
			}
		}
	}
	if err := rs.err(); err != nil {
		return nil, err
	}
	for i := range outcomes {
		outcomes[i].commit()
	}
	return outcomes, nil
}

func (q *request) answerTransaction(outcomes []outcome, out []byte) []byte {
	out = append(out, '{')
	if !q.returnCapacity.given {
		return append(out, '}')
	}
	var consumed costs
	for i := range outcomes {
		consumed.add(outcomes[i].cost(transactional))
	}
	return closeObject(consumed.append(out, q.returnCapacity.string))
}
