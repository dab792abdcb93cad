package isa

// Type is a PTX type (sections 5.2 and 9.7 of the manual): fundamental,
// packed, or one of the alternate formats that occur only as instruction
// types.
type Type uint8

// The types. Bit-size types carry bits without a meaning.
const (
	TypeNone Type = iota
	Pred
	B8
	B16
	B32
	B64
	B128
	U8
	U16
	U32
	U64
	S8
	S16
	S32
	S64
	F16
	F16x2
	BF16
	BF16x2
	TF32
	F32
	F32x2
	F64
	U16x2
	S16x2
	U8x4
	S8x4
	E4M3x2
	E5M2x2
	TexRef
	SamplerRef
	SurfRef

	// Formats that occur only in conversions, matrix operations and packed
	// arithmetic on the newest targets. None can be a register's type.
	B1
	B2
	B4
	U2
	U4
	S2
	S4
	E4M3
	E5M2
	E2M1
	E2M3
	E3M2
	UE8M0
	UE4M3
	E2M1x2
	E2M3x2
	E3M2x2
	UE8M0x2
	UE5M3x2
	S2F6x2
	E4M3x4
	E5M2x4
	E2M3x4
	E3M2x4
	E2M1x4
	E2M1P4x4
	UE8M0x4

	numTypes
)

// Space is a state space, or a window named in an instruction.
type Space uint8

// The state spaces (section 5.1).
const (
	SpaceNone Space = iota // generic
	SpaceReg
	SpaceSReg
	SpaceConst
	SpaceGlobal
	SpaceLocal
	SpaceParam
	SpaceShared
	SpaceTex
	SpaceSurf
)

// Version is a PTX ISA version.
type Version struct{ Major, Minor int }

// Less reports whether v came before w.
func (v Version) Less(w Version) bool {
	return v.Major < w.Major || v.Major == w.Major && v.Minor < w.Minor
}
