package frontend

import "bytes"

// debugStr is the section that the names of inlined functions are in.
const debugStr = ".debug_str"

// debugStrings are the contents of that section, and where its labels are.
type debugStrings struct {
	text   []byte
	labels map[string]int
}

// readStrings reads the section from the text of a module. What it does not know there it
// skips: it is not ours to check.
func readStrings(src string, from, to int) *debugStrings {
	x := &debugStrings{labels: map[string]int{debugStr: 0}}
	s := newScanner(src, from, to)
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind != tokDot || s.text(t) != ".section" {
			continue
		}
		if t = s.next(); t.kind != tokDot || s.text(t) != debugStr {
			continue
		}
		if t = s.next(); s.is(t, "{") {
			x.section(&s)
		}
	}
	return x
}

// section reads what is between the braces.
func (x *debugStrings) section(s *scanner) {
	size := 1
	for t := s.next(); t.kind != tokEOF && !s.is(t, "}"); t = s.next() {
		switch {
		case t.kind == tokDot:
			size = map[string]int{".b16": 2, ".b32": 4, ".b64": 8}[s.text(t)]
			size = max(size, 1)
		case t.kind == tokIdent:
			save := s.off
			if name := s.text(t); s.is(s.next(), ":") {
				x.labels[name] = len(x.text)
				continue
			}
			s.off = save
			x.text = append(x.text, make([]byte, size)...) // an address
		case t.kind == tokInt:
			c, _ := parseInt(s.text(t))
			x.text = append(x.text, byte(c.Bits))
			x.text = append(x.text, make([]byte, size-1)...)
		}
	}
}

// at is the string that begins so many bytes behind a label, "" where there is none.
func (x *debugStrings) at(label string, off int) string {
	from, ok := x.labels[label]
	if from += off; !ok || from < 0 || from > len(x.text) {
		return ""
	}
	name, _, _ := bytes.Cut(x.text[from:], []byte{0})
	return string(name)
}
