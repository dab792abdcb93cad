package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// place is a variable that the kernels on addresses have in a space.
type place struct {
	space  isa.Space
	name   string
	direct string // the space in ld and cvta
}

// places are the variables that a module may have generic addresses of.
func (c *folder) places() []place {
	out := []place{
		{isa.SpaceGlobal, "gvar", "global"}, {isa.SpaceShared, "svar", "shared"}, {isa.SpaceLocal, "lvar", "local"},
	}
	if !c.version.Less(isa.Version{Major: 3, Minor: 1}) {
		out = append(out, place{isa.SpaceConst, "cvar", "const"})
	}
	if !c.version.Less(isa.Version{Major: 7, Minor: 7}) {
		out = append(out, place{isa.SpaceParam, "p_in", "param"})
	}
	return out
}

// addressDecl and addressHead declare the variables, of 8 words each.
const addressDecl = ".global .align 8 .b32 gvar[8] = {11, 12, 13, 14, 15, 16, 17, 18};\n" +
	".const .align 8 .b32 cvar[8] = {31, 32, 33, 34, 35, 36, 37, 38};\n"

const addressHead = "\t.shared .align 8 .b32 svar[8];\n\t.local .align 8 .b32 lvar[8];\n"

// fillVariables gives the shared and the local variable their values.
func (h *hand) fillVariables() {
	for i := range 8 {
		v := h.u32(21 + i)
		h.line("st.shared.u32 [svar+%d], %s;", 4*i, v)
		h.line("mov.u32 %s, %d;", v, 41+i)
		h.line("st.local.u32 [lvar+%d], %s;", 4*i, v)
	}
}

// wordOf is a word of a variable.
func wordOf(s isa.Space, i int) uint64 {
	return map[isa.Space]uint64{isa.SpaceGlobal: 11, isa.SpaceConst: 31, isa.SpaceShared: 21, isa.SpaceLocal: 41}[s] + uint64(i)
}

// isspacep asks for each place whether it is in each space.
func (c *folder) isspacep(name string) written {
	rows := "isspacep-0000"
	if !c.version.Less(isa.Version{Major: 7, Minor: 7}) {
		rows += " isspacep-0001 isspacep-0002"
	}
	heads := c.allHeads(rows)
	h := c.newHand(name, 1, 1, 256)
	h.decl, h.head = addressDecl, addressHead
	for _, p := range c.places() {
		g := h.reg(isa.U64)
		h.line("cvta.%s.u64 %s, %s;", p.direct, g, h.symbol(p.name))
		for off := range 2 {
			at := g
			if off > 0 {
				if p.space == isa.SpaceParam {
					continue // the parameter ends there
				}
				at = h.reg(isa.U64)
				h.line("add.u64 %s, %s, 31;", at, g)
			}
			for _, m := range heads {
				q := h.reg(isa.Pred)
				h.line("%s %s, %s;", m.Head, q, at)
				// 9.7.9.19: the window of kernel parameters is part of the global one.
				in := m.Space() == p.space || m.Space() == isa.SpaceGlobal && p.space == isa.SpaceParam
				h.keepPred(q, func(int) bool { return in })
			}
		}
	}
	return h.done()
}

// convert has the heads of cvta: of registers and of variables, there and back.
func (c *folder) convert(name string) written {
	rows := "cvta-0000 cvta-0001"
	if !c.version.Less(isa.Version{Major: 7, Minor: 7}) {
		rows += " cvta-0002 cvta-0003"
	}
	h := c.newHand(name, 1, 1, 512)
	h.decl, h.head = "", addressHead
	h.fillVariables()
	h.l.in = make([]byte, 16)
	n := 0
	for _, p := range c.places() {
		var to, from []*isa.Match
		for _, m := range c.allHeads(rows) {
			switch {
			case m.Type().Bits() != 64 || m.Space() != p.space:
			case m.Has("to"):
				from = append(from, m)
			default:
				to = append(to, m)
			}
		}
		for i, m := range to {
			for way := range 2 {
				k := (i + 3*way + n) % 7
				n++
				g := h.reg(isa.U64)
				switch {
				case p.space == isa.SpaceParam:
					k = 0
					h.line("%s %s, %s;", m.Head, g, h.symbol(p.name))
				case way == 0:
					h.line("%s %s, %s;", m.Head, g, h.symbol(p.name))
				default:
					h.line("%s %s, %s;", m.Head, g, p.name) // the variable itself
				}
				back := from[(i+way)%len(from)]
				s, d, e := h.reg(isa.U64), h.reg(isa.U32), h.reg(isa.U32)
				h.line("%s %s, %s;", back.Head, s, g)
				if p.space == isa.SpaceParam {
					// What the parameter is cannot be known; that it is the same can.
					a, b, q := h.reg(isa.U64), h.reg(isa.U64), h.reg(isa.Pred)
					h.line("ld.u64 %s, [%s];", a, g)
					h.line("ld.param.u64 %s, [%s];", b, s)
					h.line("setp.eq.u64 %s, %s, %s;", q, a, b)
					h.keepPred(q, func(int) bool { return true })
					b = h.param("p_in")
					h.line("setp.eq.u64 %s, %s, %s;", q, a, b)
					h.keepPred(q, func(int) bool { return true })
					continue
				}
				h.line("ld.u32 %s, [%s+%d];", d, g, 4*k)
				h.line("ld.%s.u32 %s, [%s+%d];", p.direct, e, s, 4*k)
				want := wordOf(p.space, k)
				h.keepEach(isa.U32, d, func(int) uint64 { return want })
				h.keepEach(isa.U32, e, func(int) uint64 { return want })
			}
		}
	}
	return h.done()
}

