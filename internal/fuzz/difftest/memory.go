package difftest

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// region is memory that random code of a function may access: its thread's own,
// or memory that nobody writes. n elements of unit bytes each lie stride bytes
// apart.
type region struct {
	space  string // "global", "shared", "local", "const", "" for generic
	base   string // register, or the name of a variable
	symbol bool
	n      int
	unit   int  // bytes of every access; 0 lets accesses of all widths overlap in n bytes
	float  bool // elements of unit bytes are floats
	stride int  // bytes
	write  bool
	only   bool // nobody writes it while the kernel runs
}

// contiguous is a region of n bytes for accesses of all widths.
func contiguous(space, base string, symbol bool, n int, write bool) *region {
	return &region{space: space, base: base, symbol: symbol, n: n, stride: 1, write: write}
}

func (r *region) dotted() string {
	if r.space == "" {
		return ""
	}
	return "." + r.space
}

// access is a load or store at a constant or computed place of a region.
func (g *gen) access() *node {
	if len(g.fn.regions) == 0 {
		return lines(g.instruction())
	}
	r := g.fn.regions[g.n(len(g.fn.regions))]
	return lines(g.accessTo(r, r.write && g.chance(2))...)
}

// memType picks the type of an access, and the length of its vector.
func (g *gen) memType(r *region) (t isa.Type, vec int) {
	width := r.unit
	if width == 0 {
		width = min([]int{1, 2, 4, 4, 8, 8}[g.n(6)], r.n)
	}
	names := map[int]string{1: "u8 s8 b8", 2: "u16 s16 b16", 4: "u32 s32 b32 f32", 8: "u64 s64 b64 f64"}[width]
	list := strings.Fields(names)
	name := list[g.n(len(list))]
	if r.unit != 0 && width >= 4 {
		if r.float {
			name = list[3]
		} else {
			name = list[g.n(3)]
		}
	}
	t, _ = isa.ParseType(name)
	vec = 1
	if r.stride == max(r.unit, 1) && g.chance(5) {
		vec = []int{2, 4}[g.n(2)]
		if width*vec > 16 || width*vec > r.n*max(r.unit, 1) {
			vec = 1
		}
	}
	return t, vec
}

// place computes the address of an access of the given bytes: the lines that do
// it, and the operand in brackets.
func (g *gen) place(r *region, bytes int) ([]string, string) {
	step, count := r.stride, r.n // of possible places
	if r.unit == 0 {
		step, count = bytes, r.n/bytes
	} else if bytes > r.unit { // a vector
		step, count = bytes, r.n*r.unit/bytes
	}
	if g.chance(2) {
		return nil, offset(r.base, g.n(count)*step)
	}
	i := g.fn.u32()
	var out []string
	if count&(count-1) == 0 {
		out = append(out, fmt.Sprintf("and.b32 %s, %s, %d;", i, g.src(isa.B32), count-1))
	} else {
		out = append(out, fmt.Sprintf("rem.u32 %s, %s, %d;", i, g.src(isa.U32), count))
	}
	base, a := r.base, g.fn.u64()
	if r.symbol {
		base = g.fn.u64()
		out = append(out, fmt.Sprintf("mov.u64 %s, %s;", base, r.base))
	}
	switch g.n(4) {
	case 0:
		out = append(out, fmt.Sprintf("mad.wide.u32 %s, %s, %d, %s;", a, i, step, base))
	case 1:
		out = append(out, fmt.Sprintf("mul.wide.s32 %s, %s, %d;", a, i, step), fmt.Sprintf("add.s64 %s, %s, %s;", a, base, a))
	case 2:
		if step&(step-1) == 0 {
			out = append(out, fmt.Sprintf("cvt.u64.u32 %s, %s;", a, i), fmt.Sprintf("shl.b64 %s, %s, %d;", a, a, log2(step)), fmt.Sprintf("add.u64 %s, %s, %s;", a, a, base))
			break
		}
		fallthrough
	default:
		back := g.n(5) * step
		out = append(out, fmt.Sprintf("mul.lo.u32 %s, %s, %d;", i, i, step), fmt.Sprintf("add.u32 %s, %s, %d;", i, i, back),
			fmt.Sprintf("cvt.u64.u32 %s, %s;", a, i), fmt.Sprintf("add.u64 %s, %s, %s;", a, base, a))
		return out, offset(a, -back)
	}
	return out, offset(a, 0)
}

func log2(n int) int {
	k := 0
	for n > 1 {
		n >>= 1
		k++
	}
	return k
}

func offset(base string, n int) string {
	if n == 0 {
		return base
	}
	return fmt.Sprintf("%s+%d", base, n)
}

