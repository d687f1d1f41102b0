package engine

import (
	"errors"
	"strconv"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/store"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// source is what a Query or Scan reads: a table or one of its indexes.
type source struct {
	table *catalog.Table
	index *store.Index // nil for the table itself
	tree  *store.Tree
	keys  store.Keys
}

// open finds the source. The table's lock is held.
func (q *request) open(t *catalog.Table) (*source, error) {
	if !q.index.given {
		return &source{table: t, tree: t.Data.Tree, keys: t.Data.Keys}, nil
	}
	x, err := t.OpenIndex(q.index.string)
	if err != nil {
		return nil, err
	}
	if q.consistent && !x.Spec.Local {
		return nil, fault.Validation("Consistent reads are not supported on global secondary indexes")
	}
	return &source{table: t, index: x, tree: x.Tree, keys: x.Spec.Keys}, nil
}

// resume is the LastEvaluatedKey after the record: its key, in an index with
// the table's key.
func (s *source) resume(r *store.Record) value.Item {
	names := s.keys.Names()
	if s.index != nil {
		names = append(names, s.table.Data.Keys.Names()...)
	}
	attrs := make([]value.Attr, 0, 4)
	for _, name := range names {
		attrs = append(attrs, value.Attr{Name: name, Value: r.Item().Get(name)})
	}
	return value.NewItem(attrs)
}

// start reads an ExclusiveStartKey, which must be a key that resume could give.
func (s *source) start(q *request) (*store.Position, error) {
	if !q.startKey.given {
		return nil, nil
	}
	it := q.startKey.item
	want := map[string]bool{}
	for _, name := range append(s.keys.Names(), s.table.Data.Keys.Names()...) {
		want[name] = true
	}
	p := &store.Position{Indexed: s.index != nil}
	var ok, baseOK bool
	p.Key, ok = s.keys.Of(it)
	p.Base, baseOK = s.table.Data.Keys.Of(it)
	if !ok || !baseOK || it.Len() != len(want) {
		return nil, fault.Validation("The provided starting key is invalid")
	}
	return p, nil
}

// startValues checks the values of an ExclusiveStartKey.
func (q *request) startValues() error {
	bad := q.startKey.invalid
	if bad == nil {
		return nil
	}
	message := fault.InvalidValue(bad).Message
	if bad.Kind == value.N || errors.Is(bad, value.ErrDuplicates) || bad.Kind == value.NS {
		return fault.Validation("%s", message)
	}
	return fault.Validation("The provided starting key is invalid: %s", message)
}

func appendInt(out []byte, n int) []byte { return strconv.AppendInt(out, int64(n), 10) }
