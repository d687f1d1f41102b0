package engine

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// parts are what batches and transactions hold.
type parts struct {
	given  bool
	reads  []batchRead
	writes []batchWrite
	acts   []transactPart
	token  text
}

// batchRead is what BatchGetItem asks of one table.
type batchRead struct {
	table string
	keys  []attrs
	*request
}

// batchWrite is what BatchWriteItem sends to one table.
type batchWrite struct {
	table  string
	writes []writeRequest
}

// writeRequest is a put or a delete; a malformed one may be both or neither.
type writeRequest struct{ put, delete attrs }

// transactPart is one action of a transaction; kinds counts how many it names.
type transactPart struct {
	kind  string // Put, Update, Delete, ConditionCheck or Get
	kinds int
	*request
}

func (p *parts) member(r *wire.Reader, name string, d *value.Decoder) (err error) {
	switch name {
	case "ClientRequestToken":
		p.token.given = true
		p.token.string, err = r.Text()
		return err
	case "TransactItems":
		p.given = true
		return r.Array("List", func() error { return p.transact(r) })
	}
	p.given = true
	return r.Object("Map", func(name []byte) error {
		table := string(name)
		if r.AtArray() {
			return p.batchWrites(r, table, d)
		}
		return p.batchReads(r, table, d)
	})
}

func (p *parts) batchWrites(r *wire.Reader, table string, d *value.Decoder) error {
	b := batchWrite{table: table}
	err := r.Array("List", func() error {
		w, err := readWrite(r, d)
		b.writes = append(b.writes, w)
		return err
	})
	p.writes = append(p.writes, b)
	return err
}

func readWrite(r *wire.Reader, d *value.Decoder) (w writeRequest, err error) {
	err = r.Object("WriteRequest", func(name []byte) error {
		switch string(name) {
		case "PutRequest":
			return readOne(r, "Item", &w.put, d)
		case "DeleteRequest":
			return readOne(r, "Key", &w.delete, d)
		}
		return r.Skip()
	})
	return w, err
}

// readOne reads an object whose member of the given name is an item.
func readOne(r *wire.Reader, want string, to *attrs, d *value.Decoder) error {
	if r.Null() {
		return nil
	}
	to.given = true
	return r.Object("Map", func(name []byte) (err error) {
		if string(name) != want {
			return r.Skip()
		}
		to.item, to.invalid, err = d.Item(r)
		return err
	})
}

func (p *parts) batchReads(r *wire.Reader, table string, d *value.Decoder) error {
	b := batchRead{table: table, request: new(request)}
	err := r.Object("KeysAndAttributes", func(name []byte) error {
		if string(name) != "Keys" {
			return b.member(r, name)
		}
		return r.Array("List", func() (err error) {
			k := attrs{given: true}
			k.item, k.invalid, err = d.Item(r)
			b.keys = append(b.keys, k)
			return err
		})
	})
	p.reads = append(p.reads, b)
	return err
}

func (p *parts) transact(r *wire.Reader) error {
	var part transactPart
	err := r.Object("TransactItem", func(name []byte) error {
		if r.Null() {
			return nil
		}
		switch kind := string(name); kind {
		case "Put", "Update", "Delete", "ConditionCheck", "Get":
			part.kind, part.request = kind, new(request)
			part.kinds++
			return part.object(r)
		}
		return r.Skip()
	})
	p.acts = append(p.acts, part)
	return err
}
