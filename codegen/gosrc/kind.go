package gosrc

import "github.com/dave/jennifer/jen"

// Kind is the Go type that carries a value. Integers of SSA have no sign; Go's
// have one, and the carrier's sign is chosen per value for readable code.
type Kind uint8

// The carriers, and what has none.
const (
	NoKind Kind = iota
	Bool
	I8
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F32
	F64
	Int // an index expression, never the carrier of a value
	numKinds
)

var kindNames = [numKinds]string{
	"", "bool", "int8", "int16", "int32", "int64",
	"uint8", "uint16", "uint32", "uint64", "float32", "float64", "int",
}

var kindSuffix = [numKinds]string{
	"", "", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64", "F32", "F64", "",
}

// String returns the name of the Go type.
func (k Kind) String() string { return kindNames[k] }

// Suffix is how the runtime's typed functions spell the carrier.
func (k Kind) Suffix() string { return kindSuffix[k] }

// Type returns the Go type.
func (k Kind) Type() *jen.Statement { return jen.Id(kindNames[k]) }

// Signed reports whether the carrier is an integer with a sign.
func (k Kind) Signed() bool { return k >= I8 && k <= I64 || k == Int }

// unsigned reports whether the carrier is an integer without a sign.
func (k Kind) unsigned() bool { return k >= U8 && k <= U64 }

// IsInt reports whether the carrier is an integer.
func (k Kind) IsInt() bool { return k.Signed() || k.unsigned() }

// IsFloat reports whether the carrier is a float.
func (k Kind) IsFloat() bool { return k == F32 || k == F64 }

// Bits returns the width of the carrier.
func (k Kind) Bits() int {
	switch k {
	case I8, U8:
		return 8
	case I16, U16:
		return 16
	case I32, U32, F32:
		return 32
	case I64, U64, F64, Int:
		return 64
	}
	return 1
}

// AsSigned returns the carrier of the same width with a sign.
func (k Kind) AsSigned() Kind {
	if k.unsigned() {
		return k - U8 + I8
	}
	return k
}

// AsUnsigned returns the carrier of the same width without a sign.
func (k Kind) AsUnsigned() Kind {
	if k >= I8 && k <= I64 {
		return k - I8 + U8
	}
	return k
}

// AsSelf returns the carrier, where another function would return another.
func (k Kind) AsSelf() Kind { return k }

// WithSign returns the carrier of the same width with a sign or without.
func (k Kind) WithSign(signed bool) Kind {
	if signed {
		return k.AsSigned()
	}
	return k.AsUnsigned()
}

// KindNamed returns the carrier of a Go type, NoKind for others.
func KindNamed(s string) Kind {
	for k := Bool; k <= F64; k++ {
		if kindNames[k] == s {
			return k
		}
	}
	return NoKind
}
