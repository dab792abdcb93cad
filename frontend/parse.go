package frontend

import (
	"strconv"
	"sync/atomic"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/parallel"
)

// MaxSource is the most bytes that a file can have: positions are 31 bits.
const MaxSource = 1 << 30

// Parse reads a PTX file. What is wrong with it goes to the list; the Module
// holds everything else, so that Check can find more mistakes in one run. Parse
// never returns nil.
func Parse(f *diag.File, l *diag.List) *Module {
	m := parsePart(f, f.Parts()[0], l)
	f.SetOrigins(m.origins(l))
	return m
}

// ParseAll reads the modules of a File that was joined, each as Parse does.
func ParseAll(f *diag.File, l *diag.List) []*Module {
	var mods []*Module
	var origins []diag.OriginFrom
	for _, p := range f.Parts() {
		m := parsePart(f, p, l)
		mods = append(mods, m)
		origins = append(origins, m.origins(l)...)
	}
	f.SetOrigins(origins)
	return mods
}

// parsePart reads the module of one part of a File.
func parsePart(f *diag.File, text diag.Part, l *diag.List) *Module {
	m := &Module{File: f, AddressSize: 32, text: text}
	if len(f.Src) > MaxSource {
		l.Errorf(0, "limit", "the file has %d bytes, more than %d", len(f.Src), MaxSource)
		return m
	}
	m.noteText()
	b := &builder{parser: newParser(f.Src, 0, 0, l), m: m}
	b.types, b.count, b.lenient = &typeScope{lost: &m.lost}, new(atomic.Int64), &m.lenient
	chunks := split(f, text, l)
	for i, n := range parseDecls(f, l, chunks) {
		if n == nil {
			c := chunks[i]
			m.lost.add(f.Src, c.start, c.headEnd())
			continue
		}
		b.decl(n)
	}
	b.header()
	b.applyLinks()
	parseBodies(f, l, b.bodies, b.parser)
	return m
}

// parseDecls parses the declarations on all processors. The node of one that
// could not be read is nil.
func parseDecls(f *diag.File, l *diag.List, chunks []chunk) []*declNode {
	nodes := make([]*declNode, len(chunks))
	lists := make([]*diag.List, len(chunks)) // of the few that have errors
	parallel.With(len(chunks), func() func(int) {
		part := diag.NewList(f)
		return func(i int) {
			if chunks[i].bad {
				return
			}
			if nodes[i] = parseDecl(f, part, chunks[i]); nodes[i] == nil {
				lists[i], part = part, diag.NewList(f)
			}
		}
	})
	for _, part := range lists {
		if part != nil {
			l.Merge(part)
		}
	}
	return nodes
}

// parseBodies parses the bodies on all processors. Each has its own list of
// diagnostics, so that what is reported does not depend on the order of work.
func parseBodies(f *diag.File, l *diag.List, jobs []bodyJob, outer *parser) {
	lists := make([]*diag.List, len(jobs))
	parallel.With(len(jobs), func() func(int) {
		b := &bodyParser{parser: newParser(f.Src, 0, 0, nil)}
		b.types, b.count, b.lenient = outer.types, outer.count, outer.lenient
		return func(i int) {
			lists[i] = diag.NewList(f)
			lists[i].Limit = l.Limit
			b.body(jobs[i].fn, jobs[i].start, jobs[i].end, lists[i])
		}
	})
	for _, part := range lists {
		l.Merge(part)
	}
}

// add notes the names in a stretch of the source.
func (l *lost) add(src string, from, to int) {
	if *l == nil {
		*l = lost{}
	}
	s := newScanner(src, from, to)
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokIdent {
			(*l)[s.text(t)] = true
		}
	}
}

// has reports whether a name, or the range that it may be a member of, is lost.
func (l lost) has(name string) bool {
	if len(l) == 0 {
		return false
	}
	found := l[name]
	splitNumber(name, func(prefix string, _ uint64) bool {
		found = found || l[prefix]
		return !found
	})
	return found
}

func itoa(n int) string { return strconv.Itoa(n) }
