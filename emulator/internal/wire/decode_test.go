package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

type inner struct{ Name *string }

type outer struct {
	Text  *string
	Flag  *bool
	Count *int64
	Inner *inner
	Names []string
	List  []inner
}

func TestDecode(t *testing.T) {
	var got outer
	body := `{"Text":"a\nb","Flag":false,"Count":7.9,"Inner":{"Name":"x"},"Names":[],"List":[{"Name":"y"},{}],"More":[{}],"text":"no"}`
	if err := wire.Decode([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	want := outer{
		Text: new("a\nb"), Flag: new(false), Count: new(int64(7)),
		Inner: &inner{new("x")}, Names: []string{}, List: []inner{{new("y")}, {}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestDecodeNullIsAbsent(t *testing.T) {
	var got outer
	if err := wire.Decode([]byte(` {"Text":null,"Inner":null,"Names":null} `), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(outer{}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestDecodeErrors(t *testing.T) {
	for body, want := range map[string]string{
		`{"Text":1}`:             "NUMBER_VALUE cannot be converted to String",
		`{"Flag":"x"}`:           "STRING_VALUE cannot be converted to Boolean",
		`{"Count":true}`:         "TRUE_VALUE cannot be converted to Integer",
		`{"Inner":[]}`:           "START_ARRAY cannot be converted to Map",
		`{"List":{}}`:            "START_OBJECT cannot be converted to List",
		`{"Names":[2]}`:          "NUMBER_VALUE cannot be converted to String",
		`[]`:                     "START_ARRAY cannot be converted to Map",
		`{"Text":"a"} x`:         "offset 13: text after the end of the body",
		`{"Inner":{"Name":false`: "FALSE_VALUE cannot be converted to String",
		``:                       "offset 0: the body ends too soon",
	} {
		err := wire.Decode([]byte(body), new(outer))
		if err == nil || err.Error() != want {
			t.Errorf("Decode(%s) = %v, want %s", body, err, want)
		}
	}
}
