package difftest

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// formCarry puts an instruction with the carry flag into a chain, so that the flag
// that it reads is set and the one that it writes is read.
func (g *gen) formCarry(m *isa.Match) *node {
	op, t := m.Form.Opcode, m.Type()
	prefix, suffix := "", "addc"
	if strings.HasPrefix(op, "sub") {
		suffix = "subc"
	}
	x := g.instance(m)
	if op == "addc" || op == "subc" || op == "madc" {
		y := g.instance(m)
		prefix = fmt.Sprintf("%s.cc.%v %s, %s, %s;", map[string]string{"addc": "add", "subc": "sub", "madc": "add"}[op], t,
			y.target(t, false), y.register(t, false), y.register(t, false))
		x.before, x.after = append(x.before, y.before...), append(x.after, y.after...)
	}
	var chain []string
	if prefix != "" {
		chain = append(chain, prefix)
	}
	chain = append(chain, x.text())
	if m.Has("cc") {
		z := g.instance(m)
		z.fresh = true
		chain = append(chain, fmt.Sprintf("%s.%v %s, %s, %s;", suffix, t, z.target(t, false), z.register(t, false), g.pick("0", z.register(t, false))))
		x.before, x.after = append(x.before, z.before...), append(x.after, z.after...)
	}
	return x.lines(chain...)
}

// formFunction returns a device function for calls, the same for each name.
func (g *gen) formFunction(name string) *fn {
	st := g.form
	if f := st.calls[name]; f != nil {
		return f
	}
	f := g.function(name)
	f.sig = &signature{depth: -1}
	b32, block := formal{typ: isa.B32}, formal{bytes: 32, align: 16}
	f.decls = []string{".reg .u32 %u, %w;", ".reg .u64 %b;", ".reg .pred %z;", ".reg .b64 %v0, %v1, %v2, %v3;"}
	switch {
	case name == "fcount", name == "fadd":
		// They change a word of the thread's shared memory.
		st.shared = true
		f.head = []string{"mov.u32 %u, %tid.x;", "mov.u64 %b, shform;", fmt.Sprintf("mad.wide.u32 %%b, %%u, %d, %%b;", formScratch), "ld.shared.u32 %w, [%b+60];"}
		if name == "fadd" {
			f.sig.params = []formal{b32}
			f.head = append(f.head, "ld.param.b32 %u, [arg0];", "add.u32 %w, %w, %u;")
		}
		f.head = append(f.head, "add.u32 %w, %w, 1;", "st.shared.u32 [%b+60], %w;")
		f.tail = []string{"ret;"}
	case strings.HasPrefix(name, "fret"):
		f.sig.params, f.sig.results = []formal{b32}, []formal{b32}
		f.head = []string{"ld.param.b32 %u, [arg0];", "st.param.b32 [res0], %u;"}
		if name == "fret" {
			f.head = append(f.head, "setp.lt.s32 %z, %u, 0;", "@%z ret;")
		}
		f.head = append(f.head, "mul.lo.u32 %u, %u, 3;", "st.param.b32 [res0], %u;")
		f.tail = []string{map[string]string{"fret": "ret;", "fretuni": "ret.uni;"}[name]}
	case name == "ftwice", name == "fplus":
		f.sig.params, f.sig.results = []formal{b32}, []formal{b32}
		op := map[string]string{"ftwice": "mul.lo.u32 %u, %u, 2;", "fplus": "add.u32 %u, %u, 77;"}[name]
		f.head = []string{"ld.param.b32 %u, [arg0];", op, "st.param.b32 [res0], %u;"}
		f.tail = []string{"ret;"}
	case name == "fecho":
		f.sig.params, f.sig.results = []formal{block}, []formal{block}
		for i := range 4 {
			f.head = append(f.head, fmt.Sprintf("ld.param.b64 %%v%d, [arg0+%d];", i, 8*i), fmt.Sprintf("st.param.b64 [res0+%d], %%v%d;", 8*i, i))
		}
		f.tail = []string{"ret;"}
	}
	st.calls[name] = f
	g.k.funcs = append(g.k.funcs, f)
	return f
}

// formParam passes an aggregate to a function that returns it. The instruction
// writes a part of the argument, or reads a part of the result.
func (g *gen) formParam(m *isa.Match) *node {
	f := g.formFunction("fecho")
	x := g.instance(m)
	bytes := accessBytes(m)
	at := g.n(32/bytes) * bytes
	var out, fill []string
	for i := 0; i < 32; i += 8 {
		r := g.fn.u64()
		out = append(out, fmt.Sprintf("ld.global.b64 %s, %s;", r, g.column(isa.B64, 8, anything)))
		fill = append(fill, fmt.Sprintf("\tst.param.b64 [slot+%d], %s;", i, r))
	}
	call := fmt.Sprintf("\tcall (back), %s, (slot);", f.name)
	x.addr = fmt.Sprintf("slot+%d", at)
	if m.Form.Opcode == "ld" {
		x.addr = fmt.Sprintf("back+%d", at)
	}
	s := "\t" + x.text()
	out = append(append(out, x.before...), "{", "\t.param .align 16 .b8 slot[32];", "\t.param .align 16 .b8 back[32];")
	out = append(out, fill...)
	if m.Form.Opcode == "st" {
		out = append(out, s, call)
	} else {
		out = append(out, call, s)
	}
	for i := 0; i < 32; i += 8 {
		r := g.fn.u64()
		out = append(out, fmt.Sprintf("\tld.param.b64 %s, [back+%d];", r, i), fmt.Sprintf("\tst.global.b64 [%%own+%d], %s;", g.result(8), r))
	}
	return lines(append(append(out, "}"), x.after...)...)
}

