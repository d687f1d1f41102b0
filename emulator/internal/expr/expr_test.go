package expr

import (
	"testing"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// decode reads an item from its wire form, and whether it is one.
func decode(text string) (value.Item, bool) {
	var d value.Decoder
	it, invalid, err := d.Item(wire.NewReader([]byte(text)))
	return it, err == nil && invalid == nil
}

func mustItem(t testing.TB, text string) value.Item {
	t.Helper()
	it, ok := decode(text)
	if !ok {
		t.Fatalf("%s is no item", text)
	}
	return it
}

// names and values are the placeholders of the tables of cases.
var names = map[string]string{
	"#a": "a", "#a2": "a", "#s": "status", "#sw": "Safety.Warning", "#0": "0", "#_": "_x", "#m": "m", "#l": "l",
}

func values(t testing.TB) map[string]value.Value {
	t.Helper()
	vs := map[string]value.Value{}
	for name, v := range mustItem(t, `{
		":one": {"N": "1"}, ":two": {"N": "2.0"}, ":nine": {"N": "9"}, ":max": {"N": "99999999999999999999999999999999999999"},
		":x": {"S": "x"}, ":xy": {"S": "xy"}, ":empty": {"S": ""}, ":S": {"S": "S"}, ":BOOL": {"S": "BOOL"}, ":bad": {"S": "X"},
		":b": {"B": "AQI="}, ":b1": {"B": "AQ=="}, ":yes": {"BOOL": true}, ":null": {"NULL": true},
		":ss": {"SS": ["x", "z"]}, ":ns": {"NS": ["3", "1", "20"]}, ":bs": {"BS": ["AQ=="]},
		":l": {"L": [{"N": "1"}, {"S": "x"}]}, ":none": {"L": []}, ":m": {"M": {"k": {"S": "v"}}}, ":123": {"S": "digits"}
	}`).All() {
		vs[name] = v
	}
	return vs
}

func newTestScope(t testing.TB) *Scope { return NewScope(names, values(t)) }
