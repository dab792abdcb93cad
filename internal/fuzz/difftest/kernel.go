package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Kernel is a random kernel with all that it needs to run.
type Kernel struct {
	Seed  uint64
	Class Class

	Grid, Block [3]uint32
	Shared      int // dynamic shared memory, bytes

	// short is an array that is an element too short for the kernel, which then
	// must fault, or never get there; nil in most kernels.
	short *casefile.Buffer

	era  int // of its module, see eras
	slot int // bytes of buffer out0 that belong to one thread: some for random accesses, the rest for results

	decls  []string // module variables
	bounds string   // of its launches: lines after the parameters
	funcs  []*fn    // in the order in which they call each other, callees first
	entry  *fn
	params []*param
}

// param is a parameter of the kernel and what it is given.
type param struct {
	name  string // in the text, "" where nothing reads it
	typ   string // PTX type; "b8" with bytes for an aggregate
	value []byte // of a scalar or an aggregate
	buf   *casefile.Buffer
	align int
}

// The thread's part of buffer out0: some bytes for random accesses, the rest for
// the registers at the end.
const (
	slotOwn  = 64
	slotDump = 128
)

// spansRows reports whether a warp of the block spans several rows of threads.
func (k *Kernel) spansRows() bool { return k.Block[1]*k.Block[2] > 1 && k.Block[0]%32 != 0 }

// contract is the setting of contraction for the kernel. Eight seeds in a row share it,
// since the kernels of a module do.
func (k *Kernel) contract() string {
	if k.Seed/8%2 == 0 {
		return casefile.ContractNone
	}
	return casefile.ContractPtxas
}

// Threads returns the number of threads of the grid.
func (k *Kernel) Threads() int { return volume(k.Grid) * volume(k.Block) }

func volume(d [3]uint32) int { return int(d[0] * d[1] * d[2]) }

// Generate makes the kernel of a seed. The same seed gives the same kernel.
func Generate(seed uint64, class Class) *Kernel {
	g := newGen(seed, class)
	k := &Kernel{Seed: seed, Class: class, entry: g.fn, slot: slotOwn + slotDump}
	g.k = k
	switch class {
	case Streams:
		g.stream()
		return k
	case Forms:
		g.forms()
		return k
	case Guards:
		g.guards()
		return k
	}
	g.shape()
	g.variables()
	for range g.n(4) {
		g.deviceFunction()
	}
	g.budget = 1500
	g.fn = k.entry
	g.fn.regions = g.fn.regions[:0]
	g.kernel()
	return k
}

// shape picks grid and block.
func (g *gen) shape() {
	k := g.k
	one := uint32(1)
	k.Grid, k.Block = [3]uint32{one, 1, 1}, [3]uint32{one, 1, 1}
	switch g.n(4) {
	case 0:
		k.Block = [3]uint32{uint32(g.between(1, 12)), uint32(g.between(1, 4)), uint32(g.between(1, 3))}
	case 1:
		k.Block[0] = 32
	default:
		k.Block[0] = uint32(g.between(1, 70))
	}
	if k.Class != Rows {
		switch g.n(4) {
		case 0:
			k.Block = [3]uint32{uint32(g.between(1, 20)), uint32(g.between(1, 5)), uint32(g.between(1, 2))}
		case 1:
			k.Block = [3]uint32{uint32(32 * g.between(1, 4)), 1, 1}
		default:
			k.Block = [3]uint32{uint32(g.between(1, 200)), 1, 1}
		}
	}
	switch g.n(4) {
	case 0:
		k.Grid = [3]uint32{uint32(g.between(1, 3)), uint32(g.between(1, 2)), uint32(g.between(1, 2))}
	case 1:
	default:
		k.Grid[0] = uint32(g.between(1, 4))
	}
	for k.Threads() > 400 {
		i := g.n(3)
		k.Grid[i] = max(k.Grid[i]/2, 1)
		if volume(k.Grid) == 1 {
			break
		}
	}
}

