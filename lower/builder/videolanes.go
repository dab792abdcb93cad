package builder

import (
	"strconv"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The SIMD video instructions (section 9.7.18.2) pick two halves or four bytes
// from their two sources together, widen them to lanes of twice the size in 64
// bits, work on these exactly, and then pack the lanes of the mask into the third
// source, or add them to it. The steps are functions of package intops.

// laneOps are the names of the primary operations.
var laneOps = map[string]string{
	"vadd": "VAdd", "vsub": "VSub", "vavrg": "VAvrg", "vabsdiff": "VAbsdiff", "vmin": "VMin", "vmax": "VMax",
}

// laneSets are the comparisons of vset; those that look from the other side swap
// the sources.
var laneSets = map[string]struct {
	name string
	swap bool
}{
	"eq": {"VSetEq", false}, "ne": {"VSetNe", false}, "lt": {"VSetLt", false}, "le": {"VSetLe", false},
	"gt": {"VSetLt", true}, "ge": {"VSetLe", true},
}

func (b *fn) video2() { b.videoLanes(2) }

func (b *fn) video4() { b.videoLanes(4) }

// The bytes that the sources are made of where they have no selector.
const (
	allOfA = 0x3210
	allOfB = 0x7654
)

// videoLanes builds an instruction on n lanes.
func (b *fn) videoLanes(n int) {
	p, q, c := b.word(&b.ops[1]), b.word(&b.ops[2]), b.word(&b.ops[3])
	x := b.widen(n, b.pickBytes(&b.ops[1], n, allOfA, p, q), b.videoType(1))
	y := b.widen(n, b.pickBytes(&b.ops[2], n, allOfB, p, q), b.videoType(2))
	lanes := strconv.Itoa(n)
	opcode := b.match.Form.Opcode
	name := laneOps[opcode[:len(opcode)-1]]
	if s, ok := laneSets[b.match.Val("C")]; ok {
		name = s.name
		if s.swap {
			x, y = y, x
		}
	}
	t := b.intrinsic(name+lanes, ir.I64, x, y)

	bits := 32 / n
	var wide, narrow uint64 // the lanes of the mask, in 64 and in 32 bits
	for i := range n {
		if laneMask(&b.ops[0], n)>>i&1 != 0 {
			wide |= ir.Ones(2*bits) << (2 * bits * i)
			narrow |= ir.Ones(bits) << (bits * i)
		}
	}
	var d *ir.Value
	if b.match.Has("add") {
		if wide != ^uint64(0) {
			t = b.add(ir.OpAnd, ir.I64, t, b.konst(ir.I64, wide))
		}
		d = b.add(ir.OpAdd, ir.I32, b.intrinsic("VSum"+lanes, ir.I32, t), c)
	} else {
		sat := ""
		if b.match.Has("sat") {
			sat = "SatU"
			if b.videoType(0).IsSigned() {
				sat = "SatS"
			}
			sat += strconv.Itoa(bits)
		}
		d = b.intrinsic("VPack"+lanes+sat, ir.I32, t)
		if narrow != ir.Ones(32) {
			d = b.add(ir.OpAnd, ir.I32, d, b.konst(ir.I32, narrow))
			d = b.or(b.add(ir.OpAnd, ir.I32, c, b.konst(ir.I32, ^narrow)), d)
		}
	}
	b.set(&b.ops[0], d, false)
}

// widen extends the lanes of a word by a type.
func (b *fn) widen(n int, v *ir.Value, t isa.Type) *ir.Value {
	sign := "U"
	if t.IsSigned() {
		sign = "S"
	}
	return b.intrinsic("VWiden"+strconv.Itoa(n)+sign+strconv.Itoa(32/n), ir.I64, v)
}

// pickBytes returns the lanes that a selector such as .h32 or .b7654 names, the
// highest first: of the bytes of both sources, those of p before those of q.
func (b *fn) pickBytes(o *frontend.Operand, n int, sel uint64, p, q *ir.Value) *ir.Value {
	if o.Comp != "" {
		sel = 0
		for _, digit := range o.Comp[1:] {
			k := uint64(digit - '0')
			if n == 2 {
				sel = sel<<8 | (2*k+1)<<4 | 2*k
			} else {
				sel = sel<<4 | k
			}
		}
	}
	switch sel {
	case allOfA:
		return p
	case allOfB:
		return q
	}
	return b.intrinsic("PrmtB32", ir.I32, p, q, b.konst(ir.I32, sel))
}

// laneMask returns the lanes that a mask such as .h10 or .b320 names; all where
// there is none.
func laneMask(o *frontend.Operand, n int) uint64 {
	if o.Comp == "" {
		return ir.Ones(n)
	}
	mask := uint64(0)
	for _, digit := range o.Comp[1:] {
		mask |= 1 << (digit - '0')
	}
	return mask
}
