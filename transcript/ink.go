package transcript

import "github.com/fatih/color"

// ink colours the parts of text, each within its line.
type ink struct{ title, call, label, alarm func(string) string }

// newInk returns ink that shows, or ink that leaves text as it is. It heeds
// neither the environment nor the color package's global switch: the caller has
// decided.
func newInk(on bool) ink {
	if !on {
		return ink{same, same, same, same}
	}
	return ink{
		title: paint(color.FgYellow, color.Bold),
		call:  paint(color.FgCyan, color.Bold),
		label: paint(color.Faint),
		alarm: paint(color.FgRed),
	}
}

// same paints nothing.
func same(s string) string { return s }

func paint(attributes ...color.Attribute) func(string) string {
	c := color.New(attributes...)
	c.EnableColor()
	return func(s string) string {
		if s == "" {
			return ""
		}
		return c.Sprint(s)
	}
}
