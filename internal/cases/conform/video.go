package conform

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// The video instructions (manual 9.7.18): the pseudo-code of the manual on big
// integers.

func isVideo(m *isa.Match) bool { return m.Form.Group == "video" }

// simd is the number of lanes: 1 for the scalar instructions.
func simd(m *isa.Match) int {
	switch op := m.Form.Opcode; op[len(op)-1] {
	case '2':
		return 2
	case '4':
		return 4
	}
	return 1
}

// Places of parts.
const (
	dPart = iota
	aPart
	bPart
	cPart
)

// part adds to an operand what stands before and after the register.
func (x *inst) part(k int, reg string) string {
	if x.parts == nil {
		return reg
	}
	sign, sel, _ := strings.Cut(x.parts[k], ".")
	if sel != "" {
		sel = "." + sel
	}
	return sign + reg + sel
}

// selector is what stands behind operand k, without the dot.
func (x *inst) selector(k int) string {
	_, sel, _ := strings.Cut(x.parts[k], ".")
	return sel
}

func (x *inst) minus(k int) bool { return strings.HasPrefix(x.parts[k], "-") }

// merges reports whether a video instruction has a third source: scalar ones
// without a second operation do where the destination has a selector.
func (x *inst) merges() bool {
	m := x.match
	return !isVideo(m) || simd(m) > 1 || m.Form.Opcode == "vmad" || m.Val("O") != "" || x.selector(dPart) != ""
}

// videoWays returns the instructions for a head: with and without a selector of
// the destination, where there may be one. n is the number of the head in its row.
func videoWays(x *inst, n int) []*inst {
	r := randomFor(x.match.Head + " parts")
	with := func(parts ...string) *inst {
		y := *x
		y.parts = parts
		return &y
	}
	m := x.match
	switch {
	case simd(m) > 1:
		return []*inst{
			with(lanesMask(m, 2*n), r.lanesOf(m), r.lanesOf(m), ""),
			with(lanesMask(m, 2*n+1), r.lanesOf(m), r.lanesOf(m), ""),
		}
	case m.Form.Opcode == "vmad" && m.Has("po"):
		return []*inst{with("", r.scalarPart(m, aPart), r.scalarPart(m, bPart), "")}
	case m.Form.Opcode == "vmad":
		signs := [][3]string{{"", "", ""}, {"-", "", ""}, {"", "-", ""}, {"-", "-", ""}, {"", "", "-"}}
		var out []*inst
		for k := range 3 {
			s := signs[0]
			if k > 0 {
				s = signs[(k-1)*2+1+r.Below(2)]
			}
			if s[2] != "" && !m.Types()[1].IsSigned() && !m.Types()[2].IsSigned() && (m.Has("sat") || m.Val("S") != "") {
				s = signs[3] // the manual contradicts itself about -c of 2^31 and more
			}
			out = append(out, with("", s[0]+r.scalarPart(m, aPart), s[1]+r.scalarPart(m, bPart), s[2]))
		}
		return out
	case m.Val("O") != "":
		return []*inst{with("", r.scalarPart(m, aPart), r.scalarPart(m, bPart), "")}
	}
	return []*inst{
		with("", r.scalarPart(m, aPart), r.scalarPart(m, bPart), ""),
		with(scalarParts[1+n%6], r.scalarPart(m, aPart), r.scalarPart(m, bPart), ""),
	}
}

var scalarParts = []string{"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"}

// bounded33 reports whether it can be seen that the manual's intermediate result
// has 33 bits: then no operands are wanted whose result has more.
func bounded33(m *isa.Match) bool {
	op2 := m.Val("O")
	return !m.Has("sat") && (op2 == "min" || op2 == "max")
}

// scalarPart chooses a selector of a source.
func (r *random) scalarPart(m *isa.Match, k int) string {
	from := scalarParts
	types := m.Types()
	switch op := m.Form.Opcode; {
	case op == "vshl" && (bounded33(m) || m.Has("sat")): // 16 bits by at most 16
		if from = scalarParts[5:]; k == bPart {
			from = scalarParts[1:5]
		}
	case bounded33(m) && slices.Contains([]string{"vadd", "vsub", "vabsdiff"}, op) && !types[k].IsSigned():
		from = scalarParts[1:]
	}
	return from[r.Below(len(from))]
}

