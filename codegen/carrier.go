package codegen

import (
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// kindOf returns the carrier of an SSA type, with unsigned integers. The half
// types and the packed pairs travel as their bits.
func kindOf(t ir.Type) kind {
	switch t {
	case ir.I1:
		return kBool
	case ir.I8:
		return kU8
	case ir.I16, ir.F16, ir.BF16:
		return kU16
	case ir.I32, ir.F16x2, ir.BF16x2:
		return kU32
	case ir.I64:
		return kU64
	case ir.F32:
		return kF32
	case ir.F64:
		return kF64
	}
	return kNone
}

// isSignless reports whether the sign of the carrier of a type may be chosen.
func isSignless(t ir.Type) bool { return t >= ir.I8 && t <= ir.I64 }

var intrinKinds = map[intrin.Kind]kind{
	intrin.Bool: kBool,
	intrin.Int8: kI8, intrin.Int16: kI16, intrin.Int32: kI32, intrin.Int64: kI64,
	intrin.Uint8: kU8, intrin.Uint16: kU16, intrin.Uint32: kU32, intrin.Uint64: kU64,
	intrin.Float32: kF32, intrin.Float64: kF64,
}

func sizedKind(bits int) kind { return kindOf(ir.IntOfBits(bits)) }

func kindsOf(types []ir.Type) []kind {
	kinds := make([]kind, len(types))
	for i, t := range types {
		kinds[i] = kindOf(t)
	}
	return kinds
}

// intrinsic returns the signature of a function of fpops or intops.
func intrinsic(name string) *intrin.Func {
	f, ok := intrin.Lookup(name)
	if !ok {
		return nil
	}
	return f
}
