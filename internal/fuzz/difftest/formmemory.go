package difftest

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// recipe says how an instruction is shown.
type recipe struct {
	write func(*gen, *isa.Match) *node
	sync  bool // all threads of the CTA must execute it together
	top   bool // it cannot stand in branches and loops
}

// recipeOf returns the recipe of a match; ok is false where there is none.
func recipeOf(m *isa.Match) (r recipe, ok bool) {
	op := m.Form.Opcode
	switch op {
	case "ld", "ldu":
		if m.Has("param::func") {
			return recipe{write: (*gen).formParam}, true
		}
		return recipe{write: (*gen).formLoad}, true
	case "st":
		if m.Space() == isa.SpaceParam {
			return recipe{write: (*gen).formParam}, true
		}
		return recipe{write: (*gen).formStore}, true
	case "atom", "red":
		return recipe{write: (*gen).formAtomic}, true
	case "prefetch", "prefetchu", "applypriority", "discard":
		return recipe{write: (*gen).formHint}, true
	case "createpolicy":
		return recipe{write: (*gen).formPolicy}, true
	case "isspacep":
		return recipe{write: (*gen).formIsSpace}, true
	case "cvta":
		return recipe{write: (*gen).formCvta}, m.Val("W") != "u32" // an address of memory has 64 bits
	case "alloca", "stacksave", "stackrestore":
		return recipe{write: (*gen).formStack}, m.Type() == isa.U64 || m.Type() == isa.B64
	case "bra", "brx", "call", "ret", "exit":
		return recipe{write: (*gen).formFlow, top: op == "exit"}, true
	case "bar", "barrier":
		return recipe{write: (*gen).formBarrier, sync: true}, true
	case "membar", "fence":
		return recipe{write: (*gen).formPlain}, len(m.Form.Operands) == 0
	}
	if m.Lowering().Verb == isa.LowerWarp {
		return recipe{write: (*gen).formWarp, sync: true}, true
	}
	for i := range m.Form.Operands {
		switch o := &m.Form.Operands[i]; {
		case o.Is(isa.KVar) && op == "mov":
			return recipe{write: (*gen).formAddressOf}, m.Type().Bits() == 64
		case o.Is(isa.KFunc) && op == "mov":
			return recipe{write: (*gen).formFlow}, m.Type().Bits() == 64
		case o.Is(isa.KAddr|isa.KVar|isa.KFunc|isa.KLabel|isa.KList|isa.KTex|isa.KSurf|isa.KSampler|isa.KTensor|isa.KDesc) || o.Fragment:
			return recipe{}, false
		case !o.Is(isa.KReg | isa.KPred | isa.KImm | isa.KVec):
			return recipe{}, false
		case o.Values == nil && o.Range == nil && m.OperandType(i) == isa.TypeNone:
			return recipe{}, false
		}
	}
	switch m.Form.Group {
	case "extended precision":
		return recipe{write: (*gen).formCarry}, true
	case "integer arithmetic", "floating point", "half precision", "mixed precision", "alternate fp", "comparison", "half comparison",
		"logic/shift", "conversion", "data movement", "video":
		return recipe{write: (*gen).formPlain}, true
	}
	switch op {
	case "brkpt", "nanosleep":
		return recipe{write: (*gen).formPlain}, true
	case "pmevent":
		return recipe{write: (*gen).formEvent}, true
	}
	return recipe{}, false
}

// formPlain is an instruction that computes registers from registers, or does
// nothing that can be seen.
func (g *gen) formPlain(m *isa.Match) *node {
	x := g.instance(m)
	if m.Form.Group == "video" {
		return g.formVideo(x)
	}
	return x.node()
}

// formVideo is an instruction on parts of registers: negations are of one
// operand at most.
func (g *gen) formVideo(x *instance) *node {
	if !strings.Contains(x.m.Form.Syntax, "{-}") || g.chance(2) {
		return x.node()
	}
	i := 1 + g.n(len(x.m.Form.Operands)-1)
	x.values[x.m.Form.Operands[i].Name] = "-" + x.register(x.m.OperandType(i), false)
	return x.node()
}

// formEvent triggers one of 16 performance monitor events, or some of them.
func (g *gen) formEvent(m *isa.Match) *node {
	x := g.instance(m)
	x.values["a"] = fmt.Sprint(g.n(16))
	return x.node()
}

