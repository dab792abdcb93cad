package builder

import (
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// cvt builds a conversion between two scalar types. The source register may be
// wider than the source type (its low bits count), the destination register
// wider than the destination type (it gets the result extended by that type's
// sign: traps 69, 70). Other forms, with packed results, are calls.
func (b *fn) cvt() {
	types := b.match.Types()
	if len(types) != 2 || len(b.ops) != 2 {
		b.call1(b.match.Intrinsic())
		return
	}
	to, from := types[0], types[1]
	if to.IsPacked() || from.IsPacked() {
		b.call1(b.match.Intrinsic())
		return
	}
	var v *ir.Value
	switch {
	case to.IsInt() && from.IsInt() && !(b.match.Has("sat") && mayClamp(to, from)):
		v = b.resize(b.value(&b.ops[1], irType(from)), irType(to), from.IsSigned())
	case to == from && to.Bits() >= 32 && plainMove(b.match): // of 16 bits it canonicalises
		v = b.value(&b.ops[1], irType(from))
	default:
		var ok bool
		if v, ok = b.convert(b.match.Intrinsic(), to, from); !ok {
			b.giveUp()
			return
		}
	}
	b.set(&b.ops[0], v, to.IsSigned())
}

// convert calls the intrinsic of a conversion.
func (b *fn) convert(name string, to, from isa.Type) (*ir.Value, bool) {
	f, ok := intrin.Lookup(name)
	if !ok || len(f.Params) != 1 || len(f.Results) != 1 {
		return nil, false
	}
	at, ok1 := kindType(f.Params[0], irType(from))
	rt, ok2 := kindType(f.Results[0], irType(to))
	if !ok1 || !ok2 {
		return nil, false
	}
	return b.intrinsic(name, rt, b.value(&b.ops[1], at)), true
}

// mayClamp reports whether .sat can change the result of an integer conversion:
// not where the destination has every value of the source (trap 71).
func mayClamp(to, from isa.Type) bool {
	switch {
	case from.IsSigned() == to.IsSigned():
		return to.Bits() < from.Bits()
	case from.IsUnsigned():
		return to.Bits() <= from.Bits()
	}
	return true // the negative values
}

// plainMove reports whether a conversion to the same float type has no modifier.
func plainMove(m *isa.Match) bool { return len(m.Tokens()) == 2 }
