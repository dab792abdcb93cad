package difftest

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// instance is one instruction of class Forms under construction.
type instance struct {
	g      *gen
	m      *isa.Match
	fresh  bool // no operand may come from instructions before
	likes  palette
	addr   string // what stands in brackets
	before []string
	after  []string
	values map[string]string // operands by name that are decided already
	split  bool              // a destination is a list: no source may be one
}

func (g *gen) instance(m *isa.Match) *instance {
	return &instance{g: g, m: m, fresh: escapes(m), likes: g.palette(), values: map[string]string{}}
}

// node returns the instruction, perhaps guarded, with what belongs to it.
func (x *instance) node() *node {
	s := x.text()
	if x.g.chance(8) && !x.g.form.era.before(2, 0) {
		s = "@" + x.g.pred() + " " + s
	}
	return x.lines(s)
}

func (x *instance) lines(s ...string) *node {
	return lines(append(append(x.before, s...), x.after...)...)
}

// text writes the instruction.
func (x *instance) text() string {
	var counts []int
	for n := range len(x.m.Form.Operands) + 1 {
		if x.m.Bind(n) != nil {
			counts = append(counts, n)
		}
	}
	at := x.m.Bind(counts[x.g.n(len(counts))])
	var list []string
	for _, i := range at {
		list = append(list, x.operand(i, len(at)))
	}
	if len(list) == 0 {
		return x.m.Head + ";"
	}
	return x.m.Head + " " + strings.Join(list, ", ") + ";"
}

// operand writes operand i of n.
func (x *instance) operand(i, n int) string {
	o := &x.m.Form.Operands[i]
	if s, ok := x.values[o.Name]; ok {
		return s
	}
	switch {
	case o.Is(isa.KAddr):
		if o.Unified {
			return "[" + x.addr + "].unified"
		}
		return "[" + x.addr + "]"
	case o.Name == "policy":
		return x.policy()
	case o.Is(isa.KSink) && o.Kinds&^(isa.KSink|isa.KPred) == 0 && o.Dest && x.g.chance(8):
		return "_" + x.pair(i)
	case o.Dest:
		return x.dest(i, n) + x.pair(i)
	}
	return x.source(i)
}

// policy returns a register with a cache policy.
func (x *instance) policy() string {
	r := x.g.fn.declare("b64", "pol")
	if x.g.chance(2) {
		x.before = append(x.before, fmt.Sprintf("createpolicy.fractional.L2::evict_last.b64 %s;", r))
	} else {
		x.before = append(x.before, fmt.Sprintf("createpolicy.fractional.L2::evict_first.b64 %s, 0.5;", r))
	}
	return r
}

// pair writes the second destination of operand i, "" where there is none.
func (x *instance) pair(i int) string {
	o := &x.m.Form.Operands[i]
	if o.Pair == nil || o.PairOptional && x.g.chance(2) {
		return ""
	}
	if o.Pair.Is(isa.KSink) && x.g.chance(8) {
		return "|_"
	}
	t := x.m.PairType(i)
	if t == isa.TypeNone {
		t = isa.Pred
	}
	return "|" + x.target(t, false)
}

// isVector reports whether operand i is written as a list or vector register.
func (x *instance) isVector(i int) bool {
	o := &x.m.Form.Operands[i]
	switch {
	case !o.Is(isa.KVec):
		return false
	case !o.Is(isa.KReg):
		return true
	case strings.Contains(x.m.Form.Syntax, "{.$V}") || x.m.Val("V") != "":
		return x.m.VecLen() > 1
	}
	return !x.split && x.g.chance(2)
}

// dest writes destination i of an instruction of n operands.
func (x *instance) dest(i, n int) string {
	o, t := &x.m.Form.Operands[i], x.m.OperandType(i)
	switch {
	case x.isVector(i):
		x.split = true
		return x.vector(i, func(t isa.Type) string { return x.target(t, o.Wider) }, true)
	case o.Is(isa.KPred) && (t == isa.Pred || !o.Is(isa.KReg)):
		return x.target(isa.Pred, false)
	case o.Is(isa.KSink) && x.g.chance(10):
		return "_"
	case o.Is(isa.KMask):
		return x.target(t, false) + x.laneMask()
	case o.Is(isa.KSel) && n == len(x.m.Form.Operands): // a third source is for the rest of d
		return x.target(t, false) + x.selector()
	}
	return x.target(t, o.Wider)
}

