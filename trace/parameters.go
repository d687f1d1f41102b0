package trace

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

// line is one labelled line of a record: a parameter, or what is done to a table.
type line struct{ label, text string }

// lines are a record's lines under way; what is empty is not present.
type lines []line

func (l *lines) add(label, text string) {
	if text != "" {
		*l = append(*l, line{label, text})
	}
}

// fields reads a struct of the API by its fields' names: the operations, the
// actions of a transaction and the parts of a batch name alike what they have
// in common, and so will operations that are not known today.
type fields struct{ of reflect.Value }

// fieldsOf returns the fields of what v, a struct or a pointer to one, holds.
// Of anything else there are none.
func fieldsOf(v any) fields {
	of := reflect.Indirect(reflect.ValueOf(v))
	if of.Kind() != reflect.Struct {
		of = reflect.ValueOf(struct{}{})
	}
	return fields{of}
}

// field returns the named field, or the zero value if there is none of that type.
func field[T any](f fields, name string) T {
	var zero T
	v := f.of.FieldByName(name)
	if !v.IsValid() || !v.CanInterface() {
		return zero
	}
	if value, ok := v.Interface().(T); ok {
		return value
	}
	return zero
}

// str returns the named *string field, "" for nil.
func (f fields) str(name string) string {
	if s := field[*string](f, name); s != nil {
		return *s
	}
	return ""
}

// is reports whether the named *bool field is set to want.
func (f fields) is(name string, want bool) bool {
	b := field[*bool](f, name)
	return b != nil && *b == want
}

// number returns the named *int32 field in digits, "" for nil.
func (f fields) number(name string) string {
	if n := field[*int32](f, name); n != nil {
		return strconv.Itoa(int(*n))
	}
	return ""
}

// table returns the table f is about, "" if it names none. A table named by an
// ARN (its own, or one of a stream, a backup or an export of it) is shown by
// its name, so that accounts and regions do not change what is shown.
func (f fields) table() string {
	for _, name := range []string{
		"TableName", "TargetTableName", "GlobalTableName",
		"ResourceArn", "TableArn", "StreamArn", "BackupArn", "ExportArn", "ImportArn", "BulkOperationArn",
	} {
		if s := f.str(name); s != "" {
			return tableName(s)
		}
	}
	if create := field[*types.TableCreationParameters](f, "TableCreationParameters"); create != nil {
		return fieldsOf(create).table()
	}
	return ""
}

func tableName(s string) string {
	if _, rest, ok := strings.Cut(s, ":table/"); ok && strings.HasPrefix(s, "arn:") {
		s, _, _ = strings.Cut(rest, "/")
	}
	return strings.TrimSpace(printable.Text(s))
}

// parameters returns the labelled parameters of an operation or of a part of
// one. What is the API's default anyway (ascending order, eventually
// consistent) is not shown.
func (p printer) parameters(f fields) lines {
	with := placeholders{
		field[map[string]string](f, "ExpressionAttributeNames"),
		field[map[string]types.AttributeValue](f, "ExpressionAttributeValues"),
	}
	op := field[types.ConditionalOperator](f, "ConditionalOperator")
	var l lines
	l.add("statement", p.statement(f.str("Statement"), field[[]types.AttributeValue](f, "Parameters")))
	l.add("key", p.expression(f.str("KeyConditionExpression"), with))
	l.add("key", p.conditions(field[map[string]types.Condition](f, "KeyConditions"), ""))
	l.add("key", p.item(f, "Key"))
	l.add("key", p.vector(field[[]types.AttributeValue](f, "SearchVector")))
	l.add("IndexName", printable.Text(f.str("IndexName")))
	l.add("filter", p.expression(f.str("FilterExpression"), with))
	l.add("filter", p.expression(f.str("SearchConditionExpression"), with))
	l.add("filter", p.conditions(field[map[string]types.Condition](f, "QueryFilter"), op))
	l.add("filter", p.conditions(field[map[string]types.Condition](f, "ScanFilter"), op))
	l.add("condition", p.expression(f.str("ConditionExpression"), with))
	l.add("condition", p.expected(field[map[string]types.ExpectedAttributeValue](f, "Expected"), op))
	l.add("item", p.item(f, "Item"))
	l.add("update", p.expression(f.str("UpdateExpression"), with))
	l.add("update", p.updates(field[map[string]types.AttributeValueUpdate](f, "AttributeUpdates")))
	l.add("project", p.expression(f.str("ProjectionExpression"), with))
	l.add("project", p.names(field[[]string](f, "AttributesToGet")))
	l.add("Limit", f.number("Limit"))
	l.add("Limit", f.number("TopK"))
	if f.is("ScanIndexForward", false) {
		l.add("order", "descending")
	}
	if f.is("ConsistentRead", true) {
		l.add("consistent", "true")
	}
	return l
}

// item returns the named field, a key or an item; "" when it is nil.
func (p printer) item(f fields, name string) string {
	m := field[map[string]types.AttributeValue](f, name)
	if m == nil {
		return ""
	}
	text, _ := p.attributes(m)
	return text
}

func (p printer) vector(v []types.AttributeValue) string {
	if v == nil {
		return ""
	}
	return p.value(&types.AttributeValueMemberL{Value: v})
}

// inline returns lines as part of one: "key: {PK: 'a'}; consistent: true".
func (l lines) inline() string {
	parts := make([]string, len(l))
	for i, line := range l {
		parts[i] = line.label + ": " + line.text
	}
	return strings.Join(parts, "; ")
}
