package expr

import (
	"testing"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// mustItem decodes an item from its wire form.
func mustItem(t testing.TB, text string) value.Item {
	t.Helper()
	var d value.Decoder
	it, invalid, err := d.Item(wire.NewReader([]byte(text)))
	if err != nil || invalid != nil {
		t.Fatalf("%s: %v, %v", text, invalid, err)
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