// accessTo is a load from or a store to a region.
func (g *gen) accessTo(r *region, store bool) []string {
	t, vec := g.memType(r)
	out, at := g.place(r, t.Bytes()*vec)
	space := r.dotted()
	if r.space != "" && r.space != "const" && g.chance(6) && !(g.sync.plain && r.space == "shared") {
		// The same through a generic address.
		a := g.fn.u64()
		base, add, _ := strings.Cut(at, "+")
		if r.space != "global" || g.chance(2) {
			out = append(out, fmt.Sprintf("cvta.%s.u64 %s, %s;", r.space, a, base))
		} else {
			from := "mov.u64 %s, %s;"
			out = append(out, fmt.Sprintf(from, a, base))
		}
		at, space = a, ""
		if add != "" {
			at += "+" + add
		}
	}
	suffix := "." + t.String()
	if vec > 1 {
		suffix = fmt.Sprintf(".v%d%s", vec, suffix)
	}
	guard := ""
	if g.chance(10) {
		guard = "@" + g.pred() + " "
	}
	if !store {
		if r.only && space == ".global" && g.chance(4) {
			space = g.pick(".global.nc", ".global.ca", ".global.cg", ".global.cs")
		}
		d := g.distinct(t, vec == 1 || t != isa.F64, vec)
		list := d[0]
		if vec > 1 {
			list = vector(d)
		}
		return append(out, fmt.Sprintf("%sld%s%s %s, [%s];", guard, space, suffix, list, at))
	}
	var list []string
	for range vec {
		s, before := g.stored(t, vec == 1)
		out = append(out, before...)
		list = append(list, s)
	}
	value := list[0]
	if vec > 1 {
		value = vector(list)
	}
	return append(out, fmt.Sprintf("%sst%s%s [%s], %s;", guard, space, suffix, at, value))
}

// stored picks what a store of type t writes; lines compute it where needed.
func (g *gen) stored(t isa.Type, immediate bool) (string, []string) {
	if immediate && g.chance(10) {
		if lit, ok := g.literal(t); ok {
			return lit, nil
		}
	}
	if t == isa.F64 {
		return g.plainNaN(g.src(t))
	}
	return g.reg(t, true, false), nil
}

// plainNaN returns a register with the value of an f64 register, with one fixed
// NaN in place of all others, whose bits PTX does not determine.
func (g *gen) plainNaN(reg string) (string, []string) {
	p, d := g.fn.predi(), g.fn.declare("f64", "x")
	return d, []string{
		fmt.Sprintf("testp.notanumber.f64 %s, %s;", p, reg),
		fmt.Sprintf("selp.f64 %s, 0d7FF8000000000000, %s, %s;", d, reg, p),
	}
}

// walk is a loop in which a pointer runs over a region.
func (g *gen) walk() *node {
	var list []*region
	for _, r := range g.fn.regions {
		if r.stride == max(r.unit, 1) && r.n*max(r.unit, 1) >= 16 {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return g.loop()
	}
	r := list[g.n(len(list))]
	unit := r.unit
	if unit == 0 {
		unit = []int{4, 8, 16}[g.n(3)]
	}
	bytes := r.n * max(r.unit, 1)
	most := min([]int{2, 3, 7}[g.n(3)], bytes/unit)
	for most > 1 && g.times*most > 300 {
		most /= 2
	}
	p := g.fn.declare("u64", "w")
	n := &node{kind: kLoop, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: fmt.Sprint(most)}
	step := unit * g.between(1, max(1, min(3, bytes/(unit*most))))
	down := g.chance(4)
	start, latch := 0, fmt.Sprintf("add.s64 %s, %s, %d;", p, p, step)
	if down {
		start, latch = step*(most-1), fmt.Sprintf("add.s64 %s, %s, %d;", p, p, -step)
	}
	if r.symbol {
		n.lines = []string{fmt.Sprintf("mov.u64 %s, %s;", p, r.base), fmt.Sprintf("add.u64 %s, %s, %d;", p, p, start)}
	} else {
		n.lines = []string{fmt.Sprintf("add.u64 %s, %s, %d;", p, r.base, start)}
	}
	n.latch = []string{latch}
	window := &region{space: r.space, base: p, n: 1, unit: r.unit, float: r.float, stride: max(r.unit, 1), write: r.write, only: r.only}
	if r.unit == 0 {
		window.n = unit
	} else {
		window.unit = r.unit
	}
	g.loops++
	g.nest(most, func() {
		old := g.fn.regions
		g.fn.regions = append(old[:len(old):len(old)], window, window)
		n.body = append(g.code(g.between(0, 3)), lines(g.accessTo(window, window.write && g.chance(2))...))
		n.body = append(n.body, g.code(g.between(0, 2))...)
		g.fn.regions = old
	})
	g.loops--
	return n
}