// moveAddresses has the heads of mov that take a variable's address, in the variable's
// own space: with an offset, of an element, plain.
func (c *folder) moveAddresses(name string) written {
	h := c.newHand(name, 1, 1, 512)
	h.decl, h.head = "", addressHead
	h.fillVariables()
	for _, m := range c.allHeads("mov-0002") {
		for _, p := range c.places() {
			if p.space == isa.SpaceParam || m.Type().Bits() == 32 && p.space != isa.SpaceShared && p.space != isa.SpaceLocal {
				continue // more than 32 bits, in a module of 64
			}
			way := len(h.parts)
			var text string
			k := 0
			switch way % 3 {
			case 0:
				text = p.name
			case 1:
				k = 3
				text = p.name + "+12"
			case 2:
				k = 5
				text = p.name + "[5]"
			}
			a, d := h.reg(m.Type()), h.reg(isa.U32)
			h.line("%s %s, %s;", m.Head, a, text)
			h.line("ld.%s.u32 %s, [%s+4];", p.direct, d, a)
			want := wordOf(p.space, k+1)
			h.keepEach(isa.U32, d, func(int) uint64 { return want })
		}
	}
	return h.done()
}

// moveFunctions has the heads of mov that take a function's address.
func (c *folder) moveFunctions(name string) written {
	h := c.newHand(name, 2, 3, 64)
	h.decl = ".func (.param .b32 r) double(.param .b32 a)\n{\n\t.reg .b32 %r<3>;\n\tld.param.b32 %r1, [a];\n\tadd.u32 %r2, %r1, %r1;\n\tst.param.b32 [r], %r2;\n\tret;\n}\n" +
		".func (.param .b32 r) negate(.param .b32 a)\n{\n\t.reg .b32 %r<3>;\n\tld.param.b32 %r1, [a];\n\tneg.s32 %r2, %r1;\n\tst.param.b32 [r], %r2;\n\tret;\n}\n"
	h.line("PROTO: .callprototype (.param .b32 _) _ (.param .b32 _);")
	odd, q := h.reg(isa.U32), h.reg(isa.Pred)
	h.line("and.b32 %s, %s, 1;", odd, h.idx)
	h.line("setp.eq.u32 %s, %s, 1;", q, odd)
	for _, m := range c.allHeads("mov-0003") {
		if m.Type().Bits() != 64 {
			continue // a module of 64 bits
		}
		a, b, f, d := h.reg(m.Type()), h.reg(m.Type()), h.reg(isa.B64), h.reg(isa.U32)
		h.line("%s %s, double;", m.Head, a)
		h.line("%s %s, negate;", m.Head, b)
		h.line("selp.b64 %s, %s, %s, %s;", f, a, b, q)
		h.line("{")
		h.line(".param .b32 arg, res;")
		h.line("st.param.b32 [arg], %s;", h.idx)
		h.line("call (res), %s, (arg), PROTO;", f)
		h.line("ld.param.b32 %s, [res];", d)
		h.line("}")
		h.keepEach(isa.U32, d, func(t int) uint64 {
			if t%2 == 1 {
				return uint64(2 * t)
			}
			return uint64(uint32(-t))
		})
	}
	return h.done()
}

// moves has the heads of mov that copy, pack, and take apart.
func (c *folder) moves(name string) written {
	h := c.newHand(name, 2, 3, 2048)
	in := h.part(h.param("p_in"), h.idx, 16)
	h.l.in = seeded.For(c.name + name).Bytes(16 * h.threads())
	bits := func(thread, at, n int) uint64 { return get(h.l.in[16*thread+at:], n).lo }
	for i, m := range c.allHeads("mov-0000") {
		t := m.Type()
		n := t.Bits() / 8
		regs := c.registers(t, false)
		s, d := h.fetch(regs[i%len(regs)], in, 0), h.reg(regs[(i+1)%len(regs)])
		h.line("%s %s, %s;", m.Head, d, s)
		h.keepEach(t, d, func(th int) uint64 { return bits(th, 0, n) })
		k := specials(t, "")[i%8]
		h.line("%s %s, %s;", m.Head, d, constant(t, k, i))
		h.keepEach(t, d, func(int) uint64 { return word{lo: k}.mask(t.Bits()).lo })
		if t.IsInt() || t.IsBits() {
			if t.Bits() == 32 { // special registers are 32 bits wide; the tests of their rows have the rest
				h.line("%s %s, %%ntid.x;", m.Head, d)
				h.keepEach(t, d, func(int) uint64 { return 3 })
			}
		}
	}
	// Predicates: copies, constants.
	odd, p, q := h.reg(isa.U32), h.reg(isa.Pred), h.reg(isa.Pred)
	h.line("and.b32 %s, %s, 1;", odd, h.idx)
	h.line("setp.eq.u32 %s, %s, 1;", p, odd)
	for _, s := range []struct {
		text string
		want func(t int) bool
	}{{p, func(t int) bool { return t%2 == 1 }}, {"1", func(int) bool { return true }}, {"0", func(int) bool { return false }}} {
		h.line("mov.pred %s, %s;", q, s.text)
		h.keepPred(q, s.want)
	}
	h.packs(in, bits)
	h.vectors(in, bits)
	if !c.version.Less(isa.Version{Major: 8, Minor: 3}) {
		h.quads(in, bits)
	}
	return h.done()
}

