// Package texthash says which PTX texts are one module: those with the same hash. The
// compiler writes the hash of a text into its Go code, and a program that has the text
// finds the code by it.
//
// It knows of PTX what comments, strings, the directive .target and the names of products of
// matrices look like, and is no parser.
package texthash

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strings"
)

// Of returns the hash of a PTX text: the SHA-256, in hex, of the text without the NULs that
// C puts at the end, and with one architecture in the place of all from sm_20 on. Compilers
// write a text for each, and programs take that of the GPU that they find; where nothing
// else is different, it means the same. The sm_1x compute otherwise, and stay what they
// are, as do the options of a target; and so does the architecture of a text with products of
// matrices, which each generation adds in its own way.
func Of(text string) string {
	text = strings.TrimRight(text, "\x00")
	h := sha256.New()
	done := 0
	multiplies := false
	for word := range words(text) {
		multiplies = multiplies || strings.HasPrefix(word, "mma.") || strings.HasPrefix(word, "wmma.")
	}
	for word, i := range words(text) {
		if word != ".target" || multiplies {
			continue
		}
		for {
			i = skip(text, i)
			option := name(text, i)
			if isArch(option) {
				h.Write([]byte(text[done:i]))
				h.Write([]byte("sm_20"))
				done = i + len(option)
			}
			i = skip(text, i+len(option))
			if i == len(text) || text[i] != ',' {
				break
			}
			i++
		}
	}
	h.Write([]byte(text[done:]))
	return hex.EncodeToString(h.Sum(nil))
}

// Target returns the architecture that a PTX text is for, such as sm_90a, "" where it has none.
func Target(text string) string {
	for word, i := range words(text) {
		if word == ".target" {
			return name(text, skip(text, i))
		}
	}
	return ""
}

// words are the words of a text outside of comments and strings, with the places behind them.
func words(text string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i := 0; i < len(text); {
			if next := skip(text, i); next > i {
				i = next
				continue
			}
			if !isName(text[i]) {
				i++
				continue
			}
			word := name(text, i)
			i += len(word)
			if !yield(word, i) {
				return
			}
		}
	}
}

// skip returns the place behind space, comments and a string.
func skip(text string, i int) int {
	for i < len(text) {
		rest := text[i:]
		end := -1
		switch {
		case rest[0] == ' ' || '\t' <= rest[0] && rest[0] <= '\r':
			end = 1
		case strings.HasPrefix(rest, "//"):
			end = strings.IndexAny(rest, "\r\n")
		case strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest[2:], "*/"); end >= 0 {
				end += 4
			}
		case rest[0] == '"':
			if end = strings.IndexByte(rest[1:], '"'); end >= 0 {
				end += 2
			}
		default:
			return i
		}
		if end < 0 {
			return len(text)
		}
		i += end
	}
	return i
}

// name returns the word at a place, "" where there is none.
func name(text string, i int) string {
	end := i
	for end < len(text) && isName(text[end]) {
		end++
	}
	return text[i:end]
}

func isName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '%' || c == '.'
}

// isArch reports whether a word is an architecture from sm_20 on: sm_90, sm_90a, compute_75.
func isArch(word string) bool {
	num, ok := strings.CutPrefix(word, "sm_")
	if !ok {
		if num, ok = strings.CutPrefix(word, "compute_"); !ok {
			return false
		}
	}
	if n := len(num); n > 0 && (num[n-1] == 'a' || num[n-1] == 'f') {
		num = num[:n-1]
	}
	for _, c := range num {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(num) > 2 || len(num) == 2 && num[0] >= '2'
}
