package conform

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// fmaFactors are constants that a compiler may compute with before it fuses a product with
// a sum: 2, and what products of two lose bits of, overflow or are subnormal.
var fmaFactors = []uint64{
	0x40000000, 0xc0000000, 0x3f800000, 0xbf800000, 0x00000000, 0x80000000, // 2 and 1, 0
	0x3f000000, 0x40800000, 0x3dcccccd, 0x3eaaaaab, 0xbf800001, 0x3f7fffff, // 0.5, 4, 0.1, 1/3, and beside 1
	0x00000001, 0x00800000, 0x7f000000, 0x7f7fffff, 0xff800000, 0x7fc00000, // the least, the greatest, none
}

// fmaOperands are operands that tell a wrong sum apart: twice one overflows where the sum
// does not, and products of 24 bits lie beside the middle of two results.
var fmaOperands = []uint64{
	0x7f7fffff, 0xff7fffff, 0x7f000000, 0xff000001, 0x3f800001, 0xbf800001, 0x3f7fffff, 0x00000001,
	0x80000001, 0x00800000, 0x007fffff, 0x80000000, 0x3c23d70a, 0xbc23d70b, 0x33000000, 0x7fffffff,
}

// fmaConstants is fma.rn.f32 and its relatives with constants where there may be one: in
// the instruction, from a loop, from memory, from a function.
func fmaConstants() *script {
	s := &script{name: "fp_fma_constants", notes: "fma with factors that are constants."}
	var b strings.Builder
	b.WriteString("// Written by internal/gen from internal/cases/conform: do not edit.\n// " + s.notes + `

.version 7.0
.target sm_70
.address_size 64

.func (.reg .f32 d) product(.reg .f32 a, .reg .f32 b, .reg .f32 c, .reg .u32 n)
{
	.reg .pred p;
	fma.rn.f32 d, a, b, c;
	setp.eq.u32 p, n, 0;
	@p ret;
	sub.u32 n, n, 1;
	call (d), product, (d, b, c, n);
	ret;
}

.visible .entry k(.param .u64 in, .param .u64 out, .param .u64 spare)
{
	.reg .pred %p;
	.reg .u32 %t, %n;
	.reg .u64 %o, %q, %s;
	.reg .f32 %a, %c, %d, %f;

	mov.u32 %t, %tid.x;
	ld.param.u64 %q, [in];
	mul.wide.u32 %o, %t, 8;
	add.u64 %q, %q, %o;
	ld.global.f32 %a, [%q];
	ld.global.f32 %c, [%q+4];
	ld.param.u64 %s, [spare];
	mul.wide.u32 %o, %t, 4;
	add.u64 %s, %s, %o;
	ld.param.u64 %q, [out];
	mul.wide.u32 %o, %t, STRIDE;
	add.u64 %q, %q, %o;
`)
	var wants []func(a, c uint64) uint64
	fma := func(ftz bool, a, b, c uint64) uint64 {
		return ieee.Arith(ieee.F32, "fma", "rn", ftz, []uint64{a, b, c})
	}
	add := func(want func(a, c uint64) uint64, format string, args ...any) {
		fmt.Fprintf(&b, "\t"+format+";\n\tst.global.f32 [%%q+%d], %%d;\n", append(args, 4*len(wants))...)
		wants = append(wants, want)
	}
	for i, x := range fmaFactors {
		y := fmaFactors[(i*7+8)%len(fmaFactors)]
		add(func(a, c uint64) uint64 { return fma(false, a, x, c) }, "fma.rn.f32 %%d, %%a, 0f%08X, %%c", x)
		add(func(a, c uint64) uint64 { return fma(false, x, c, a) }, "fma.rn.f32 %%d, 0f%08X, %%c, %%a", x)
		add(func(a, c uint64) uint64 { return fma(true, a, x, c) }, "fma.rn.ftz.f32 %%d, %%a, 0f%08X, %%c", x)
		add(func(a, c uint64) uint64 { return fma(false, a, x, y) }, "fma.rn.f32 %%d, %%a, 0f%08X, 0f%08X", x, y)
		for _, y := range fmaFactors[:i+1] {
			add(func(a, c uint64) uint64 { return fma(false, x, y, a) }, "fma.rn.f32 %%d, 0f%08X, 0f%08X, %%a", x, y)
		}
		// What is stored comes back, as a float or as bits.
		add(func(a, c uint64) uint64 { return fma(false, x, a, c) },
			"st.global.f32 [%%s], 0f%08X;\n\tld.global.f32 %%f, [%%s];\n\tfma.rn.f32 %%d, %%f, %%a, %%c", x)
		add(func(a, c uint64) uint64 { return fma(false, c, x, a) },
			"st.global.u32 [%%s], 0x%08X;\n\tld.global.f32 %%f, [%%s];\n\tfma.rn.f32 %%d, %%c, %%f, %%a", x)
		// A loop of two rounds begins with a constant.
		add(func(a, c uint64) uint64 { return fma(false, fma(false, x, y, a), y, a) },
			"mov.f32 %%d, 0f%08X;\n\tmov.u32 %%n, 0;\nl%d:\n\tfma.rn.f32 %%d, %%d, 0f%08X, %%a;\n\tadd.u32 %%n, %%n, 1;\n\tsetp.lt.u32 %%p, %%n, 2;\n\t@%%p bra l%d", x, i, y, i)
		// A branch that is never taken hides one.
		add(func(a, c uint64) uint64 { return fma(false, x, y, c) },
			"mov.f32 %%d, 0f%08X;\n\tsetp.gt.u32 %%p, %%t, 100;\n\t@%%p mov.f32 %%d, %%a;\n\tfma.rn.f32 %%d, %%d, 0f%08X, %%c", x, y)
		add(func(a, c uint64) uint64 { return fma(false, fma(false, x, a, c), a, c) },
			"mov.f32 %%f, 0f%08X;\n\tcall (%%d), product, (%%f, %%a, %%c, 1)", x)
		add(func(a, c uint64) uint64 { return fma(false, x, y, c) },
			"mov.f32 %%f, 0f%08X;\n\tmov.f32 %%d, 0f%08X;\n\tcall (%%d), product, (%%f, %%d, %%c, 0)", x, y)
	}
	// Numbers that are integers first.
	for _, n := range []uint64{2, 3, 16777217} {
		x := ieee.Encode(ieee.F32, ieee.FromInt(new(big.Int).SetUint64(n)), "rn", false)
		add(func(a, c uint64) uint64 { return fma(false, x, a, c) }, "mov.u32 %%n, %d;\n\tcvt.rn.f32.u32 %%f, %%n;\n\tfma.rn.f32 %%d, %%f, %%a, %%c", n)
	}
	b.WriteString("\tret;\n}\n")
	var in, want []uint64
	for i, a := range fmaOperands {
		c := fmaOperands[(i*5+1)%len(fmaOperands)]
		in = append(in, a, c)
		for _, f := range wants {
			want = append(want, f(a, c))
		}
	}
	s.text = strings.Replace(b.String(), "STRIDE", fmt.Sprint(4*len(wants)), 1)
	s.buffers = []data{{"in", isa.B32, in, nil}, {"out", isa.B32, nil, want}, {"spare", isa.B32, make([]uint64, len(fmaOperands)), nil}}
	s.launches = []launch{{kernel: "k", grid: 1, block: len(fmaOperands), args: []string{"in", "out", "spare"}}}
	return s
}
