package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

var (
	tableKeys = Keys{Attr{"pk", value.S}, Attr{"sk", value.N}}
	byColour  = IndexSpec{Name: "colour", Keys: Keys{Attr{"colour", value.S}, Attr{"sk", value.N}}, Projection: Projection{NonKeys: []string{"note"}}}
	byNote    = IndexSpec{Name: "note", Local: true, Keys: Keys{Attr{"pk", value.S}, Attr{"note", value.S}}, Projection: Projection{All: true}}
)

func item(pk, sk, colour, note string) value.Item {
	attrs := []value.Attr{{Name: "pk", Value: value.Of(value.S, pk)}, {Name: "sk", Value: value.Of(value.N, sk)}, {Name: "x", Value: value.Bool(true)}}
	if colour != "" {
		attrs = append(attrs, value.Attr{Name: "colour", Value: value.Of(value.S, colour)})
	}
	if note != "" {
		attrs = append(attrs, value.Attr{Name: "note", Value: value.Of(value.S, note)})
	}
	return value.NewItem(attrs)
}

func put(t *Table, it value.Item) {
	k, _ := t.Keys.Of(it)
	var before value.Item
	old := t.Tree.Get(k)
	if old != nil {
		before = old.item
	}
	t.Put(old, k, it, it.Size(), t.Changes(before, it))
}

func remove(t *Table, k Key) {
	if r := t.Tree.Get(k); r != nil {
		t.Delete(r, t.Changes(r.item, ""))
	}
}

// model is the same table as plain items, sorted when asked.
type model map[Key]value.Item

func (m model) query(keys Keys, partition string, r Range, backwards bool) []value.Item {
	type row struct {
		key, base Key
		item      value.Item
	}
	var rows []row
	for base, it := range m {
		k, ok := keys.Of(it)
		in := (!r.HasFrom || k.Sort > r.From || k.Sort == r.From && !r.AfterFrom) && (!r.HasTo || k.Sort < r.To || k.Sort == r.To && !r.Under)
		if ok && k.Partition == partition && in {
			rows = append(rows, row{k, base, it})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		if c := strings.Compare(a.key.Sort, b.key.Sort); c != 0 {
			return c
		}
		if c := compareCollections(probe(a.base.Partition), probe(b.base.Partition)); c != 0 {
			return c
		}
		return strings.Compare(a.base.Sort, b.base.Sort)
	})
	if backwards {
		slices.Reverse(rows)
	}
	items := []value.Item{}
	for _, r := range rows {
		items = append(items, r.item)
	}
	return items
}

// pages reads a query in pages of n, taking the table's items.
func pages(t *Table, tree *Tree, indexed bool, partition string, r Range, backwards bool, n int) []value.Item {
	items := []value.Item{}
	var after *Position
	for {
		found := 0
		for rec := range tree.Query(partition, r, after, backwards) {
			base := rec
			p := Position{Key: rec.Key(), Indexed: indexed}
			if indexed {
				p.Base = rec.base.Key()
				base = t.Tree.Get(p.Base)
			}
			items = append(items, base.item)
			after = &p
			if found++; found == n {
				break
			}
		}
		if found < n {
			return items
		}
	}
}

