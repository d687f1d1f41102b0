package value

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// set appends a set with its members in order.
func (d *Decoder) set(r *wire.Reader, k Kind) error {
	start, base := len(d.buf), len(d.members)
	var sent []string
	err := r.Array("List", func() error {
		m := member{start: len(d.buf)}
		if err := d.scalar(r, k.Element()); err != nil {
			return err
		}
		_, width := uvarint(string(d.buf[m.start:min(len(d.buf), m.start+5)]))
		m.key, m.keyEnd, m.end = m.start+width, len(d.buf), len(d.buf)
		d.members = append(d.members, m)
		sent = append(sent, string(d.buf[m.key:m.end]))
		return nil
	})
	if err != nil {
		return err
	}
	if len(sent) == 0 {
		d.refuse(ErrEmptySet, k, "")
	}
	count := d.order(start, base, k.Element())
	if count < len(sent) {
		d.refuse(ErrDuplicates, k, strings.Join(shown(sent, k), ", "))
	}
	d.header(start, k, count)
	return nil
}

// shown are a set's members as messages show them.
func shown(members []string, k Kind) []string {
	if k == BS {
		for i, m := range members {
			members[i] = base64.StdEncoding.EncodeToString([]byte(m))
		}
	}
	return members
}

// order sorts the members noted since base, whose bytes start at start, keeps
// the last of those with one key, forgets them, and returns how many stay.
func (d *Decoder) order(start, base int, k Kind) int {
	members := d.members[base:]
	d.members = d.members[:base]
	compare := func(a, b member) int {
		if k == N {
			return CompareNumbers(string(d.buf[a.key:a.keyEnd]), string(d.buf[b.key:b.keyEnd]))
		}
		return bytes.Compare(d.buf[a.key:a.keyEnd], d.buf[b.key:b.keyEnd])
	}
	if ascending(members, compare) {
		return len(members)
	}
	slices.SortStableFunc(members, compare)
	sorted, count := make([]byte, 0, len(d.buf)-start), 0
	for i, m := range members {
		if i+1 < len(members) && compare(m, members[i+1]) == 0 {
			continue
		}
		sorted = append(sorted, d.buf[m.start:m.end]...)
		count++
	}
	d.buf = append(d.buf[:start], sorted...)
	return count
}

func ascending(members []member, compare func(a, b member) int) bool {
	for i := 1; i < len(members); i++ {
		if compare(members[i-1], members[i]) >= 0 {
			return false
		}
	}
	return true
}
