package trace

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
)

type (
	str   = types.AttributeValueMemberS
	num   = types.AttributeValueMemberN
	bin   = types.AttributeValueMemberB
	list  = types.AttributeValueMemberL
	dict  = types.AttributeValueMemberM
	attrs = map[string]types.AttributeValue
)

func TestValue(t *testing.T) {
	for _, c := range []struct {
		name  string
		value types.AttributeValue
		want  string
	}{
		{"string", &str{Value: "plain"}, `'plain'`},
		{"empty string", &str{}, `''`},
		{"quotes and words", &str{Value: `it's \ AND "b"`}, `'it\'s \\ AND "b"'`},
		{"escape sequence", &str{Value: "\x1b[31mred\r"}, `'\u{1b}[31mred\u{d}'`},
		{"forged line", &str{Value: "a\n>>> Query x\tb"}, `'a\n>>> Query x\tb'`},
		{"bidi override", &str{Value: "a\u202eb"}, `'a\u{202e}b'`},
		{"invalid UTF-8", &str{Value: "a\xffb"}, `'a\u{fffd}b'`},
		{"19 digits", &num{Value: "1556893286484340854"}, `1556893286484340854`},
		{"number as sent", &num{Value: "-1.50E+2"}, `-1.50E+2`},
		{"not a number", &num{Value: "1}\x1b'"}, `N'1}\u{1b}\''`},
		{"empty number", &num{}, `N''`},
		{"binary", &bin{Value: []byte{0, 1, 255}}, `b64'AAH/' (3 bytes)`},
		{"one byte", &bin{Value: []byte{7}}, `b64'Bw==' (1 byte)`},
		{"true", &types.AttributeValueMemberBOOL{Value: true}, `true`},
		{"false", &types.AttributeValueMemberBOOL{}, `false`},
		{"null", &types.AttributeValueMemberNULL{Value: true}, `null`},
		{"null that is false", &types.AttributeValueMemberNULL{}, `NULL(false)`},
		{"string set", &types.AttributeValueMemberSS{Value: []string{"b", "B", "a'"}}, `SS{'B', 'a\'', 'b'}`},
		{"number set", &types.AttributeValueMemberNS{Value: []string{"10", "9", "-1", "1E1", "x", "1E999999999"}}, `NS{-1, 9, 10, 1E1, 1E999999999, N'x'}`},
		{"binary set", &types.AttributeValueMemberBS{Value: [][]byte{{2}, {1, 0}}}, `BS{b64'AQA=' (2 bytes), b64'Ag==' (1 byte)}`},
		{"empty list", &list{}, `[]`},
		{"empty map", &dict{}, `{}`},
		{"nested", &list{Value: []types.AttributeValue{&num{Value: "1"}, &dict{Value: attrs{
			"b": &list{Value: []types.AttributeValue{&str{Value: "x"}}}, "a-1": &str{Value: "y"}, "B": &num{Value: "2"}, "2x": &num{Value: "3"}, "": &num{Value: "4"},
		}}}}, "[1, {``: 4, `2x`: 3, B: 2, `a-1`: 'y', b: ['x']}]"},
		{"hostile name", &dict{Value: attrs{"a`\n\x1b": &num{Value: "1"}}}, "{`a\\`\\n\\u{1b}`: 1}"},
		{"nothing", nil, `(no value)`},
	} {
		if diff := cmp.Diff(c.want, printer{}.value(c.value)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestValueIsCut(t *testing.T) {
	x := strings.Repeat("é", 200)
	ones := make([]types.AttributeValue, 100)
	for i := range ones {
		ones[i] = &num{Value: "1"}
	}
	long := &str{Value: x + "é"}
	for _, c := range []struct {
		name  string
		value types.AttributeValue
		want  string
	}{
		{"200 characters", &str{Value: x}, "'" + x + "'"},
		{"201 characters", long, "'" + x + "'… (201 characters)"},
		{"number", &num{Value: strings.Repeat("7", 300)}, strings.Repeat("7", 200) + "… (300 characters)"},
		{"binary", &bin{Value: make([]byte, 1000)}, "b64'" + strings.Repeat("A", 200) + "'… (1000 bytes)"},
		{"list", &list{Value: ones}, "[" + strings.Repeat("1, ", 65) + "1, … (100 elements)]"},
		{"string set", &types.AttributeValueMemberSS{Value: []string{x[:300], x[:302]}}, "SS{'" + x[:300] + "', … (2 members)}"},
		{"a long attribute hides no other", &dict{Value: attrs{"body": long, "z": &num{Value: "1"}}}, "{body: '" + x + "'… (201 characters), z: 1}"},
		{"a name", &dict{Value: attrs{x + "-": &num{Value: "1"}}}, "{`" + x + "`… (201 characters): 1}"},
	} {
		if diff := cmp.Diff(c.want, printer{limit: cutAt}.value(c.value)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// However much a value holds, what is shown of it when cut is bounded.
func TestCutIsBounded(t *testing.T) {
	wide := attrs{}
	for i := range 5000 {
		wide[strings.Repeat("n", 1+i%300)+strings.Repeat("k", i/300)] = &str{Value: strings.Repeat("v", 1000)}
	}
	for depth := 0; depth < 3; depth++ {
		if n := len(printer{limit: cutAt}.value(&dict{Value: wide})); n > 10_000 {
			t.Errorf("%d bytes shown of a map of depth %d", n, depth+1)
		}
		wide = attrs{"a": &dict{Value: wide}, "b": &dict{Value: wide}}
	}
}
