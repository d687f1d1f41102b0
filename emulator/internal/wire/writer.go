package wire

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string. Invalid UTF-8 becomes U+FFFD.
func AppendString[T ~string | ~[]byte](out []byte, s T) []byte {
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); {
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