// variables declares module variables that functions read.
func (g *gen) variables() {
	init := func(n int, typ isa.Type) string {
		var list []string
		for range n {
			lit, _ := g.literal(typ)
			list = append(list, lit)
		}
		return vector(list)
	}
	g.k.decls = []string{
		".const .align 8 .b8 ctab[64] = " + init(64, isa.U8) + ";",
		".const .f32 cflt[8] = " + init(8, isa.F32) + ";",
		".global .align 16 .b8 gtab[64] = " + init(50, isa.U8) + ";",
		".global .u32 gwords[16] = " + init(16, isa.U32) + ";",
		".const .u64 cptr[2] = {generic(gtab), generic(gwords)};",
	}
}

// tables are the regions of the module variables.
func tables() []*region {
	return []*region{
		contiguous("const", "ctab", true, 64, false),
		{space: "const", base: "cflt", symbol: true, n: 8, unit: 4, float: true, stride: 4},
		contiguous("global", "gtab", true, 64, false),
		{space: "global", base: "gwords", symbol: true, n: 16, unit: 4, stride: 4, only: true},
	}
}

// localVariable declares a local array of the function and fills it.
func (g *gen) localVariable() {
	f := g.fn
	name := fmt.Sprintf("loc%d", len(f.decls))
	size := []int{16, 32, 64}[g.n(3)]
	f.decls = append(f.decls, fmt.Sprintf(".local .align %d .b8 %s[%d];", []int{16, 32}[g.n(2)], name, size))
	for i := 0; i < size; i += 8 {
		f.head = append(f.head, fmt.Sprintf("st.local.b64 [%s], %s;", offset(name, i), g.src(isa.B64)))
	}
	f.regions = append(f.regions, contiguous("local", name, true, size, true))
}

// localNeighbours declares local arrays that lie one after another, and lets accesses
// to the first and to the last overflow into the others. All are indexed by something
// that nobody knows, so that they stay in memory, where they are neighbours.
func (g *gen) localNeighbours() {
	f := g.fn
	t := f.u32()
	f.head = append(f.head, fmt.Sprintf("mov.u32 %s, %%tid.x;", t))
	total, before := 0, 0
	var names []string
	for range 2 + g.n(2) {
		name := fmt.Sprintf("loc%d", len(f.decls))
		size := []int{16, 32, 64}[g.n(3)]
		f.decls = append(f.decls, fmt.Sprintf(".local .align 16 .b8 %s[%d];", name, size))
		for i := 0; i < size; i += 8 {
			f.head = append(f.head, fmt.Sprintf("st.local.b64 [%s], %s;", offset(name, i), g.src(isa.B64)))
		}
		i, a := f.u32(), f.u64()
		f.head = append(f.head,
			fmt.Sprintf("and.b32 %s, %s, %d;", i, t, size-1), fmt.Sprintf("mov.u64 %s, %s;", a, name),
			fmt.Sprintf("mad.wide.u32 %s, %s, 1, %s;", a, i, a), fmt.Sprintf("st.local.u8 [%s], %s;", a, t))
		names = append(names, name)
		before = total
		total += size
	}
	first := contiguous("local", names[0], true, total, true)
	back := f.u64()
	f.head = append(f.head, fmt.Sprintf("mov.u64 %s, %s;", back, names[len(names)-1]), fmt.Sprintf("sub.u64 %s, %s, %d;", back, back, before))
	f.regions = append(f.regions, first, contiguous("local", back, false, total, true))
}

// kernel fills the entry.
func (g *gen) kernel() {
	k, f := g.k, g.fn
	g.parameters()
	g.position()
	f.regions = append(f.regions, tables()...)
	if k.Class != Rows {
		g.sync.plain = !g.chance(3)
		g.sharedArrays()
	}
	f.body = append(f.body, g.initialise()...)
	for range g.n(3) {
		g.localVariable()
	}
	if g.chance(4) {
		g.localNeighbours()
	}
	g.callee = k.funcs
	g.exits = k.Class == Rows
	if g.exits && g.chance(3) {
		p := f.predi()
		f.head = append(f.head, fmt.Sprintf("setp.ge.u32 %s, %%gtid, %%count;", p), fmt.Sprintf("@%s bra DONE;", p))
		f.tail = append(f.tail, "DONE:")
	}
	switch k.Class {
	case Rows:
		f.body = append(f.body, g.code(g.between(4, 30))...)
	case Barriers:
		g.barriers()
	case Warps:
		g.warps()
	}
	f.body = append(f.body, g.dump()...)
	f.tail = append(f.tail, g.pick("ret;", "ret;", "exit;"))
}

