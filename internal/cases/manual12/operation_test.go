package manual12

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// operation is an instruction of PTX 1.2 on the operands a, b and c of 32 bits, on
// floats with their bits, and the predicate p. All gives the results of a whole warp.
type operation struct {
	text string // with the result in r
	do   func(a, b, c uint32, p bool) uint32
	all  func(p []bool) uint32
}

func yes(b bool) uint32 {
	if b {
		return math.MaxUint32
	}
	return 0
}

func one(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func oneF(b bool) uint32 {
	if b {
		return 0x3f800000
	}
	return 0
}

func float(a uint32) float32 { return math.Float32frombits(a) }

func isNaN(a uint32) bool { return a&0x7fffffff > 0x7f800000 }

// product24 is the product of the low 24 bits of two numbers.
func product24(a, b uint32, signed bool) int64 {
	if signed {
		return int64(int32(a<<8)>>8) * int64(int32(b<<8)>>8)
	}
	return int64(a&0xffffff) * int64(b&0xffffff)
}

func clamp(v int64) uint32 { return uint32(min(max(v, math.MinInt32), math.MaxInt32)) }

var operations = []operation{
	{text: "mul24.lo.u32 r, a, b;", do: func(a, b, _ uint32, _ bool) uint32 { return uint32(product24(a, b, false)) }},
	{text: "mul24.hi.u32 r, a, b;", do: func(a, b, _ uint32, _ bool) uint32 { return uint32(product24(a, b, false) >> 16) }},
	{text: "mul24.lo.s32 r, a, b;", do: func(a, b, _ uint32, _ bool) uint32 { return uint32(product24(a, b, true)) }},
	{text: "mul24.hi.s32 r, a, b;", do: func(a, b, _ uint32, _ bool) uint32 { return uint32(product24(a, b, true) >> 16) }},
	{text: "mad24.lo.u32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 { return uint32(product24(a, b, false)) + c }},
	{text: "mad24.hi.u32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 { return uint32(product24(a, b, false)>>16) + c }},
	{text: "mad24.lo.s32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 { return uint32(product24(a, b, true)) + c }},
	{text: "mad24.hi.s32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 { return uint32(product24(a, b, true)>>16) + c }},
	{text: "mad24.hi.sat.s32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 {
		return clamp(int64(int32(product24(a, b, true)>>16)) + int64(int32(c)))
	}},
	{text: "mad.hi.sat.s32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 {
		return clamp(int64(int32(int64(int32(a))*int64(int32(b))>>32)) + int64(int32(c)))
	}},
	{text: "sad.u32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 { return c + max(a, b) - min(a, b) }},
	{text: "sad.s32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 {
		return c + uint32(max(int32(a), int32(b))) - uint32(min(int32(a), int32(b)))
	}},
	{text: "sad.u16 h3, h1, h2, h1;\ncvt.u32.u16 r, h3;", do: func(a, b, _ uint32, _ bool) uint32 {
		x, y := uint16(a), uint16(b)
		return uint32(x + max(x, y) - min(x, y))
	}},
	{text: "sad.s16 h3, h1, h2, h1;\ncvt.u32.u16 r, h3;", do: func(a, b, _ uint32, _ bool) uint32 {
		x, y := int16(a), int16(b)
		return uint32(uint16(x) + uint16(max(x, y)) - uint16(min(x, y)))
	}},
	{text: "set.lt.and.u32.s32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 { return yes(int32(a) < int32(b) && p) }},
	{text: "set.ge.or.s32.u32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 { return yes(a >= b || p) }},
	{text: "set.hi.xor.u32.u32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 { return yes(a > b != p) }},
	{text: "set.le.and.f32.s32 r, a, b, !p;", do: func(a, b, _ uint32, p bool) uint32 { return oneF(int32(a) <= int32(b) && !p) }},
	{text: "set.eq.or.f32.b32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 { return oneF(a == b || p) }},
	{text: "set.ne.xor.f32.b16 r, h1, h2, !p;", do: func(a, b, _ uint32, p bool) uint32 { return oneF(uint16(a) != uint16(b) != !p) }},
	{text: "set.lo.u32.u16 r, h1, h2;", do: func(a, b, _ uint32, _ bool) uint32 { return yes(uint16(a) < uint16(b)) }},
	{text: "set.lt.and.u32.f32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 { return yes(float(a) < float(b) && p) }},
	{text: "set.geu.xor.f32.f32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 {
		return oneF((float(a) >= float(b) || isNaN(a) || isNaN(b)) != p)
	}},
	{text: "set.num.or.s32.f32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 { return yes(!isNaN(a) && !isNaN(b) || p) }},
	{text: "set.nan.and.u32.f32 r, a, b, p;", do: func(a, b, _ uint32, p bool) uint32 { return yes((isNaN(a) || isNaN(b)) && p) }},
	{text: "setp.gt.or.s32 q|v, a, b, p;\nselp.u32 r, 1, 0, q;\nselp.u32 c, 2, 0, v;\nor.b32 r, r, c;", do: func(a, b, _ uint32, p bool) uint32 {
		less := int32(a) > int32(b)
		return one(less || p) + 2*one(!less || p)
	}},
	{text: "slct.u32.s32 r, a, b, c;", do: func(a, b, c uint32, _ bool) uint32 {
		if int32(c) >= 0 {
			return a
		}
		return b
	}},
	{text: "cnot.b32 r, a;", do: func(a, _, _ uint32, _ bool) uint32 { return one(a == 0) }},
	{text: "vote.all.pred q, p;\nselp.u32 r, 1, 0, q;", all: func(p []bool) uint32 { return one(votes(p) == len(p)) }},
	{text: "vote.any.pred q, p;\nselp.u32 r, 1, 0, q;", all: func(p []bool) uint32 { return one(votes(p) > 0) }},
	{text: "vote.any.pred q, !p;\nselp.u32 r, 1, 0, q;", all: func(p []bool) uint32 { return one(votes(p) < len(p)) }},
	{text: "vote.uni.pred q, p;\nselp.u32 r, 1, 0, q;", all: func(p []bool) uint32 { return one(votes(p) == 0 || votes(p) == len(p)) }},
	{text: "mov.u16 h3, %ntid.x;\ncvt.u32.u16 r, h3;", do: func(_, _, _ uint32, _ bool) uint32 { return operationThreads }},
	{text: "mov.u32 r, WARP_SZ;", do: func(_, _, _ uint32, _ bool) uint32 { return 32 }},
}

func votes(p []bool) int {
	n := 0
	for _, x := range p {
		n += int(one(x))
	}
	return n
}

const operationThreads = 32 * 4

// operationCase executes every operation in four warps. The first has the predicate
// nowhere, the second everywhere, the others in some threads.
func operationCase() *legacyCase {
	k := &legacyCase{name: "legacy_ops", version: "1.2", target: "sm_12", kernel: "operations", threads: operationThreads}
	special := []uint32{0, 1, 0x7fffff, 0x800000, 0xffffff, 0x7fffffff, 0x80000000, 0xffffffff, 0xff800000, 0x7fc00000, 0x3f800000, 0xbf800000, 0x12345678, 0x8000, 0xffff, 0x10000}
	var in, want words
	state := uint64(12)
	random := func() uint32 {
		state = state*6364136223846793005 + 1442695040888963407
		v := bits.RotateLeft32(uint32(state>>32), int(state>>59))
		if v&7 < 5 {
			return special[v>>3%16]
		}
		return v
	}
	var rows [operationThreads][4]uint32
	var preds [operationThreads]bool
	for tid := range rows {
		for i := range 3 {
			rows[tid][i] = random()
		}
		preds[tid] = tid/32 == 1 || tid/32 > 1 && random()&1 == 1
		rows[tid][3] = one(preds[tid])
		in.u32(rows[tid][:]...)
	}
	for tid, r := range rows {
		for i := range operations {
			x := &operations[i]
			if x.all != nil {
				want.u32(x.all(preds[tid&^31 : tid&^31+32]))
				continue
			}
			a, b := r[0], r[1]
			if strings.Contains(x.text, ".f32 r, a") {
				a, b = flushed(a), flushed(b)
			}
			want.u32(x.do(a, b, r[2], preds[tid]))
		}
	}
	var code strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&code, format+"\n", args...) }
	p("// Instructions of PTX 1.2 with meanings of their own, and the predicates of a warp.")
	p(".version 1.2\n.target sm_12\n\n.entry operations\n{\n.param .u64 in;\n.param .u64 out;")
	p(".reg .b32 a, b, c, r, z, n;\n.reg .b16 h<4>;\n.reg .u64 i, o, d;\n.reg .pred p, q, v;")
	p("cvt.u32.u16 n, %%tid.x;\nld.param.u64 i, [in];\nld.param.u64 o, [out];")
	p("mul.wide.u32 d, n, 16;\nadd.u64 i, i, d;\nmul.wide.u32 d, n, %d;\nadd.u64 o, o, d;", 4*len(operations))
	p("ld.global.b32 z, [i+12];\nsetp.ne.u32 p, z, 0;")
	for k := range operations {
		p("\nld.global.b32 a, [i];\nld.global.b32 b, [i+4];\nld.global.b32 c, [i+8];\ncvt.u16.u32 h1, a;\ncvt.u16.u32 h2, b;")
		p("%s\nst.global.b32 [o+%d], r;", operations[k].text, 4*k)
	}
	p("exit;\n}")
	k.ptx, k.in, k.want = code.String(), in, want
	return k
}

// flushed is a float with a subnormal made zero, as GPUs before sm_20 read them.
func flushed(a uint32) uint32 {
	if a&0x7f800000 == 0 {
		return a & 0x80000000
	}
	return a
}
