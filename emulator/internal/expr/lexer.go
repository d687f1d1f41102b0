package expr

import "unicode/utf8"

// tokenKind is a symbol's own byte, or one of the kinds below.
type tokenKind byte

const (
	tokEOF      tokenKind = iota
	tokName               // a bare attribute or function name
	tokNameRef            // #name
	tokValueRef           // :value
	tokDigits
	tokNotEqual
	tokLessEqual
	tokGreaterEqual
	tokOther // a character that starts no token
	kwAnd
	kwOr
	kwNot
	kwBetween
	kwIn
	kwSet
	kwRemove
	kwAdd
	kwDelete
)

// token is a piece of the text: bytes start to end.
type token struct {
	kind       tokenKind
	start, end int
}

// lexer cuts a text into tokens. A copy of it looks ahead.
type lexer struct {
	text   string
	at     int
	update bool // SET, REMOVE, ADD, DELETE are keywords, not AND, OR, NOT, BETWEEN, IN
}

// next returns the next token; at the end of the text tokEOF, again and again.
func (l *lexer) next() token {
	for l.at < len(l.text) && isSpace(l.text[l.at]) {
		l.at++
	}
	start := l.at
	if start == len(l.text) {
		return token{tokEOF, start, start}
	}
	kind := l.scan(l.text[start])
	return token{kind, start, l.at}
}

// scan moves past the token that starts with c.
func (l *lexer) scan(c byte) tokenKind {
	start := l.at
	l.at++
	switch {
	case isLetter(c):
		l.word()
		return l.keyword(l.text[start:l.at])
	case c == '#' || c == ':':
		if l.word(); l.at == start+1 {
			return tokOther
		}
		if c == '#' {
			return tokNameRef
		}
		return tokValueRef
	case isDigit(c):
		for l.at < len(l.text) && isDigit(l.text[l.at]) {
			l.at++
		}
		return tokDigits
	}
	return l.symbol(c)
}

// word moves past letters, digits and underscores.
func (l *lexer) word() {
	for l.at < len(l.text) && (isLetter(l.text[l.at]) || isDigit(l.text[l.at]) || l.text[l.at] == '_') {
		l.at++
	}
}

func (l *lexer) symbol(c byte) tokenKind {
	var second byte
	if l.at < len(l.text) {
		second = l.text[l.at]
	}
	switch c {
	case '=', '(', ')', '[', ']', ',', '.', '+', '-':
		return tokenKind(c)
	case '<', '>':
		if second == '=' || second == '>' && c == '<' {
			l.at++
		}
		switch {
		case second == '>' && c == '<':
			return tokNotEqual
		case second == '=' && c == '<':
			return tokLessEqual
		case second == '=':
			return tokGreaterEqual
		}
		return tokenKind(c)
	}
	_, width := utf8.DecodeRuneInString(l.text[l.at-1:])
	l.at += width - 1
	return tokOther
}

// keyword tells the keywords, in any case, from names.
func (l *lexer) keyword(word string) tokenKind {
	if l.update {
		switch {
		case len(word) != 3 && len(word) != 6:
		case fold(word, "SET"):
			return kwSet
		case fold(word, "ADD"):
			return kwAdd
		case fold(word, "REMOVE"):
			return kwRemove
		case fold(word, "DELETE"):
			return kwDelete
		}
		return tokName
	}
	switch {
	case len(word) != 2 && len(word) != 3 && len(word) != 7:
	case fold(word, "AND"):
		return kwAnd
	case fold(word, "OR"):
		return kwOr
	case fold(word, "NOT"):
		return kwNot
	case fold(word, "IN"):
		return kwIn
	case fold(word, "BETWEEN"):
		return kwBetween
	}
	return tokName
}

// fold compares a word of letters with an upper-case one.
func fold(word, upper string) bool {
	if len(word) != len(upper) {
		return false
	}
	for i := range len(word) {
		if word[i]&^0x20 != upper[i] {
			return false
		}
	}
	return true
}

func isSpace(c byte) bool  { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
