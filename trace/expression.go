package trace

import (
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

// placeholders are what the #names and :values of a call's expressions stand for.
type placeholders struct {
	names  map[string]string
	values map[string]types.AttributeValue
}

// expression returns s as sent, each #name and :value replaced by what it
// stands for. It goes over the text once, token by token, so #a never matches
// the beginning of #ab and what was put in is never looked at again. A
// placeholder that stands for nothing stays as it is.
func (p printer) expression(s string, with placeholders) string {
	var b strings.Builder
	for s != "" {
		token := s[:tokenLen(s)]
		s = s[len(token):]
		b.WriteString(p.token(token, with))
	}
	return strings.TrimSpace(b.String())
}

func (p printer) token(token string, with placeholders) string {
	if name, ok := with.names[token]; ok && token[0] == '#' {
		return p.operand(name)
	}
	if value, ok := with.values[token]; ok && token[0] == ':' {
		return p.value(value)
	}
	// An expression may be laid out over several lines; a call may not.
	if strings.TrimLeft(token, "\t\r\n ") == "" && strings.Trim(token, " ") != "" {
		return " "
	}
	return printable.Text(token)
}

// operand returns an attribute name as part of an expression. A name that the
// grammar would read as one of its own words is set apart as well.
func (p printer) operand(name string) string {
	switch strings.ToUpper(name) {
	case "AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE":
		return printable.Quote(name, '`')
	}
	shown, _ := p.name(name)
	return shown
}

// tokenLen returns the length of the first token of s, which is not empty: a
// placeholder, a word, a stretch of white space or a single character.
func tokenLen(s string) int {
	if s[0] == '#' || s[0] == ':' {
		return 1 + wordLen(s[1:])
	}
	if n := wordLen(s); n > 0 {
		return n
	}
	if n := len(s) - len(strings.TrimLeft(s, "\t\r\n ")); n > 0 {
		return n
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// wordLen returns how many bytes at the start of s are letters, digits or
// underscores, as the expression grammar has them.
func wordLen(s string) int {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return i
		}
	}
	return len(s)
}

// statement returns a PartiQL statement as sent, each ? outside quotes replaced
// by its parameter.
func (p printer) statement(s string, parameters []types.AttributeValue) string {
	var b strings.Builder
	for s != "" {
		n := tokenLen(s)
		if s[0] == '\'' || s[0] == '"' {
			n = quotedLen(s)
		}
		if s[0] == '?' && len(parameters) > 0 {
			b.WriteString(p.value(parameters[0]))
			parameters = parameters[1:]
		} else {
			b.WriteString(p.token(s[:n], placeholders{}))
		}
		s = s[n:]
	}
	return strings.TrimSpace(b.String())
}

// quotedLen returns the length of the quoted text that s begins with, to the
// end of s when it is not closed. A doubled quote within it reads as two texts
// side by side, which comes to the same.
func quotedLen(s string) int {
	if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
		return end + 2
	}
	return len(s)
}
