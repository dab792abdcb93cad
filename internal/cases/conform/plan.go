package conform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// folder is a case: a module with a kernel or more for each of some rows.
type folder struct {
	name      string
	notes     string
	module    Module
	tolerance string // "" for bits
	purpose   purpose
	oob       bool   // some factors are the out-of-bounds NaN
	open      string // what the expected bytes rest on that a GPU does otherwise, "" for nothing
	rows      []string
	only      func(m *isa.Match) bool // nil: every head that the module may use
}

// kernel is one .entry: instructions that take the same list of operands and
// store results of the same size.
type kernel struct {
	name  string
	form  *isa.Form
	list  *list
	out   isa.Type // what is stored
	insts []*inst
}

// inst is an instruction of a kernel.
type inst struct {
	match *isa.Match
	way   int // chooses between the ways of writing the operands

	constant int    // the source operand that is an immediate, -1 for none
	value    uint64 // its bits

	flag  bool     // the second result is stored: a carry, or a predicate beside a register
	parts []string // selectors, masks and signs of the destination and the sources of video instructions
}

// maxInsts bounds the instructions of a kernel.
const maxInsts = 64

// heads returns the legal heads of a form that a module may use, in the order of
// the table.
func (c *folder) heads(f *isa.Form) []*isa.Match {
	var out []*isa.Match
	f.Expand(func(mods []string) bool {
		ms, _ := isa.Resolve(f.Opcode, slices.Clone(mods))
		i := slices.IndexFunc(ms, func(m *isa.Match) bool { return m.Form == f })
		if i >= 0 && ms[i].Gate(c.module.Version, c.module.Target) == nil && (c.only == nil || c.only(ms[i])) {
			out = append(out, ms[i])
		}
		return true
	})
	return out
}

// kernels plans the kernels of a folder.
func (c *folder) kernels() []*kernel {
	p := plan{c: c, lists: map[string]*list{}, names: map[string]int{}}
	for _, id := range c.rows {
		p.row(listed.Find(id))
	}
	return p.out
}

type plan struct {
	c     *folder
	lists map[string]*list
	names map[string]int
	open  map[string]*kernel // of the row, by list and type of the results
	out   []*kernel
}

// constants is how many instructions with an immediate a kernel has.
const constants = 4

// row plans the kernels of a row.
func (p *plan) row(f *isa.Form) {
	heads := p.c.heads(f)
	listed.MayUse(p.c.name, f, heads)
	defer listed.About(f.ID)
	p.open = map[string]*kernel{}
	made := map[string]int{}
	for n, m := range heads {
		l := p.c.list(m)
		if p.lists[l.name] == nil {
			p.lists[l.name] = l
		}
		l = p.lists[l.name]
		for _, x := range waysOf(m, n) {
			p.add(l, x)
		}
		if made[l.name]++; made[l.name] <= constants {
			if x := constantOf(m, l, made[l.name]); x != nil {
				p.add(l, x)
			}
		}
	}
}

// wayOf chooses a way for a head, by chance: counting would choose the same one
// for all heads that have a modifier in common.
func wayOf(m *isa.Match) int { return randomFor(m.Head).Below(1 << 16) }

// waysOf returns the instructions of a kernel for a head, but for those with an
// operand that need not be an immediate. n is the number of the head in its row.
func waysOf(m *isa.Match, n int) []*inst {
	x := &inst{match: m, way: wayOf(m), constant: -1}
	switch {
	case isVideo(m):
		return videoWays(x, n)
	case m.Form.Opcode == "lop3":
		return tables(x)
	case x.carries():
		y := *x
		y.flag = true
		return []*inst{x, &y}
	}
	return []*inst{x}
}

// add adds an instruction to a kernel with its operands and type of result.
func (p *plan) add(l *list, x *inst) {
	f, t := x.match.Form, x.stored()
	key := l.name + " " + t.String()
	k := p.open[key]
	if k == nil || len(k.insts) >= maxInsts {
		k = &kernel{form: f, list: l, out: t}
		k.name = strings.ReplaceAll(f.ID, "-", "_") + "_" + l.types[0].String()
		if p.names[k.name]++; p.names[k.name] > 1 {
			k.name += fmt.Sprintf("_%d", p.names[k.name])
		}
		p.open[key] = k
		p.out = append(p.out, k)
	}
	k.insts = append(k.insts, x)
}

