package conform

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// How the instructions of a kernel are written. Each head comes in one of several
// ways, by turns: typed and untyped registers, wider registers where a conversion
// may have them, one or two destinations, a predicate or its negation.

// registers are the types that a register for an operand of type t may have.
func registers(t isa.Type, wider bool, v isa.Version) []isa.Type {
	old := v.Less(isa.Version{Major: 4, Minor: 2}) // no .f16 registers
	switch {
	case t == isa.Pred:
		return []isa.Type{isa.Pred}
	case wider && t.IsInt() && t.Bits() < 32 && t.IsSigned():
		return []isa.Type{isa.S32, isa.S16, isa.B32, isa.S64}
	case wider && t.IsInt() && t.Bits() < 32:
		return []isa.Type{isa.U32, isa.U16, isa.B32, isa.U64}
	case wider && t.IsInt() && t.Bits() < 64:
		return []isa.Type{t, isa.B32, isa.B64}
	case t.IsAlternate() || t == isa.F16 && old:
		return []isa.Type{isa.BitsType(t.Bits())}
	case t.IsBits():
		return []isa.Type{t}
	}
	return []isa.Type{t, isa.BitsType(t.Bits())}
}

// prefixes are the names of registers by type.
var prefixes = map[isa.Type]string{
	isa.Pred: "%p", isa.B8: "%b", isa.U8: "%bu", isa.S8: "%bs", isa.B16: "%h", isa.U16: "%hu", isa.S16: "%hs", isa.F16: "%hf", isa.F16x2: "%hh",
	isa.B32: "%r", isa.U32: "%ru", isa.S32: "%rs", isa.F32: "%f", isa.B64: "%rd", isa.U64: "%rdu", isa.S64: "%rds", isa.F64: "%fd",
}

// body collects the text of a kernel.
type body struct {
	c    *folder
	k    *kernel
	text strings.Builder
	used map[isa.Type]int // registers, by type
	read map[string]string
}

func (b *body) reg(t isa.Type) string {
	if prefixes[t] == "" {
		panic("no register of type " + t.String())
	}
	b.used[t]++
	return fmt.Sprintf("%s%d", prefixes[t], b.used[t])
}

func (b *body) line(format string, args ...any) { fmt.Fprintf(&b.text, "\t"+format+"\n", args...) }

// memory is the type of an element of a buffer for values of type t.
func memory(t isa.Type) isa.Type {
	switch {
	case t == isa.Pred:
		return isa.U8
	case t == isa.F32x2:
		return isa.F32
	case t == isa.F16x2:
		return isa.F16
	case t == isa.BF16x2:
		return isa.BF16
	case t.IsPacked() && t.IsInt():
		return isa.BitsType(t.Bits())
	case t.IsFloat() && t.IsAlternate() && t != isa.BF16:
		return isa.BitsType(t.Bits())
	}
	return t
}

// container is the type in memory of operand i of a list: conversions may read
// integers from the widest register.
func (l *list) container(i int) isa.Type {
	if t := l.types[i]; l.widens && t.IsInt() {
		return isa.U64
	}
	return l.types[i]
}

// wide reports whether operand i of a form may be in a wider register.
func wide(m *isa.Match, i int) bool { return m.Form.Operands[i].Wider }

// write writes the kernel. outAt is where its results start in their buffer.
func (b *body) write(outAt int) string {
	c, k := b.c, b.k
	b.used, b.read = map[isa.Type]int{}, map[string]string{}
	params := len(k.list.types) + 1
	names := make([]string, params)
	for i := range names {
		names[i] = fmt.Sprintf("%s_param_%d", k.name, i)
	}
	index := b.index()
	out := b.address(names[params-1], index, k.out.Bytes())
	at := make([]string, params-1)
	for i := range at {
		at[i] = b.address(names[i], index, size(k.list.container(i)))
	}
	for i, x := range k.insts {
		b.inst(x, at, out, i*k.list.length()*k.out.Bytes())
	}
	b.line("ret;")

	var t strings.Builder
	fmt.Fprintf(&t, "// %s: %s\n// The result of instruction i for thread t is element %d + %d*i + t of %s.\n",
		k.form.ID, k.form.Syntax, outAt, k.list.length()*k.out.Bytes()/memory(k.out).Bytes(), outBuffer(k.out))
	t.WriteString(c.entry(k.name, names))
	for typ := isa.TypeNone; typ < isa.TexRef; typ++ {
		if n := b.used[typ]; n > 0 {
			fmt.Fprintf(&t, "\t.reg .%s %s<%d>;\n", typ, prefixes[typ], n+1)
		}
	}
	t.WriteString("\n" + b.text.String() + "}\n")
	return t.String()
}

