package harvest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printer writes one function.
type printer struct {
	*strings.Builder
	t      Target
	h      *harvester
	b      *body
	sig    *signature // nil for a helper
	fails  bool       // a helper that can
	fr     frame
	labels map[*block]string
	asked  []*block // polls, of which what does something else is still to be written
	at     Place    // whose comment was printed last
	line   int      // of the source, of the last instruction
	uppers map[*block]bool
	used   bool // upper halves may be in use here
	zeroed bool // the register with zero is read
}

// number gives the blocks that are jumped to labels, in their order.
func (p *printer) number() {
	p.labels = map[*block]string{}
	for _, k := range p.b.blocks {
		if k.doomed != nil {
			p.labels[k] = "bail"
			if p.b.over(k) {
				p.labels[k] = "over"
			}
			continue
		}
		needed := false
		for _, from := range p.b.blocks {
			needed = needed || from.doomed == nil && (from.jump == k || from.poll && from.next == k)
		}
		if needed {
			p.labels[k] = fmt.Sprintf("l%d", len(p.labels)+1)
		}
	}
	n := 0
	for _, k := range p.b.blocks {
		if k.doomed == nil && p.labels[k] != "" {
			n++
			p.labels[k] = fmt.Sprintf("l%d", n)
		}
	}
}

// code writes all blocks.
func (p *printer) code() error {
	p.number()
	row := &row{ends: p.t.ends}
	for n, k := range p.b.blocks {
		changed := map[string]bool{} // registers, since the beginning
		if k.doomed != nil {
			if n > 0 && p.b.blocks[n-1].next == k && p.b.blocks[n-1].doomed == nil && !p.b.blocks[n-1].poll || n == 0 {
				p.WriteString("\tJMP bail\n")
			}
			continue
		}
		if l := p.labels[k]; l != "" {
			p.WriteString(l + ":\n")
		}
		p.used = p.uppers[k]
		for i := range k.code {
			s := &k.code[i]
			if n == 0 && p.kept(s, changed) || s.op == "VZEROUPPER" && !p.used {
				continue
			}
			comment, directive := p.place(k, i)
			if directive != row.directive || comment != "" {
				row.end(p.Builder)
			}
			p.WriteString(comment)
			row.directive = directive
			out := p.Builder
			p.Builder = &strings.Builder{}
			if err := p.step(k, s); err != nil {
				return err
			}
			for line := range strings.Lines(p.String()) {
				row.add(out, strings.Trim(line, "\t\n"), s.op == "RET")
			}
			p.Builder = out
			if s.op == "CALL" {
				row.end(out)
			}
			p.used = p.h.uses(s, p.used)
		}
		row.end(p.Builder)
	}
	return nil
}

// row is a line of the output: instructions of one place, of which the assembler is told before each
// line. Where the code may go on elsewhere the line ends.
type row struct {
	directive, text string
	ends            func(line string) bool // nothing is to stand behind one
}

// rowLength is how long such a line is, if it has more than one instruction.
const rowLength = 96

// add writes an instruction behind others, if it is not to be alone: go vet takes what stands behind an
// argument for a part of it.
func (r *row) add(to *strings.Builder, line string, alone bool) {
	alone = alone || r.directive == "" || strings.Contains(line, "(FP)")
	if alone || len(r.text)+len(line) > rowLength {
		r.end(to)
	}
	if r.text != "" {
		r.text += "; "
	}
	if r.text += line; alone || r.ends(line) { // a jump
		r.end(to)
	}
}

// end writes the line.
func (r *row) end(to *strings.Builder) {
	if r.text != "" {
		to.WriteString(r.directive + "\t" + r.text + "\n")
	}
	r.text = ""
}

// kept reports whether an instruction of the first block stores an argument where assembly has it
// anyway. changed collects the registers that hold another value by now.
func (p *printer) kept(s *step, changed map[string]bool) bool {
	if p.sig != nil && (strings.HasPrefix(s.op, "MOV") || strings.HasPrefix(s.op, "FMOV")) && len(s.ops) == 2 && len(s.ops[0].regs) == 1 && s.ops[1].framed() && s.ops[1].off >= p.t.argBase(p.b.f) {
		w := p.sig.at(s.ops[1].off - p.t.argBase(p.b.f))
		if r := s.ops[0].regs[0]; w != nil && w.reg == r && !changed[r] {
			return true
		}
	}
	for _, r := range p.t.writes(&s.inst, s.ops) {
		changed[r] = true
	}
	return false
}

