package codegen

import "github.com/dave/jennifer/jen"

// kind is the Go type that carries a value. SSA integers have no sign; Go's
// have one, and the carrier's sign is chosen per value for readable code.
type kind uint8

const (
	kNone kind = iota
	kBool
	kI8
	kI16
	kI32
	kI64
	kU8
	kU16
	kU32
	kU64
	kF32
	kF64
	kInt // an index expression, never the carrier of a value
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
func (k kind) String() string { return kindNames[k] }

// suffix is how the runtime's typed functions spell the carrier.
func (k kind) suffix() string { return kindSuffix[k] }

// id returns the Go type.
func (k kind) id() *jen.Statement { return jen.Id(kindNames[k]) }

// signed reports whether the carrier is an integer with a sign.
func (k kind) signed() bool { return k >= kI8 && k <= kI64 || k == kInt }

// unsigned reports whether the carrier is an integer without a sign.
func (k kind) unsigned() bool { return k >= kU8 && k <= kU64 }

// isInt reports whether the carrier is an integer.
func (k kind) isInt() bool { return k.signed() || k.unsigned() }

// isFloat reports whether the carrier is a float.
func (k kind) isFloat() bool { return k == kF32 || k == kF64 }

// bits returns the width of the carrier.
func (k kind) bits() int {
	switch k {
	case kI8, kU8:
		return 8
	case kI16, kU16:
		return 16
	case kI32, kU32, kF32:
		return 32
	case kI64, kU64, kF64, kInt:
		return 64
	}
	return 1
}

// asSigned returns the carrier of the same width with a sign.
func (k kind) asSigned() kind {
	if k.unsigned() {
		return k - kU8 + kI8
	}
	return k
}

// asUnsigned returns the carrier of the same width without a sign.
func (k kind) asUnsigned() kind {
	if k >= kI8 && k <= kI64 {
		return k - kI8 + kU8
	}
	return k
}

// asSelf returns the carrier, where another function would return another.
func (k kind) asSelf() kind { return k }

// withSign returns the carrier of the same width with a sign or without.
func (k kind) withSign(signed bool) kind {
	if signed {
		return k.asSigned()
	}
	return k.asUnsigned()
}

// kindNamed returns the carrier of a Go type, kNone for others.
func kindNamed(s string) kind {
	for k := kBool; k <= kF64; k++ {
		if kindNames[k] == s {
			return k
		}
	}
	return kNone
}