// spot is a place in memory that a thread may access.
type spot struct {
	space  string // of the instruction, "" for generic
	at     string // what stands in brackets
	lines  []string
	local  bool // it may be in local memory
	shared bool // it may be in shared memory
}

// spot picks a place of the given bytes in a state space: of the thread's own
// memory, or of memory that nobody writes where that will do.
func (g *gen) spot(space isa.Space, bytes int, write, constant bool) spot {
	if space != isa.SpaceNone {
		return g.inSpace(space.String(), bytes, write, constant)
	}
	s := g.genericSpot(bytes, write)
	if !g.chance(3) {
		return s
	}
	// In one of two spaces, which only the address says.
	t := g.genericSpot(bytes, write)
	a, b := g.fn.u64(), g.fn.u64()
	for _, half := range [][2]string{{a, s.at}, {b, t.at}} {
		base, off, _ := strings.Cut(half[1], "+")
		t.lines = append(t.lines, fmt.Sprintf("add.u64 %s, %s, %s;", half[0], base, off))
	}
	list := append(append(s.lines, t.lines...), fmt.Sprintf("selp.u64 %s, %s, %s, %s;", a, a, b, g.src(isa.Pred)))
	return spot{at: a + "+0", lines: list, local: s.local || t.local, shared: s.shared || t.shared}
}

// genericSpot is spot for generic addresses: a register plus a constant.
func (g *gen) genericSpot(bytes int, write bool) spot {
	name := g.pick("global", "global", "shared", "local")
	if !write && g.chance(4) {
		name = "const"
	}
	s := g.inSpace(name, bytes, write, false)
	a := g.fn.u64()
	base, off, _ := strings.Cut(s.at, "+")
	if off == "" {
		off = "0"
	}
	if base[0] != '%' && g.chance(2) {
		s.lines = append(s.lines, fmt.Sprintf("cvta.%s.u64 %s, %s;", name, a, base))
	} else {
		s.lines = append(s.lines, fmt.Sprintf("mov.u64 %s, %s;", a, base), fmt.Sprintf("cvta.%s.u64 %s, %s;", name, a, a))
	}
	s.space, s.at = "", a+"+"+off
	return s
}

// inSpace is spot for a state space by its name.
func (g *gen) inSpace(name string, bytes int, write, constant bool) spot {
	st := g.form
	var r *region
	switch name {
	case "global":
		r = contiguous(name, "%own", false, formScratch, true)
		if constant || !write && g.chance(3) {
			r = contiguous(name, "gtab", true, formTable, false)
		}
	case "shared":
		st.shared = true
		r = contiguous(name, "%shown", false, formScratch, true)
	case "local":
		st.local = true
		r = contiguous(name, "locform", true, formScratch, true)
	case "const":
		r = contiguous(name, "ctab", true, formTable, false)
	case "param":
		st.agg = true
		return spot{space: name, at: offset("agg", g.n(formScratch/bytes)*bytes)}
	default:
		panic("difftest: no memory in space " + name)
	}
	s := spot{space: name, local: name == "local", shared: name == "shared"}
	s.lines, s.at = g.place(r, bytes)
	return s
}

// accessBytes is how many bytes a load or store moves.
func accessBytes(m *isa.Match) int { return m.Type().Bytes() * m.VecLen() }

func (g *gen) formLoad(m *isa.Match) *node {
	x := g.instance(m)
	if bank := m.Val("B"); bank != "" && m.Has("const["+bank+"]") {
		x.addr = fmt.Sprintf("cbank%s+%d", bank, g.n(formTable/16)*16)
		return x.node()
	}
	s := g.spot(loadSpace(m), accessBytes(m), false, m.Has("nc") || m.Form.Opcode == "ldu")
	x.addr, x.before = s.at, s.lines
	return x.node()
}

// loadSpace is the state space of a load; ldu reads global memory.
func loadSpace(m *isa.Match) isa.Space {
	if m.Form.Opcode == "ldu" {
		return isa.SpaceGlobal
	}
	for i := range m.Form.Operands {
		if m.Form.Operands[i].Unified {
			return isa.SpaceGlobal
		}
	}
	return m.Space()
}

