package difftest

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// signature is what a device function takes and returns.
type signature struct {
	params  []formal
	results []formal
	regs    bool // parameters are registers; else they are .param variables
	depth   int  // index of the parameter that counts down a recursion, -1 if there is none
}

// formal is a parameter or a result.
type formal struct {
	typ     isa.Type
	bytes   int  // of an aggregate, 0 for scalars
	align   int  // of an aggregate, 0 for 8
	pointer bool // a generic address of pointed bytes of the thread's own memory
	rest    bool // the array without a size of a variadic function, of at least that many bytes
}

// pointed is how much a pointer argument points to.
const pointed = 16

func (p formal) param(name string) string {
	if p.rest {
		return fmt.Sprintf(".param .align 16 .b8 %s[]", name)
	}
	if p.bytes > 0 {
		return fmt.Sprintf(".param .align %d .b8 %s[%d]", max(p.align, 8), name, p.bytes)
	}
	return fmt.Sprintf(".param .%v %s", p.typ, name)
}

// list declares formals, with names made of the prefix, or with _.
func (s *signature) list(fs []formal, prefix string) string {
	var out []string
	for i, f := range fs {
		name := "_"
		if prefix != "" {
			name = fmt.Sprintf("%s%d", prefix, i)
		}
		if s.regs {
			out = append(out, fmt.Sprintf(".reg .%v %%%s", f.typ, name))
		} else {
			out = append(out, f.param(name))
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}

func (s *signature) head(name string) string {
	out := ".func "
	if len(s.results) > 0 {
		out += s.list(s.results, "res") + " "
	}
	return out + name + s.list(s.params, "arg") + "\n"
}

// prototype spells the signature for an indirect call.
func (s *signature) prototype() string {
	out := ".callprototype "
	if len(s.results) > 0 {
		out += s.list(s.results, "")
	} else {
		out += "()"
	}
	return out + " _ " + s.list(s.params, "") + ";"
}

// signature makes a random one.
func (g *gen) signature() *signature {
	s := &signature{depth: -1, regs: g.chance(5)}
	types := []isa.Type{isa.B32, isa.U32, isa.S32, isa.F32, isa.F64, isa.B64, isa.U64, isa.B16, isa.U16}
	one := func() formal {
		if !s.regs && g.chance(5) {
			return formal{bytes: []int{8, 12, 16, 24}[g.n(4)]}
		}
		return formal{typ: types[g.n(len(types))]}
	}
	for range g.n(5) {
		s.params = append(s.params, one())
	}
	if !s.regs && g.chance(2) {
		s.params = append(s.params, formal{typ: isa.U64, pointer: true})
	}
	results := g.n(2)
	if s.regs {
		results = min(g.n(4), 1) // several are possible before sm_20 only
	}
	for range results {
		s.results = append(s.results, one())
	}
	if g.chance(4) {
		s.depth = len(s.params)
		s.params = append(s.params, formal{typ: isa.U32})
	}
	if !s.regs && g.chance(4) {
		s.params = append(s.params, formal{rest: true})
	}
	return s
}

// deviceFunction adds a function without sync points.
func (g *gen) deviceFunction() {
	k := g.k
	f := g.function(fmt.Sprintf("f%d", len(k.funcs)))
	f.sig = g.signature()
	if n := len(k.funcs); n > 0 && k.funcs[n-1].sig.depth < 0 && g.chance(2) {
		f.sig = k.funcs[n-1].sig
	}
	g.fn = f
	g.callee = append([]*fn(nil), k.funcs...)
	g.enter()
	const size = 60
	g.budget = size
	g.exits = true
	body := g.code(g.between(1, 8))
	if f.sig.depth >= 0 {
		body = append(body, g.recurse())
		body = append(body, g.code(2)...)
	}
	g.exits = false
	f.body = body
	g.leave()
	f.cost = size - g.budget + 10
	if f.sig.depth >= 0 {
		f.cost *= 15
	}
	k.funcs = append(k.funcs, f)
}

// enter writes the head of a function: parameters into registers, first values
// of results.
func (g *gen) enter() {
	f := g.fn
	f.regions = tables()
	for i, p := range f.sig.params {
		name := fmt.Sprintf("arg%d", i)
		if f.sig.regs {
			name = "%" + name
		}
		switch {
		case i == f.sig.depth:
			f.decls = append(f.decls, ".reg .u32 %depth;")
			f.readable = append(f.readable, "%depth")
			if f.sig.regs {
				f.head = append(f.head, fmt.Sprintf("mov.u32 %%depth, %s;", name))
			} else {
				f.head = append(f.head, fmt.Sprintf("ld.param.u32 %%depth, [%s];", name))
			}
		case p.pointer:
			f.decls = append(f.decls, ".reg .u64 %ptr;")
			f.head = append(f.head, fmt.Sprintf("ld.param.u64 %%ptr, [%s];", name))
			r := contiguous("", "%ptr", false, pointed, true)
			f.regions = append(f.regions, r, r)
		case p.rest:
			f.decls = append(f.decls, ".reg .u64 %rest;")
			f.head = append(f.head, fmt.Sprintf("mov.u64 %%rest, %s;", name))
			f.head = append(f.head, fmt.Sprintf("ld.param.u32 %s, [%s];", g.dst(isa.U32), offset(name, 4*g.n(pointed/4))))
			r := contiguous("local", "%rest", false, pointed, false)
			f.regions = append(f.regions, r, r)
		case p.bytes > 0:
			for at := 0; at < p.bytes; {
				w := g.piece(p.bytes, at)
				t := isa.BitsType(8 * w)
				f.head = append(f.head, fmt.Sprintf("ld.param.%v %s, [%s];", t, g.reg(t, true, true), offset(name, at)))
				at += w
			}
		case f.sig.regs:
			f.head = append(f.head, fmt.Sprintf("mov.%v %s, %s;", p.typ, g.dst(p.typ), name))
		default:
			f.head = append(f.head, fmt.Sprintf("ld.param.%v %s, [%s];", p.typ, g.dst(p.typ), name))
		}
	}
	for range g.n(5) {
		t := []isa.Type{isa.U32, isa.F32, isa.S64, isa.F64, isa.U16}[g.n(5)]
		if lit, ok := g.literal(t); ok {
			f.head = append(f.head, fmt.Sprintf("mov.%v %s, %s;", t, g.dst(t), lit))
		}
	}
	if g.chance(3) {
		g.localVariable()
	}
	if g.chance(6) {
		g.localNeighbours()
	}
	f.head = append(f.head, g.results()...)
}

// piece picks the width of the next part of an aggregate.
func (g *gen) piece(bytes, at int) int {
	for {
		if w := []int{1, 2, 4, 4, 8, 8}[g.n(6)]; at%w == 0 && at+w <= bytes {
			return w
		}
	}
}

// results sets all results.
func (g *gen) results() []string {
	f := g.fn
	var out []string
	for i, r := range f.sig.results {
		name := fmt.Sprintf("res%d", i)
		if f.sig.regs {
			out = append(out, fmt.Sprintf("mov.%v %%%s, %s;", r.typ, name, g.src(r.typ)))
			continue
		}
		out = append(out, g.fill(r, name)...)
	}
	return out
}

// fill stores registers in a .param variable.
func (g *gen) fill(p formal, name string) []string {
	if p.bytes == 0 {
		return []string{fmt.Sprintf("st.param.%v [%s], %s;", p.typ, name, g.src(p.typ))}
	}
	var out []string
	for at := 0; at < p.bytes; {
		w := g.piece(p.bytes, at)
		t := isa.BitsType(8 * w)
		out = append(out, fmt.Sprintf("st.param.%v [%s], %s;", t, offset(name, at), g.reg(t, true, false)))
		at += w
	}
	return out
}

// leave writes the end of a function.
func (g *gen) leave() {
	g.fn.tail = append(g.results(), "ret;")
}

// recurse is a call of the function by itself, with a smaller depth.
func (g *gen) recurse() *node {
	f := g.fn
	q, d := f.predi(), f.u32()
	n := &node{kind: kIf, whole: true, cond: q, lines: []string{fmt.Sprintf("setp.ne.u32 %s, %%depth, 0;", q)}}
	for range g.between(1, 2) {
		n.body = append(n.body, &node{kind: kLines, lines: append([]string{fmt.Sprintf("sub.u32 %s, %%depth, 1;", d)}, g.callTo(f, f.name, d)...)})
		n.body = append(n.body, g.code(1)...)
	}
	return n
}

// call is a call of one of the current functions, direct or through a table.
func (g *gen) call() *node {
	f := g.callee[g.n(len(g.callee))]
	if g.times*f.cost > g.budget+200 || !g.canPass(f.sig) {
		return lines(g.instruction())
	}
	g.spend(f.cost)
	if next := g.twin(f); next != nil && g.chance(2) {
		return lines(g.indirect(f, next)...)
	}
	return lines(g.callTo(f, f.name, "")...)
}

// twin returns another function with the same signature, or nil.
func (g *gen) twin(f *fn) *fn {
	for _, h := range g.callee {
		if h != f && h.sig == f.sig && !f.sig.regs {
			return h
		}
	}
	return nil
}

// owned lists the regions that a pointer argument may point into.
func (g *gen) owned() []*region {
	var out []*region
	for _, r := range g.fn.regions {
		if r.write && r.unit == 0 && r.n >= pointed && (r.symbol && r.space == "local" || r.base == "%own" || r.base == "%ptr") {
			out = append(out, r)
		}
	}
	return out
}

func (g *gen) canPass(s *signature) bool {
	for _, p := range s.params {
		if p.pointer && len(g.owned()) == 0 {
			return false
		}
	}
	return true
}

// callTo is a call of f; depth is the register with the depth of a recursion.
func (g *gen) callTo(f *fn, target, depth string) []string {
	s := f.sig
	out := []string{"{"}
	var args, results []string
	for i, p := range s.params {
		name := fmt.Sprintf("prm%d", i)
		switch {
		case i == s.depth:
			d := depth
			if d == "" {
				d = g.fn.u32()
				out = append(out, fmt.Sprintf("and.b32 %s, %s, 3;", d, g.src(isa.B32)))
			}
			if s.regs {
				args = append(args, d)
				continue
			}
			out = append(out, "\t"+p.param(name)+";", fmt.Sprintf("\tst.param.u32 [%s], %s;", name, d))
		case p.pointer:
			r := g.owned()
			o := r[g.n(len(r))]
			a := g.fn.u64()
			if o.symbol {
				out = append(out, fmt.Sprintf("\tmov.u64 %s, %s;", a, o.base), fmt.Sprintf("\tcvta.local.u64 %s, %s;", a, a))
			} else {
				out = append(out, fmt.Sprintf("\tmov.u64 %s, %s;", a, o.base))
			}
			out = append(out, fmt.Sprintf("\tadd.u64 %s, %s, %d;", a, a, g.n(o.n-pointed+1)/16*16))
			out = append(out, "\t"+p.param(name)+";", fmt.Sprintf("\tst.param.u64 [%s], %s;", name, a))
		case p.rest:
			given := formal{bytes: []int{pointed, 20, 24, 40}[g.n(4)], align: 16}
			out = append(out, "\t"+given.param(name)+";")
			for _, l := range g.fill(given, name) {
				out = append(out, "\t"+l)
			}
		case s.regs:
			args = append(args, g.src(p.typ))
			continue
		default:
			out = append(out, "\t"+p.param(name)+";")
			for _, l := range g.fill(p, name) {
				out = append(out, "\t"+l)
			}
		}
		args = append(args, name)
	}
	var after []string
	used := map[string]bool{}
	for i, r := range s.results {
		if s.regs {
			d := g.dst(r.typ)
			for used[d] {
				d = g.dst(r.typ)
			}
			used[d] = true
			results = append(results, d)
			continue
		}
		name := fmt.Sprintf("out%d", i)
		out = append(out, "\t"+r.param(name)+";")
		results = append(results, name)
		if r.bytes == 0 {
			after = append(after, fmt.Sprintf("\tld.param.%v %s, [%s];", r.typ, g.dst(r.typ), name))
			continue
		}
		for at := 0; at < r.bytes; {
			w := g.piece(r.bytes, at)
			t := isa.BitsType(8 * w)
			after = append(after, fmt.Sprintf("\tld.param.%v %s, [%s];", t, g.reg(t, true, true), offset(name, at)))
			at += w
		}
	}
	guard := ""
	if g.chance(10) {
		guard = "@" + g.pred() + " "
	}
	call := guard + "call" + g.pick("", ".uni") + " "
	if len(results) > 0 {
		call += "(" + strings.Join(results, ", ") + "), "
	}
	target, proto, _ := strings.Cut(target, "|")
	call += target
	if len(args) > 0 || proto != "" {
		call += ", (" + strings.Join(args, ", ") + ")"
	}
	if proto != "" {
		call += ", " + proto
	}
	out = append(out, "\t"+call+";")
	return append(append(out, after...), "}")
}

// indirect is a call through a table of two functions.
func (g *gen) indirect(f, h *fn) []string {
	k := g.k
	table := "fptr_" + f.name + "_" + h.name
	decl := fmt.Sprintf(".global .u64 %s[2] = {%s, %s};", table, f.name, h.name)
	found := false
	for _, d := range k.decls {
		found = found || d == decl
	}
	if !found {
		k.decls = append(k.decls, decl)
	}
	i, a, b := g.fn.u32(), g.fn.u64(), g.fn.u64()
	proto := fmt.Sprintf("PROTO%d", g.fn.counts["proto"])
	g.fn.counts["proto"]++
	out := []string{
		fmt.Sprintf("and.b32 %s, %s, 1;", i, g.src(isa.B32)),
		fmt.Sprintf("mov.u64 %s, %s;", b, table),
		fmt.Sprintf("mad.wide.u32 %s, %s, 8, %s;", a, i, b),
		fmt.Sprintf("ld.global.u64 %s, [%s];", a, a),
		proto + ": " + f.sig.prototype(),
	}
	return append(out, g.callTo(f, a+"|"+proto, "")...)
}
