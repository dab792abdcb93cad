package scalar

import "strings"

// maxText is how many bytes of a PTX statement are looked at, and how many in front of
// it: a whole module may stand on one line.
const maxText = 1 << 10

// ptxText is the PTX statement whose opcode stands at an offset, as a comment: with its
// guard, without its semicolon, with single blanks. Of a statement that goes over several
// lines it is the line of the opcode. Where a label or a brace stands there, it is that.
func ptxText(src string, offset int) string {
	from := guardBefore(src, offset)
	s := strings.Join(strings.Fields(src[from:from+endOfStatement(src[from:])]), " ")
	const longest = 90
	if len(s) > longest {
		s = s[:longest] + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}

// guardBefore returns the offset of the guard of the instruction at an offset, or
// that offset, where the line has none in front of it.
func guardBefore(src string, offset int) int {
	s := src[max(0, offset-maxText):offset]
	s = s[strings.LastIndexAny(s, "\r\n")+1:]
	name := trimGap(s)
	rest := strings.TrimRightFunc(name, isNameRune)
	if len(rest) == len(name) {
		return offset
	}
	rest = trimGap(rest)
	if negated, ok := strings.CutSuffix(rest, "!"); ok {
		rest = trimGap(negated)
	}
	if !strings.HasSuffix(rest, "@") {
		return offset
	}
	return offset - len(s) + len(rest) - 1
}

// trimGap cuts blanks and comments off the end.
func trimGap(s string) string {
	for {
		s = strings.TrimRight(s, " \t\v\f")
		if !strings.HasSuffix(s, "*/") {
			return s
		}
		s = s[:len(s)-2]
		from := strings.LastIndex(s, "*/") + 1 // a comment may hold what begins one
		s = s[:from+max(0, strings.Index(s[from:], "/*"))]
	}
}

func isNameRune(r rune) bool {
	return r == '_' || r == '$' || r == '%' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
}

// endOfStatement returns where the statement or label that a text begins with ends on
// its line. No string can stand in it.
func endOfStatement(s string) int {
	s = s[:min(len(s), maxText)]
	if strings.HasPrefix(s, "}") {
		return 1
	}
	name := strings.TrimLeftFunc(s, isNameRune)
	if rest := strings.TrimLeft(name, " \t"); len(name) < len(s) && strings.HasPrefix(rest, ":") {
		return len(s) - len(rest) + 1
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ';', '\n', '\r':
			return i
		case '/':
			if strings.HasPrefix(s[i:], "//") {
				return i
			}
			if !strings.HasPrefix(s[i:], "/*") {
				continue
			}
			n := strings.Index(s[i+2:], "*/")
			if n < 0 {
				n = len(s) - i - 2
			}
			if end := strings.IndexAny(s[i:i+2+n], "\r\n"); end >= 0 {
				return i + end
			}
			i = min(i+2+n+1, len(s))
		}
	}
	return len(s)
}