// formFlow is an instruction of control flow.
func (g *gen) formFlow(m *isa.Match) *node {
	uni := ""
	if m.Has("uni") {
		uni = ".uni"
	}
	v := g.fn.u32()
	load := fmt.Sprintf("ld.global.b32 %s, %s;", v, g.column(isa.B32, 4, anything))
	store := fmt.Sprintf("st.global.b32 [%%own+%d], %s;", g.result(4), v)
	call := func(how string) []string {
		return []string{load, "{", "\t.param .b32 slot;", "\t.param .b32 back;", fmt.Sprintf("\tst.param.b32 [slot], %s;", v), "\t" + how,
			fmt.Sprintf("\tld.param.b32 %s, [back];", v), "}", store}
	}
	switch m.Form.Opcode {
	case "bra":
		l := g.label()
		guard := ""
		if uni == "" {
			guard = "@" + g.pred() + " "
		}
		return lines(load, fmt.Sprintf("%sbra%s %s;", guard, uni, l), fmt.Sprintf("add.u32 %s, %s, 5;", v, v), l+":", store)
	case "brx":
		return g.formBranchTable(uni, v, load, store)
	case "exit":
		q := g.fn.predi()
		return lines(fmt.Sprintf("setp.eq.u32 %s, %%lanelin, %d;", q, g.n(40)), fmt.Sprintf("@%s exit;", q))
	case "ret":
		return lines(call(fmt.Sprintf("call (back), %s, (slot);", g.formFunction("fret"+strings.TrimPrefix(uni, ".")).name))...)
	case "mov":
		p, proto := g.fn.declare("b64", "fp"), g.prototypeLabel()
		f := g.formFunction("ftwice")
		out := []string{proto + ": " + f.sig.prototype(), fmt.Sprintf("%s %s, %s;", m.Head, p, f.name)}
		return lines(append(out, call(fmt.Sprintf("call (back), %s, (slot), %s;", p, proto))...)...)
	}
	switch m.Form.ID {
	case "call-0000":
		return linef("call%s %s;", uni, g.formFunction("fcount").name)
	case "call-0001":
		f := g.formFunction("fadd")
		return lines(load, "{", "\t.param .b32 slot;", fmt.Sprintf("\tst.param.b32 [slot], %s;", v), fmt.Sprintf("\tcall%s %s, (slot);", uni, f.name), "}")
	case "call-0002":
		return lines(call(fmt.Sprintf("call%s (back), %s, (slot);", uni, g.formFunction(g.pick("ftwice", "fplus")).name))...)
	}
	// Through a register: one of two functions.
	a, b := g.formFunction("ftwice"), g.formFunction("fplus")
	p, q, table := g.fn.declare("u64", "fp"), g.fn.declare("u64", "fp"), g.prototypeLabel()
	out := []string{fmt.Sprintf("mov.u64 %s, %s;", p, a.name), fmt.Sprintf("mov.u64 %s, %s;", q, b.name)}
	if uni == "" {
		out = append(out, fmt.Sprintf("selp.u64 %s, %s, %s, %s;", p, p, q, g.src(isa.Pred)))
	}
	if m.Form.ID == "call-0003" {
		out = append(out, fmt.Sprintf("%s: .calltargets %s, %s;", table, a.name, b.name))
	} else {
		out = append(out, table+": "+a.sig.prototype())
	}
	return lines(append(out, call(fmt.Sprintf("call%s (back), %s, (slot), %s;", uni, p, table))...)...)
}

// prototypeLabel returns the name of a table or prototype.
func (g *gen) prototypeLabel() string {
	g.fn.counts["proto"]++
	return fmt.Sprintf("FPROTO%d", g.fn.counts["proto"])
}

// formBranchTable is a branch through a table.
func (g *gen) formBranchTable(uni, v, load, store string) *node {
	i, table, end := g.fn.u32(), g.prototypeLabel(), g.label()
	from := "%gtid"
	if uni != "" {
		from = "%ctalin"
	}
	n := g.between(1, 4)
	var labels []string
	for range n {
		labels = append(labels, g.label())
	}
	out := []string{load, table + ": .branchtargets " + strings.Join(labels, ", ") + ";", fmt.Sprintf("rem.u32 %s, %s, %d;", i, from, n), fmt.Sprintf("brx.idx%s %s, %s;", uni, i, table)}
	for k, l := range labels {
		out = append(out, l+":", fmt.Sprintf("mad.lo.u32 %s, %s, %d, %d;", v, v, 2*k+3, k))
		if g.chance(2) {
			out = append(out, fmt.Sprintf("bra %s;", end))
		}
	}
	return lines(append(out, end+":", store)...)
}
