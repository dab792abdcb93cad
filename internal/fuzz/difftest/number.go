package difftest

import "fmt"

// ofThread stores a few numbers that are computed from that of the thread in its row alone, in
// steps of 32 bits that may wrap, of which the last asks for what the others have left in the
// upper bits.
func (g *gen) ofThread(a *array) *node {
	sum := g.fn.declare("u32", "nums")
	ls := []string{fmt.Sprintf("mov.u32 %s, 0;", sum)}
	for range g.between(1, 4) {
		d, more := g.chain()
		ls = append(append(ls, more...), fmt.Sprintf("mad.lo.u32 %s, %s, 31, %s;", sum, sum, d))
	}
	p, more := g.at(a, "%i")
	return lines(append(append(ls, more...), fmt.Sprintf("st.global.b32 [%s], %s;", p, sum))...)
}

// chain computes one of them.
func (g *gen) chain() (d string, ls []string) {
	t := g.fn.declare("u32", "num")
	ls = []string{fmt.Sprintf("mov.u32 %s, %%tid.x;", t)}
	for range g.between(1, 3) {
		k := g.pick("1", "5", "31", "0x10000001", "-1", "-8", "0x7ffffff0", "0x80000000")
		switch g.n(7) {
		case 0:
			ls = append(ls, fmt.Sprintf("neg.s32 %s, %s;", t, t))
		case 1:
			ls = append(ls, fmt.Sprintf("not.b32 %s, %s;", t, t))
		case 2:
			ls = append(ls, fmt.Sprintf("shl.b32 %s, %s, %d;", t, t, g.between(20, 31)))
		default:
			op := g.pick("sub.u32", "add.u32", "mul.lo.u32", "xor.b32", "and.b32", "or.b32")
			ls = append(ls, fmt.Sprintf("%s %s, %s, %s;", op, t, t, k))
		}
	}
	d = g.fn.u32()
	w := g.fn.u64()
	switch n := g.between(1, 31); g.n(6) {
	case 0:
		ls = append(ls, fmt.Sprintf("shr.u32 %s, %s, %d;", d, t, n))
	case 1:
		ls = append(ls, fmt.Sprintf("shr.s32 %s, %s, %d;", d, t, n))
	case 2:
		ls = append(ls, fmt.Sprintf("cvt.u64.u32 %s, %s;", w, t), fmt.Sprintf("shr.u64 %s, %s, %d;", w, w, n), fmt.Sprintf("cvt.u32.u64 %s, %s;", d, w))
	case 3:
		ls = append(ls, fmt.Sprintf("cvt.s64.s32 %s, %s;", w, t), fmt.Sprintf("shr.s64 %s, %s, %d;", w, w, n), fmt.Sprintf("cvt.u32.u64 %s, %s;", d, w))
	case 4:
		ls = append(ls, fmt.Sprintf("mul.wide.u32 %s, %s, %s;", w, t, t), fmt.Sprintf("shr.u64 %s, %s, 30;", w, w), fmt.Sprintf("cvt.u32.u64 %s, %s;", d, w))
	case 5:
		ls = append(ls, fmt.Sprintf("div.u32 %s, %s, %d;", d, t, n))
	}
	return d, ls
}