// scalar adds a parameter with random contents that is read into a register of
// the given type.
func (g *gen) scalar(typ isa.Type, reg string) {
	p := &param{name: fmt.Sprintf("p%d", len(g.k.params)), typ: typ.String(), value: g.bytesOf(typ.Bytes())}
	g.k.params = append(g.k.params, p)
	if read := fmt.Sprintf("ld.param.%v %s, [%s];", typ, reg, p.name); reg == "%count" {
		g.fn.head = append(g.fn.head, read)
	} else {
		g.fn.body = append(g.fn.body, lines(read))
	}
}

// buffer adds a parameter that points to new memory.
func (g *gen) buffer(name string, data []byte, reg string) {
	g.parameter(newBuffer(name, data), reg)
}

// parameter adds a parameter that points to a buffer.
func (g *gen) parameter(buf *casefile.Buffer, reg string) {
	p := &param{name: fmt.Sprintf("p%d", len(g.k.params)), typ: "u64", buf: buf}
	g.k.params = append(g.k.params, p)
	f := g.fn
	f.decls = append(f.decls, fmt.Sprintf(".reg .u64 %s;", reg))
	f.head = append(f.head, fmt.Sprintf("ld.param.u64 %s, [%s];", reg, p.name))
	if g.chance(2) {
		f.head = append(f.head, fmt.Sprintf("cvta.to.global.u64 %s, %s;", reg, reg))
	}
}

func newBuffer(name string, data []byte) *casefile.Buffer {
	return &casefile.Buffer{Name: name, Elem: "bytes", Count: len(data), Bytes: len(data), Contents: data}
}

// parameters declares what the kernel is given, in random order.
func (g *gen) parameters() {
	k, f := g.k, g.fn
	in := g.bytesOf(512)
	typed := []int{1, 2, 4, 4, 8}[g.n(5)]
	out1 := []int{0, 1, 2, 4, 4, 8}[g.n(6)]
	adds := []func(){
		func() { g.buffer("in0", in, "%in0") },
		func() { g.buffer("in1", g.bytesOf(64*typed), "%in1") },
		func() { g.buffer("out0", g.bytesOf(k.slot*k.Threads()), "%out0") },
		func() {
			if out1 > 0 {
				g.buffer("out1", g.bytesOf(4*out1*k.Threads()), "%out1")
			}
		},
		func() { g.buffer("acc", g.bytesOf(64), "%acc") },
		func() {
			f.decls = append(f.decls, ".reg .u32 %count;")
			g.scalar(isa.U32, "%count")
			g.k.params[len(g.k.params)-1].value = put(nil, uint64(g.n(k.Threads()+2)), 4)
		},
		func() { g.scalar(isa.S32, g.dst(isa.S32)) },
		func() { g.scalar(isa.F32, g.dst(isa.F32)) },
		func() { g.scalar(isa.F64, g.dst(isa.F64)) },
		func() { g.scalar(isa.U64, g.dst(isa.U64)) },
		func() { g.scalar(isa.U16, g.dst(isa.U16)) },
		func() {
			p := &param{name: "agg", typ: "b8", value: g.bytesOf(24), align: 16}
			k.params = append(k.params, p)
			a := f.declare("u64", "pa")
			f.body = append(f.body, linef("ld.param.v2.u32 %s, [agg+8];", vector(g.distinct(isa.U32, false, 2))),
				linef("ld.param.u8 %s, [agg+3];", g.dst(isa.U16)))
			if g.chance(3) {
				f.head = append(f.head, fmt.Sprintf("mov.b64 %s, agg;", a))
				f.regions = append(f.regions, &region{space: "param", base: a, n: 16, stride: 1})
			}
		},
	}
	g.rng.Shuffle(len(adds), func(i, j int) { adds[i], adds[j] = adds[j], adds[i] })
	for _, add := range adds {
		add()
	}
	f.regions = append(f.regions,
		&region{space: "global", base: "%in0", n: 512, stride: 1, only: true},
		&region{space: "global", base: "%in1", n: 64, unit: typed, stride: typed, only: true, float: g.chance(2)})
	if out1 > 0 {
		r := &region{space: "global", base: "%own1", n: 4, unit: out1, stride: out1, write: true, float: g.chance(2)}
		if g.chance(2) {
			r.stride = out1 * k.Threads()
		}
		f.regions = append(f.regions, r, r)
	}
	f.regions = append(f.regions, contiguous("global", "%own", false, slotOwn, true), contiguous("global", "%own", false, slotOwn, true))
}

