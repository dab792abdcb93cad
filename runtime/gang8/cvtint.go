//go:build goexperiment.simd && amd64

package gang8

// Conversions between f32 and 32-bit integers: fpops/cvtint.go.

var (
	int31  = all(0x4f000000) // 2^31
	int32x = all(0x4f800000) // 2^32
)

// CvtRziS32F32 is fpops.CvtRziS32F32 of each lane. The processor gives -2^31 where the
// result has no place, and for a NaN.
func CvtRziS32F32(a F32) I32 {
	over := a.GreaterEqual(int31.f()).ToInt32x8()
	return a.ConvertToInt32().Xor(over).And(a.Equal(a).ToInt32x8())
}

// CvtRniS32F32 is fpops.CvtRniS32F32 of each lane.
func CvtRniS32F32(a F32) I32 { return CvtRziS32F32(a.RoundToEven()) }

// CvtRmiS32F32 is fpops.CvtRmiS32F32 of each lane.
func CvtRmiS32F32(a F32) I32 { return CvtRziS32F32(a.Floor()) }

// CvtRpiS32F32 is fpops.CvtRpiS32F32 of each lane.
func CvtRpiS32F32(a F32) I32 { return CvtRziS32F32(a.Ceil()) }

// CvtRziU32F32 is fpops.CvtRziU32F32 of each lane.
func CvtRziU32F32(a F32) U32 {
	var zero F32
	top := a.GreaterEqual(int31.f()).ToInt32x8()
	over := a.GreaterEqual(int32x.f()).ToInt32x8()
	low := a.Sub(int31.i().And(top).AsFloat32x8()).ConvertToInt32()
	u := low.Xor(top.ShiftAllLeft(31)).Or(over)
	return u.And(a.GreaterEqual(zero).ToInt32x8()).AsUint32x8()
}

// CvtRniU32F32 is fpops.CvtRniU32F32 of each lane.
func CvtRniU32F32(a F32) U32 { return CvtRziU32F32(a.RoundToEven()) }

// CvtRmiU32F32 is fpops.CvtRmiU32F32 of each lane.
func CvtRmiU32F32(a F32) U32 { return CvtRziU32F32(a.Floor()) }

// CvtRpiU32F32 is fpops.CvtRpiU32F32 of each lane.
func CvtRpiU32F32(a F32) U32 { return CvtRziU32F32(a.Ceil()) }

// CvtRnF32S32 is fpops.CvtRnF32S32 of each lane.
func CvtRnF32S32(a I32) F32 { return a.ConvertToFloat32() }

var (
	low16   = all(0xffff)
	sixteen = all(16)
	exp23   = all(0x4b000000) // 2^23
	exp39   = all(0x53000000) // 2^39
	both    = all(0x53000080) // 2^39 + 2^23
)

// CvtRnF32U32 is fpops.CvtRnF32U32 of each lane. The halves become numbers exactly, and
// their sum is rounded.
func CvtRnF32U32(a U32) F32 {
	lo := a.And(low16.u()).Or(exp23.u()).AsFloat32x8()
	hi := a.ShiftRight(sixteen.u()).Or(exp39.u()).AsFloat32x8()
	return hi.Sub(both.f()).Add(lo)
}
