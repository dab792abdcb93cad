package difftest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Kernels of class Forms show forms of the ISA table that nothing else would pick:
// a seed stands for a chunk of the table, and as seeds go on, the heads of its
// forms change. Every instruction has operands of its own from memory, one value
// for each of poolRows threads, constants, or what instructions before it have
// computed; what it computes is stored at once, where it is compared.

// poolRows is how many values each operand from memory has.
const poolRows = 32

// Space that each thread has of its own, in bytes.
const (
	formScratch = 64  // at the start of its slot of out0, and in the local and shared arrays
	formTable   = 128 // of variables that all threads read
)

// formState is what the generator of class Forms keeps about a kernel.
type formState struct {
	era    era
	pool   []byte // operands: columns of poolRows values
	at     int    // bytes of the thread's slot in use
	sizes  map[int]bool
	labels int
	shared bool // the kernel uses the shared array
	local  bool
	agg    bool
	calls  map[string]*fn
}

// forms fills a kernel of class Forms.
func (g *gen) forms() {
	list := chunks()
	c := list[g.k.Seed%uint64(len(list))]
	visit := int(g.k.Seed / uint64(len(list)) % (1 << 20))
	g.startForms(c.era)
	g.formShape(c.sync)
	for _, s := range c.subjects {
		heads := []*isa.Match{s.head(2 * visit), s.head(2*visit + 1)}
		for range s.draws() {
			heads = append(heads, s.anyHead(g.rng))
		}
		for i, m := range heads {
			if m == nil || i > 0 && m == heads[0] && len(s.heads) > 1 || !writable(c.era, m) {
				continue
			}
			r, _ := recipeOf(m)
			g.fn.body = append(g.fn.body, g.wrap(r, r.write(g, m))...)
		}
	}
	if !c.sync && g.chance(3) {
		g.divide()
	}
	g.finishForms()
}

// divide puts a barrier between two statements, so that the kernel is laid out in
// regions, or as coroutines where it stands in a branch.
func (g *gen) divide() {
	n := must("bar.sync 0;")
	if g.chance(3) && !g.form.era.before(6, 0) {
		n = &node{kind: kIf, whole: true, fixed: true, cond: g.pred(), body: []*node{must("barrier.sync 1;")}, other: []*node{must("barrier.sync 1;")}}
	}
	g.fn.body = slices.Insert(g.fn.body, g.n(len(g.fn.body)+1), n)
}

// startForms prepares a kernel of an era.
func (g *gen) startForms(e int) {
	g.form = &formState{era: eras[e], at: formScratch, sizes: map[int]bool{}, calls: map[string]*fn{}}
	g.k.era = e
	f := g.fn
	f.decls = append(f.decls, ".reg .u64 %out0, %in, %own, %in1, %in2, %in4, %in8, %in16, %shown, %shnext;",
		".reg .u32 %tidlin, %ntlin, %ctalin, %gtid, %lanelin, %row;", ".reg .pred %wrapq;")
	f.readable = []string{"%gtid", "%tidlin", "%ctalin", "%lanelin"}
}

// formShape picks grid and block: rows of one thread after the other.
func (g *gen) formShape(sync bool) {
	g.k.Grid, g.k.Block = [3]uint32{uint32(g.between(1, 2)), 1, 1}, [3]uint32{uint32(g.between(1, 70)), 1, 1}
	if sync {
		// Several warps, the last of which may be short.
		g.k.Block[0] = uint32([]int{64, 64, 96, g.between(33, 90)}[g.n(4)])
	}
}

// wrap puts some statements into branches and loops. Those with sync points stay
// where all threads execute them.
func (g *gen) wrap(r recipe, n *node) []*node {
	if r.sync || r.top {
		return []*node{n}
	}
	switch g.n(12) {
	case 0:
		return []*node{{kind: kIf, variant: g.n(2), cond: g.pred(), body: []*node{n}}}
	case 1:
		return []*node{{kind: kIf, variant: g.n(2), cond: g.pred(), body: []*node{linef("mov.u32 %s, %%gtid;", g.dst(isa.U32))}, other: []*node{n}}}
	case 2:
		return []*node{{kind: kLoop, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: fmt.Sprint(g.between(1, 3)), body: []*node{n}}}
	}
	return []*node{n}
}

