package difftest

import (
	"fmt"
	"strings"
)

// nodeKind says what a node is.
type nodeKind uint8

const (
	kLines    nodeKind = iota // lines of PTX that belong together
	kIf                       // if cond { body } else { other }
	kLoop                     // a loop that counts, see loop
	kBreak                    // @cond leave the innermost loop
	kContinue                 // @cond go on with its next turn
	kSwitch                   // brx.idx over the blocks
	kGraph                    // blocks with arbitrary jumps, counted down
	kGroup                    // body, which belongs together
)

// node is a statement of a random kernel. Kernels are trees of them, so that
// they can be shrunk by removing any node: what remains is still free of races
// and still ends. What must stay together is in one node.
type node struct {
	kind    nodeKind
	lines   []string // kLines; before kLoop and kSwitch
	cond    string   // a predicate, perhaps with !
	body    []*node
	other   []*node
	blocks  []block
	variant int

	counter string   // kLoop, kGraph: the register that counts
	test    string   // the predicate that belongs to it
	limit   string   // register or constant
	latch   []string // kLoop: at the end of every turn
	after   []string // kLoop: after it

	fixed bool // must stay
	whole bool // kIf, kLoop: must not be replaced by its body
}

// block is one of the blocks of a kSwitch or kGraph.
type block struct {
	body []*node
	cond string // kGraph: goes to next[0] if true, else to next[1]
	next [2]int // index of a block; out of range leaves the graph
}

func lines(s ...string) *node { return &node{kind: kLines, lines: s} }

func linef(format string, args ...any) *node { return lines(fmt.Sprintf(format, args...)) }

// printer writes nodes as PTX.
type printer struct {
	b      strings.Builder
	labels int
	loops  []loopLabels
	prefix string // of labels
}

type loopLabels struct{ next, exit string }

func (p *printer) label() string {
	p.labels++
	return fmt.Sprintf("%s%d", p.prefix, p.labels)
}

