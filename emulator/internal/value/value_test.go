package value

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

func decode(t *testing.T, text string) (Item, *Invalid, error) {
	t.Helper()
	var d Decoder
	return d.Item(wire.NewReader([]byte(text)))
}

// mustItem decodes a valid item.
func mustItem(t *testing.T, text string) Item {
	t.Helper()
	it, invalid, err := decode(t, text)
	if err != nil || invalid != nil {
		t.Fatalf("%s: %v, %v", text, invalid, err)
	}
	return it
}

func TestItemJSON(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{}`, `{}`},
		{`{"b":{"S":"x"},"a":{"N":"1.50E2"}}`, `{"a":{"N":"150"},"b":{"S":"x"}}`},
		{`{"a":{"S":"1"},"a":{"S":"2"}}`, `{"a":{"S":"2"}}`},
		{`{"a":{"M":{"z":{"L":[{"BOOL":false},{"NULL":true},{"L":[]}]},"y":{"M":{}}}}}`,
			`{"a":{"M":{"y":{"M":{}},"z":{"L":[{"BOOL":false},{"NULL":true},{"L":[]}]}}}}`},
		{`{"a":{"NS":["10","2","-3"]},"b":{"SS":["b","a"]},"c":{"BS":["/w==","AA=="]}}`,
			`{"a":{"NS":["-3","2","10"]},"b":{"SS":["a","b"]},"c":{"BS":["AA==","/w=="]}}`},
		{`{"a":{"B":"AAEC"},"e":{"S":""},"x":{"S":"é\u20ac\ud83d\ude00\n\"\\"}}`, `{"a":{"B":"AAEC"},"e":{"S":""},"x":{"S":"é€😀\n\"\\"}}`},
		{`{"a":{"S":null,"N":"1"},"b":{"S":"x","Other":[1]}}`, `{"a":{"N":"1"},"b":{"S":"x"}}`},
	} {
		it := mustItem(t, c.in)
		if got := string(it.AppendJSON(nil)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, got, c.want)
		}
		if again := NewItem(it.Attrs()); again != it {
			t.Errorf("%s: rebuilt item differs", c.in)
		}
	}
}

func TestRefusedValues(t *testing.T) {
	deep := strings.Repeat(`{"L":[`, MaxLevels) + `{"S":"x"}` + strings.Repeat(`]}`, MaxLevels)
	for _, c := range []struct {
		in   string
		want Invalid
	}{
		{`{"a":{}}`, Invalid{Err: ErrNoType}},
		{`{"a":{"S":"x","N":"1"}}`, Invalid{Err: ErrManyTypes}},
		{`{"a":{"NULL":false}}`, Invalid{Err: ErrFalseNull, Kind: Null}},
		{`{"a":{"SS":[]}}`, Invalid{Err: ErrEmptySet, Kind: SS}},
		{`{"a":{"NS":["1","2","1.0"]}}`, Invalid{Err: ErrDuplicates, Kind: NS, Text: "1, 2, 1"}},
		{`{"a":{"BS":["AA==","AA=="]}}`, Invalid{Err: ErrDuplicates, Kind: BS, Text: "AA==, AA=="}},
		{`{"a":{"N":"x"},"b":{}}`, Invalid{Err: ErrNotANumber, Kind: N, Text: "x"}},
		{`{"a":` + deep + `}`, Invalid{Err: ErrTooDeep, Kind: L}},
	} {
		_, got, err := decode(t, c.in)
		if err != nil || got == nil {
			t.Errorf("%s: %v, %v", c.in, got, err)
		} else if diff := cmp.Diff(c.want.Error(), got.Error()); diff != "" || !errors.Is(got, c.want.Err) {
			t.Errorf("%s: %s", c.in, diff)
		}
	}
}

func TestBadJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":{"S":1}}`:           "NUMBER_VALUE cannot be converted to String",
		`{"a":"x"}`:               "STRING_VALUE cannot be converted to AttributeValue",
		`{"a":{"B":"?"}}`:         "STRING_VALUE cannot be converted to Base64",
		`{"a":{"L":{}}}`:          "START_OBJECT cannot be converted to List",
		`{"a":{"S":"x"}`:          `offset 14: ',' or '}' is missing`,
		`{"a":{"S":"` + "\x01":    "offset 11: control character in a string",
		`{"a":{"S":"\u12"}}`:      "offset 13: unknown escape",
		`[]`:                      "START_ARRAY cannot be converted to Map",
		strings.Repeat("[", 1000): "offset 256: more than 256 levels",
	} {
		if _, _, err := decode(t, in); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

func TestNumber(t *testing.T) {
	long := strings.Repeat("9", 38)
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "00042": "42", "1.0": "1", "1.5E2": "150", "+7": "7", "-1.50": "-1.5", ".5": "0.5", "5.": "5",
		"1e-3": "0.001", "1556893286484340854": "1556893286484340854", "100": "100", "0.00e5": "0", long: long,
		"1E125": "1" + strings.Repeat("0", 125), "1E-130": "0." + strings.Repeat("0", 129) + "1", "1e0000000000000000000001": "10",
	} {
		if got, err := Number(in); err != nil || got != want {
			t.Errorf("Number(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
	for in, want := range map[string]error{
		"": ErrNotANumber, "-": ErrNotANumber, "1e": ErrNotANumber, "0x1": ErrNotANumber, " 1": ErrNotANumber, "1.2.3": ErrNotANumber, "NaN": ErrNotANumber,
		long + "1": ErrTooManyDigits, "1E126": ErrOverflow, "1E-131": ErrUnderflow, "1e99999999999999999999": ErrOverflow,
		"1" + strings.Repeat("0", 400_000): ErrOverflow,
	} {
		if got, err := Number(in); !errors.Is(err, want) {
			t.Errorf("Number(%.50q) = %.50q, %v, want %v", in, got, err, want)
		}
	}
}

func TestNumberOrder(t *testing.T) {
	ordered := []string{"-1E125", "-100", "-99.9", "-10", "-3", "-1.01", "-1", "-0.5", "-1E-130", "0", "1E-130", "0.05", "0.5", "1", "1.01", "2", "5", "10", "99.9", "100", "1E125"}
	for i, a := range ordered {
		for j, b := range ordered {
			x, _ := Number(a)
			y, _ := Number(b)
			if got, want := CompareNumbers(x, y), cmpInt(i, j); got != want {
				t.Errorf("CompareNumbers(%s, %s) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func cmpInt(a, b int) int { return slices.Compare([]int{a}, []int{b}) }

func TestArithmetic(t *testing.T) {
	for _, c := range []struct{ a, b, sum, difference string }{
		{"1", "2", "3", "-1"},
		{"0.1", "0.2", "0.3", "-0.1"},
		{"99999999999999999999999999999999999999", "-99999999999999999999999999999999999998", "1", "!"},
		{"999999999999999999", "1", "1000000000000000000", "999999999999999998"},
		{"10000000000000000000000000000000000000", "0.1", "!", "9999999999999999999999999999999999999.9"},
	} {
		sum, err := Add(c.a, c.b)
		if (err == nil) != (c.sum != "!") || err == nil && sum != c.sum {
			t.Errorf("%s + %s = %s, %v", c.a, c.b, sum, err)
		}
		difference, err := Subtract(c.a, c.b)
		if (err == nil) != (c.difference != "!") || err == nil && difference != c.difference {
			t.Errorf("%s - %s = %s, %v", c.a, c.b, difference, err)
		}
	}
}

func TestSize(t *testing.T) {
	for in, want := range map[string]int{
		`{"a":{"S":"xyz"}}`:                        4,
		`{"a":{"S":"é"}}`:                          3,
		`{"n":{"N":"0"}}`:                          2,
		`{"n":{"N":"12"}}`:                         3,
		`{"n":{"N":"123"}}`:                        4,
		`{"n":{"N":"-12"}}`:                        4,
		`{"a":{"BOOL":true}}`:                      2,
		`{"a":{"L":[{"S":"x"}]}}`:                  6,
		`{"a":{"M":{"b":{"NULL":true}}}}`:          7,
		`{"a":{"B":"AAEC"},"s":{"SS":["ab","c"]}}`: 8,
	} {
		if got := mustItem(t, in).Size(); got != want {
			t.Errorf("size of %s = %d, want %d", in, got, want)
		}
	}
}

func TestGet(t *testing.T) {
	it := mustItem(t, `{"b":{"S":"x"},"d":{"N":"1"}}`)
	for name, want := range map[string]Value{"a": "", "b": Of(S, "x"), "c": "", "d": Of(N, "1"), "e": ""} {
		if got := it.Get(name); got != want {
			t.Errorf("Get(%s) = %q, want %q", name, got, want)
		}
	}
}

func FuzzItem(f *testing.F) {
	for _, s := range []string{`{"a":{"S":"x"}}`, `{"a":{"M":{"b":{"NS":["1","2"]}}}}`, `{"a":{"N":"1e5"},"a":{}}`, `[`, `{"a":{"B":"AA=="}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var d Decoder
		it, invalid, err := d.Item(wire.NewReader([]byte(text)))
		if err != nil || invalid != nil {
			return
		}
		again, invalid, err := d.Item(wire.NewReader(it.AppendJSON(nil)))
		if err != nil || invalid != nil {
			t.Fatalf("%q: own JSON refused: %v, %v", text, invalid, err)
		}
		if again != it && strings.ToValidUTF8(text, "") == text {
			t.Fatalf("%q: %q came back as %q", text, it, again)
		}
		_ = it.Size()
	})
}