// packs has mov between a register and the list of its parts.
func (h *hand) packs(in string, bits func(thread, at, n int) uint64) {
	for _, m := range h.c.allHeads("mov-0004 mov-0005") {
		whole := m.Type()
		for _, n := range []int{2, 4} {
			part := isa.BitsType(whole.Bits() / n)
			if part == isa.TypeNone || part == isa.B8 && n == 4 && whole != isa.B32 {
				continue
			}
			size := part.Bits() / 8
			if m.Form.ID == "mov-0004" {
				parts := make([]string, n)
				for i := range parts {
					parts[i] = h.fetch(part, in, size*((i+1)%n)) // not in the order of memory
				}
				d := h.reg(whole)
				h.line("%s %s, {%s};", m.Head, d, strings.Join(parts, ", "))
				h.keepEach(whole, d, func(t int) (v uint64) {
					for i := range n {
						v |= bits(t, size*((i+1)%n), size) << (i * part.Bits())
					}
					return v
				})
				continue
			}
			s := h.fetch(whole, in, 0)
			for sink := range n + 1 { // each part left out, and none
				parts := make([]string, n)
				for i := range parts {
					if parts[i] = "_"; i != sink {
						parts[i] = h.reg(part)
					}
				}
				h.line("%s {%s}, %s;", m.Head, strings.Join(parts, ", "), s)
				for i := range parts {
					if i != sink {
						h.keepEach(part, parts[i], func(t int) uint64 { return bits(t, size*i, size) })
					}
				}
			}
		}
	}
}

// vectors has mov of vector registers, to and from lists.
func (h *hand) vectors(in string, bits func(thread, at, n int) uint64) {
	for i, m := range h.c.allHeads("mov-0007") {
		t, n := m.Type(), m.VecLen()
		if n*t.Bits() > 128 {
			continue
		}
		size := t.Bits() / 8
		v, w := fmt.Sprintf("%%v%d", i), fmt.Sprintf("%%w%d", i)
		h.line(".reg .v%d .%s %s, %s;", n, t, v, w)
		parts, back := make([]string, n), make([]string, n)
		for k := range parts {
			parts[k], back[k] = h.fetch(t, in, size*(n-1-k)), h.reg(t)
		}
		h.line("%s %s, {%s};", m.Head, v, strings.Join(parts, ", "))
		h.line("%s %s, %s;", m.Head, w, v)
		h.line("%s {%s}, %s;", m.Head, strings.Join(back, ", "), w)
		for k := range back {
			h.keepEach(t, back[k], func(th int) uint64 { return bits(th, size*(n-1-k), size) })
		}
	}
}

// quads has mov of 128 bits.
func (h *hand) quads(in string, bits func(thread, at, n int) uint64) {
	pair := []string{h.fetch(isa.B64, in, 8), h.fetch(isa.B64, in, 0)}
	four := make([]string, 4)
	for i := range four {
		four[i] = h.fetch(isa.B32, in, 4*(3-i))
	}
	q, r, s := h.reg(isa.B128), h.reg(isa.B128), h.reg(isa.B128)
	a, b := []string{h.reg(isa.B32), h.reg(isa.B32), h.reg(isa.B32), h.reg(isa.B32)}, []string{h.reg(isa.B64), h.reg(isa.B64)}
	h.line("mov.b128 %s, {%s};", q, strings.Join(pair, ", "))
	h.line("mov.b128 %s, %s;", r, q)
	h.line("mov.b128 {%s}, %s;", strings.Join(a, ", "), r)
	for i, x := range a {
		h.keepEach(isa.B32, x, func(t int) uint64 { return bits(t, (4*i+8)%16, 4) })
	}
	h.line("mov.b128 %s, {%s};", s, strings.Join(four, ", "))
	h.line("mov.b128 {%s}, %s;", strings.Join(b, ", "), s)
	for i, x := range b {
		h.keepEach(isa.B64, x, func(t int) uint64 { return bits(t, 8-8*i, 4)<<32 | bits(t, 12-8*i, 4) })
	}
}

// addresses are the kernels of a module.
func (c *folder) addresses() []written {
	out := []written{c.isspacep("isspacep"), c.convert("cvta"), c.moveAddresses("mov_address"), c.moves("mov")}
	if !c.version.Less(isa.Version{Major: 3}) {
		out = append(out, c.moveFunctions("mov_function"))
	}
	return out
}
