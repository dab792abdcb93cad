package builder

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Targets of the first generation, sm_10 to sm_13, have no single-precision
// subnormals: every f32 instruction flushes its inputs and its result, with or
// without .ftz (section 9.7.3). Here such an instruction becomes the one with
// .ftz. What else was different is reported, or has a form of its own.

// modernise replaces the match of an instruction that once meant something else
// by one that means that now. It reports false where the instruction has been
// dealt with.
func (b *fn) modernise() bool {
	m, t := b.match, b.module.ast.Target
	if m.Lowering().Verb == isa.LowerNone {
		return true
	}
	if b.demotes() && slices.Contains(m.Types(), isa.F64) {
		if !b.demote() {
			return false
		}
		m = b.match
	}
	single := slices.Contains(m.Types(), isa.F32)
	if single && m.Form.Opcode == "mad" && m.HasAny("rn", "rz", "rm", "rp") == "" {
		if t.Arch < 20 {
			return true // a form of its own, which flushes in any case
		}
		return b.rematch("rn") // as assemblers took it until PTX 3.1
	}
	if t.Arch >= 20 {
		return true
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
	case "mov", "ld", "ldu", "st", "selp", "tex", "tld4", "suld", "sust", "atom", "red":
		return false
	case "frc":
		return false // the builder does
	case "set", "setp", "slct":
		return b.match.Type() == isa.F32 // the builder of slct flushes its data
	case "cvt":
		// Until PTX 1.4, conversions with 64 bits kept subnormals (trap 74).
		return !(slices.ContainsFunc(b.match.Types(), func(t isa.Type) bool { return t.Bits() == 64 }) && b.before(1, 5))
	}
	return true
}

// rematch adds a modifier to the instruction. It reports false, and that the
// instruction is not supported, where there is no such form.
func (b *fn) rematch(mod string) bool {
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

// frc is a - floor(a) of PTX 1.0 (page 69), rounded to nearest as add and sub are
// where they do not say, and without subnormals as all of sm_1x.
func (b *fn) frc() {
	a := b.value(&b.ops[1], ir.F32)
	floor := b.intrinsic("CvtRmiFtzF32F32", ir.F32, a)
	b.set(&b.ops[0], b.intrinsic("SubRnFtzF32", ir.F32, a, floor), false)
}
