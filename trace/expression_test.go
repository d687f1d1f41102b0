package trace

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

func TestExpression(t *testing.T) {
	with := placeholders{
		names: map[string]string{"#a": "alpha", "#ab": "beta", "#sw": "Safety.Warning", "#s": "Safety", "#w": "Warning", "#v": ":v1", "#and": "and", "#bad": "x`\n>>> y"},
		values: map[string]types.AttributeValue{
			":v1": &num{Value: "1"}, ":v10": &num{Value: "10"}, ":v2": &str{Value: "#a = :v1"}, ":quote": &str{Value: "o'clock AND :v2"},
		},
	}
	for _, c := range []struct{ name, expression, want string }{
		{"whole tokens", "#a = :v1 AND #ab = :v10", "alpha = 1 AND beta = 10"},
		{"without spaces", "(#a=:v1)AND(#ab<>:v10)", "(alpha=1)AND(beta<>10)"},
		{"dotted name", "#sw = :v1 OR #s.#w = :v1", "`Safety.Warning` = 1 OR Safety.Warning = 1"},
		{"value like a placeholder", "#a IN (:v2, :quote)", `alpha IN ('#a = :v1', 'o\'clock AND :v2')`},
		{"name like a placeholder", "#v = :v1", "`:v1` = 1"},
		{"name like a word of the grammar", "#and = :v1 AND size(#a) > :v1", "`and` = 1 AND size(alpha) > 1"},
		{"hostile name", "#bad = :v1", "`x\\`\\n>>> y` = 1"},
		{"hostile expression", "a = :v1 \x1b[31m\n>>> Query t", `a = 1 \u{1b}[31m >>> Query t`},
		{"unknown placeholders", "#zz = :zz AND # = :", "#zz = :zz AND # = :"},
		{"list index", "SET l[3].#a = list_append(l[2], :v1)", "SET l[3].alpha = list_append(l[2], 1)"},
		{"several lines", "\n\tSET a = :v1,\n\t\tb = :v10\n", "SET a = 1, b = 10"},
		{"not ASCII", "é = :v1", "é = 1"},
		{"empty", " ", ""},
	} {
		if diff := cmp.Diff(c.want, printer{}.expression(c.expression, with)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestStatement(t *testing.T) {
	parameters := []types.AttributeValue{&str{Value: "?"}, &num{Value: "7"}}
	for _, c := range []struct{ name, statement, want string }{
		{"parameters in order", `SELECT * FROM "t" WHERE a=? AND b=?`, `SELECT * FROM "t" WHERE a='?' AND b=7`},
		{"quoted question marks", `SELECT "a?" FROM t WHERE b='it''s ?' AND c=?`, `SELECT "a?" FROM t WHERE b='it''s ?' AND c='?'`},
		{"too few parameters", `a=? b=? c=?`, `a='?' b=7 c=?`},
		{"open quote", `a='?`, `a='?`},
		{"hostile text", "a='\n\x1b'\n;", `a='\n\u{1b}' ;`},
	} {
		if diff := cmp.Diff(c.want, printer{}.statement(c.statement, parameters)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func FuzzExpression(f *testing.F) {
	f.Add("#a = :v1 AND begins_with(b, :v10)")
	f.Add("é#:\xff ::##\t")
	with := placeholders{names: map[string]string{"#a": "#b"}, values: map[string]types.AttributeValue{":v": &str{Value: ":v"}}}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range (printer{}).expression(s, with) + (printer{}).statement(s, nil) {
			if !printable.Rune(r) {
				t.Errorf("%q left %U in", s, r)
			}
		}
	})
}
