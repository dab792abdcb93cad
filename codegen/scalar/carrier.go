package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// KindOf returns the carrier of an SSA type, with unsigned integers. The half
// types and the packed pairs travel as their bits.
func KindOf(t ir.Type) gosrc.Kind {
	switch t {
	case ir.I1:
		return gosrc.Bool
	case ir.I8:
		return gosrc.U8
	case ir.I16, ir.F16, ir.BF16:
		return gosrc.U16
	case ir.I32, ir.F16x2, ir.BF16x2:
		return gosrc.U32
	case ir.I64:
		return gosrc.U64
	case ir.F32:
		return gosrc.F32
	case ir.F64:
		return gosrc.F64
	}
	return gosrc.NoKind
}

// isSignless reports whether the sign of the carrier of a type may be chosen.
func isSignless(t ir.Type) bool { return t.IsInt() && t != ir.I1 }

var intrinKinds = map[intrin.Kind]gosrc.Kind{
	intrin.Bool: gosrc.Bool,
	intrin.Int8: gosrc.I8, intrin.Int16: gosrc.I16, intrin.Int32: gosrc.I32, intrin.Int64: gosrc.I64,
	intrin.Uint8: gosrc.U8, intrin.Uint16: gosrc.U16, intrin.Uint32: gosrc.U32, intrin.Uint64: gosrc.U64,
	intrin.Float32: gosrc.F32, intrin.Float64: gosrc.F64,
	intrin.B32: gosrc.U32,
}

func sizedKind(bits int) gosrc.Kind { return KindOf(ir.IntOfBits(bits)) }

func kindsOf(types []ir.Type) []gosrc.Kind {
	kinds := make([]gosrc.Kind, len(types))
	for i, t := range types {
		kinds[i] = KindOf(t)
	}
	return kinds
}

// intrinsic returns the signature of a function of fpops or intops.
func intrinsic(name string) *intrin.Func {
	f, _ := intrin.Lookup(name)
	return f
}

// warpFunc returns the signature of the function of a Warp.
func warpFunc(v *ir.Value) *intrin.Warp {
	f, ok := intrin.LookupWarp(v.Attr.Name)
	if !ok {
		panic("scalar: no function " + v.Attr.Name + " of a warp")
	}
	return f
}

var barrierNames = [...]struct {
	fn   string
	kind gosrc.Kind
}{
	ir.BarSync: {"BarSync", gosrc.NoKind}, ir.BarArrive: {"BarArrive", gosrc.NoKind},
	ir.BarRedPopc: {"BarPopc", gosrc.U32}, ir.BarRedAnd: {"BarAnd", gosrc.Bool}, ir.BarRedOr: {"BarOr", gosrc.Bool},
}

// memKind is the carrier of an element in memory.
func memKind(v *ir.Value) gosrc.Kind {
	k := KindOf(v.Attr.Mem)
	if v.Attr.Signed {
		return k.AsSigned()
	}
	return k
}
