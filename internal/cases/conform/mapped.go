package conform

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// mapped is an instruction on the operands %d1, %d2 and %d3 under map_f64_to_f32: what
// it leaves in 64 bits, from the low halves of the operands. A value that is not an f64
// result is copied there.
type mapped struct {
	text string // the result is in %d0
	want func(a []uint64) uint64
}

func mappedArith(text, op, mode string, n int) mapped {
	return mapped{text, func(a []uint64) uint64 { return ieee.Arith(ieee.F32, op, mode, false, a[:n]) }}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// mappedForms are instructions of every sort that takes or gives an f64.
func mappedForms() []mapped {
	const sign = 1 << 31
	less := func(a, b uint64) bool { return ieee.Compare(ieee.Decode(ieee.F32, a), ieee.Decode(ieee.F32, b)) < 0 }
	integer := func(u uint64, mode string) uint64 {
		return low(32, ieee.Integral(ieee.Decode(ieee.F32, u), mode).Uint64())
	}
	signed := func(u uint64, mode string) uint64 {
		return low(32, uint64(ieee.Integral(ieee.Decode(ieee.F32, u), mode).Int64()))
	}
	float := func(v int64) uint64 { return ieee.Encode(ieee.F32, ieee.FromInt(big.NewInt(v)), "rn", false) }
	return []mapped{
		{"st.global.v2.f64 [%q], {%d1, -0.5};\n\tld.global.f64 %d0, [%q+8]", func([]uint64) uint64 { return 0xbf000000 }}, // whose place later results take
		mappedArith("add.f64 %d0, %d1, %d2", "add", "rn", 2),
		mappedArith("add.rz.f64 %d0, %d1, %d2", "add", "rz", 2),
		mappedArith("sub.rn.f64 %d0, %d1, %d2", "sub", "rn", 2),
		mappedArith("mul.rp.f64 %d0, %d1, %d2", "mul", "rp", 2),
		mappedArith("mad.rn.f64 %d0, %d1, %d2, %d3", "fma", "rn", 3),
		mappedArith("fma.rm.f64 %d0, %d1, %d2, %d3", "fma", "rm", 3),
		mappedArith("div.rn.f64 %d0, %d1, %d2", "div", "rn", 2),
		{"add.f64 %d0, %d1, 0d3ff0000010000001", func(a []uint64) uint64 { // which rounds up
			return ieee.Arith(ieee.F32, "add", "rn", false, []uint64{a[0], 0x3f800001})
		}},
		{"neg.f64 %d0, %d1", func(a []uint64) uint64 { return a[0] ^ sign }},
		{"abs.f64 %d0, %d1", func(a []uint64) uint64 { return a[0] &^ sign }},
		{"copysign.f64 %d0, %d1, %d2", func(a []uint64) uint64 { return a[1]&^sign | a[0]&sign }},
		{"abs.f64 %d4, %d1;\n\tsqrt.rn.f64 %d0, %d4", func(a []uint64) uint64 {
			return ieee.Encode(ieee.F32, ieee.Sqrt(ieee.Decode(ieee.F32, a[0]&^sign)), "rn", false)
		}},
		{"rcp.rn.f64 %d0, %d1", func(a []uint64) uint64 {
			return ieee.Arith(ieee.F32, "div", "rn", false, []uint64{ieee.F32.One(), a[0]})
		}},
		{"min.f64 %d0, %d1, %d2", func(a []uint64) uint64 {
			if less(a[1], a[0]) {
				return a[1]
			}
			return a[0]
		}},
		{"setp.lt.f64 %p, %d1, %d2;\n\tselp.b64 %d0, 1, 0, %p", func(a []uint64) uint64 { return truth(less(a[0], a[1])) }},
		{"set.gt.u32.f64 %r, %d1, %d2;\n\tcvt.u64.u32 %u, %r;\n\tmov.b64 %d0, %u", func(a []uint64) uint64 { return truth(less(a[1], a[0])) * 0xffffffff }},
		{"testp.number.f64 %p, %d1;\n\tselp.b64 %d0, 1, 0, %p", func([]uint64) uint64 { return 1 }},
		{"cvt.rn.f32.f64 %f, %d1;\n\tmov.b32 %r, %f;\n\tcvt.u64.u32 %u, %r;\n\tmov.b64 %d0, %u", func(a []uint64) uint64 { return a[0] }},
		{"mov.b64 %u, %d2;\n\tcvt.u32.u64 %r, %u;\n\tmov.b32 %f, %r;\n\tcvt.f64.f32 %d0, %f", func(a []uint64) uint64 { return a[1] }},
		{"cvt.rzi.s32.f64 %r, %d1;\n\tcvt.u64.u32 %u, %r;\n\tmov.b64 %d0, %u", func(a []uint64) uint64 { return signed(a[0], "rz") }},
		{"abs.f64 %d4, %d2;\n\tcvt.rpi.u32.f64 %r, %d4;\n\tcvt.u64.u32 %u, %r;\n\tmov.b64 %d0, %u", func(a []uint64) uint64 { return integer(a[1]&^sign, "rp") }},
		{"cvt.rmi.f64.f64 %d0, %d1", func(a []uint64) uint64 {
			n := ieee.Integral(ieee.Decode(ieee.F32, a[0]), "rm")
			u := ieee.Encode(ieee.F32, ieee.FromInt(n), "rn", false)
			if n.Sign() == 0 {
				u |= a[0] & sign
			}
			return u
		}},
		{"mov.u32 %r, 16777217;\n\tcvt.rn.f64.u32 %d0, %r", func([]uint64) uint64 { return float(1 << 24) }},
		{"mov.u32 %r, -16777219;\n\tcvt.rn.f64.s32 %d0, %r", func([]uint64) uint64 { return float(-1<<24 - 4) }},
		// What moves a double moves all of it.
		{"mov.f64 %d0, %d1", func(a []uint64) uint64 { return a[3] }},
		{"setp.eq.f64 %p, %d1, %d1;\n\tselp.f64 %d0, %d1, 2.5, %p", func(a []uint64) uint64 { return a[3] }},
		{"mov.u32 %r, -1;\n\tslct.f64.s32 %d0, %d1, 2.5, %r", func([]uint64) uint64 { return 0x40200000 }},
		{"slct.f64.f32 %d0, %d1, 2.5, -1.0", func([]uint64) uint64 { return 0x40200000 }},
		{"slct.f64.f32 %d0, 2.5, %d1, 0.0", func([]uint64) uint64 { return 0x40200000 }},
		{"mov.f64 %d0, 0d3fb999999999999a", func([]uint64) uint64 { return 0x3dcccccd }}, // 0.1
		{"ld.global.f64 %d0, [table+8]", func([]uint64) uint64 { return 0xc0200000 }},
		{"ld.const.f64 %d0, [half]", func([]uint64) uint64 { return 0x3f000000 }},
		{"call (%d0), twice, (%d1)", func(a []uint64) uint64 {
			return ieee.Arith(ieee.F32, "add", "rn", false, []uint64{a[0], a[0]})
		}},
	}
}

// mapF64 has f64 instructions under map_f64_to_f32: single precision in the low half
// of 64 bits. Whether a GPU uses that half is not known.
func mapF64() *script {
	s := &script{name: "map_f64", notes: "f64 under map_f64_to_f32: single precision, in the low half of 64 bits. Which half is used is the choice of this program."}
	forms := mappedForms()
	var b strings.Builder
	b.WriteString("// Written by internal/gen from internal/cases/conform: do not edit.\n// " + s.notes + `

.version 2.3
.target sm_20, map_f64_to_f32
.address_size 64

.global .f64 table[2] = {0.5, -2.5};
.const .f64 half = 0d3fe0000000000000;

.func (.reg .f64 y) twice(.reg .f64 x)
{
	add.f64 y, x, x;
	ret;
}
`)
	r := randomFor(s.name)
	const threads = 8
	var in, want []uint64
	for range threads {
		var a []uint64
		for range 3 {
			u := r.Next()
			exponent := uint64(r.Between(120, 150)) << 23
			in = append(in, u&^0x7f800000|exponent)
			a = append(a, low(32, u&^0x7f800000|exponent))
		}
		a = append(a, in[len(in)-3])
		for _, f := range forms {
			want = append(want, f.want(a))
		}
	}
	fmt.Fprintf(&b, `
.visible .entry k(.param .u64 in, .param .u64 out)
{
	.reg .u32 %%t, %%r;
	.reg .u64 %%p0, %%q, %%o, %%u;
	.reg .f32 %%f;
	.reg .pred %%p;
	.reg .f64 %%d<5>;

	mov.u32 %%t, %%tid.x;
	ld.param.u64 %%p0, [in];
	mul.wide.u32 %%o, %%t, 24;
	add.u64 %%p0, %%p0, %%o;
	ld.param.u64 %%q, [out];
	mul.wide.u32 %%o, %%t, %d;
	add.u64 %%q, %%q, %%o;
	ld.global.f64 %%d1, [%%p0];
	ld.global.f64 %%d2, [%%p0+8];
	ld.global.f64 %%d3, [%%p0+16];
`, 8*len(forms))
	for i, f := range forms {
		fmt.Fprintf(&b, "\t%s;\n\tst.global.f64 [%%q+%d], %%d0;\n", f.text, 8*i)
	}
	b.WriteString("\tret;\n}\n")
	s.text = b.String()
	s.buffers = []data{{"in", isa.B64, in, nil}, {"out", isa.B64, nil, want}}
	s.launches = []launch{{kernel: "k", grid: 1, block: threads, args: []string{"in", "out"}}}
	return s
}