// position computes the number of the thread and where its own memory is.
func (g *gen) position() {
	f := g.fn
	for _, r := range []string{"%gtid", "%tid", "%cta", "%lane", "%nt", "%px", "%py"} {
		f.decls = append(f.decls, fmt.Sprintf(".reg .u32 %slin;", r))
	}
	f.decls = append(f.decls, ".reg .u64 %own, %own1, %po;", ".reg .u32 %gtid;")
	one := g.k.Block[1] == 1 && g.k.Block[2] == 1 && g.chance(2)
	if one {
		f.head = append(f.head, "mov.u32 %tidlin, %tid.x;", "mov.u32 %ntlin, %ntid.x;")
	} else {
		f.head = append(f.head,
			"mov.u32 %tidlin, %tid.z;", "mov.u32 %px"+"lin, %ntid.y;", "mov.u32 %pylin, %tid.y;",
			"mad.lo.u32 %tidlin, %tidlin, %pxlin, %pylin;", "mov.u32 %pylin, %tid.x;", "mov.u32 %ntlin, %ntid.x;",
			"mad.lo.s32 %tidlin, %tidlin, %ntlin, %pylin;", "mul.lo.u32 %ntlin, %ntlin, %pxlin;", "mov.u32 %pxlin, %ntid.z;", "mul.lo.u32 %ntlin, %ntlin, %pxlin;")
	}
	if g.k.Grid[1] == 1 && g.k.Grid[2] == 1 && g.chance(2) {
		f.head = append(f.head, "mov.u32 %ctalin, %ctaid.x;")
	} else {
		f.head = append(f.head,
			"mov.u32 %ctalin, %ctaid.z;", "mov.u32 %pxlin, %nctaid.y;", "mov.u32 %pylin, %ctaid.y;", "mad.lo.u32 %ctalin, %ctalin, %pxlin, %pylin;",
			"mov.u32 %pxlin, %nctaid.x;", "mov.u32 %pylin, %ctaid.x;", "mad.lo.u32 %ctalin, %ctalin, %pxlin, %pylin;")
	}
	f.head = append(f.head, "mad.lo.s32 %gtid, %ctalin, %ntlin, %tidlin;", "and.b32 %lanelin, %tidlin, 31;")
	switch g.n(3) {
	case 0:
		f.head = append(f.head, fmt.Sprintf("mad.wide.u32 %%own, %%gtid, %d, %%out0;", g.k.slot))
	case 1:
		f.head = append(f.head, fmt.Sprintf("mul.wide.s32 %%po, %%gtid, %d;", g.k.slot), "add.s64 %own, %out0, %po;")
	case 2:
		f.head = append(f.head, fmt.Sprintf("mul.lo.u32 %%pxlin, %%gtid, %d;", g.k.slot), "cvt.u64.u32 %po, %pxlin;", "add.u64 %own, %po, %out0;")
	}
	for _, r := range f.regions {
		if r.base == "%own1" {
			step := r.unit
			if r.stride == r.unit {
				step *= r.n
			}
			f.head = append(f.head, fmt.Sprintf("mad.wide.u32 %%own1, %%gtid, %d, %%out1;", step))
			break
		}
	}
	f.readable = append(f.readable, "%gtid", "%tidlin", "%ctalin", "%lanelin", "%count")
}

