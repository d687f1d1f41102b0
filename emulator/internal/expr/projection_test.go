package expr

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProjection(t *testing.T) {
	it := mustItem(t, `{"pk":{"S":"p"},"Safety.Warning":{"S":"w"},"m":{"M":{"a":{"N":"1"},"b":{"N":"2"},"":{"N":"3"},"e":{"M":{}}}},
		"l":{"L":[{"S":"zero"},{"M":{"k":{"S":"one"},"j":{"N":"1"}}},{"L":[{"S":"x"},{"S":"y"}]},{"S":"three"}]}}`)
	for text, want := range map[string]string{
		"pk":                          `{"pk":{"S":"p"}}`,
		"gone":                        `{}`,
		"#sw, pk":                     `{"Safety.Warning":{"S":"w"},"pk":{"S":"p"}}`,
		"m":                           `{"m":{"M":{"":{"N":"3"},"a":{"N":"1"},"b":{"N":"2"},"e":{"M":{}}}}}`,
		"m.b":                         `{"m":{"M":{"b":{"N":"2"}}}}`,
		"m.b, pk, m.a":                `{"m":{"M":{"a":{"N":"1"},"b":{"N":"2"}}},"pk":{"S":"p"}}`,
		"m.e":                         `{"m":{"M":{"e":{"M":{}}}}}`,
		"m.e.x":                       `{}`,
		"m[0]":                        `{}`,
		"l.k":                         `{}`,
		"l[0]":                        `{"l":{"L":[{"S":"zero"}]}}`,
		"l[3], l[0]":                  `{"l":{"L":[{"S":"zero"},{"S":"three"}]}}`,
		"l[9], l[2][1], l[1].k":       `{"l":{"L":[{"M":{"k":{"S":"one"}}},{"L":[{"S":"y"}]}]}}`,
		"l[2][5], l[3].x, l[0][0], m": `{"m":{"M":{"":{"N":"3"},"a":{"N":"1"},"b":{"N":"2"},"e":{"M":{}}}}}`,
	} {
		p, err := ParseProjection(text, newTestScope(t))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, string(p.Apply(it).AppendJSON(nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if diff := cmp.Diff(text, p.String()); diff != "" {
			t.Errorf("%s prints otherwise (-want +got):\n%s", text, diff)
		}
	}
}

func TestNilProjection(t *testing.T) {
	var p *Projection
	it := mustItem(t, `{"a":{"S":"x"}}`)
	if p.Apply(it) != it || p.Paths() != nil || p.String() != "" {
		t.Error("a nil projection changes the item")
	}
}
