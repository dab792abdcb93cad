package builder

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Under map_f64_to_f32 "all double-precision instructions will be mapped to
// single-precision", and ".f64 storage remains as 64-bits, with only half being used"
// (PTX 1.2, table 80). What the manual leaves open is chosen here:
//
//   - The half is the low one: memory is little-endian, and a host that makes a float
//     of a double where it stands leaves it in the first four bytes. Results have zeros
//     in the other.
//   - Instructions that only move a double move all 64 bits.
//   - A constant, in an instruction or an initial value, is rounded to nearest.
//   - cvt.rn.f32.f64 and cvt.f64.f32 copy, mad.rn.f64 is fma.rn.f32 on every target, and
//     div.f64, rcp.f64 and sqrt.f64 of PTX before 1.4 are rounded to nearest.
//
// Registers and memory of type .f64 are 64 bits without a type here, so that no Go
// float64 stands for one in a signature.

const demotion = "map_f64_to_f32"

// demotes reports whether the module computes f64 in single precision.
func (b *module) demotes() bool { return b.ast.Target.Has(demotion) }

// storage returns the IR type of a register or variable.
func (b *module) storage(t isa.Type) ir.Type {
	if t == isa.F64 && b.demotes() {
		return ir.I64
	}
	return irType(t)
}

// ptxType names the type of a parameter for those who launch the kernel.
func (b *module) ptxType(t isa.Type) string {
	if t == isa.F64 && b.demotes() {
		t = isa.B64
	}
	return t.String()
}

// demote replaces the match of an f64 instruction by one of single precision, or of 64
// bits where it only moves them. It reports false, and that the instruction is not
// supported, where there is none.
func (b *fn) demote() bool {
	b.module.demoted(b.in)
	to := "f32"
	switch b.match.Form.Opcode {
	case "mov", "ld", "ldu", "st", "selp", "slct":
		to = "b64"
		b.ops = slices.Clone(b.ops)
		for k, i := range b.match.Bind(len(b.ops)) {
			if b.match.OperandType(i) == isa.F64 {
				demoteConstant(&b.ops[k])
			}
		}
	}
	var mods []string
	rounded := false
	for _, m := range b.match.Tokens() {
		if m == "f64" {
			m = to
		}
		rounded = rounded || slices.Contains([]string{"rn", "rz", "rm", "rp", "approx"}, m)
		mods = append(mods, m)
	}
	opcode := b.match.Form.Opcode
	tries := [][]string{mods}
	switch opcode {
	case "div", "rcp", "sqrt": // until PTX 1.4, .rn was left out
		if !rounded {
			tries = [][]string{append([]string{"rn"}, mods...)}
		}
	case "cvt":
		exact := slices.DeleteFunc(slices.Clone(mods), func(m string) bool { return slices.Contains([]string{"rn", "rz", "rm", "rp"}, m) })
		tries = append(tries, exact)
	case "mad":
		if rounded {
			opcode = "fma"
		}
	}
	for _, mods := range tries {
		ms, _ := isa.Resolve(opcode, mods)
		for _, m := range ms {
			if m.Lowering().Verb != isa.LowerNone && m.Bind(len(b.ops)) != nil {
				b.match = m
				return true
			}
		}
	}
	b.giveUpf("under " + demotion)
	return false
}

// demoteConstant replaces constants by the bits of single-precision numbers.
func demoteConstant(o *frontend.Operand) {
	switch {
	case o.Kind == frontend.OpVec:
		o.Elems = slices.Clone(o.Elems)
		for i := range o.Elems {
			demoteConstant(&o.Elems[i])
		}
	case o.Kind == frontend.OpConst && o.Const.Kind != frontend.ConstAddr:
		c := *o.Const
		c.Kind, c.Bits = frontend.ConstU64, float32Bits(o.Const)
		o.Const = &c
	}
}

// demoted notes an f64 instruction.
func (b *module) demoted(in *frontend.Inst) {
	b.note(in.Pos, "f64 under "+demotion, "is single precision, in the low half of 64 bits: which half is used is the choice of this program")
}
