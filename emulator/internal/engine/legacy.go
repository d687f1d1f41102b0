package engine

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/expr"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// legacy holds the members that expressions replaced. They are read into maps
// only where a request has them, which is seldom.
type legacy struct {
	names       []string // of the members that were given
	comparisons map[string]map[string]expr.Comparison
	expectedMap map[string]expr.Expected
	updates     map[string]expr.AttributeUpdate
	attributes  []string
	operator    string
	invalid     *value.Invalid // the first value that is refused
	unknown     fault.Constraints
}

func (l *legacy) has(name string) bool { return slices.Contains(l.names, name) }

// comparisonOperators are the values of ComparisonOperator as messages list them.
var comparisonOperators = []string{"IN", "NULL", "BETWEEN", "LT", "NOT_CONTAINS", "EQ", "GT", "NOT_NULL", "NE", "LE", "BEGINS_WITH", "GE", "CONTAINS"}

func (l *legacy) member(r *wire.Reader, name string, d *value.Decoder) (err error) {
	switch name {
	case "QueryFilter", "ScanFilter", "KeyConditions", "Expected", "AttributeUpdates", "AttributesToGet", "ConditionalOperator":
		l.names = append(l.names, name)
	}
	switch name {
	case "QueryFilter", "ScanFilter", "KeyConditions":
		return l.readComparisons(r, name, d)
	case "Expected":
		return l.readExpected(r, d)
	case "AttributeUpdates":
		return l.readUpdates(r, d)
	case "AttributesToGet":
		return r.Array("List", func() error {
			attribute, err := r.Text()
			l.attributes = append(l.attributes, attribute)
			return err
		})
	case "ConditionalOperator":
		l.operator, err = r.Text()
		return err
	}
	return r.Skip()
}

// each reads a map of structures: member is called for each of their members.
func each(r *wire.Reader, member func(key, name string) error, end func(key string)) error {
	return r.Object("Map", func(name []byte) error {
		key := string(name)
		err := r.Object("Map", func(name []byte) error {
			if r.Null() {
				return nil
			}
			return member(key, string(name))
		})
		end(key)
		return err
	})
}

func (l *legacy) readComparisons(r *wire.Reader, member string, d *value.Decoder) error {
	if l.comparisons == nil {
		l.comparisons = map[string]map[string]expr.Comparison{}
	}
	all := map[string]expr.Comparison{}
	l.comparisons[member] = all
	var c expr.Comparison
	return each(r, func(key, name string) (err error) {
		switch name {
		case "ComparisonOperator":
			c.Operator, err = r.Text()
		case "AttributeValueList":
			c.Values, err = l.values(r, d)
		default:
			err = r.Skip()
		}
		return err
	}, func(key string) {
		l.checkOperator(c.Operator, true, member, key)
		all[key], c = c, expr.Comparison{}
	})
}

func (l *legacy) readExpected(r *wire.Reader, d *value.Decoder) error {
	l.expectedMap = map[string]expr.Expected{}
	var x expr.Expected
	return each(r, func(_, name string) (err error) {
		switch name {
		case "ComparisonOperator":
			x.Operator, err = r.Text()
		case "AttributeValueList":
			x.Values, err = l.values(r, d)
		case "Value":
			x.Value, err = l.value(r, d)
		case "Exists":
			var exists bool
			exists, err = r.Bool()
			x.Exists = &exists
		default:
			err = r.Skip()
		}
		return err
	}, func(key string) {
		l.checkOperator(x.Operator, false, "expected", key)
		l.expectedMap[key], x = x, expr.Expected{}
	})
}

func (l *legacy) readUpdates(r *wire.Reader, d *value.Decoder) error {
	l.updates = map[string]expr.AttributeUpdate{}
	var u expr.AttributeUpdate
	return each(r, func(_, name string) (err error) {
		switch name {
		case "Action":
			u.Action, err = r.Text()
		case "Value":
			u.Value, err = l.value(r, d)
		default:
			err = r.Skip()
		}
		return err
	}, func(key string) {
		l.unknown.Enum(u.Action, "attributeUpdates."+key+".member.action", "ADD", "PUT", "DELETE")
		l.updates[key], u = u, expr.AttributeUpdate{}
	})
}

func (l *legacy) values(r *wire.Reader, d *value.Decoder) ([]value.Value, error) {
	list := []value.Value{}
	err := r.Array("List", func() error {
		v, err := l.value(r, d)
		list = append(list, v)
		return err
	})
	return list, err
}

func (l *legacy) value(r *wire.Reader, d *value.Decoder) (value.Value, error) {
	v, invalid, err := d.Value(r)
	if l.invalid == nil {
		l.invalid = invalid
	}
	return v, err
}

// checkOperator notes an operator that is none, or is missing where it must be.
func (l *legacy) checkOperator(operator string, required bool, member, key string) {
	path := lowerFirst(member) + "." + key + ".member.comparisonOperator"
	if operator == "" && required {
		l.unknown.NotNull(path)
	}
	l.unknown.Enum(operator, path, comparisonOperators...)
}
