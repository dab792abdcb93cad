package isa

import "fmt"

// class says what kind of value a type holds.
type class uint8

const (
	classNone class = iota
	classPred
	classBits
	classUnsigned
	classSigned
	classFloat
	classOpaque
)

// typeInfo describes one type. bits is the size of the register or memory cell
// that holds it, so a pair of 6-bit floats, each padded to a byte, has 16.
type typeInfo struct {
	name  string
	bits  int
	class class
	lanes int // elements of a packed type, else 1
	alt   bool
}

var typeTable = [numTypes]typeInfo{
	TypeNone:   {"", 0, classNone, 0, false},
	Pred:       {"pred", 1, classPred, 1, false},
	B8:         {"b8", 8, classBits, 1, false},
	B16:        {"b16", 16, classBits, 1, false},
	B32:        {"b32", 32, classBits, 1, false},
	B64:        {"b64", 64, classBits, 1, false},
	B128:       {"b128", 128, classBits, 1, false},
	U8:         {"u8", 8, classUnsigned, 1, false},
	U16:        {"u16", 16, classUnsigned, 1, false},
	U32:        {"u32", 32, classUnsigned, 1, false},
	U64:        {"u64", 64, classUnsigned, 1, false},
	S8:         {"s8", 8, classSigned, 1, false},
	S16:        {"s16", 16, classSigned, 1, false},
	S32:        {"s32", 32, classSigned, 1, false},
	S64:        {"s64", 64, classSigned, 1, false},
	F16:        {"f16", 16, classFloat, 1, false},
	F16x2:      {"f16x2", 32, classFloat, 2, false},
	BF16:       {"bf16", 16, classFloat, 1, true},
	BF16x2:     {"bf16x2", 32, classFloat, 2, true},
	TF32:       {"tf32", 32, classFloat, 1, true},
	F32:        {"f32", 32, classFloat, 1, false},
	F32x2:      {"f32x2", 64, classFloat, 2, true},
	F64:        {"f64", 64, classFloat, 1, false},
	U16x2:      {"u16x2", 32, classUnsigned, 2, true},
	S16x2:      {"s16x2", 32, classSigned, 2, true},
	U8x4:       {"u8x4", 32, classUnsigned, 4, true},
	S8x4:       {"s8x4", 32, classSigned, 4, true},
	E4M3x2:     {"e4m3x2", 16, classFloat, 2, true},
	E5M2x2:     {"e5m2x2", 16, classFloat, 2, true},
	TexRef:     {"texref", 64, classOpaque, 1, false},
	SamplerRef: {"samplerref", 64, classOpaque, 1, false},
	SurfRef:    {"surfref", 64, classOpaque, 1, false},
	B1:         {"b1", 1, classBits, 1, true},
	B2:         {"b2", 2, classBits, 1, true},
	B4:         {"b4", 4, classBits, 1, true},
	U2:         {"u2", 2, classUnsigned, 1, true},
	U4:         {"u4", 4, classUnsigned, 1, true},
	S2:         {"s2", 2, classSigned, 1, true},
	S4:         {"s4", 4, classSigned, 1, true},
	E4M3:       {"e4m3", 8, classFloat, 1, true},
	E5M2:       {"e5m2", 8, classFloat, 1, true},
	E2M1:       {"e2m1", 4, classFloat, 1, true},
	E2M3:       {"e2m3", 6, classFloat, 1, true},
	E3M2:       {"e3m2", 6, classFloat, 1, true},
	UE8M0:      {"ue8m0", 8, classFloat, 1, true},
	UE4M3:      {"ue4m3", 8, classFloat, 1, true},
	E2M1x2:     {"e2m1x2", 8, classFloat, 2, true},
	E2M3x2:     {"e2m3x2", 16, classFloat, 2, true},
	E3M2x2:     {"e3m2x2", 16, classFloat, 2, true},
	UE8M0x2:    {"ue8m0x2", 16, classFloat, 2, true},
	UE5M3x2:    {"ue5m3x2", 16, classFloat, 2, true},
	S2F6x2:     {"s2f6x2", 16, classFloat, 2, true},
	E4M3x4:     {"e4m3x4", 32, classFloat, 4, true},
	E5M2x4:     {"e5m2x4", 32, classFloat, 4, true},
	E2M3x4:     {"e2m3x4", 32, classFloat, 4, true},
	E3M2x4:     {"e3m2x4", 32, classFloat, 4, true},
	E2M1x4:     {"e2m1x4", 16, classFloat, 4, true},
	E2M1P4x4:   {"e2m1p4x4", 32, classFloat, 4, true},
	UE8M0x4:    {"ue8m0x4", 32, classFloat, 4, true},
}

