package expr

import (
	"testing"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

const benchItem = `{"pk":{"S":"CUSTOMER#c234"},"sk":{"S":"ORDER#o0414"},"amount":{"N":"99.5"},"t":{"N":"41"},"seen":{"S":"2026-10-20"},
	"tags":{"SS":["a","b"]},"address":{"M":{"city":{"S":"Graz"},"lines":{"L":[{"S":"x"}]}}}}`

func BenchmarkUpdate(b *testing.B) {
	it := mustItem(b, benchItem)
	names, values := map[string]string{"#t": "t"}, map[string]value.Value{":one": value.Of(value.N, "1"), ":s": value.Of(value.S, "2026-10-21")}
	b.ReportAllocs()
	for b.Loop() {
		s := NewScope(names, values)
		u, err := ParseUpdate("SET #t = #t + :one, seen = :s", s)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := u.Apply(it); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkApply(b *testing.B) {
	it := mustItem(b, benchItem)
	u, err := ParseUpdate("SET t = t + :one, seen = :x", newTestScope(b))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := u.Apply(it); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseCondition(b *testing.B) {
	s := newTestScope(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseCondition(FilterExpression, "#s = :x AND (amount BETWEEN :one AND :nine OR begins_with(sk, :x))", s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	it := mustItem(b, benchItem)
	c, err := ParseCondition(FilterExpression, "amount > :nine AND t BETWEEN :one AND :max AND NOT begins_with(sk, :x) AND attribute_exists(address.city)", newTestScope(b))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if holds, _ := c.Eval(it); !holds {
			b.Fatal("condition does not hold")
		}
	}
}

func BenchmarkKeyCondition(b *testing.B) {
	names, values := map[string]string{"#pk": "pk"}, map[string]value.Value{":p": value.Of(value.S, "p"), ":s": value.Of(value.S, "s")}
	b.ReportAllocs()
	for b.Loop() {
		k, err := ParseKeyCondition("#pk = :p AND begins_with(sk, :s)", NewScope(names, values))
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := k.Resolve("pk", "sk"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkProject(b *testing.B) {
	it := mustItem(b, benchItem)
	p, err := ParseProjection("sk, amount, address.city, seen", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Apply(it)
	}
}