func (p *printer) line(format string, args ...any) {
	p.b.WriteByte('\t')
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func (p *printer) place(label string) { p.b.WriteString(label + ":\n") }

func (p *printer) text(lines []string) {
	for _, l := range lines {
		p.line("%s", l)
	}
}

// negate returns the opposite of a predicate.
func negate(cond string) string {
	if s, ok := strings.CutPrefix(cond, "!"); ok {
		return s
	}
	return "!" + cond
}

func (p *printer) nodes(list []*node) {
	for _, n := range list {
		p.node(n)
	}
}

func (p *printer) node(n *node) {
	switch n.kind {
	case kLines:
		p.text(n.lines)
	case kGroup:
		p.nodes(n.body)
	case kIf:
		p.branch(n)
	case kLoop:
		p.loop(n)
	case kBreak, kContinue:
		if len(p.loops) == 0 || p.loops[len(p.loops)-1].exit == "" {
			return
		}
		l := p.loops[len(p.loops)-1]
		to := l.exit
		if n.kind == kContinue {
			to = l.next
		}
		p.line("@%s bra %s;", n.cond, to)
	case kSwitch:
		p.choose(n)
	case kGraph:
		p.graph(n)
	}
}

func (p *printer) branch(n *node) {
	p.text(n.lines)
	end := p.label()
	switch {
	case len(n.other) == 0:
		p.line("@%s bra %s;", negate(n.cond), end)
		p.nodes(n.body)
	case n.variant == 0:
		alt := p.label()
		p.line("@%s bra %s;", negate(n.cond), alt)
		p.nodes(n.body)
		p.line("bra %s;", end)
		p.place(alt)
		p.nodes(n.other)
	default:
		then := p.label()
		p.line("@%s bra %s;", n.cond, then)
		p.nodes(n.other)
		p.line("bra.uni %s;", end)
		p.place(then)
		p.nodes(n.body)
	}
	p.place(end)
	p.text(n.after)
}

// loop prints a loop that takes n.limit turns: tested at its head, at its end
// (then at least one), at its end after a guard, or counting down.
func (p *printer) loop(n *node) {
	p.text(n.lines)
	head, next, exit := p.label(), p.label(), p.label()
	start, step := "0", "add.u32 %s, %s, 1;"
	if n.variant == 3 {
		start, step = n.limit, "sub.u32 %s, %s, 1;"
	}
	p.line("mov.u32 %s, %s;", n.counter, start)
	switch n.variant {
	case 2:
		p.line("setp.eq.u32 %s, %s, 0;", n.test, n.limit)
		p.line("@%s bra %s;", n.test, exit)
	case 3:
		p.place(head)
		p.line("setp.eq.u32 %s, %s, 0;", n.test, n.counter)
		p.line("@%s bra %s;", n.test, exit)
	}
	if n.variant != 3 {
		p.place(head)
	}
	if n.variant == 0 {
		p.line("setp.ge.u32 %s, %s, %s;", n.test, n.counter, n.limit)
		p.line("@%s bra %s;", n.test, exit)
	}
	// Only loops without sync points may be left early.
	labels := loopLabels{next, exit}
	if n.whole {
		labels = loopLabels{}
	}
	p.loops = append(p.loops, labels)
	p.nodes(n.body)
	p.loops = p.loops[:len(p.loops)-1]
	p.place(next)
	p.text(n.latch)
	p.line(step, n.counter, n.counter)
	if n.variant == 1 || n.variant == 2 {
		p.line("setp.lt.u32 %s, %s, %s;", n.test, n.counter, n.limit)
		p.line("@%s bra %s;", n.test, head)
	} else {
		p.line("bra %s;", head)
	}
	p.place(exit)
	p.text(n.after)
}

// choose prints a switch over n.counter, which the lines in front have brought
// into range. In variant 1 blocks fall through to the next.
func (p *printer) choose(n *node) {
	p.text(n.lines)
	end := p.label()
	table := p.label()
	labels := make([]string, len(n.blocks))
	for i := range labels {
		labels[i] = p.label()
	}
	targets := append([]string(nil), labels...)
	for i := range targets {
		if n.variant >= 2 && i%3 == 2 {
			targets[i] = end
		}
		if n.variant == 3 && i%3 == 1 {
			targets[i] = labels[0]
		}
	}
	p.b.WriteString(table + ": .branchtargets " + strings.Join(targets, ", ") + ";\n")
	p.line("brx.idx %s, %s;", n.counter, table)
	for i, b := range n.blocks {
		p.place(labels[i])
		p.nodes(b.body)
		if n.variant != 1 {
			p.line("bra %s;", end)
		}
	}
	p.place(end)
}

// graph prints blocks with arbitrary jumps between them. Every block counts
// down, and the last count leaves.
func (p *printer) graph(n *node) {
	p.line("mov.u32 %s, %s;", n.counter, n.limit)
	exit := p.label()
	labels := make([]string, len(n.blocks))
	for i := range labels {
		labels[i] = p.label()
	}
	to := func(i int) string {
		if i < 0 || i >= len(labels) {
			return exit
		}
		return labels[i]
	}
	if n.cond != "" {
		p.line("@%s bra %s;", n.cond, to(n.variant))
	}
	for i, b := range n.blocks {
		p.place(labels[i])
		p.nodes(b.body)
		p.line("sub.u32 %s, %s, 1;", n.counter, n.counter)
		p.line("setp.eq.u32 %s, %s, 0;", n.test, n.counter)
		p.line("@%s bra %s;", n.test, exit)
		if b.cond != "" && b.next[0] != b.next[1] {
			p.line("@%s bra %s;", b.cond, to(b.next[0]))
		}
		if b.next[1] != i+1 {
			p.line("bra %s;", to(b.next[1]))
		}
	}
	p.place(exit)
}