// finishForms writes what stands before the body, and the parameters.
func (g *gen) finishForms() {
	k, f, st := g.k, g.fn, g.form
	k.slot = (st.at + 31) &^ 31
	f.body = slices.Concat(g.formRegisters(), f.body, g.formDump())
	k.slot = max(k.slot, (st.at+31)&^31)
	modern := !st.era.before(2, 0)
	line := func(format string, args ...any) { f.head = append(f.head, fmt.Sprintf(format, args...)) }
	pointer := func(buf string, data []byte, reg string) {
		p := &param{name: fmt.Sprintf("p%d", len(k.params)), typ: "u64"}
		p.buf = newBuffer(buf, data)
		k.params = append(k.params, p)
		line("ld.param.u64 %s, [%s];", reg, p.name)
		if modern && g.chance(2) {
			line("cvta.to.global.u64 %s, %s;", reg, reg)
		}
	}
	for _, s := range [][2]string{{"%tidlin", "%tid.x"}, {"%ntlin", "%ntid.x"}, {"%ctalin", "%ctaid.x"}} {
		if modern {
			line("mov.u32 %s, %s;", s[0], s[1])
		} else {
			line("cvt.u32.u16 %s, %s;", s[0], s[1])
		}
	}
	line("mad.lo.u32 %%gtid, %%ctalin, %%ntlin, %%tidlin;")
	line("and.b32 %%lanelin, %%tidlin, 31;")
	line("and.b32 %%row, %%gtid, %d;", poolRows-1)
	pointer("out0", g.bytesOf(k.slot*k.Threads()), "%out0")
	line("mad.wide.u32 %%own, %%gtid, %d, %%out0;", k.slot)
	pointer("in", append(st.pool, make([]byte, 16)...), "%in")
	for _, size := range []int{1, 2, 4, 8, 16} {
		if st.sizes[size] {
			line("mad.wide.u32 %%in%d, %%row, %d, %%in;", size, size)
		}
	}
	if st.agg {
		k.params = append(k.params, &param{name: "agg", typ: "b8", value: g.bytesOf(formScratch), align: 16})
	}
	k.decls = append(k.decls, g.formVariables()...)
	if st.shared {
		line("mov.u64 %%shown, shform;")
		line("mad.wide.u32 %%shown, %%tidlin, %d, %%shown;", formScratch)
		line("add.u32 %%row, %%tidlin, 1;")
		line("rem.u32 %%row, %%row, %%ntlin;")
		line("mov.u64 %%shnext, shform;")
		line("mad.wide.u32 %%shnext, %%row, %d, %%shnext;", formScratch)
		for i := 0; i < formScratch; i += 8 {
			line("st.shared.u64 [%%shown+%d], %d;", i, g.n(1000))
		}
	}
	f.tail = append(f.tail, g.pick("ret;", "exit;"))
}

// formVariables declares the module's variables.
func (g *gen) formVariables() []string {
	bytes := func() string {
		var list []string
		for range formTable {
			list = append(list, fmt.Sprint(g.n(256)))
		}
		return vector(list)
	}
	out := []string{
		fmt.Sprintf(".const .align 32 .b8 ctab[%d] = %s;", formTable, bytes()),
		fmt.Sprintf(".global .align 32 .b8 gtab[%d] = %s;", formTable, bytes()),
		".global .align 128 .b8 gjunk[256];",
		fmt.Sprintf(".shared .align 32 .b8 shform[%d];", formScratch*g.k.Block[0]),
	}
	for bank := range 11 {
		out = append(out, fmt.Sprintf(".const[%d] .align 16 .b8 cbank%d[%d] = %s;", bank, bank, formTable, bytes()))
	}
	return out
}

