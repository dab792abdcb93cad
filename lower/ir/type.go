package ir

// Type is the type of a Value.
type Type uint8

// The types. The packed pairs are 32 bits that fpops and intops take apart.
const (
	Void Type = iota
	I1
	I8
	I16
	I32
	I64
	I128
	F16
	BF16
	F32
	F64
	F16x2
	BF16x2
	Tuple // several results, see Value.Results
	numTypes
)

var typeNames = [numTypes]string{
	"void", "i1", "i8", "i16", "i32", "i64", "i128", "f16", "bf16", "f32", "f64", "f16x2", "bf16x2", "tuple",
}

var typeBits = [numTypes]int{0, 1, 8, 16, 32, 64, 128, 16, 16, 32, 64, 32, 32, 0}

func (t Type) String() string { return typeNames[t] }

// Bits returns the width of a value of the type; 0 for Void and Tuple.
func (t Type) Bits() int { return typeBits[t] }

// Bytes returns the width in memory; an I1 takes one byte.
func (t Type) Bytes() int { return (typeBits[t] + 7) / 8 }

// IsInt reports whether the type is an integer, I1 included.
func (t Type) IsInt() bool { return t >= I1 && t <= I128 }

// IsFloat reports whether the type is a scalar floating-point type.
func (t Type) IsFloat() bool { return t >= F16 && t <= F64 }

// IntOfBits returns the integer type of a width.
func IntOfBits(n int) Type {
	switch n {
	case 1:
		return I1
	case 8:
		return I8
	case 16:
		return I16
	case 32:
		return I32
	case 64:
		return I64
	case 128:
		return I128
	}
	panic("ir: no integer type of that width")
}
