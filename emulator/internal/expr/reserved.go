package expr

import (
	_ "embed"
	"strings"
	"sync"
)

// reservedText holds the 573 words of the Developer Guide, "Reserved words in
// DynamoDB", sorted, one a line.
//
//go:embed reserved.txt
var reservedText string

// longestReserved is the length of LOCALTIMESTAMP.
const longestReserved = 14

var reservedWords = sync.OnceValue(func() map[string]struct{} {
	words := make(map[string]struct{}, 600)
	for word := range strings.Lines(reservedText) {
		words[strings.TrimSpace(word)] = struct{}{}
	}
	return words
})

// isReserved reports whether a bare name is a reserved word in any case.
func isReserved(name string) bool {
	if len(name) > longestReserved {
		return false
	}
	var upper [longestReserved]byte
	for i := range len(name) {
		c := name[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	_, found := reservedWords()[string(upper[:len(name)])]
	return found
}
