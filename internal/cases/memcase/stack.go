package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// stack has alloca and its like: what a function takes of the stack is its own until
// the stack pointer is put back.
func (c *folder) stack(name string) written {
	const rounds = 6
	h := c.newHand(name, 2, 3, 8*4*rounds)
	in := h.part(h.param("p_in"), h.idx, 4*rounds)
	h.l.in = make([]byte, 4*rounds*h.threads())
	saved := h.reg(isa.U64)
	h.line("stacksave.u64 %s;", saved)
	for r := range rounds {
		size := func(t int) int { return 8 + 8*((t+r)%4) }
		for t := range h.threads() {
			put(h.l.in[4*(t*rounds+r):], 4, word{lo: uint64(size(t))})
		}
		align := []int{0, 8, 16, 64, 1, 128}[r]
		a, b, n := h.reg(isa.U64), h.reg(isa.U64), h.reg(isa.U64)
		n32 := h.fetch(isa.U32, in, 4*r)
		h.line("cvt.u64.u32 %s, %s;", n, n32)
		if align == 0 {
			h.line("alloca.u64 %s, %s;", a, n)
		} else {
			h.line("alloca.u64 %s, %s, %d;", a, n, align)
		}
		h.line("alloca.u64 %s, 16;", b)
		// Both are filled to the end, then read: they do not overlap.
		x, y, last := h.reg(isa.U32), h.reg(isa.U32), h.reg(isa.U64)
		h.line("mad.lo.u32 %s, %s, 31, %d;", x, h.idx, r)
		h.line("add.u64 %s, %s, %s;", last, a, n)
		h.line("st.local.u32 [%s+-4], %s;", last, x)
		h.line("st.local.u32 [%s], %s;", a, h.idx)
		h.line("st.local.u64 [%s], %s;", b, h.u64(uint64(r)<<40|5))
		h.line("st.local.u64 [%s+8], %s;", b, h.u64(7))
		h.line("ld.local.u32 %s, [%s+-4];", y, last)
		h.keepEach(isa.U32, y, func(t int) uint64 { return uint64(31*t + r) })
		g := h.reg(isa.U64)
		h.line("cvta.local.u64 %s, %s;", g, a)
		h.line("ld.u32 %s, [%s];", y, g)
		h.keepEach(isa.U32, y, func(t int) uint64 { return uint64(t) })
		w := h.reg(isa.U64)
		h.line("ld.local.u64 %s, [%s];", w, b)
		h.keepEach(isa.U64, w, func(int) uint64 { return uint64(r)<<40 | 5 })
		h.line("and.b64 %s, %s, %d;", w, a, max(align, 8)-1)
		if align == 1 {
			h.line("mov.u64 %s, 0;", w)
		}
		h.keepEach(isa.U64, w, func(int) uint64 { return 0 })
		if r%2 == 1 {
			h.line("stackrestore.u64 %s;", saved)
			again := h.reg(isa.U64)
			h.line("stacksave.u64 %s;", again)
			h.line("sub.u64 %s, %s, %s;", again, again, saved)
			h.keepEach(isa.U64, again, func(int) uint64 { return 0 })
		}
	}
	return h.done()
}

// u64 puts a number into a register.
func (b *code) u64(n uint64) string {
	r := b.reg(isa.U64)
	b.line("mov.u64 %s, %s;", r, fmt.Sprint(n))
	return r
}

// stack32 is stack in a module whose addresses have 32 bits: each thread takes two
// pieces, puts the pointer back, takes one again and adds up.
func (c *folder) stack32(name string) written {
	const text = `.visible .entry NAME(.param .u32 p_in, .param .u32 p_mem, .param .u32 p_out)
{
	.reg .u32 %r<20>;

	mov.u32 %r1, %tid.x;
	ld.param.u32 %r2, [p_in];
	ld.param.u32 %r3, [p_out];
	mad.lo.u32 %r2, %r1, 4, %r2;
	mad.lo.u32 %r3, %r1, 16, %r3;
	ld.global.u32 %r4, [%r2];
	stacksave.u32 %r5;
	alloca.u32 %r6, %r4;
	alloca.u32 %r7, 24, 32;
	add.u32 %r8, %r6, %r4;
	st.local.u32 [%r8+-4], %r1;
	st.local.u32 [%r7], 100;
	st.local.u32 [%r7+20], 1000;
	ld.local.u32 %r9, [%r8+-4];
	ld.local.u32 %r10, [%r7];
	cvta.local.u32 %r11, %r7;
	ld.u32 %r12, [%r11+20];
	add.u32 %r9, %r9, %r10;
	add.u32 %r9, %r9, %r12;
	st.global.u32 [%r3], %r9;
	and.b32 %r13, %r7, 31;
	st.global.u32 [%r3+4], %r13;
	stackrestore.u32 %r5;
	stacksave.u32 %r14;
	sub.u32 %r14, %r14, %r5;
	st.global.u32 [%r3+8], %r14;
	alloca.u32 %r15, 8;
	st.local.u32 [%r15+4], %r4;
	ld.local.u32 %r16, [%r15+4];
	st.global.u32 [%r3+12], %r16;
	ret;
}
`
	l := launch{kernel: name, grid: 1, block: 4}
	for t := range uint32(4) {
		n := 8 + 8*t
		l.in = append(l.in, bytesOf([]uint32{n})...)
		l.out = append(l.out, bytesOf([]uint32{t + 1100, 0, 0, n})...)
	}
	return written{text: strings.ReplaceAll(text, "NAME", name), launches: []launch{l}}
}