func (p *printer) step(k *block, s *step) error {
	switch {
	case s.op == "RET":
		p.ret()
	case s.op == "CALL":
		fmt.Fprintf(p, "\tCALL %s<>(SB)\n", p.h.helpers[s.callee].name)
		if s.fails {
			p.instruction(p.t.jumps().failed, "bail")
		}
	case s.op == "JMP" || s.effect&conditional != 0:
		if k.poll && s == k.last() {
			p.poll(k)
			return nil
		}
		var list []string
		for _, o := range s.ops {
			list = append(list, o.text)
		}
		p.instruction(s.op, append(list, p.labels[k.jump])...)
	default:
		var list []string
		for _, o := range s.ops {
			text, err := p.operand(o, s.pos)
			if err != nil {
				return err
			}
			list = append(list, text)
		}
		p.t.write(p, s, list)
	}
	return nil
}

// instruction writes one.
func (p *printer) instruction(op string, list ...string) {
	if len(list) == 0 {
		fmt.Fprintf(p, "\t%s\n", op)
		return
	}
	fmt.Fprintf(p, "\t%s %s\n", op, strings.Join(list, ", "))
}

// poll writes the jump of a poll, and the question after it: before it the flags of the poll
// are alive, and on the way that leaves nobody asks.
func (p *printer) poll(k *block) {
	leave, stay := k.leaves(p.t)
	j := p.t.jumps()
	fmt.Fprintf(p, "\t%s %s\n", j.equal, p.labels[leave])
	p.t.ask(p)
	p.asked = append(p.asked, k)
	if stay == k.next {
		fmt.Fprintf(p, "\t%s ask%d\n", j.wanted, len(p.asked))
	} else {
		fmt.Fprintf(p, "\t%s %s\n\tJMP ask%d\n", j.unwanted, p.labels[stay], len(p.asked))
	}
}

// polled writes what polls do where they do not go on.
func (p *printer) polled() {
	called := strings.ReplaceAll(strings.ReplaceAll(p.h.opt.Called, ".", "·"), "/", "∕") + "·"
	for n, k := range p.asked {
		_, stay := k.leaves(p.t)
		fmt.Fprintf(p, "ask%d: // the runtime goes on with something else\n", n+1)
		p.t.yield(p, called)
		fmt.Fprintf(p, "\tJMP %s\n", p.labels[stay])
	}
	if slices.ContainsFunc(p.b.blocks, p.b.over) {
		p.WriteString("over: // the CTA ends\n")
		if slices.ContainsFunc(p.b.blocks, func(k *block) bool { return p.uppers[k] && p.b.over(k) }) {
			p.WriteString("\tVZEROUPPER\n")
		}
		fmt.Fprintf(p, "\tCALL %sOver(SB)\n\tUNDEF\n", called)
	}
}

// ret returns.
func (p *printer) ret() {
	if p.sig == nil {
		fails := ""
		if p.fails {
			fails = "no"
		}
		p.back(fails)
		return
	}
	if r := p.sig.result; r != nil {
		fmt.Fprintf(p, "\t%s %s, %s+%d(FP)\n", p.t.store(r.size), r.reg, r.name, r.outer)
	}
	p.t.result(p)
	p.WriteString("\tRET\n")
}

// back returns from a helper, and says whether it has failed if its caller asks.
func (p *printer) back(fails string) {
	p.t.leave(p, fails)
	p.WriteString("\tRET\n")
}

