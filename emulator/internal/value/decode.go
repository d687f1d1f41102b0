package value

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// MaxLevels is how deep an attribute may nest, its own value counted: 31 lists
// and what is in the last (Developer Guide, "Quotas").
const MaxLevels = 32

// The ways in which well-formed JSON is no attribute value.
var (
	ErrNoType     = errors.New("no type is given")
	ErrManyTypes  = errors.New("more than one type is given")
	ErrFalseNull  = errors.New("NULL is not true")
	ErrEmptySet   = errors.New("set is empty")
	ErrDuplicates = errors.New("set holds a member twice")
	ErrTooDeep    = errors.New("more than 32 levels")
)

// Invalid is an attribute value that DynamoDB refuses. It unwraps to one of
// this package's errors.
type Invalid struct {
	Err  error
	Kind Kind   // the type that was read, where it matters
	Text string // the number or the set's members as sent
}

func (e *Invalid) Error() string { return fmt.Sprintf("%s %q: %v", e.Kind.Name(), e.Text, e.Err) }

// Unwrap returns the kind of fault.
func (e *Invalid) Unwrap() error { return e.Err }

// Decoder reads items and values from the wire. It keeps its buffers, so one
// decoder should read a whole request; it is for one goroutine.
type Decoder struct {
	buf     []byte
	members []member
	invalid *Invalid
}

// member is where a map's or set's member lies in buf: its key and its end.
type member struct{ start, key, keyEnd, end int }

// Item reads an object of attribute values. A value that DynamoDB refuses is
// returned as the second result, the first of them in the order of the body,
// with the body read to the item's end; bad JSON is the last result.
func (d *Decoder) Item(r *wire.Reader) (Item, *Invalid, error) {
	d.reset()
	count, err := d.attributes(r, 0)
	if err != nil {
		return "", nil, err
	}
	d.insert(0, binary.AppendUvarint(nil, uint64(count)))
	return Item(d.buf), d.invalid, nil
}

// Value reads one attribute value; its results are those of Item.
func (d *Decoder) Value(r *wire.Reader) (Value, *Invalid, error) {
	d.reset()
	if err := d.value(r, 0); err != nil {
		return "", nil, err
	}
	return Value(d.buf), d.invalid, nil
}

func (d *Decoder) reset() { d.buf, d.members, d.invalid = d.buf[:0], d.members[:0], nil }

func (d *Decoder) refuse(err error, k Kind, text string) {
	if d.invalid == nil {
		d.invalid = &Invalid{Err: err, Kind: k, Text: text}
	}
}

// value appends one value, or a null in place of one that is refused.
func (d *Decoder) value(r *wire.Reader, level int) error {
	start, types := len(d.buf), 0
	err := r.Object("AttributeValue", func(name []byte) error {
		k := kindNamed(string(name))
		if k == None {
			return r.Skip()
		}
		if r.Null() { // as if it were not there
			return nil
		}
		types++
		d.buf = d.buf[:start]
		return d.typed(r, k, level)
	})
	if types == 1 || err != nil {
		return err
	}
	d.buf = append(d.buf[:start], byte(Null))
	if types == 0 {
		d.refuse(ErrNoType, None, "")
	} else {
		d.refuse(ErrManyTypes, None, "")
	}
	return nil
}

func kindNamed(name string) Kind {
	switch name {
	case "S", "N", "B", "M", "L":
		return Kind(name[0])
	case "BOOL":
		return True
	case "NULL":
		return Null
	case "SS":
		return SS
	case "NS":
		return NS
	case "BS":
		return BS
	}
	return None
}

func (d *Decoder) typed(r *wire.Reader, k Kind, level int) error {
	switch k {
	case True, Null:
		b, err := r.Bool()
		if k == Null && err == nil && !b {
			d.refuse(ErrFalseNull, Null, "")
		}
		if k == True && !b {
			k = False
		}
		d.buf = append(d.buf, byte(k))
		return err
	case M, L:
		return d.nested(r, k, level+1)
	case SS, NS, BS:
		return d.set(r, k)
	}
	d.buf = append(d.buf, byte(k))
	return d.scalar(r, k)
}

// scalar appends length and bytes of a string, number or binary.
func (d *Decoder) scalar(r *wire.Reader, k Kind) error {
	text, err := r.String()
	if err != nil {
		return err
	}
	switch k {
	case N:
		number, err := Number(string(text))
		if err != nil {
			d.refuse(err, N, string(text))
			number = "0"
		}
		d.buf = appendText(d.buf, number)
	case B:
		raw, err := base64.StdEncoding.DecodeString(string(text))
		if err != nil {
			return &wire.TypeError{Found: "STRING_VALUE", Want: "Base64"}
		}
		d.buf = appendText(d.buf, raw)
	default:
		d.buf = appendText(d.buf, text)
	}
	return nil
}

// nested appends a map or a list. Past the deepest level it is read and dropped.
func (d *Decoder) nested(r *wire.Reader, k Kind, level int) error {
	start := len(d.buf)
	if level >= MaxLevels {
		d.refuse(ErrTooDeep, k, "")
		d.buf = append(d.buf, byte(Null))
		return r.Skip()
	}
	count, err := 0, error(nil)
	if k == M {
		count, err = d.attributes(r, level)
	} else {
		err = r.Array("List", func() error { count++; return d.value(r, level) })
	}
	d.header(start, k, count)
	return err
}

// attributes appends the members of an object sorted by name and counts them.
func (d *Decoder) attributes(r *wire.Reader, level int) (int, error) {
	start, base := len(d.buf), len(d.members)
	err := r.Object("Map", func(name []byte) error {
		m := member{start: len(d.buf)}
		d.buf = appendText(d.buf, name)
		m.key, m.keyEnd = len(d.buf)-len(name), len(d.buf)
		err := d.value(r, level)
		m.end = len(d.buf)
		d.members = append(d.members, m)
		return err
	})
	count := d.order(start, base, S)
	return count, err
}

// header puts kind, body length and count before the body that starts at start.
func (d *Decoder) header(start int, k Kind, count int) {
	var space [24]byte
	number := binary.AppendUvarint(space[12:12], uint64(count))
	head := append(space[:0], byte(k))
	head = binary.AppendUvarint(head, uint64(len(d.buf)-start+len(number)))
	d.insert(start, append(head, number...))
}

func (d *Decoder) insert(at int, head []byte) {
	d.buf = append(d.buf, head...)
	copy(d.buf[at+len(head):], d.buf[at:len(d.buf)-len(head)])
	copy(d.buf[at:], head)
}
