package gosrc

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

// Namer hands out Go identifiers that are unique in one scope.
type Namer struct {
	used  map[string]bool
	next  map[string]int // by wish: the first number that may be free
	outer *Namer
}

// NewNamer makes a namer of a scope inside of another, or of nil.
func NewNamer(outer *Namer) *Namer {
	return &Namer{used: map[string]bool{}, next: map[string]int{}, outer: outer}
}

// Reserve takes names that are used anyway.
func (n *Namer) Reserve(list ...string) {
	for _, s := range list {
		n.used[s] = true
	}
}

// taken reports whether a name is used in the scope or around it, or is Go's own.
func (n *Namer) taken(s string) bool {
	for m := n; m != nil; m = m.outer {
		if m.used[s] {
			return true
		}
	}
	return Reserved(s)
}

// Reserved reports whether a name means something in all generated code.
func Reserved(s string) bool { return token.IsKeyword(s) || predeclared[s] }

// Pick returns the wish, made unique with a number behind it. No name becomes free
// again, so that numbers that were taken once, here or outside, are not tried twice.
func (n *Namer) Pick(wish string) string {
	wish = Identifier(wish)
	i := 0
	for m := n; m != nil; m = m.outer {
		i = max(i, m.next[wish])
	}
	for ; ; i++ {
		s := wish
		if i > 0 {
			s += "_" + strconv.Itoa(i)
		}
		if !n.taken(s) {
			n.used[s] = true
			n.next[wish] = i + 1
			return s
		}
	}
}

// predeclared are the names of Go that generated code itself relies on.
var predeclared = map[string]bool{
	"bool": true, "int": true, "int8": true, "int16": true, "int32": true, "int64": true,
	"uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true,
	"float32": true, "float64": true, "string": true, "byte": true, "error": true, "any": true,
	"true": true, "false": true, "nil": true, "min": true, "max": true, "len": true, "cap": true,
	"copy": true, "clear": true, "append": true, "make": true, "new": true, "panic": true, "init": true, "main": true,
	"ptx": true, "fpops": true, "intops": true, "warpops": true, "math": true, "bits": true, "context": true, "unsafe": true, "_": true, "": true,
}

// Identifier turns a PTX name into a Go one.
func Identifier(s string) string {
	var b strings.Builder
	for _, r := range strings.TrimLeft(s, "%$") {
		if r == '_' || r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	id := b.String()
	if id == "" || id[0] >= '0' && id[0] <= '9' {
		id = "v" + id
	}
	return id
}

// LowerFirst makes the first letter of a name small.
func LowerFirst(s string) string {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return string(s[0]-'A'+'a') + s[1:]
}