// operand spells an operand for the assembler.
func (p *printer) operand(o operand, pos Pos) (string, error) {
	at := func(n int) string {
		address := ""
		if o.addr {
			address = "$"
		}
		base := o.base
		if o.framed() {
			base = p.fr.base
		}
		return fmt.Sprintf("%s%s(%s)%s", address, offset(n), base, o.tail)
	}
	switch {
	case o.base == "":
		return o.text, nil
	case o.base == "SB":
		name, err := p.h.constants.use(o.name, pos)
		if err != nil {
			return "", err
		}
		return p.t.address(o, name), nil
	case !o.framed():
		return at(o.off), nil
	case o.off < p.b.low+p.fr.room:
		return at(o.off + p.fr.roomAt), nil
	case o.off < p.b.f.frame:
		return at(o.off + p.fr.at), nil
	case p.sig == nil && o.off >= p.t.argBase(p.b.f): // the room in its caller's frame
		return at(o.off + p.fr.argsAt), nil
	case p.sig == nil:
		return "", refuse(pos, "%s+%d(%s) is between the variables and the arguments", o.name, o.off, o.base)
	}
	w := p.sig.at(o.off - p.t.argBase(p.b.f))
	if w == nil || o.tail != "" {
		return "", refuse(pos, "%s+%d(%s) is not an argument", o.name, o.off, o.base)
	}
	address := ""
	if o.addr {
		address = "$"
	}
	return fmt.Sprintf("%s%s+%d(FP)", address, w.name, w.outer), nil
}

func offset(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// ownLines gives what has no place in the PTX its own lines in the file, after what has one.
func ownLines(text, file string) string {
	var b strings.Builder
	n, placed, elsewhere := 0, false, false // lines; whether the next is told, and whether the last was
	for line := range strings.Lines(text) {
		if elsewhere && !placed && (line[0] == '\t' && !strings.HasPrefix(line, "\t//") || strings.HasPrefix(line, "TEXT")) {
			n++
			fmt.Fprintf(&b, "#line %d %q\n", n+2, file)
			elsewhere = false
		}
		directive := strings.HasPrefix(line, "#line ")
		elsewhere = elsewhere || placed
		placed = directive
		b.WriteString(line)
		n++
	}
	return b.String()
}

// wholeLines gives what has no place that of what stands in front of it in its function, or of the
// first that has one: a profile knows one file for each function.
func wholeLines(text string) string {
	lines := strings.SplitAfter(text, "\n")
	var b strings.Builder
	at, placed := "", false // the place at hand; whether the next line has one
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "#line "):
			at, placed = line, true
			b.WriteString(line)
			continue
		case strings.HasPrefix(line, "TEXT"):
			at = ""
			for _, next := range lines[i+1:] {
				if strings.HasPrefix(next, "TEXT") {
					break
				}
				if strings.HasPrefix(next, "#line ") {
					at = next
					break
				}
			}
		case strings.HasPrefix(line, "\t//"):
			b.WriteString(line)
			continue
		}
		if !placed && (strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "TEXT")) {
			b.WriteString(at)
		}
		placed = false
		b.WriteString(line)
	}
	return b.String()
}

// shown is a text without what the assembler does not take in comments.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != utf8.RuneError {
			return r
		}
		return ' '
	}, text)
}

// place returns the comment with what an instruction is of, where that is another place than before, and
// what must stand before each of its lines. Code of functions that were inlined
// has the lines of their own files: it is of the same line of the source as what stands around it in
// its block, or before that.
func (p *printer) place(k *block, i int) (comment, directive string) {
	line := 0
	for n := i; n >= 0 && line == 0; n-- {
		line = p.h.own(k.code[n].pos)
	}
	for n := i; n < len(k.code) && line == 0; n++ {
		line = p.h.own(k.code[n].pos)
	}
	if line == 0 {
		line = p.line
	}
	if p.line = line; line == 0 || p.sig == nil {
		return "", ""
	}
	at := p.h.opt.Place(line)
	if at != p.at {
		p.at = at
		if at.Text != "" {
			comment = fmt.Sprintf("\t// %s\n", shown(at.Text))
		}
	}
	if p.h.opt.Lines && at.Line > 0 {
		// The assembler takes an instruction for one of the line above the one that the directive names.
		directive = fmt.Sprintf("#line %d %q\n", at.Line+1, at.File)
	}
	return comment, directive
}
