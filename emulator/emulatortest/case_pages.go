package emulatortest

import (
	"errors"
	"fmt"
	"strings"
)

func pageCases() []Case {
	return []Case{{
		Number: 13, Name: "Limit 3 and a filter that matches only the fifth of ten",
		Right: "Limit counts before the filter: Count 0, ScannedCount 3, a LastEvaluatedKey",
		Checks: []Check{
			{"query", func(e *env) error { return e.emptyPage(e.query, ask{key: "pk = :p", filter: "#r = :five"}, e.key("3")) }},
			{"backwards", func(e *env) error {
				return e.emptyPage(e.query, ask{key: "pk = :p", filter: "#r = :five", backwards: true}, e.key("8"))
			}},
			{"global index", func(e *env) error {
				last := e.with("3", item{"colour": s(e.pk), "rank": n("3")})
				return e.emptyPage(e.query, ask{index: byColour, key: "colour = :p", filter: "sk = :five"}, last)
			}},
			{"local index", func(e *env) error {
				return e.emptyPage(e.query, ask{index: byNote, key: "pk = :p", filter: "#r = :five"}, e.with("3", item{"note": s("03")}))
			}},
			{"count only", func(e *env) error {
				return e.emptyPage(e.query, ask{key: "pk = :p", filter: "#r = :five", counts: true}, e.key("3"))
			}},
			{"scan", scanEmptyPage},
		},
	}, {
		Number: 14, Name: "an empty page with a LastEvaluatedKey",
		Right: "only a missing key ends the paging",
		Checks: []Check{
			{"query to the end", func(e *env) error { return e.pagesTo(e.query, ask{key: "pk = :p", filter: "#r = :five", limit: 3}, 4) }},
			{"backwards to the end", func(e *env) error {
				return e.pagesTo(e.query, ask{key: "pk = :p", filter: "#r = :five", limit: 3, backwards: true}, 4)
			}},
			{"the limit divides the items", func(e *env) error {
				return e.pagesTo(e.query, ask{key: "pk = :p", filter: "#r = :five", limit: 5}, 3)
			}},
			{"one at a time", func(e *env) error { return e.pagesTo(e.query, ask{key: "pk = :p", filter: "#r = :five", limit: 1}, 11) }},
			{"the limit is more", func(e *env) error { return e.pagesTo(e.query, ask{key: "pk = :p", filter: "#r = :five", limit: 11}, 1) }},
			{"scan to the end", scanToTheEnd},
			{"nothing at all", func(e *env) error {
				p, err := e.query(ask{key: "pk = :p", limit: 1})
				if err != nil {
					return err
				}
				return same("page", page{}, p)
			}},
		},
	}, {
		Number: 15, Name: "20 items of 60 KB in one collection",
		Right: "a page ends before 1 MB, counted before the filter",
		Checks: []Check{
			{"query", func(e *env) error { return e.megabyte(ask{key: "pk = :p"}, 17, 3) }},
			{"backwards", func(e *env) error { return e.megabyte(ask{key: "pk = :p", backwards: true}, 17, 3) }},
			{"a filter that takes none", func(e *env) error { return e.megabyte(ask{key: "pk = :p", filter: "attribute_exists(x)"}, 0, 0) }},
			{"a projection", func(e *env) error { return e.megabyte(ask{key: "pk = :p", project: "sk"}, 17, 3) }},
			{"count only", func(e *env) error { return e.megabyte(ask{key: "pk = :p", counts: true}, 17, 3) }},
			{"a limit below it", func(e *env) error { return e.megabyte(ask{key: "pk = :p", limit: 16}, 16, 4) }},
		},
	}}
}

// ranks puts ten items, numbered 1 to 10.
func (e *env) ranks() error {
	for i := 1; i <= 10; i++ {
		it := e.with(fmt.Sprint(i), item{"colour": s(e.pk), "rank": n(fmt.Sprint(i)), "note": s(fmt.Sprintf("%02d", i))})
		if err := e.put(it); err != nil {
			return err
		}
	}
	return nil
}

// fifth completes a question about rank five.
func fifth(q ask) ask {
	q.values = item{":five": n("5")}
	if strings.Contains(q.filter, "#r") {
		q.names = map[string]string{"#r": "rank"}
	}
	return q
}

func (e *env) emptyPage(read func(ask) (page, error), q ask, last item) error {
	if err := e.ranks(); err != nil {
		return err
	}
	q = fifth(q)
	q.limit = 3
	p, err := read(q)
	if err != nil {
		return err
	}
	return same("page", page{Scanned: 3, Last: last}, p)
}

func scanEmptyPage(e *env) error {
	q := fifth(ask{filter: "#r = :nothing", limit: 3})
	q.values = item{":nothing": n("0")}
	p, err := e.scanTen(q)
	if err != nil {
		return err
	}
	if len(p.Last) != 1 {
		return fmt.Errorf("last key %v, right is the third item's", p.Last)
	}
	p.Last = nil
	return same("page", page{Scanned: 3}, p)
}

// scanTen scans the table whose ten items no check changes.
func (e *env) scanTen(q ask) (page, error) {
	other := *e
	other.tables = &tables{client: e.tables.client, main: e.tables.scanned}
	return other.scan(q)
}

// pagesTo reads to the end: the fifth item and no other, in so many pages.
func (e *env) pagesTo(read func(ask) (page, error), q ask, want int) error {
	if err := e.ranks(); err != nil {
		return err
	}
	pages, items, err := drain(read, fifth(q))
	if err != nil {
		return err
	}
	return errors.Join(same("pages", want, len(pages)), same("ranks", []string{"5"}, numbers(items, "rank")))
}

func scanToTheEnd(e *env) error {
	pages, items, err := drain(e.scanTen, fifth(ask{filter: "#r = :five", limit: 5}))
	if err != nil {
		return err
	}
	return errors.Join(same("pages", 3, len(pages)), same("ranks", []string{"5"}, numbers(items, "rank")))
}

// megabyte reads 20 items of 60 KB each, of which 17 go into 1 MB.
func (e *env) megabyte(q ask, first, second int32) error {
	for i := range 20 {
		if err := e.put(e.with(fmt.Sprint(i), item{"blob": s(strings.Repeat("x", 60<<10))})); err != nil {
			return err
		}
	}
	pages, _, err := drain(e.query, q)
	if err != nil {
		return err
	}
	var counts, scanned []int32
	for _, p := range pages {
		counts = append(counts, p.Count)
		scanned = append(scanned, p.Scanned)
	}
	cut := int32(17)
	if q.limit != 0 {
		cut = q.limit
	}
	return errors.Join(same("counts", []int32{first, second}, counts), same("scanned", []int32{cut, 20 - cut}, scanned))
}