func (g *gen) formStore(m *isa.Match) *node {
	x := g.instance(m)
	x.fresh = m.Type() == isa.F64 // the bits of NaNs that were computed must not get out
	s := g.spot(m.Space(), accessBytes(m), true, false)
	x.addr, x.before = s.at, s.lines
	n := x.node()
	n.lines = append(n.lines, g.echo(s, accessBytes(m))...)
	return n
}

// echo loads bytes and stores them in the thread's slot.
func (g *gen) echo(s spot, bytes int) []string {
	var out []string
	for i := 0; i < bytes; {
		n := min(bytes-i, 8)
		r := g.fn.declare(fmt.Sprintf("b%d", max(8*n, 16)), fmt.Sprintf("e%d_", n))
		out = append(out, fmt.Sprintf("ld%s.b%d %s, [%s];", dotted(s.space), 8*n, r, addOffset(s.at, i)),
			fmt.Sprintf("st.global.b%d [%%own+%d], %s;", 8*n, g.result(n), r))
		i += n
	}
	return out
}

// formAtomic changes a place that no other thread changes. What stands there is a
// value of the type.
func (g *gen) formAtomic(m *isa.Match) *node {
	x := g.instance(m)
	x.fresh, x.likes.finite = true, true
	t := m.Type()
	bytes := accessBytes(m)
	s := g.spot(m.Space(), bytes, true, false)
	for s.local || s.shared && m.VecLen() > 1 { // which no atomic may change, or none on vectors
		s = g.spot(m.Space(), bytes, true, false)
	}
	x.addr, x.before = s.at, s.lines
	var first []string
	for i := range m.VecLen() {
		r := x.register(t, false)
		first = append(first, r)
		x.before = append(x.before, g.put(s.space, addOffset(s.at, i*t.Bytes()), t, r)...)
	}
	if m.Has("cas") && g.chance(2) { // what is compared is what is there
		x.values["b"] = first[0]
	}
	n := x.node()
	n.lines = append(n.lines, g.echo(s, bytes)...)
	return n
}

// put stores a register that holds a t.
func (g *gen) put(space, at string, t isa.Type, r string) []string {
	if t != isa.B128 {
		return []string{fmt.Sprintf("st%s.b%d [%s], %s;", dotted(space), t.Bits(), at, r)}
	}
	lo, hi := g.fn.u64(), g.fn.u64()
	return []string{
		fmt.Sprintf("mov.b128 {%s, %s}, %s;", lo, hi, r),
		fmt.Sprintf("st%s.b64 [%s], %s;", dotted(space), at, lo), fmt.Sprintf("st%s.b64 [%s], %s;", dotted(space), addOffset(at, 8), hi),
	}
}

// formHint is an instruction that says something about memory. Nobody reads it.
func (g *gen) formHint(m *isa.Match) *node {
	x := g.instance(m)
	x.addr = "gjunk"
	if g.chance(2) {
		x.addr = g.fn.u64()
		x.before = append(x.before, fmt.Sprintf("mov.u64 %s, gjunk;", x.addr))
	}
	if m.Space() == isa.SpaceLocal {
		g.form.local = true
		x.addr = "locform"
	}
	return x.node()
}

// formPolicy makes a cache policy, whose bits nobody looks at, and uses it.
func (g *gen) formPolicy(m *isa.Match) *node {
	x := g.instance(m)
	x.addr = "gjunk"
	d := g.fn.declare("b64", "pol")
	x.values["d"] = d
	x.values["frac"] = g.pick("0.5", "1.0")
	x.values["psize"], x.values["tsize"] = "64", "128"
	v := g.fn.u32()
	x.after = append(x.after, fmt.Sprintf("ld.global.L2::cache_hint.b32 %s, [gtab+%d], %s;", v, 4*g.n(formTable/4), d),
		fmt.Sprintf("st.global.b32 [%%own+%d], %s;", g.result(4), v))
	return x.node()
}

// generic returns a register with a generic address in a state space.
func (g *gen) generic(space string) (string, []string) {
	a := g.fn.u64()
	switch space {
	case "global":
		return a, []string{fmt.Sprintf("cvta.global.u64 %s, %s;", a, g.pick("%own", "gtab"))}
	case "shared":
		g.form.shared = true
		return a, []string{fmt.Sprintf("cvta.shared.u64 %s, %s;", a, g.pick("%shown", "shform"))}
	case "local":
		g.form.local = true
		return a, []string{fmt.Sprintf("cvta.local.u64 %s, locform;", a)}
	case "param":
		g.form.agg = true
		return a, []string{fmt.Sprintf("cvta.param.u64 %s, agg;", a)}
	}
	return a, []string{fmt.Sprintf("cvta.const.u64 %s, ctab;", a)}
}

