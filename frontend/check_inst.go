package frontend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// head is what an opcode with its modifiers resolves to in this module. The
// same few hundred heads are written again and again, so everything that
// depends on the head alone is worked out once.
type head struct {
	matches []*isa.Match
	miss    *isa.Mismatch
	fits    map[int][]candidate // by the number of operands
}

// candidate is a form that may be meant by a number of operands.
type candidate struct {
	match *isa.Match
	specs []spec
	gate  *isa.GateError // why the module may not use it, nil where it may
}

// spec is what an operand of a form may be.
type spec struct {
	*isa.Operand
	index  int // in Form.Operands
	typ    isa.Type
	lens   []int // lengths of a vector, nil where any will do
	second isa.Type
	wide   bool // a register may be wider than the type
	scalar bool // a vector, with the modifier .vN that the instruction does not have
	vector bool // a vector, since the instruction has the modifier
	length int  // of that vector
}

// maxHeads bounds the cache of heads: no program has more, but a file may be
// made to.
const maxHeads = 8192

// head returns the resolution of an instruction's opcode and modifiers.
func (k *checker) head(in *Inst) *head {
	key, cached := k.headText(in)
	if cached {
		if h := k.heads[key]; h != nil {
			return h
		}
	}
	k.mods = k.mods[:0]
	for i := range in.Mods {
		k.mods = append(k.mods, in.Mods[i].Text)
	}
	h := &head{fits: map[int][]candidate{}}
	h.matches, h.miss = isa.Resolve(in.Opcode, k.mods)
	if cached && len(k.heads) < maxHeads {
		k.heads[key] = h
	}
	return h
}

// headText returns the text of the head where it stands in one piece in the
// source.
func (k *checker) headText(in *Inst) (string, bool) {
	start := in.Pos.Offset()
	end := start + len(in.Opcode)
	for i := range in.Mods {
		m := &in.Mods[i]
		if m.Pos.Offset() != end {
			return "", false
		}
		end += 1 + len(m.Text)
	}
	return k.m.File.Src[start:end], true
}

// candidates returns the forms that can have n operands.
func (k *checker) candidates(h *head, n int) []candidate {
	if cs, ok := h.fits[n]; ok {
		return cs
	}
	var cs []candidate
	for _, m := range h.matches {
		at := m.Bind(n)
		if at == nil {
			continue
		}
		c := candidate{match: m, specs: make([]spec, n)}
		c.gate = k.gateOf(m)
		for i, j := range at {
			o := &m.Form.Operands[j]
			optional := o.Is(isa.KReg) && o.Is(isa.KVec) && m.Form.MayLack("V")
			c.specs[i] = spec{Operand: o, index: j, typ: m.OperandType(j), lens: m.VecLens(j), second: m.PairType(j),
				wide: o.Wider || lax(m, j), scalar: optional && m.VecLen() == 1, vector: optional && m.VecLen() > 1, length: m.VecLen()}
		}
		cs = append(cs, c)
	}
	h.fits[n] = cs
	return cs
}

// lax reports whether real compilers write a wider destination than the manual
// allows: LLVM before 17 gives the mask of match.*.sync.b64 64 bits.
func lax(m *isa.Match, operand int) bool {
	return m.Form.Opcode == "match" && operand == 0
}

// instruction resolves an instruction and its operands.
func (k *checker) instruction(in *Inst) {
	ok := k.guard(in)
	for i := range in.Ops {
		ok = k.resolve(&in.Ops[i], in.Opcode) && ok
	}
	oldTexture(in)
	depthOnly(in)
	h := k.head(in)
	if h.miss != nil {
		k.mismatch(in, h.miss)
		return
	}
	if !ok {
		// A name is missing; the form cannot be told, but what the head alone
		// asks of the module can.
		k.gateHead(in, h)
		return
	}
	if in.Opcode == "call" {
		k.call(in, h)
		return
	}
	cs := k.candidates(h, len(in.Ops))
	if len(cs) == 0 {
		k.operandCount(in, h)
		return
	}
	var gated *candidate
	var worst *misfit
	for i := range cs {
		c := &cs[i]
		bad := k.fit(in, c)
		switch {
		case bad == nil && c.gate == nil:
			in.Match = c.match
			k.afterFit(in, c)
			return
		case bad == nil && gated == nil:
			gated = c
		case bad != nil && (worst == nil || bad.rank > worst.rank):
			worst = bad
		}
	}
	if gated != nil {
		k.gateError(in, gated.gate)
		return
	}
	k.l.Add(worst.diag)
}

// gateOf says why the module may not use a form. Without a .target, which was
// reported, it may use all.
func (k *checker) gateOf(m *isa.Match) *isa.GateError {
	if k.m.noTarget {
		return nil
	}
	return m.Gate(k.m.Version, k.m.Target)
}

