package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Shown is the name of a file for a text that people read: the name itself, or quoted, in ASCII,
// where it has characters that are not seen or change what is seen beside them, as those do
// that turn the direction of writing, or is not UTF-8.
func Shown(name string) string {
	if Shows(name) {
		return name
	}
	return strconv.QuoteToASCII(name)
}

// Shows reports whether all characters of a name are seen as what they are.
func Shows(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) })
}