// entry writes the head of a kernel. Before PTX 1.4 parameters stand in the body.
func (c *folder) entry(name string, params []string) string {
	decl := make([]string, len(params))
	for i, p := range params {
		decl[i] = ".param .u64 " + p
	}
	switch v := c.module.Version; {
	case v.Less(isa.Version{Major: 1, Minor: 4}):
		return ".entry " + name + "\n{\n\t" + strings.Join(decl, ";\n\t") + ";\n"
	case v.Less(isa.Version{Major: 2}):
		return ".entry " + name + " (\n\t" + strings.Join(decl, ",\n\t") + ")\n{\n"
	}
	return ".visible .entry " + name + "(\n\t" + strings.Join(decl, ",\n\t") + "\n)\n{\n"
}

// size is the bytes of an operand in memory.
func size(t isa.Type) int {
	if t == isa.Pred {
		return 1
	}
	return t.Bytes()
}

// index computes the number of the thread.
func (b *body) index() string {
	cta, n, tid, i := b.reg(isa.U32), b.reg(isa.U32), b.reg(isa.U32), b.reg(isa.U32)
	for _, s := range [][2]string{{cta, "%ctaid.x"}, {n, "%ntid.x"}, {tid, "%tid.x"}} {
		if b.c.module.Version.Less(isa.Version{Major: 2}) {
			b.line("cvt.u32.u16 %s, %s;", s[0], s[1])
		} else {
			b.line("mov.u32 %s, %s;", s[0], s[1])
		}
	}
	b.line("mad.lo.u32 %s, %s, %s, %s;", i, cta, n, tid)
	return i
}

// address computes the place of the thread's element.
func (b *body) address(param, index string, size int) string {
	base, off, p := b.reg(isa.U64), b.reg(isa.U64), b.reg(isa.U64)
	b.line("ld.param.u64 %s, [%s];", base, param)
	b.line("mul.wide.u32 %s, %s, %d;", off, index, size)
	b.line("add.u64 %s, %s, %s;", p, base, off)
	return p
}

// operand loads operand i of the list into a register of a type, once.
func (b *body) operand(i int, t isa.Type, at []string) string {
	key := fmt.Sprintf("%d %s", i, t)
	if r := b.read[key]; r != "" {
		return r
	}
	r := b.reg(t)
	b.read[key] = r
	switch t {
	case isa.Pred:
		u := b.reg(isa.U32)
		b.line("ld.global.u8 %s, [%s];", u, at[i])
		b.line("setp.ne.u32 %s, %s, 0;", r, u)
	case isa.F16, isa.F16x2:
		b.line("ld.global.%s %s, [%s];", isa.BitsType(t.Bits()), r, at[i])
	default:
		b.line("ld.global.%s %s, [%s];", t, r, at[i])
	}
	return r
}

// inst writes an instruction and stores its result at offset off.
func (b *body) inst(x *inst, at []string, out string, off int) {
	m, v := x.match, b.c.module.Version
	var ops []string
	for k, i := range sources(m) {
		if k == x.constant {
			ops = append(ops, constant(m.OperandType(i), x.value, x.way))
			continue
		}
		types := registers(m.OperandType(i), wide(m, i), v)
		s := b.operand(k, types[(x.way+k)%len(types)], at)
		if x.negates(i) {
			s = "!" + s
		}
		ops = append(ops, x.part(k+1, s))
	}
	if !x.merges() {
		ops = ops[:2]
	}
	if x.carries() {
		b.carry(x, ops, at, out, off)
		return
	}
	if m.Form.Operands[0].Pair != nil && m.PairType(0) == isa.Pred && m.OperandType(0) != isa.Pred {
		b.besidePredicate(x, ops, out, off)
		return
	}
	t := m.OperandType(0)
	if t == isa.Pred {
		b.predicates(x, ops, out, off)
		return
	}
	reg := x.register(v)
	d := b.reg(reg)
	b.line("%s %s, %s;", m.Head, x.part(0, d), strings.Join(ops, ", "))
	if reg == isa.F16 || reg == isa.F16x2 {
		reg = isa.BitsType(reg.Bits())
	}
	b.line("st.global.%s [%s+%d], %s;", reg, out, off, d)
}

