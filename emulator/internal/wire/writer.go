package wire

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string. Invalid UTF-8 becomes U+FFFD.
func AppendString[T ~string | ~[]byte](out []byte, s T) []byte {
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); {
		if i+8 <= len(s) && plain(eight(s[i:i+8])) {
			i += 8
			continue
		}
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			n := runeLen(s, i)
			if n == 0 {
				out = append(append(out, s[start:i]...), "\ufffd"...)
				i++
				start = i
				continue
			}
			i += n
			continue
		}
		out = appendEscape(append(out, s[start:i]...), c)
		i++
		start = i
	}
	return append(append(out, s[start:]...), '"')
}

// eight is eight bytes as one number, which compiles to one load.
func eight[T ~string | ~[]byte](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// plain reports whether eight bytes are all ASCII that JSON takes as it is. Most
// text is, and looking at each byte was a tenth of a Query's time.
func plain(x uint64) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, slash := x^ones*'"', x^ones*'\\'
	// A high bit stays where a byte is over 127, under a space, or was equal to
	// one of the two; a borrow can only add a false alarm above a true one.
	return (x|(x-ones*' ')|(quote-ones)&^quote|(slash-ones)&^slash)&highs == 0
}

func appendEscape(out []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(out, '\\', c)
	case '\n':
		return append(out, '\\', 'n')
	case '\r':
		return append(out, '\\', 'r')
	case '\t':
		return append(out, '\\', 't')
	}
	return append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// runeLen is the length of the rune at s[i], or 0 where it is not UTF-8.
func runeLen[T ~string | ~[]byte](s T, i int) int {
	r, n := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
	if r == utf8.RuneError && n <= 1 {
		return 0
	}
	return n
}