func (g *gen) formIsSpace(m *isa.Match) *node {
	x := g.instance(m)
	list := []string{"global", "shared", "local", "const"}
	if m.Space() == isa.SpaceParam {
		list = append(list, "param", "param", "param")
	}
	a, before := g.generic(list[g.n(len(list))])
	x.values["a"] = a
	x.before = before
	return x.node()
}

// formCvta converts an address, and loads through the result.
func (g *gen) formCvta(m *isa.Match) *node {
	x := g.instance(m)
	space := m.Space().String()
	d, v := g.fn.u64(), g.fn.u64()
	x.values["d"] = d
	load := "ld.b64"
	if m.Has("to") {
		var a string
		a, x.before = g.generic(space)
		x.values["a"] = a
		load = "ld." + space + ".b64"
		if strings.HasSuffix(x.before[0], " shform;") { // the thread's own part: others may not have stored theirs
			x.after = append(x.after, fmt.Sprintf("mad.wide.u32 %s, %%tidlin, %d, %s;", d, formScratch, d))
		}
	} else {
		s := g.spot(m.Space(), 8, false, false)
		base, _, _ := strings.Cut(s.at, "+")
		x.before = s.lines
		x.values["a"] = base
		if strings.HasPrefix(base, "%a") {
			return linef("mov.u32 %s, %%gtid;", g.fn.u32()) // a computed place is not the start of something
		}
	}
	x.after = append(x.after, fmt.Sprintf("%s %s, [%s+%d];", load, v, d, 8*g.n(formScratch/8)), fmt.Sprintf("st.global.b64 [%%own+%d], %s;", g.result(8), v))
	return x.lines(x.text())
}

// formAddressOf takes the address of a variable, and loads through it.
func (g *gen) formAddressOf(m *isa.Match) *node {
	x := g.instance(m)
	space := []string{"global", "shared", "local", "const"}[g.n(4)]
	name := map[string]string{"global": "gtab", "shared": "shform", "local": "locform", "const": "ctab"}[space]
	switch space {
	case "shared":
		g.form.shared = true
	case "local":
		g.form.local = true
	}
	d, v := g.fn.declare(m.Type().String(), "ao"), g.fn.u64()
	x.values["d"] = d
	at := 8 * g.n(formScratch/16)
	x.values["a"] = offset(name, at)
	at = 8 * g.n(formScratch/16)
	if space == "shared" { // the thread's own part
		x.values["a"], at = "shform", 0
		x.after = append(x.after, fmt.Sprintf("mad.wide.u32 %s, %%tidlin, %d, %s;", d, formScratch, d))
	}
	x.after = append(x.after, fmt.Sprintf("ld.%s.b64 %s, [%s+%d];", space, v, d, at), fmt.Sprintf("st.global.b64 [%%own+%d], %s;", g.result(8), v))
	return x.lines(x.text())
}

// formStack allocates local memory, and gives it back.
func (g *gen) formStack(m *isa.Match) *node {
	t := m.Type().String()
	save, p, v, w := g.fn.declare(t, "ss"), g.fn.declare(t, "sp"), g.fn.u64(), g.fn.u64()
	size := 8 * g.between(1, 8)
	align := ""
	if g.chance(2) {
		align = fmt.Sprintf(", %d", 8<<g.n(4))
	}
	return lines(
		fmt.Sprintf("ld.global.b64 %s, %s;", v, g.column(isa.B64, 8, anything)),
		fmt.Sprintf("stacksave.%s %s;", t, save),
		fmt.Sprintf("alloca.%s %s, %d%s;", t, p, size, align),
		fmt.Sprintf("st.local.b64 [%s+%d], %s;", p, size-8, v),
		fmt.Sprintf("ld.local.b64 %s, [%s+%d];", w, p, size-8),
		fmt.Sprintf("stackrestore.%s %s;", t, save),
		fmt.Sprintf("st.global.b64 [%%own+%d], %s;", g.result(8), w),
	)
}