// lanesMask is a mask of lanes by number.
func lanesMask(m *isa.Match, way int) string {
	n := simd(m)
	mask := way % (1 << n)
	if mask == 0 {
		return ""
	}
	s := ".h"
	if n == 4 {
		s = ".b"
	}
	for i := n - 1; i >= 0; i-- {
		if mask>>i&1 != 0 {
			s += fmt.Sprint(i)
		}
	}
	return s
}

// lanesOf chooses the lanes of a source.
func (r *random) lanesOf(m *isa.Match) string {
	n, k := simd(m), 8
	s := ".b"
	if n == 2 {
		s, k = ".h", 4
	}
	if r.Below(6) == 0 {
		return ""
	}
	for range n {
		s += fmt.Sprint(r.Below(k))
	}
	return s
}

// videoList is the operands of an instruction: any words of extreme bytes and
// halves, counts for the shifts.
func videoList(m *isa.Match, n int) *list {
	op := m.Form.Opcode
	few := op == "vshl" && (bounded33(m) || m.Has("sat"))
	l := &list{name: "video " + op, types: []isa.Type{isa.B32, isa.B32, isa.B32}[:n]}
	if few {
		l.name += " few"
	}
	r := randomFor(l.name)
	l.cols = make([][]uint64, n)
	for i := range 64 {
		a, b, c := r.word(isa.B32, i), r.word(isa.B32, i/8), r.word(isa.B32, i)
		if i%4 == 3 { // lanes that are equal, or nearly
			b = low(32, a^uint64(r.Below(2))<<(8*r.Below(4)))
		}
		switch {
		case few:
			b = 0
			for range 4 {
				b = b<<8 | uint64(r.Below(17))
			}
		case op == "vshl" || op == "vshr":
			if i%2 == 0 {
				b = uint64(r.Below(34)) | uint64(r.Below(34))<<8 | uint64(r.Below(34))<<16 | uint64(r.Below(34))<<24
			}
			if i%8 == 1 {
				b = r.count(32, i/2%20)
			}
		}
		for k, u := range []uint64{a, b, c}[:n] {
			l.cols[k] = append(l.cols[k], low(32, u))
		}
	}
	return l
}

// video returns what the instruction writes.
func (x *inst) video(in []uint64) uint64 {
	if m := x.match; simd(m) > 1 {
		return x.lanes(in)
	} else if m.Form.Opcode == "vmad" {
		return x.multiplyAdd(in)
	}
	return x.scalar(in)
}

// sourceTypes are the types of d, a and b.
func sourceTypes(m *isa.Match) (d, a, b isa.Type) {
	t := m.Types()
	switch op := m.Form.Opcode; {
	case strings.HasPrefix(op, "vset"): // d and c are unsigned
		return isa.U32, t[0], t[1]
	case op == "vshl" || op == "vshr":
		return t[0], t[1], isa.U32
	default:
		return t[0], t[1], t[2]
	}
}

// selected is partSelectSignExtend.
func (x *inst) selected(k int, t isa.Type, u uint64) *big.Int {
	s := x.selector(k)
	if s == "" {
		return integerOf(t.IsSigned(), 32, u)
	}
	bits := 8
	if s[0] == 'h' {
		bits = 16
	}
	return integerOf(t.IsSigned(), bits, u>>(bits*int(s[1]-'0')))
}

// scalar is 9.7.18.1.
func (x *inst) scalar(in []uint64) uint64 {
	m := x.match
	dt, at, bt := sourceTypes(m)
	tmp := operate(m, m.Form.Opcode, x.selected(aPart, at, in[0]), x.selected(bPart, bt, in[1]))
	dsel := x.selector(dPart)
	bits, shift := 32, 0
	if dsel != "" {
		bits = 8
		if dsel[0] == 'h' {
			bits = 16
		}
		shift = bits * int(dsel[1]-'0')
	}
	if m.Has("sat") {
		tmp = integerOf(dt.IsSigned(), bits, saturate(bits, dt.IsSigned(), tmp))
	}
	if !x.merges() {
		return wrap(32, tmp)
	}
	c := integerOf(dt.IsSigned(), 32, in[2])
	switch m.Val("O") {
	case "add":
		return wrap(32, tmp.Add(tmp, c))
	case "min", "max":
		if tmp.BitLen() > 32 {
			panic("more than 33 bits in " + m.Head)
		}
		if (tmp.Cmp(c) < 0) == m.Has("min") {
			return wrap(32, tmp)
		}
		return wrap(32, c)
	}
	hole := (uint64(1)<<bits - 1) << shift
	return low(32, in[2])&^hole | wrap(bits, tmp)<<shift
}

