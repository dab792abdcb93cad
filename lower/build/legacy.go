package build

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Targets of the first generation, sm_10 to sm_13, have no single-precision
// subnormals: every f32 instruction flushes its inputs and its result, with or
// without .ftz (section 9.7.3). Here such an instruction becomes the one with
// .ftz. What else was different is reported or built on its own.

// modernise replaces the match of an instruction that once meant something else
// by one that means that now. It reports false where the instruction has been
// dealt with.
func (b *fn) modernise() bool {
	m, t := b.match, b.module.ast.Target
	single := slices.Contains(m.Types(), isa.F32)
	if single && m.Form.Opcode == "mad" && m.HasAny("rn", "rz", "rm", "rp") == "" {
		if t.Arch < 20 {
			b.pure(b.truncatingMad)
			return false
		}
		if b.before(3, 2) {
			return b.rematch("rn") // as assemblers took it until PTX 3.1
		}
		return true
	}
	if t.Arch >= 20 {
		return true
	}
	if t.Has("map_f64_to_f32") && slices.Contains(m.Types(), isa.F64) {
		b.giveUpf("map_f64_to_f32")
		return false
	}
	if !single || slices.Contains(m.Normal(), "ftz") || !b.flushes() {
		return true
	}
	return b.rematch("ftz")
}

// flushes reports whether an f32 instruction computes with its f32 operands, and
// does not only copy them or make them of something else.
func (b *fn) flushes() bool {
	switch b.match.Form.Opcode {
	case "mov", "ld", "ldu", "st", "selp", "tex", "atom", "red":
		return false
	case "set", "setp":
		return b.match.Type() == isa.F32
	case "cvt":
		// Until PTX 1.4, conversions with a double kept subnormals (trap 74).
		return !(slices.Contains(b.match.Types(), isa.F64) && b.before(1, 5))
	}
	return true
}

// rematch adds a modifier to the instruction. It reports false, and that the
// instruction is not supported, where there is no such form.
func (b *fn) rematch(mod string) bool {
	if b.match.Form.Opcode == "slct" && b.match.Types()[0] == isa.F32 {
		b.giveUpf("on " + b.module.ast.Target.String()) // its data are flushed, too (trap 89)
		return false
	}
	ms, _ := isa.Resolve(b.match.Form.Opcode, append([]string{mod}, b.match.Tokens()...))
	for _, m := range ms {
		if m.Bind(len(b.ops)) != nil {
			b.match = m
			return true
		}
	}
	b.giveUpf("on " + b.module.ast.Target.String())
	return false
}

// truncatingMad builds mad.f32 as the first generation computes it (section
// 9.7.3.7): the product is exact but for its mantissa, which is cut off after 23
// bits, whatever its exponent; then c is added. Where c is zero the product is
// that of mul.
//
// The sum of two 24-bit numbers that is rounded to double first and then to
// single is rounded correctly, because a double has more than twice the bits.
func (b *fn) truncatingMad() {
	const flush, widen, narrow, mul, add, sat = flushF32, "CvtF64F32", "CvtRnFtzF32F64", "MulRnFtzF32", "AddRnFtzF32", "SatF32"
	for _, name := range []string{flush, widen, narrow, mul, add, sat} {
		if _, ok := intrin.Lookup(name); !ok {
			b.giveUp()
			return
		}
	}
	var x, wide [3]*ir.Value
	for i := range x {
		x[i] = b.intrinsic(flush, ir.F32, b.value(&b.ops[1+i], ir.F32))
		wide[i] = b.intrinsic(widen, ir.F64, x[i])
	}
	p := b.bitcast(b.add(ir.OpFMul, ir.F64, wide[0], wide[1]), ir.I64)
	p = b.add(ir.OpAnd, ir.I64, p, b.konst(ir.I64, ^uint64(1<<29-1)))
	d := b.intrinsic(narrow, ir.F32, b.add(ir.OpFAdd, ir.F64, b.bitcast(p, ir.F64), wide[2]))
	separate := b.intrinsic(add, ir.F32, b.intrinsic(mul, ir.F32, x[0], x[1]), x[2])
	d = b.add(ir.OpSelect, ir.F32, b.fcmp(ir.EqF, x[2], b.konst(ir.F32, 0)), separate, d)
	if b.match.Has("sat") {
		d = b.intrinsic(sat, ir.F32, d)
	}
	b.set(&b.ops[0], d, false)
}
