package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// render writes the PTX of a kernel: what its threads load first, the accesses, and
// what they store of the results and of the window.
type render struct {
	c *folder
	k *kernel
}

var spaceNames = map[window]string{
	inGlobal: "global", inShared: "shared", inLocal: "local", inConst: "const", inEntry: "param", inArgument: "param", inResult: "param",
}

// readVariable is the variable of the module that a kernel only reads.
func (c *folder) readVariable(k *kernel) string {
	if k.window == inConst {
		return "cwin" + strings.Trim(k.bank, "[]")
	}
	return "gwin"
}

// variable is the name of the variable that holds the window.
func (r render) variable() string {
	switch k := r.k; {
	case k.window == inConst, k.window == inGlobal && !k.writes():
		return r.c.readVariable(k)
	case k.window == inEntry:
		return "pwin"
	}
	return "win"
}

func (k *kernel) writes() bool {
	for _, a := range k.insts {
		if a.writes() {
			return true
		}
	}
	return false
}

// constSteps is how far apart the windows of threads in .const are: they overlap.
const constSteps = 16

// text returns the kernel and what it needs of functions and variables.
func (r render) text() string {
	k := r.k
	switch k.window {
	case inArgument:
		return r.argument()
	case inResult:
		return r.result()
	}
	var b code
	head := r.entry()
	in, mem, out := r.pointers(&b)
	base := ""
	switch k.window {
	case inShared:
		n := k.size
		if !k.named {
			n *= k.block
		}
		head += fmt.Sprintf("\t.shared .align 16 .b8 win[%d];\n", n)
	case inLocal:
		head += fmt.Sprintf("\t.local .align 16 .b8 win[%d];\n", k.size)
	case inGlobal:
		if k.named && k.writes() {
			head = fmt.Sprintf(".global .align %d .b8 %s_win[%d];\n", r.c.align(), k.name, k.size) + head
		}
	}
	if !k.named {
		base = r.base(&b, mem)
	}
	filled := k.window == inShared || k.window == inLocal || k.window == inGlobal && k.named && k.writes()
	if filled {
		r.copy(&b, base, mem, true)
	}
	r.accesses(&b, r.columns(&b, in), base, out)
	if filled && k.writes() {
		r.copy(&b, base, mem, false)
	}
	b.line("ret;")
	return head + b.declared() + "}\n"
}

// entry writes the head of the kernel.
func (r render) entry() string {
	k, decl := r.k, []string{".param .u64 p_in", ".param .u64 p_mem", ".param .u64 p_out"}
	if k.window == inEntry {
		decl = append(decl, fmt.Sprintf(".param .align 16 .b8 pwin[%d]", k.size))
	}
	visible := ".visible "
	if r.c.version.Less(isa.Version{Major: 2}) {
		visible = ""
	}
	return visible + ".entry " + k.name + "(" + strings.Join(decl, ", ") + ")\n{\n"
}

// pointers computes where the thread's operands, window and results are.
func (r render) pointers(b *code) (in, mem, out string) {
	k := r.k
	index := r.c.index(b)
	if k.input > 0 {
		in = b.part(b.param("p_in"), index, k.input)
	}
	if k.usesMemory() {
		mem = b.part(b.param("p_mem"), index, k.size)
	}
	if k.record > 0 {
		out = b.part(b.param("p_out"), index, k.record)
	}
	return in, mem, out
}

// usesMemory reports whether the window of the kernel is filled from the buffer mem,
// or is there.
func (k *kernel) usesMemory() bool {
	return k.window != inConst && k.window != inEntry && !(k.window == inGlobal && k.named && !k.writes())
}

// base computes the address of the thread's window.
func (r render) base(b *code, mem string) string {
	k := r.k
	space := spaceNames[k.window]
	p := mem
	switch k.window {
	case inShared:
		v := b.reg(isa.U64)
		b.line("mov.u64 %s, win;", v)
		p = b.part(v, r.c.special(b, "%tid.x"), k.size)
	case inLocal, inEntry:
		p = b.reg(isa.U64)
		b.line("mov.u64 %s, %s;", p, r.variable())
	case inConst:
		v := b.reg(isa.U64)
		b.line("mov.u64 %s, %s;", v, r.variable())
		p = b.part(v, r.c.index(b), constSteps)
	}
	if k.generic {
		g := b.reg(isa.U64)
		b.line("cvta.%s.u64 %s, %s;", space, g, p)
		p = g
	}
	return p
}