var typeByName = func() map[string]Type {
	m := make(map[string]Type, numTypes)
	for t := TypeNone + 1; t < numTypes; t++ {
		m[typeTable[t].name] = t
	}
	return m
}()

// ParseType returns the type of that name, written without a dot ("f32"), or
// false.
func ParseType(s string) (Type, bool) {
	t, ok := typeByName[s]
	return t, ok
}

// String returns the type's name without a dot, "" for TypeNone.
func (t Type) String() string {
	if t >= numTypes {
		return fmt.Sprintf("Type(%d)", uint8(t))
	}
	return typeTable[t].name
}

// Bits returns the size in bits of the register or memory cell that holds a
// value of the type: 1 for a predicate, 0 for TypeNone.
func (t Type) Bits() int { return typeTable[t].bits }

// Bytes returns the size in memory; 0 for a type that has none (predicates,
// sub-byte formats).
func (t Type) Bytes() int { return typeTable[t].bits / 8 }

// Lanes returns the number of elements of a packed type, 1 for a scalar.
func (t Type) Lanes() int { return typeTable[t].lanes }

// IsSigned reports whether the type is a signed integer, packed ones included.
func (t Type) IsSigned() bool { return typeTable[t].class == classSigned }

// IsUnsigned reports whether the type is an unsigned integer, packed ones
// included.
func (t Type) IsUnsigned() bool { return typeTable[t].class == classUnsigned }

// IsInt reports whether the type is an integer with a signedness.
func (t Type) IsInt() bool { return t.IsSigned() || t.IsUnsigned() }

// IsFloat reports whether the type is a floating-point format, alternate and
// packed ones included.
func (t Type) IsFloat() bool { return typeTable[t].class == classFloat }

// IsBits reports whether the type is untyped bits.
func (t Type) IsBits() bool { return typeTable[t].class == classBits }

// IsPacked reports whether a value holds several elements.
func (t Type) IsPacked() bool { return typeTable[t].lanes > 1 }

// IsOpaque reports whether the type is a texture, sampler or surface handle.
func (t Type) IsOpaque() bool { return typeTable[t].class == classOpaque }

// IsAlternate reports whether the type occurs only in instructions, never in a
// declaration (section 5.2.3 to 5.2.5).
func (t Type) IsAlternate() bool { return typeTable[t].alt }

// BitsType returns the bit-size type of n bits, or TypeNone where there is none.
func BitsType(n int) Type {
	switch n {
	case 8:
		return B8
	case 16:
		return B16
	case 32:
		return B32
	case 64:
		return B64
	case 128:
		return B128
	}
	return TypeNone
}

// Widened returns the type of the same kind with twice the bits (s16 -> s32),
// or TypeNone where there is none.
func (t Type) Widened() Type {
	switch t {
	case U8:
		return U16
	case U16:
		return U32
	case U32:
		return U64
	case S8:
		return S16
	case S16:
		return S32
	case S32:
		return S64
	case B8:
		return B16
	case B16:
		return B32
	case B32:
		return B64
	case B64:
		return B128
	}
	return TypeNone
}