// target returns a register for a result of type t, which is stored afterwards.
func (x *instance) target(t isa.Type, wide bool) string {
	g := x.g
	if t == isa.Pred || g.hasRegister(t, wide) && g.chance(2) {
		r := g.reg(t, wide, true)
		if !strings.Contains(strings.Join(x.after, " "), r+";") { // not written twice
			x.after = append(x.after, g.keep(r, typeOf(r))...)
			return r
		}
	}
	if t == isa.Pred {
		r := g.fn.predi()
		x.after = append(x.after, g.keep(r, t)...)
		return r
	}
	rt := x.pick(t, wide)
	if t == isa.F64 {
		rt = isa.F64 // its NaNs must not get out, see keep
	}
	r := g.fn.declare(rt.String(), "n"+rt.String()+"_")
	x.after = append(x.after, g.keep(r, rt)...)
	return r
}

// declarable are the types that registers are declared with.
var declarable = []isa.Type{
	isa.B8,
	isa.B16, isa.U16, isa.S16, isa.F16, isa.B32, isa.U32, isa.S32, isa.F32, isa.F16x2, isa.B64, isa.U64, isa.S64, isa.F64, isa.B128,
}

// pick chooses a declared type for a register that holds a t.
func (x *instance) pick(t isa.Type, wide bool) isa.Type {
	var list []isa.Type
	for _, rt := range declarable {
		old := x.g.form.era.before(4, 2) && (rt == isa.F16 || rt == isa.F16x2) || x.g.form.era.before(8, 3) && rt == isa.B128
		if old || rt == isa.B128 && t != isa.B128 {
			continue
		}
		if isa.Compatible(t, rt) || wide && isa.CompatibleWide(t, rt) {
			list = append(list, rt)
			if rt == t {
				list = append(list, rt)
			}
		}
	}
	if len(list) == 0 {
		panic(fmt.Sprintf("difftest: no register for type %v of %s", t, x.m.Head))
	}
	return list[x.g.n(len(list))]
}

// hasRegister reports whether one of the sets holds results of type t.
func (g *gen) hasRegister(t isa.Type, wide bool) bool {
	return t.Bits() >= 8 && hasRegister(t, wide, true) && t != isa.B128
}

// keep stores a register in the thread's slot.
func (g *gen) keep(r string, t isa.Type) []string {
	switch t {
	case isa.Pred:
		i := g.fn.u32()
		return []string{fmt.Sprintf("selp.u32 %s, 1, 0, %s;", i, r), fmt.Sprintf("st.global.u8 [%%own+%d], %s;", g.result(1), i)}
	case isa.F64:
		// PTX does not say which of two NaNs comes out.
		q, d := g.fn.predi(), g.fn.declare("f64", "x")
		return []string{
			fmt.Sprintf("setp.nan.f64 %s, %s, %s;", q, r, r), fmt.Sprintf("selp.f64 %s, 0d7FF8000000000000, %s, %s;", d, r, q),
			fmt.Sprintf("st.global.f64 [%%own+%d], %s;", g.result(8), d),
		}
	case isa.B128:
		lo, hi, at := g.fn.u64(), g.fn.u64(), g.result(16)
		return []string{
			fmt.Sprintf("mov.b128 {%s, %s}, %s;", lo, hi, r),
			fmt.Sprintf("st.global.b64 [%%own+%d], %s;", at, lo), fmt.Sprintf("st.global.b64 [%%own+%d], %s;", at+8, hi),
		}
	}
	st := isa.BitsType(t.Bits())
	if t.IsFloat() && t != isa.F16 && t != isa.F16x2 {
		st = t
	}
	return []string{fmt.Sprintf("st.global.%v [%%own+%d], %s;", st, g.result(t.Bytes()), r)}
}