// formRegisters gives every register of the sets that the body names a value.
func (g *gen) formRegisters() []*node {
	p := &printer{prefix: "L"}
	p.nodes(g.fn.body)
	words := wordSet(p.b.String())
	var out []*node
	for _, r := range every() {
		t := typeOf(r)
		switch {
		case !words[r]:
		case t == isa.Pred:
			out = append(out, linef("setp.%s.u32 %s, %%lanelin, %d;", g.pick("lt", "ge", "eq"), r, g.n(33)))
		default:
			out = append(out, linef("ld.global.%v %s, %s;", isa.BitsType(t.Bits()), r, g.column(t, t.Bytes(), anything)))
			if t == isa.F64 {
				out[len(out)-1] = linef("ld.global.f64 %s, %s;", r, g.column(t, 8, anything))
			}
		}
	}
	if g.form.local {
		g.fn.decls = append(g.fn.decls, fmt.Sprintf(".local .align 32 .b8 locform[%d];", formScratch))
		a := g.fn.u64()
		for i := 0; i < formScratch; i += 8 {
			out = append(out, lines(fmt.Sprintf("ld.global.b64 %s, %s;", a, g.column(isa.B64, 8, anything)), fmt.Sprintf("st.local.b64 [locform+%d], %s;", i, a)))
		}
	}
	return out
}

// formDump stores the thread's shared and local memory.
func (g *gen) formDump() []*node {
	var out []*node
	dump := func(space, base string) {
		a := g.fn.u64()
		for i := 0; i < formScratch; i += 8 {
			out = append(out, lines(fmt.Sprintf("ld.%s.b64 %s, [%s+%d];", space, a, base, i), fmt.Sprintf("st.global.b64 [%%own+%d], %s;", g.result(8), a)))
		}
	}
	if g.form.shared {
		dump("shared", "%shown")
	}
	if g.form.local {
		dump("local", "locform")
	}
	return out
}

// result reserves bytes of the thread's slot and returns where they are.
func (g *gen) result(size int) int {
	st := g.form
	size = max(size, 8)
	st.at = (st.at + size - 1) &^ (size - 1)
	at := st.at
	st.at += size
	return at
}

// label returns a label that nothing else has.
func (g *gen) label() string {
	g.form.labels++
	return fmt.Sprintf("FL%d", g.form.labels)
}

// writability is what writable knows about heads, by era and head.
var writability sync.Map

// writable reports whether the compiler supports a head, by compiling one
// instruction with it.
func writable(e int, m *isa.Match) bool {
	type key struct {
		e    int
		head string
		form *isa.Form
	}
	id := key{e, m.Head, m.Form}
	if v, ok := writability.Load(id); ok {
		return v.(bool)
	}
	ok := true
	for _, d := range complaints(diag.NewFile("form.ptx", single(e, m, 1).Text())) {
		ok = ok && !(d.Severity == diag.Error && d.Code == "unsupported")
	}
	writability.Store(id, ok)
	return ok
}

// single returns a kernel with one instruction of the head.
func single(e int, m *isa.Match, seed uint64) *Kernel {
	g := newGen(seed, Forms)
	g.k = &Kernel{Seed: seed, Class: Forms, entry: g.fn}
	g.startForms(e)
	r, _ := recipeOf(m)
	g.formShape(r.sync)
	g.fn.body = append(g.fn.body, r.write(g, m))
	g.finishForms()
	return g.k
}

// dotted puts a dot before a word, if there is one.
func dotted(s string) string {
	if s == "" {
		return ""
	}
	return "." + s
}

// addOffset adds bytes to an address as it stands in brackets.
func addOffset(at string, n int) string {
	base, off, _ := strings.Cut(at, "+")
	var k int
	fmt.Sscan(off, &k)
	return offset(base, k+n)
}
