package fault

import (
	"fmt"
	"slices"
	"strings"
)

// Constraints gathers what a request breaks of the API's model: DynamoDB names
// up to ten such faults in one answer. The zero value is ready.
type Constraints struct{ found []string }

// Add notes that the member at path, whose value is shown as given, breaks a constraint.
func (c *Constraints) Add(value, path, constraint string) {
	c.found = append(c.found, fmt.Sprintf("Value %s at '%s' failed to satisfy constraint: %s", value, path, constraint))
}

// Enum checks a value that, where given, must be one of the allowed.
func (c *Constraints) Enum(value, path string, allowed ...string) {
	if value != "" && !slices.Contains(allowed, value) {
		c.Add("'"+value+"'", path, "Member must satisfy enum value set: ["+strings.Join(allowed, ", ")+"]")
	}
}

// Length checks a text's length in characters; most = 0 is no upper limit.
func (c *Constraints) Length(value, path string, least, most int) {
	switch n := len([]rune(value)); {
	case n < least:
		c.Add("'"+value+"'", path, fmt.Sprintf("Member must have length greater than or equal to %d", least))
	case most > 0 && n > most:
		c.Add("'"+value+"'", path, fmt.Sprintf("Member must have length less than or equal to %d", most))
	}
}

// Count checks the number of a list's or map's members; most = 0 is no upper limit.
func (c *Constraints) Count(n int, shown, path string, least, most int) {
	switch {
	case n < least:
		c.Add("'"+shown+"'", path, fmt.Sprintf("Member must have length greater than or equal to %d", least))
	case most > 0 && n > most:
		c.Add("'"+shown+"'", path, fmt.Sprintf("Member must have length less than or equal to %d", most))
	}
}

// Least checks a number's lower limit.
func (c *Constraints) Least(n int64, path string, least int64) {
	if n < least {
		c.Add(fmt.Sprintf("'%d'", n), path, fmt.Sprintf("Member must have value greater than or equal to %d", least))
	}
}

// Most checks a number's upper limit.
func (c *Constraints) Most(n int64, path string, most int64) {
	if n > most {
		c.Add(fmt.Sprintf("'%d'", n), path, fmt.Sprintf("Member must have value less than or equal to %d", most))
	}
}

// NotNull notes a member that must be there and is not.
func (c *Constraints) NotNull(path string) { c.Add("null", path, "Member must not be null") }

// Pattern notes a value that does not match the pattern.
func (c *Constraints) Pattern(value, path, pattern string, matches bool) {
	if !matches {
		c.Add("'"+value+"'", path, "Member must satisfy regular expression pattern: "+pattern)
	}
}

// Err is all that was found as one error, or nil.
func (c *Constraints) Err() error {
	n := len(c.found)
	if n == 0 {
		return nil
	}
	plural := "s"
	if n == 1 {
		plural = ""
	}
	return Validation("%d validation error%s detected: %s", n, plural, strings.Join(c.found[:min(n, 10)], "; "))
}

// Merge adds what another found.
func (c *Constraints) Merge(o Constraints) { c.found = append(c.found, o.found...) }