// initialise gives most registers a first value; the others start as zero.
func (g *gen) initialise() []*node {
	var out []*node
	for _, r := range every() {
		t := typeOf(r)
		if t == isa.Pred {
			out = append(out, linef("setp.lt.u32 %s, %%lanelin, %d;", r, g.n(33)))
			continue
		}
		if g.chance(6) {
			continue
		}
		size := t.Bytes()
		ld := isa.BitsType(t.Bits())
		if t == isa.F64 {
			ld = t
		}
		switch g.n(3) {
		case 0: // the same for all threads
			out = append(out, linef("ld.global.%v %s, [%%in0+%d];", ld, r, g.n(512/size)*size))
		case 1:
			if lit, ok := g.literal(t); ok {
				out = append(out, linef("mov.%v %s, %s;", t, r, lit))
			}
		default:
			a, i := g.fn.u64(), g.fn.u32()
			out = append(out, lines(fmt.Sprintf("add.u32 %s, %%gtid, %d;", i, g.n(64)), fmt.Sprintf("and.b32 %s, %s, %d;", i, i, 512/size-1),
				fmt.Sprintf("mad.wide.u32 %s, %s, %d, %%in0;", a, i, size), fmt.Sprintf("ld.global.%v %s, [%s];", ld, r, a)))
		}
	}
	return out
}

// dump stores some registers in the thread's own memory, where they are
// compared.
func (g *gen) dump() []*node {
	var out []*node
	at := slotOwn
	regs := every()
	g.rng.Shuffle(len(regs), func(i, j int) { regs[i], regs[j] = regs[j], regs[i] })
	for _, r := range regs[:g.between(8, 20)] {
		if at+8 > g.k.slot {
			break
		}
		t := typeOf(r)
		if t == isa.Pred {
			i := g.fn.u32()
			out = append(out, lines(fmt.Sprintf("selp.u32 %s, 1, 0, %s;", i, r), fmt.Sprintf("st.global.u8 [%%own+%d], %s;", at, i)))
			at += 8
			continue
		}
		ls := []string{}
		if t == isa.F64 {
			r, ls = g.plainNaN(r)
		}
		st := isa.BitsType(t.Bits())
		if t.IsFloat() && t != isa.F16 && t != isa.F16x2 {
			st = t
		}
		out = append(out, lines(append(ls, fmt.Sprintf("st.global.%v [%%own+%d], %s;", st, at, r))...))
		at += 8
	}
	return out
}

// Text returns the kernel as a PTX module.
func (k *Kernel) Text() string { return eras[k.era].head() + k.unit("") }

// unit returns the module's text without its head. All names at module level
// start with the prefix, so that many units make one module.
func (k *Kernel) unit(prefix string) string {
	var body strings.Builder
	for _, f := range k.reached() {
		body.WriteString(f.print(""))
	}
	var ps []string
	for _, p := range k.params {
		switch {
		case p.typ == "b8":
			ps = append(ps, fmt.Sprintf("\t.param .align %d .b8 %s[%d]", p.align, p.name, len(p.value)))
		default:
			ps = append(ps, fmt.Sprintf("\t.param .%s %s", p.typ, p.name))
		}
	}
	if eras[k.era].before(1, 4) { // parameters stand in the body
		body.WriteString(k.entry.print(".entry k\n", ps...))
	} else {
		body.WriteString(k.entry.print(fmt.Sprintf(".visible .entry k(\n%s\n)\n%s", strings.Join(ps, ",\n"), k.bounds)))
	}
	text := body.String()
	var decls strings.Builder
	for _, d := range k.usedDecls(text) {
		for _, f := range k.funcs {
			if wordSet(d)[f.name] { // an initialiser names functions that are declared
				decls.WriteString(strings.TrimSuffix(f.sig.head(f.name), "\n") + ";\n")
			}
		}
		decls.WriteString(d + "\n")
	}
	text = decls.String() + text
	if prefix == "" {
		return text
	}
	return renamed(text, prefix, k.names())
}

