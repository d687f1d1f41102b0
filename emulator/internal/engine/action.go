package engine

import (
	"errors"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// action is one checked write: a put, an update, a delete, or a condition
// alone. All kinds of request end in it, so a batch or a transaction does
// exactly what the single call does.
type action struct {
	table *catalog.Table
	key   store.Key

	item   value.Item   // to put; "" for others
	keys   value.Item   // of an update: what a new item starts from
	update *expr.Update // of an update
	delete bool

	condition  *expr.Condition
	showFailed bool // a failed condition returns the item
}

// outcome is what an action would do; nothing is stored until commit.
type outcome struct {
	*action
	record        *store.Record // as it is stored; nil for a new item
	before, after value.Item    // either may be missing
	oldSize, size int
	changes       []store.Change
}

// evaluate works out the action on the table as it is. The table's lock is held.
func (a *action) evaluate() (outcome, error) {
	o := outcome{action: a}
	if o.record = a.table.Data.Tree.Get(a.key); o.record != nil {
		o.before, o.oldSize = o.record.Item(), o.record.Size()
	}
	if err := a.check(o.before); err != nil {
		return o, err
	}
	if err := o.work(); err != nil {
		return o, err
	}
	o.changes = a.table.Data.Changes(o.before, o.after)
	return o, nil
}

func (a *action) check(before value.Item) error {
	if a.condition == nil {
		return nil
	}
	holds, err := a.condition.Eval(before)
	switch {
	case err != nil:
		return worded(err)
	case holds:
		return nil
	case a.showFailed:
		return fault.ConditionFailed(before)
	}
	return fault.ConditionFailed("")
}

// work sets what the item becomes.
func (o *outcome) work() (err error) {
	switch {
	case o.delete:
		return nil
	case o.update != nil:
		return o.applyUpdate()
	case o.item != "":
		o.after = o.item
		o.size = o.after.Size()
	default: // a condition alone
		o.after, o.size = o.before, o.oldSize
	}
	return nil
}

func (o *outcome) applyUpdate() (err error) {
	start := o.before
	if start == "" {
		start = o.keys
	}
	if o.after, err = o.update.Apply(start); err != nil {
		return worded(err)
	}
	if o.size = o.after.Size(); o.size > maxItemSize {
		return fault.Validation("Item size to update has exceeded the maximum allowed size")
	}
	return indexKeys(o.table, o.after)
}

// commit stores the outcome. The table's lock is held for writing.
func (o *outcome) commit() {
	switch {
	case o.after != "":
		if o.before != o.after {
			o.table.Data.Put(o.record, o.key, o.after, o.size, o.changes)
		}
	case o.before != "":
		o.table.Data.Delete(o.record, o.changes)
	}
	o.table.Record(o.before, o.after, false)
}

// run does one action on its own.
func (a *action) run() (outcome, error) {
	a.table.Mu.Lock()
	defer a.table.Mu.Unlock()
	o, err := a.evaluate()
	if err != nil {
		return o, o.refused(err)
	}
	if err := o.admit(single); err != nil {
		return o, err
	}
	o.commit()
	return o, nil
}

// refused is the error of an action that could not be done: a failed condition
// is paid for, so it may be throttled instead.
func (o *outcome) refused(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code != fault.ConditionalCheckFailed {
		return err
	}
	if throttled := o.admitFailed(); throttled != nil {
		return throttled
	}
	return err
}