// copy copies the window from the buffer mem or to it: by constant offsets where
// the window has a name, in a loop otherwise.
func (r render) copy(b *code, base, mem string, in bool) {
	k := r.k
	space := spaceNames[k.window]
	if k.generic {
		space = ""
	} else {
		space = "." + space
	}
	quad := []string{b.reg(isa.U32), b.reg(isa.U32), b.reg(isa.U32), b.reg(isa.U32)}
	regs := "{" + strings.Join(quad, ", ") + "}"
	move := func(window, buffer string) {
		if in {
			b.line("ld.global.v4.u32 %s, [%s];", regs, buffer)
			b.line("st%s.v4.u32 [%s], %s;", space, window, regs)
		} else {
			b.line("ld%s.v4.u32 %s, [%s];", space, regs, window)
			b.line("st.global.v4.u32 [%s], %s;", buffer, regs)
		}
	}
	if k.named {
		for off := 0; off < k.size; off += 16 {
			move(fmt.Sprintf("%s+%d", r.name(), off), fmt.Sprintf("%s+%d", mem, off))
		}
		return
	}
	i, w, m, p, loop := b.reg(isa.U64), b.reg(isa.U64), b.reg(isa.U64), b.reg(isa.Pred), b.label()
	b.line("mov.u64 %s, 0;", i)
	fmt.Fprintf(&b.text, "%s:\n", loop)
	b.line("add.u64 %s, %s, %s;", w, base, i)
	b.line("add.u64 %s, %s, %s;", m, mem, i)
	move(w, m)
	b.line("add.u64 %s, %s, 16;", i, i)
	b.line("setp.lt.u64 %s, %s, %d;", p, i, k.size)
	b.line("@%s bra %s;", p, loop)
}

// name is what accesses write for the window.
func (r render) name() string {
	if r.k.window == inGlobal && r.k.writes() {
		return r.k.name + "_win"
	}
	return r.variable()
}

// columns loads the operands.
func (r render) columns(b *code, in string) []string {
	regs := make([]string, len(r.k.columns))
	for i, c := range r.k.columns {
		regs[i] = b.fetch(c.reg, in, c.at)
	}
	return regs
}

// accesses writes the instructions, each with the stores of its results.
func (r render) accesses(b *code, columns []string, base, out string) {
	policy := ""
	for _, a := range r.k.insts {
		if a.m.Has("L2::cache_hint") && policy == "" {
			policy = b.reg(isa.B64)
			b.line("createpolicy.fractional.L2::evict_last.b64 %s, 1.0;", policy)
		}
	}
	for _, a := range r.k.insts {
		r.access(b, a, columns, base, out, policy)
	}
}

func (r render) access(b *code, a *access, columns []string, base, out, policy string) {
	m := a.m
	list := func(regs []string) string {
		if m.VecLen() == 1 {
			return regs[0]
		}
		return "{" + strings.Join(regs, ", ") + "}"
	}
	var ops, dests []string
	if op := m.Form.Opcode; op == "ld" || op == "ldu" || op == "atom" {
		for range a.at {
			dests = append(dests, b.reg(a.reg))
		}
		if a.sink {
			ops = append(ops, "_")
		} else {
			ops = append(ops, list(dests))
		}
	}
	ops = append(ops, r.address(b, a, base))
	for _, src := range a.srcs {
		var regs []string
		for _, s := range src {
			if s.column < 0 {
				regs = append(regs, constant(a.elem(), s.value.lo, a.way))
			} else {
				regs = append(regs, columns[s.column])
			}
		}
		if len(regs) == 1 {
			ops = append(ops, regs[0])
		} else {
			ops = append(ops, list(regs))
		}
	}
	if m.Has("L2::cache_hint") {
		ops = append(ops, policy)
	}
	b.line("%s %s;", m.Head, strings.Join(ops, ", "))
	for i, d := range dests {
		b.keep(a.reg, d, out, a.at[i])
	}
}

// address writes the address of an access in one of several ways.
func (r render) address(b *code, a *access, base string) string {
	end := "]"
	for i := range a.m.Form.Operands {
		if a.m.Form.Operands[i].Unified {
			end = "].unified"
		}
	}
	k := r.k
	if k.named {
		switch {
		case k.window >= inEntry:
			return fmt.Sprintf("[%s+%d%s", r.name(), a.off, end)
		case a.way%4 == 0 && a.off > 0 && k.bank != "": // the element of an array of bytes, as texts of those versions have it
			return fmt.Sprintf("[%s[%d]%s", r.name(), a.off, end)
		case a.way%4 == 1:
			p := b.reg(isa.U64)
			b.line("mov.u64 %s, %s;", p, r.name())
			return fmt.Sprintf("[%s+%d%s", p, a.off, end)
		}
		if a.off == 0 {
			return fmt.Sprintf("[%s%s", r.name(), end)
		}
		return fmt.Sprintf("[%s+%d%s", r.name(), a.off, end)
	}
	switch {
	case a.way%5 == 0: // from above
		p := b.reg(isa.U64)
		b.line("add.u64 %s, %s, %d;", p, base, k.size)
		return fmt.Sprintf("[%s+-%d%s", p, k.size-a.off, end)
	case a.way%5 == 1:
		p := b.reg(isa.U64)
		b.line("add.u64 %s, %s, %d;", p, base, a.off)
		return fmt.Sprintf("[%s%s", p, end)
	}
	return fmt.Sprintf("[%s+%d%s", base, a.off, end)
}