func (k *checker) gateError(in *Inst, g *isa.GateError) {
	k.hintf(in.Pos, headLen(in), "version", g.Hint, "%s", g.Text)
}

// gateHead reports a head none of whose forms the module may use.
func (k *checker) gateHead(in *Inst, h *head) {
	var first *isa.GateError
	for _, m := range h.matches {
		g := k.gateOf(m)
		if g == nil {
			return
		}
		if first == nil {
			first = g
		}
	}
	if first != nil {
		k.gateError(in, first)
	}
}

// headLen returns the length of the opcode with its modifiers.
func headLen(in *Inst) int {
	if len(in.Mods) == 0 {
		return len(in.Opcode)
	}
	m := in.Mods[len(in.Mods)-1]
	return m.Pos.Offset() + 1 + len(m.Text) - in.Pos.Offset()
}

// mismatch reports a head that means nothing.
func (k *checker) mismatch(in *Inst, miss *isa.Mismatch) {
	p, n := in.Pos, len(in.Opcode)
	if miss.Index >= 0 && miss.Index < len(in.Mods) {
		m := in.Mods[miss.Index]
		p, n = m.Pos, 1+len(m.Text)
	} else if miss.Kind != isa.UnknownOpcode {
		n = headLen(in)
	}
	code := "modifier"
	switch miss.Kind {
	case isa.UnknownOpcode:
		code = "opcode"
	case isa.NotSupported:
		code = "unsupported"
	}
	k.hintf(p, n, code, miss.Hint, "%s", miss.Text)
}

// operandCount reports that no form has so many operands.
func (k *checker) operandCount(in *Inst, h *head) {
	var counts []int
	for _, m := range h.matches {
		for n := range len(m.Form.Operands) + 1 {
			if m.Bind(n) != nil && !slices.Contains(counts, n) {
				counts = append(counts, n)
			}
		}
	}
	slices.Sort(counts)
	p, w := in.Pos, headLen(in)
	if n := len(in.Ops); n > 0 && len(counts) > 0 && n > counts[len(counts)-1] {
		o := &in.Ops[counts[len(counts)-1]]
		p, w = o.Pos, o.width()
	}
	head := k.m.File.Src[in.Pos.Offset() : in.Pos.Offset()+headLen(in)]
	syntax := ""
	if len(h.matches) == 1 {
		syntax = "the form is " + h.matches[0].Form.Syntax
	}
	k.hintf(p, w, "operand", syntax, "%s takes %s, not %d", head, countWords(counts), len(in.Ops))
}

// countWords writes "2 or 3 operands".
func countWords(counts []int) string {
	if len(counts) == 0 {
		return "other operands"
	}
	s := ""
	for i, n := range counts {
		switch {
		case i == 0:
		case i == len(counts)-1:
			s += " or "
		default:
			s += ", "
		}
		s += itoa(n)
	}
	if len(counts) == 1 && counts[0] == 1 {
		return "1 operand"
	}
	if len(counts) == 1 && counts[0] == 0 {
		return "no operands"
	}
	return s + " operands"
}

// guard resolves the predicate of an instruction.
func (k *checker) guard(in *Inst) bool {
	g := in.Guard
	if g == nil {
		return true
	}
	n := &g.Pred
	n.Sym = k.scope.Lookup(n.Text)
	switch s := n.Sym.(type) {
	case nil:
		if isa.LookupSReg(n.Text) != nil {
			k.hintf(n.Pos, len(n.Text), "type", "move it to a predicate first", "the guard must be a predicate, %s is a special register", n.Text)
			return false
		}
		k.undefined(n.Text, n.Pos, "predicate")
	case *Reg:
		if s.Var.Type == isa.Pred && s.Var.Vec <= 1 || s.Var.poisoned() {
			return true
		}
		k.errorf(n.Pos, len(n.Text), "type", "the guard must be a predicate, %s is .%s", n.Text, s.Var.Type)
	default:
		k.errorf(n.Pos, len(n.Text), "type", "the guard must be a predicate, %s is %s", n.Text, symbolKind(s))
	}
	n.Sym = nil
	return false
}

// oldTexture rewrites tex d, name, {coordinates} of PTX 1.0 in the way of later
// versions, tex d, [name, {coordinates}].
func oldTexture(in *Inst) {
	if in.Opcode != "tex" || len(in.Ops) != 3 || in.Ops[1].Kind != OpName {
		return
	}
	o := &in.Ops[1]
	o.Kind, o.Elems = OpAddr, in.Ops[2:3:3]
	in.Ops = in.Ops[:2]
}

