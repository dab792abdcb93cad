package lanes

// Conversions between f32 and 32-bit integers: fpops/cvtint.go.

var (
	int31  = all(0x4f000000) // 2^31
	int32x = all(0x4f800000) // 2^32
)

// CvtRziS32F32 is fpops.CvtRziS32F32 of each lane. The processor gives -2^31 where the
// result has no place, and for a NaN.
func CvtRziS32F32(a F32) I32 {
	over := a.GreaterEqual(int31.f()).ToI32()
	return a.ConvertToInt32().Xor(over).And(a.Equal(a).ToI32())
}

// CvtRniS32F32 is fpops.CvtRniS32F32 of each lane.
func CvtRniS32F32(a F32) I32 { return CvtRziS32F32(roundF32(a)) }

// CvtRmiS32F32 is fpops.CvtRmiS32F32 of each lane.
func CvtRmiS32F32(a F32) I32 { return CvtRziS32F32(floorF32(a)) }

// CvtRpiS32F32 is fpops.CvtRpiS32F32 of each lane.
func CvtRpiS32F32(a F32) I32 { return CvtRziS32F32(ceilF32(a)) }

// CvtRziU32F32 is fpops.CvtRziU32F32 of each lane.
func CvtRziU32F32(a F32) U32 {
	var zero F32
	top := a.GreaterEqual(int31.f()).ToI32()
	over := a.GreaterEqual(int32x.f()).ToI32()
	low := a.Sub(int31.i().And(top).AsF32()).ConvertToInt32()
	u := low.Xor(top.ShiftAllLeft(31)).Or(over)
	return u.And(a.GreaterEqual(zero).ToI32()).AsU32()
}

// CvtRniU32F32 is fpops.CvtRniU32F32 of each lane.
func CvtRniU32F32(a F32) U32 { return CvtRziU32F32(roundF32(a)) }

// CvtRmiU32F32 is fpops.CvtRmiU32F32 of each lane.
func CvtRmiU32F32(a F32) U32 { return CvtRziU32F32(floorF32(a)) }

// CvtRpiU32F32 is fpops.CvtRpiU32F32 of each lane.
func CvtRpiU32F32(a F32) U32 { return CvtRziU32F32(ceilF32(a)) }

// CvtRnF32S32 is fpops.CvtRnF32S32 of each lane.
func CvtRnF32S32(a I32) F32 { return a.ConvertToFloat32() }

var (
	sixteen = all(16)
	exp23   = all(0x4b000000) // 2^23
	exp39   = all(0x53000000) // 2^39
	both    = all(0x53000080) // 2^39 + 2^23
)

// CvtRnF32U32 is fpops.CvtRnF32U32 of each lane. The halves become numbers exactly, and
// their sum is rounded.
func CvtRnF32U32(a U32) F32 {
	lo := a.And(low16.u()).Or(exp23.u()).AsF32()
	hi := a.ShiftRight(sixteen.u()).Or(exp39.u()).AsF32()
	return hi.Sub(both.f()).Add(lo)
}

// What an f32 gives of an integer type, rounded towards zero: the numbers have the names of
// fpops, with that of their operand.

func clampS32F32(a F32) I32 { return CvtRziS32F32(a) }
func clampU32F32(a F32) U32 { return CvtRziU32F32(a) }

func clampS8F32(a F32) I32  { return CvtRziS32F32(a).Max(leastS8.i()).Min(mostS8.i()) }
func clampS16F32(a F32) I32 { return CvtRziS32F32(a).Max(leastS16.i()).Min(mostS16.i()) }
func clampU8F32(a F32) U32  { return CvtRziS32F32(a).Max(I32{}).Min(mostU8.i()).AsU32() }
func clampU16F32(a F32) U32 { return CvtRziS32F32(a).Max(I32{}).Min(low16.i()).AsU32() }

var (
	leastS8  = all(0xffffff80)
	mostS8   = all(0x7f)
	leastS16 = all(0xffff8000)
	mostS16  = all(0x7fff)
	mostU8   = all(0xff)
	topU8    = all(1 << 7)
	topU16   = all(1 << 15)
)

var (
	bias150 = all(150)
	int63   = all(0x5f000000) // 2^63
	int64x  = all(0x5f800000) // 2^64
	leastS  = all64(1 << 63)
	mostS   = all64(1<<63 - 1)
	mostU   = all64(1<<64 - 1)
)

// integer64 is the magnitude of a, below 2^64, rounded towards zero.
func integer64(mag I32) U64 {
	f := mag.And(frac32.i()).Or(lead23.i()).AsU32()
	n := exponent(mag).Sub(bias150.i())
	// A shift by a count that is negative, or too large, gives zero.
	count := U64FromU32(n.AsU32())
	low := U64FromU32(f.ShiftRight(I32{}.Sub(n).AsU32()))
	v := U64FromU32(f)
	return U64{v.Lo.ShiftLeft(count.Lo).Or(low.Lo), v.Hi.ShiftLeft(count.Hi).Or(low.Hi)}
}

func clampS64F32(a F32) I64 {
	mag := a.AsI32().And(mag32.i())
	s := SignI64(I64FromI32(a.AsI32()))
	v := I64FromU64(integer64(mag)).Xor(s).Sub(s)
	end := MergeI64(I64{mostS.i(), mostS.i()}, I64{leastS.i(), leastS.i()}, a.Greater(F32{}))
	return MergeI64(v, end, mag.Less(int63.i()))
}

func clampU64F32(a F32) U64 {
	mag := a.AsI32().And(mag32.i())
	v := MergeU64(integer64(mag), U64{mostU.u(), mostU.u()}, mag.Less(int64x.i()))
	v = MergeU64(v, U64{}, a.Greater(F32{}))
	return MergeU64(v, U64{leastS.u(), leastS.u()}, a.Equal(a))
}
