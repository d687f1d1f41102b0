package expr

import (
	"slices"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
)

// Scope holds the placeholders of one request, ExpressionAttributeNames and
// ExpressionAttributeValues, and notes which of them its expressions use. The
// zero Scope has none. It is for one goroutine.
type Scope struct {
	names      map[string]string
	values     map[string]value.Value
	usedNames  []string
	usedValues []string
	// A request seldom uses more placeholders than these hold.
	nameSpace, valueSpace [6]string
}

// NewScope returns a scope of the names, with their '#', and the values, with
// their ':'. A nil map means that the request does not give any.
func NewScope(names map[string]string, values map[string]value.Value) *Scope {
	s := &Scope{names: names, values: values}
	s.usedNames, s.usedValues = s.nameSpace[:0], s.valueSpace[:0]
	return s
}

// Check returns an error if a map is given but empty, or for the first
// placeholder, in byte order, that is not '#' or ':' and letters, digits or
// underscores.
func (s *Scope) Check() error {
	if err := checkKeys(s.names, '#', NoNames, BadNameKey); err != nil {
		return err
	}
	if key, found := s.unnamed(); found {
		return &Error{Fault: EmptyName, Token: key}
	}
	return checkKeys(s.values, ':', NoValues, BadValueKey)
}

// unnamed is the first placeholder, in byte order, that stands for no name.
func (s *Scope) unnamed() (first string, found bool) {
	for key, name := range s.names {
		if name == "" && (!found || key < first) {
			first, found = key, true
		}
	}
	return first, found
}

func checkKeys[V any](placeholders map[string]V, sigil byte, none, bad Fault) error {
	if placeholders != nil && len(placeholders) == 0 {
		return &Error{Fault: none}
	}
	first, found := "", false
	for key := range placeholders {
		if !isPlaceholder(key, sigil) && (!found || key < first) {
			first, found = key, true
		}
	}
	if found {
		return &Error{Fault: bad, Token: first}
	}
	return nil
}

func isPlaceholder(key string, sigil byte) bool {
	l := lexer{text: key, at: 1}
	if len(key) < 2 || key[0] != sigil {
		return false
	}
	l.word()
	return l.at == len(key)
}

// Unused returns an error that lists, in byte order, the names that no
// expression parsed so far uses; if there are none, the values.
func (s *Scope) Unused() error {
	if keys := unused(s.names, s.usedNames); keys != "" {
		return &Error{Fault: UnusedNames, Token: keys}
	}
	if keys := unused(s.values, s.usedValues); keys != "" {
		return &Error{Fault: UnusedValues, Token: keys}
	}
	return nil
}

func unused[V any](given map[string]V, used []string) string {
	if len(used) == len(given) {
		return ""
	}
	seen := make(map[string]bool, len(used))
	for _, key := range used {
		seen[key] = true
	}
	var rest []string
	for key := range given {
		if !seen[key] {
			rest = append(rest, key)
		}
	}
	slices.Sort(rest)
	return strings.Join(rest, ", ")
}

func (s *Scope) name(key string) (string, bool) {
	name, found := s.names[key]
	if found && !slices.Contains(s.usedNames, key) {
		s.usedNames = append(s.usedNames, key)
	}
	return name, found
}

func (s *Scope) value(key string) (value.Value, bool) {
	v, found := s.values[key]
	if found && !slices.Contains(s.usedValues, key) {
		s.usedValues = append(s.usedValues, key)
	}
	return v, found
}