// depthOnly puts _ in the place of the offsets that a texture instruction leaves out
// where its last operand is the depth to compare with, which is a float.
func depthOnly(in *Inst) {
	fixed := 2
	for _, m := range in.Mods {
		switch m.Text {
		case "level":
			fixed = 3
		case "grad":
			fixed = 4
		}
	}
	if in.Opcode != "tex" && in.Opcode != "tld4" || len(in.Ops) != fixed+1 {
		return
	}
	last := in.Ops[fixed]
	if r, ok := last.Sym.(*Reg); ok && last.Kind == OpName && r.Var.Type == isa.F32 {
		in.Ops = append(in.Ops[:fixed:fixed], Operand{Pos: last.Pos, Kind: OpSink}, last)
	}
}

// misfit says why operands do not fit a form. Of several forms the one with the
// highest rank is the likeliest to be meant.
type misfit struct {
	rank int
	diag diag.Diagnostic
}

// fit reports the first operand that the form does not take, or nil.
func (k *checker) fit(in *Inst, c *candidate) *misfit {
	for i := range c.specs {
		o := &in.Ops[i]
		k.blame = o
		if why := k.fitOperand(c.match, &c.specs[i], o); why != "" {
			s := &c.specs[i]
			// The form that takes such an operand is likelier to be meant, and then
			// the one that takes the usual ones.
			rank := 4 * i
			if s.takes(o) {
				rank += 2
			}
			if s.Is(isa.KReg) && !c.match.Form.Gone {
				rank++
			}
			return &misfit{rank, diag.Diagnostic{Pos: k.blame.Pos, Len: k.blame.width(), Code: "type",
				Msg: fmt.Sprintf("operand %d (%s) of %s %s", i+1, s.Name, c.match.Head, why)}}
		}
	}
	return nil
}

// width returns the bytes of an operand to underline: of its name or literal.
func (o *Operand) width() int {
	switch {
	case o.Name != "" && o.Kind == OpName && o.Comp != "":
		return len(o.Name) + 1 + len(o.Comp)
	case o.Name != "" && o.Kind == OpName && o.Neg:
		return len(o.Name) + 1
	case o.Name != "" && o.Kind == OpName:
		return len(o.Name)
	case o.Kind == OpConst && o.Const != nil:
		return max(1, len(o.Const.Text))
	case o.Kind == OpAddr && o.Name != "" && o.Const == nil && o.Comp == "" && len(o.Elems) == 0:
		return len(o.Name) + 2
	case o.Kind == OpPair && o.Elems[1].Pos > o.Pos:
		return int(o.Elems[1].Pos-o.Pos) + o.Elems[1].width()
	}
	return 1
}

// oddOperand notes an operand that the manual does not have in its place.
func (k *checker) oddOperand(c *candidate, i int, o *Operand) {
	switch {
	case o.SReg != nil && c.match.Form.Opcode != "mov" && c.match.Form.Opcode != "cvt" && o.SReg.Type != isa.Pred:
		k.m.lenient.note(o.Pos, o.width(), "a special register outside mov and cvt", "the manual has it in these only, and ptxas refuses it; it is moved to a register first")
	case o.Kind == OpAddr && o.Const != nil && strings.HasPrefix(o.Const.Text, "-"):
		k.m.lenient.note(o.Pos, o.width(), "an offset after a minus", "the manual has [a+-4], and ptxas refuses [a-4]")
	case o.Kind == OpName && o.Const != nil:
		k.m.lenient.note(o.Pos, o.width(), "a sum as an operand", "the manual has it in addresses only; the register and the number are added in the width of the register")
	case o.Kind == OpConst && c.specs[i].Is(isa.KSel):
		k.m.lenient.note(o.Pos, o.width(), "a constant for a source with a selector", "the manual has registers there; it is a word of the source's type")
	}
}

// afterFit checks what a form that fits asks for beyond its operands' types.
func (k *checker) afterFit(in *Inst, c *candidate) {
	if n := len(in.Ops); n == 3 && c.specs[0].Is(isa.KSel) && in.Ops[0].Comp != "" {
		o := &in.Ops[0]
		k.hintf(o.Pos, o.width(), "operand", "the result is put into a fourth operand there", "%s with a selector for the destination takes 4 operands, not 3", c.match.Head)
	}
	for i := range c.specs {
		o := &in.Ops[i]
		k.warnConst(&c.specs[i], o)
		k.gateSReg(o)
		k.oddOperand(c, i, o)
		if c.specs[i].Dest {
			k.repeatedDestination(o)
		}
	}
	if c.match.Form.Lenient() {
		k.m.lenient.note(in.Pos, headLen(in), c.match.Head, "the manual does not have it, programs for another translator do")
	}
	if c.match.Unassembled() {
		k.m.lenient.note(in.Pos, headLen(in), c.match.Head, "the manual has it, ptxas refuses it")
	}
	k.immediates(in, c)
	k.staticAddress(in, c)
	k.addressTaken(in)
}