// TestModel plays random writes and reads against plain sorted items.
func TestModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		table, m := NewTable(tableKeys, []IndexSpec{byColour, byNote}), model{}
		number := rapid.IntRange(-20, 20)
		word := rapid.SampledFrom([]string{"", "a", "b", "c"})
		rt.Repeat(map[string]func(*rapid.T){
			"put": func(rt *rapid.T) {
				it := item(rapid.SampledFrom([]string{"p", "q", "r"}).Draw(rt, "pk"), fmt.Sprint(number.Draw(rt, "sk")), word.Draw(rt, "colour"), word.Draw(rt, "note"))
				k, _ := tableKeys.Of(it)
				put(table, it)
				m[k] = it
			},
			"delete": func(rt *rapid.T) {
				it := item(rapid.SampledFrom([]string{"p", "q"}).Draw(rt, "pk"), fmt.Sprint(number.Draw(rt, "sk")), "", "")
				k, _ := tableKeys.Of(it)
				remove(table, k)
				delete(m, k)
			},
			"query": func(rt *rapid.T) {
				low := value.Of(value.N, fmt.Sprint(number.Draw(rt, "from"))).Key()
				high := value.Of(value.N, fmt.Sprint(number.Draw(rt, "to"))).Key()
				r := Range{From: low, To: high, HasFrom: rapid.Bool().Draw(rt, "hasFrom"), HasTo: rapid.Bool().Draw(rt, "hasTo"),
					AfterFrom: rapid.Bool().Draw(rt, "after"), Under: rapid.Bool().Draw(rt, "under")}
				back, n := rapid.Bool().Draw(rt, "backwards"), rapid.IntRange(1, 5).Draw(rt, "page")
				if diff := cmp.Diff(m.query(tableKeys, "p", r, back), pages(table, table.Tree, false, "p", r, back, n)); diff != "" {
					rt.Fatalf("table: %s", diff)
				}
				x := table.Index("colour")
				if diff := cmp.Diff(m.query(byColour.Keys, "a", r, back), pages(table, x.Tree, true, "a", r, back, n)); diff != "" {
					rt.Fatalf("index: %s", diff)
				}
			},
			"": func(rt *rapid.T) {
				if err := table.Check(); err != nil {
					rt.Fatal(err)
				}
				if table.Tree.Count() != len(m) {
					rt.Fatalf("%d items, want %d", table.Tree.Count(), len(m))
				}
			},
		})
	})
}

func TestScanSegments(t *testing.T) {
	table := NewTable(Keys{Partition: Attr{"pk", value.S}}, nil)
	for i := range 500 {
		put(table, item(fmt.Sprintf("p%d", i), "1", "", ""))
	}
	for _, total := range []int{1, 2, 3, 7, 1000} {
		seen := map[Key]int{}
		for segment := range total {
			var after *Position
			for more := true; more; {
				more = false
				for r := range table.Tree.Scan(segment, total, after) {
					seen[r.Key()]++
					after, more = &Position{Key: r.Key()}, true
					if len(seen)%3 == 0 {
						break
					}
				}
			}
		}
		if len(seen) != 500 {
			t.Errorf("%d segments: %d items, want 500", total, len(seen))
		}
		for k, n := range seen {
			if n != 1 {
				t.Fatalf("%d segments: %v seen %d times", total, k, n)
			}
		}
	}
}

func TestAddIndexLater(t *testing.T) {
	table := NewTable(tableKeys, nil)
	for i := range 50 {
		put(table, item("p", fmt.Sprint(i), []string{"", "a", "b"}[i%3], ""))
	}
	table.AddIndex(byColour)
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	if got := table.Index("colour").Tree.Count(); got != 33 {
		t.Errorf("%d entries, want 33", got)
	}
	table.DropIndex("colour")
	if table.Index("colour") != nil {
		t.Error("the index is still there")
	}
}

func TestCheckFinds(t *testing.T) {
	for name, harm := range map[string]func(*Table){
		"an entry without its item": func(t *Table) { t.Tree.delete(Key{"p", value.Of(value.N, "1").Key()}, nil) },
		"an item without its entry": func(t *Table) {
			x := t.Index("note")
			r := t.Tree.Get(Key{"p", value.Of(value.N, "1").Key()})
			x.Tree.delete(Key{"p", "n"}, r)
		},
		"a size that is off": func(t *Table) { t.Tree.size++ },
	} {
		table := NewTable(tableKeys, []IndexSpec{byColour, byNote})
		put(table, item("p", "1", "a", "n"))
		if err := table.Check(); err != nil {
			t.Fatal(err)
		}
		harm(table)
		if table.Check() == nil {
			t.Errorf("Check does not find %s", name)
		}
	}
}