// operate is the primary operation, on a word or on a lane.
func operate(m *isa.Match, op string, a, b *big.Int) *big.Int {
	z := new(big.Int)
	switch strings.TrimRight(op, "24") {
	case "vadd":
		return z.Add(a, b)
	case "vsub":
		return z.Sub(a, b)
	case "vabsdiff":
		return z.Abs(z.Sub(a, b))
	case "vmin":
		if a.Cmp(b) < 0 {
			return a
		}
		return b
	case "vmax":
		if a.Cmp(b) > 0 {
			return a
		}
		return b
	case "vavrg":
		if z.Add(a, b); z.Sign() >= 0 {
			z.Add(z, num(1))
		}
		return z.Rsh(z, 1)
	case "vset":
		c := a.Cmp(b)
		return num(int64(bit(map[string]bool{"eq": c == 0, "ne": c != 0, "lt": c < 0, "le": c <= 0, "gt": c > 0, "ge": c >= 0}[m.Val("C")])))
	case "vshl", "vshr":
		n := b.Uint64() & 31
		if m.Has("clamp") {
			n = min(b.Uint64(), 32)
		}
		if op == "vshl" {
			return z.Lsh(a, uint(n))
		}
		return z.Rsh(a, uint(n))
	}
	panic("no oracle computes " + op)
}

// multiplyAdd is 9.7.18.1.3.
func (x *inst) multiplyAdd(in []uint64) uint64 {
	m := x.match
	_, at, bt := sourceTypes(m)
	negative, minusC := x.minus(aPart) != x.minus(bPart), x.minus(cPart)
	isSigned := at.IsSigned() || bt.IsSigned() || negative || minusC
	tmp := x.selected(aPart, at, in[0])
	tmp.Mul(tmp, x.selected(bPart, bt, in[1]))
	c := integerOf(isSigned, 32, in[2])
	switch {
	case m.Has("po"):
		tmp.Add(tmp, num(1))
	case negative:
		tmp.Neg(tmp)
	case minusC:
		c.Neg(c)
	}
	tmp.Add(tmp, c)
	switch m.Val("S") {
	case "shr7":
		tmp.Rsh(tmp, 7)
	case "shr15":
		tmp.Rsh(tmp, 15)
	}
	if m.Has("sat") {
		return saturate(32, isSigned, tmp)
	}
	return wrap(32, tmp)
}

// lanes is 9.7.18.2.
func (x *inst) lanes(in []uint64) uint64 {
	m := x.match
	n := simd(m)
	width := 32 / n
	dt, at, bt := sourceTypes(m)
	av, bv := x.picked(aPart, "3210"[4-n:], at, in), x.picked(bPart, map[int]string{2: "32", 4: "7654"}[n], bt, in)
	mask := x.selector(dPart)
	d := low(32, in[2])
	for i := range n {
		if mask != "" && !strings.Contains(mask, fmt.Sprint(i)) {
			continue
		}
		t := operate(m, m.Form.Opcode, av[i], bv[i])
		if m.Has("sat") {
			t = integerOf(dt.IsSigned(), width, saturate(width, dt.IsSigned(), t))
		}
		if m.Has("add") {
			d = wrap(32, t.Add(t, integerOf(false, 32, d)))
			continue
		}
		d = d&^((1<<width-1)<<(i*width)) | wrap(width, t)<<(i*width)
	}
	return d
}

// picked are the lanes of a source, from both sources, the lowest first.
func (x *inst) picked(k int, all string, t isa.Type, in []uint64) []*big.Int {
	n := simd(x.match)
	width := 32 / n
	if s := x.selector(k); s != "" {
		all = s[1:]
	}
	both := low(32, in[1])<<32 | low(32, in[0])
	out := make([]*big.Int, n)
	for i := range out {
		out[i] = integerOf(t.IsSigned(), width, both>>(width*int(all[n-1-i]-'0')))
	}
	return out
}