// The ways to write the destinations of setp.
const (
	onlyP = iota
	both
	onlyQ
	pAndSink
	destinations
)

// destination is the way for an instruction: pairs have both.
func (x *inst) destination() int {
	o := &x.match.Form.Operands[0]
	switch {
	case o.Pair == nil:
		return onlyP
	case !o.PairOptional:
		return both
	case x.constant >= 0:
		return both
	}
	return x.way % destinations
}

// predicates writes an instruction whose results are predicates and stores them
// as bits 0 and 1.
func (b *body) predicates(x *inst, ops []string, out string, off int) {
	p, q := b.reg(isa.Pred), ""
	d := p
	switch x.destination() {
	case both:
		q = b.reg(isa.Pred)
		d = p + "|" + q
	case onlyQ:
		q, p = p, ""
		d = "_|" + q
	case pAndSink:
		d = p + "|_"
	}
	b.line("%s %s, %s;", x.match.Head, d, strings.Join(ops, ", "))
	r := b.reg(isa.U32)
	switch {
	case q == "":
		b.line("selp.u32 %s, 1, 0, %s;", r, p)
	case p == "":
		b.line("selp.u32 %s, 2, 0, %s;", r, q)
	default:
		s, sum := b.reg(isa.U32), b.reg(isa.U32)
		b.line("selp.u32 %s, 1, 0, %s;", r, p)
		b.line("selp.u32 %s, 2, 0, %s;", s, q)
		b.line("add.u32 %s, %s, %s;", sum, r, s)
		r = sum
	}
	b.line("st.global.u8 [%s+%d], %s;", out, off, r)
}

// register is the type of the register that the instruction writes.
func (x *inst) register(v isa.Version) isa.Type {
	types := registers(x.match.OperandType(0), wide(x.match, 0), v)
	return types[x.way%len(types)]
}

// stored is the type of what a kernel stores for an instruction: bytes for
// predicates, 32 or 64 bits for integers of conversions, which fill a register.
func (x *inst) stored() isa.Type {
	switch t := x.match.OperandType(0); {
	case t == isa.Pred || x.flag:
		return isa.U8
	case isVideo(x.match):
		return isa.B32
	case t.IsInt() && wide(x.match, 0):
		if x.register(isa.Version{}).Bits() == 64 {
			return isa.U64
		}
		return isa.U32
	case t == isa.TF32 || isNarrow(t):
		return isa.BitsType(t.Bits())
	default:
		return t
	}
}

// stores returns the bits that the kernel stores for results d and q.
func (x *inst) stores(d, q uint64) uint64 {
	switch t := x.match.OperandType(0); {
	case x.flag:
		return q
	case t == isa.Pred:
		switch x.destination() {
		case both:
			return d | q<<1
		case onlyQ:
			return q << 1
		}
		return d
	case t.IsInt() && wide(x.match, 0):
		// 16 bits are stored in the low half of their place.
		return low(x.register(isa.Version{}).Bits(), extend(t, d))
	}
	return d
}

// extend widens by the sign of the destination type (9.4.1).
func extend(t isa.Type, d uint64) uint64 {
	if t.IsSigned() {
		return uint64(signed(t.Bits(), d))
	}
	return low(t.Bits(), d)
}

// negates reports whether source operand i of the form is a predicate that the
// instruction negates.
func (x *inst) negates(i int) bool {
	return x.match.Form.Operands[i].Is(isa.KNeg) && x.match.OperandType(i) == isa.Pred && x.way%3 == 1
}

// negated returns the operands as the instruction sees them.
func (x *inst) negated(in []uint64) []uint64 {
	for n, i := range sources(x.match) {
		if x.negates(i) {
			in[n] ^= 1
		}
	}
	return in
}

// constant writes an immediate.
func constant(t isa.Type, u uint64, way int) string {
	switch {
	case t == isa.F32:
		return fmt.Sprintf("0f%08X", u)
	case t == isa.F64:
		return fmt.Sprintf("0d%016X", u)
	case t.IsSigned():
		return strconv.FormatInt(signed(t.Bits(), u), 10)
	case t.IsBits() || way%2 == 0:
		return fmt.Sprintf("0x%x", u)
	}
	return strconv.FormatUint(u, 10)
}