// sources returns the operands of a form that an instruction reads, as written
// for the match: all of them.
func sources(m *isa.Match) []int {
	var out []int
	n := len(m.Form.Operands)
	for ; m.Bind(n) == nil; n-- {
	}
	for _, i := range m.Bind(n) {
		if i > 0 {
			out = append(out, i)
		}
	}
	return out
}

// list returns the operands for an instruction.
func (c *folder) list(m *isa.Match) *list {
	var types []isa.Type
	for _, i := range sources(m) {
		types = append(types, m.OperandType(i))
	}
	p, op := c.purpose, m.Form.Opcode
	if isVideo(m) {
		return videoList(m, len(types))
	}
	if p == "" {
		switch op {
		case "set", "setp":
			p = forComparison
		case "selp", "slct", "mov":
			p = forSelection
		case "cvt":
			p = forConversion
		default:
			p = forArithmetic
			if isInteger(m) {
				p = forIntegers
			}
		}
	}
	if isExtended(m) {
		types = append(types, isa.U32) // the carry
	}
	if m.Has("full") {
		op += ".full"
	}
	if isExtended(m) && !strings.HasSuffix(op, "c") {
		op += ".cc"
	}
	l := newList(p, op, types, choosesNaN(m), c.oob)
	l.widens = p == forConversion
	return l
}

// choosesNaN reports whether an f64 instruction becomes an operator of Go, which
// leaves open which of two NaNs it returns.
func choosesNaN(m *isa.Match) bool {
	switch m.Form.Opcode {
	case "add", "sub", "mul", "div":
		return m.Type() == isa.F64 && m.HasAny("rz", "rm", "rp") == ""
	}
	return false
}

// constantOf returns the instruction once more with an immediate in place of a
// source operand, nil where there can be none.
func constantOf(m *isa.Match, l *list, n int) *inst {
	if normal := m.Normal(); m.Type() == isa.F32 && (slices.Contains(normal, "approx") || slices.Contains(normal, "full")) {
		return nil // an assembler computes them itself: case approx_constants
	}
	src := sources(m)
	for k := range src {
		at := (k + n) % len(src)
		t := m.OperandType(src[at])
		if op := m.Form.Opcode; isVideo(m) || op == "lop3" {
			return nil
		}
		if !m.Form.Operands[src[at]].Is(isa.KImm) || !hasConstants(t) || len(src) == 1 && n > 2 {
			continue
		}
		if op := m.Form.Opcode; t == isa.F64 && at < 2 && (op == "fma" || op == "mad") { // an assembler exchanges the factors, and so NaNs
			continue
		}
		for i := range l.length() {
			u := l.cols[at][(n*53+i)%l.length()]
			if t == isa.F64 && ieee.F64.IsNaN(u) || !divides(m, at, u) { // an assembler negates what is subtracted
				continue
			}
			return &inst{match: m, way: wayOf(m) + n, constant: at, value: low(t.Bits(), u)}
		}
	}
	return nil
}

// hasConstants reports whether PTX can write a constant of the type.
func hasConstants(t isa.Type) bool {
	switch t {
	case isa.F32, isa.F64:
		return true
	}
	return !t.IsFloat() && !t.IsPacked() && t.Bits() >= 16
}

// results returns what an instruction stores for each thread.
func (c *folder) results(k *kernel, x *inst) []uint64 {
	defer listed.About(x.match.Form.ID)
	out := make([]uint64, k.list.length())
	for i := range out {
		in := k.list.at(i)
		if x.constant >= 0 {
			in[x.constant] = x.value
		}
		in = x.negated(in)
		var d, q uint64
		switch {
		case isVideo(x.match):
			d = x.video(in)
		case isInteger(x.match):
			d, q = integerResults(x.match, in)
		default:
			d, q = c.module.Results(x.match, in)
		}
		out[i] = x.stores(d, q)
	}
	return out
}