// names are the names at module level.
func (k *Kernel) names() []string {
	out := []string{"k"}
	for _, f := range k.funcs {
		out = append(out, f.name)
	}
	for _, d := range k.decls {
		out = append(out, declName(d))
	}
	return out
}

// declName returns the name that a declaration of a variable declares.
func declName(d string) string {
	head, _, _ := strings.Cut(d, "=")
	head, _, _ = strings.Cut(head, ";")
	if i := strings.LastIndexByte(head, '['); i >= 0 {
		head = head[:i] // not that of .const[2]
	}
	words := strings.Fields(head)
	return words[len(words)-1]
}

// usedDecls drops the variables that the text does not mention.
func (k *Kernel) usedDecls(text string) []string {
	used := map[string]bool{}
	for changed := true; changed; {
		changed = false
		all := text
		for _, d := range k.decls {
			if used[declName(d)] {
				_, init, _ := strings.Cut(d, "=")
				all += " " + init
			}
		}
		words := wordSet(all)
		for _, d := range k.decls {
			if n := declName(d); words[n] && !used[n] {
				used[n], changed = true, true
			}
		}
	}
	var out []string
	for _, d := range k.decls {
		if used[declName(d)] {
			out = append(out, d)
		}
	}
	return out
}

func isWord(c rune) bool {
	return c == '_' || c == '%' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func wordSet(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(s, func(c rune) bool { return !isWord(c) }) {
		out[w] = true
	}
	return out
}

// renamed puts the prefix before some words of a text.
func renamed(text, prefix string, names []string) string {
	var b strings.Builder
	start := -1
	flush := func(end int) {
		if start >= 0 {
			w := text[start:end]
			if slices.Contains(names, w) {
				b.WriteString(prefix)
			}
			b.WriteString(w)
			start = -1
		}
	}
	for i, c := range text {
		if isWord(c) {
			if start < 0 {
				start = i
			}
			continue
		}
		flush(i)
		b.WriteRune(c)
	}
	flush(len(text))
	return b.String()
}

// print writes a function; entry is the head of a kernel, "" for others, and
// params are declarations in its body.
func (f *fn) print(entry string, params ...string) string {
	p := &printer{prefix: "L"}
	p.text(f.head)
	p.nodes(f.body)
	for _, l := range f.tail {
		if strings.HasSuffix(l, ":") {
			p.place(l[:len(l)-1])
		} else {
			p.line("%s", l)
		}
	}
	code := p.b.String()
	head := entry
	if head == "" {
		head = f.sig.head(f.name)
	}
	var b strings.Builder
	b.WriteString(head + "{\n")
	for _, p := range params {
		b.WriteString(p + ";\n")
	}
	words := wordSet(code + head)
	for _, s := range registerSets {
		used := false
		for i := range s.n {
			used = used || words[fmt.Sprintf("%s%d", s.prefix, i)]
		}
		if used {
			fmt.Fprintf(&b, "\t.reg .%v %s<%d>;\n", s.typ, s.prefix, s.n)
		}
	}
	for _, d := range f.decls {
		if anyUsed(d, words) {
			b.WriteString("\t" + d + "\n")
		}
	}
	b.WriteString(code + "}\n")
	return b.String()
}

// anyUsed reports whether one of the names that a declaration declares is used.
func anyUsed(d string, words map[string]bool) bool {
	for w := range wordSet(d) {
		if words[w] && (w[0] == '%' || strings.HasPrefix(w, "loc") && w != "local" || strings.HasPrefix(w, "sh") && w != "shared") {
			return true
		}
	}
	return false
}

// reached lists the functions that the kernel calls.
func (k *Kernel) reached() []*fn {
	text := k.entry.print("entry ")
	var out []*fn
	for i := len(k.funcs) - 1; i >= 0; i-- {
		f := k.funcs[i]
		if wordSet(text)[f.name] || strings.Contains(strings.Join(k.usedDecls(text), ""), f.name) {
			out = append(out, f)
			text += f.print("")
		}
	}
	slices.Reverse(out)
	return out
}