// vector writes operand i as a list, with one writes for each element, or as a
// vector register.
func (x *instance) vector(i int, one func(isa.Type) string, dest bool) string {
	lens := x.m.VecLens(i)
	if lens == nil {
		lens = []int{4}
	}
	var n int
	var elem isa.Type
	for elem == isa.TypeNone {
		n = lens[x.g.n(len(lens))]
		elem = x.m.ElemType(i, n)
	}
	var list []string
	for range n {
		if dest && x.m.Form.Opcode == "mov" && x.m.Val("V") == "" && x.g.chance(8) {
			list = append(list, "_")
			continue
		}
		list = append(list, one(elem))
	}
	return vector(list)
}

// source writes source i.
func (x *instance) source(i int) string {
	g := x.g
	o, t := &x.m.Form.Operands[i], x.m.OperandType(i)
	switch {
	case x.isVector(i):
		return x.vector(i, func(t isa.Type) string { return x.register(t, o.Wider) }, false)
	case t == isa.Pred || o.Is(isa.KPred) && !o.Is(isa.KReg):
		if o.Is(isa.KNeg) {
			return g.pred()
		}
		return g.src(isa.Pred)
	}
	if t.Bits() <= 64 && (!o.Is(isa.KReg) || o.Is(isa.KImm) && g.chance(4)) {
		if lit, ok := g.immediate(o, t); ok {
			return lit
		}
	}
	if o.Is(isa.KSReg) && t.Bits() == 32 && !t.IsFloat() && !t.IsPacked() && !t.IsAlternate() && g.chance(20) && !g.form.era.before(2, 0) {
		return g.pick("%tid.x", "%ctaid.x", "%ntid.x", "%laneid", "%lanemask_le")
	}
	r := x.register(t, o.Wider)
	if o.Is(isa.KMask) {
		return r + x.laneMask()
	}
	if o.Is(isa.KSel) && g.chance(2) {
		r += x.selector()
	}
	return r
}

// register returns a register that holds a value of type t.
func (x *instance) register(t isa.Type, wide bool) string {
	g := x.g
	if !x.fresh && g.chance(3) && g.hasRegister(t, wide) && hasRegister(t, wide, false) {
		return g.reg(t, wide, false)
	}
	rt := x.pick(t, wide)
	r := g.fn.declare(rt.String(), "o"+rt.String()+"_")
	if rt == isa.B128 {
		lo, hi := g.fn.u64(), g.fn.u64()
		x.before = append(x.before, fmt.Sprintf("ld.global.b64 %s, %s;", lo, g.column(isa.B64, 8, anything)),
			fmt.Sprintf("ld.global.b64 %s, %s;", hi, g.column(isa.B64, 8, anything)), fmt.Sprintf("mov.b128 %s, {%s, %s};", r, lo, hi))
		return r
	}
	ld := isa.BitsType(rt.Bits())
	if g.chance(2) && rt != isa.F16 && rt != isa.F16x2 {
		ld = rt
	}
	x.before = append(x.before, fmt.Sprintf("ld.global.%v %s, %s;", ld, r, g.column(x.meaning(t), rt.Bytes(), x.likes)))
	return r
}

// meaning is the type whose values an operand of type t gets: that of the
// instruction where the operand is only bits.
func (x *instance) meaning(t isa.Type) isa.Type {
	if !t.IsBits() {
		return t
	}
	for _, m := range x.m.Types() {
		if m.Bits() == t.Bits() && !m.IsBits() {
			return m
		}
	}
	return t
}

// selector chooses a byte or half of an operand of a video instruction, or the
// lanes of one of several.
func (x *instance) selector() string {
	g := x.g
	switch op := x.m.Form.Opcode; op[len(op)-1] {
	case '2':
		return fmt.Sprintf(".h%d%d", g.n(4), g.n(4))
	case '4':
		return fmt.Sprintf(".b%d%d%d%d", g.n(8), g.n(8), g.n(8), g.n(8))
	}
	return g.pick(".b0", ".b1", ".b2", ".b3", ".h0", ".h1")
}

// laneMask chooses the lanes that a video instruction writes, highest first.
func (x *instance) laneMask() string {
	op := x.m.Form.Opcode
	if op[len(op)-1] == '2' {
		return x.g.pick("", ".h0", ".h1", ".h10")
	}
	n := x.g.n(16)
	if n == 0 {
		return ""
	}
	s := ".b"
	for b := 3; b >= 0; b-- {
		if n>>b&1 == 1 {
			s += fmt.Sprint(b)
		}
	}
	return s
}
