package store

import (
	"slices"

	"github.com/tidwall/btree"
)

// fewRecords is how many records a collection keeps in a plain sorted slice: a
// tree would take more memory than the records of most collections.
const fewRecords = 32

// records are the records of one collection in order: a sorted slice while
// there are few, then a tree. The zero value is empty.
type records struct {
	few  []*Record
	many *btree.BTreeG[*Record]
}

func (rs *records) len() int {
	if rs.many != nil {
		return rs.many.Len()
	}
	return len(rs.few)
}

// find returns where r is, or would be, among the few.
func (rs *records) find(r *Record) (int, bool) {
	return slices.BinarySearchFunc(rs.few, r, compare)
}

// get returns the record that compares equal to r, or nil.
func (rs *records) get(r *Record) *Record {
	if rs.many != nil {
		found, _ := rs.many.Get(r)
		return found
	}
	if i, ok := rs.find(r); ok {
		return rs.few[i]
	}
	return nil
}

// set puts r in its place and returns the record that was there, or nil.
func (rs *records) set(r *Record) *Record {
	if rs.many != nil {
		old, _ := rs.many.Set(r)
		return old
	}
	i, ok := rs.find(r)
	if ok {
		old := rs.few[i]
		rs.few[i] = r
		return old
	}
	rs.few = slices.Insert(rs.few, i, r)
	if len(rs.few) > fewRecords {
		rs.grow()
	}
	return nil
}

// grow moves the few into a tree.
func (rs *records) grow() {
	rs.many = btree.NewBTreeGOptions(before, notLocked)
	for _, r := range rs.few {
		rs.many.Load(r)
	}
	rs.few = nil
}

// delete removes the record that compares equal to r and returns it, or nil.
func (rs *records) delete(r *Record) *Record {
	if rs.many != nil {
		old, _ := rs.many.Delete(r)
		return old
	}
	i, ok := rs.find(r)
	if !ok {
		return nil
	}
	old := rs.few[i]
	rs.few = slices.Delete(rs.few, i, i+1)
	return old
}

// ascend calls visit for the records from start on, all if it is nil, until it
// returns false.
func (rs *records) ascend(start *Record, visit func(*Record) bool) {
	switch {
	case rs.many != nil && start != nil:
		rs.many.Ascend(start, visit)
	case rs.many != nil:
		rs.many.Scan(visit)
	default:
		i := 0
		if start != nil {
			i, _ = rs.find(start)
		}
		for ; i < len(rs.few) && visit(rs.few[i]); i++ {
		}
	}
}

// descend calls visit for the records from start backwards, all if it is nil,
// until it returns false.
func (rs *records) descend(start *Record, visit func(*Record) bool) {
	switch {
	case rs.many != nil && start != nil:
		rs.many.Descend(start, visit)
	case rs.many != nil:
		rs.many.Reverse(visit)
	default:
		i := len(rs.few)
		if start != nil {
			at, ok := rs.find(start)
			if i = at; ok {
				i++
			}
		}
		for i--; i >= 0 && visit(rs.few[i]); i-- {
		}
	}
}
