package lanes

// Integers as floats, rounded to nearest where they have too many bits: what Go's
// conversions are in fpops.

func f32FromI32(a I32) F32 { return a.ConvertToFloat32() }
func f32FromU32(a U32) F32 { return CvtRnF32U32(a) }
func f64FromI32(a I32) F64 { return CvtRnF64S32(a) }
func f64FromU32(a U32) F64 { return CvtRnF64U32(a) }

func f64FromI64(a I64) F64 {
	return F64{
		f64From4(a.Lo.Xor(sign64.i()).AsU64h(), three84s.f()),
		f64From4(a.Hi.Xor(sign64.i()).AsU64h(), three84s.f()),
	}
}

func f64FromU64(a U64) F64 { return F64{f64From4(a.Lo, two84.f()), f64From4(a.Hi, two84.f())} }

var (
	exp84    = all64(0x453 << 52)        // 2^84: its last bit is 2^32
	two84    = all64(0x4530000000100000) // 2^84 + 2^52
	three84s = all64(0x4530000080100000) // 2^84 + 2^63 + 2^52
	low32x4  = all64(1<<32 - 1)
	shift32  = all64(32)
)

// f64From4 is v less k, but for 2^84 + 2^52: the halves become numbers exactly, and their
// sum is rounded.
func f64From4(v U64h, k F64h) F64h {
	hi := v.ShiftRight(shift32.u()).Or(exp84.u()).AsF64h()
	lo := v.And(low32x4.u()).Or(two52.u()).AsF64h()
	return hi.Sub(k).Add(lo)
}

var (
	shift53 = all64(53)
	shift54 = all64(54)
	low11   = all64(1<<11 - 1)
	bound53 = all64(1 << 53)
)

// oddU64 returns v as f64, exact or rounded to odd with 43 bits or more.
func oddU64(v U64) F64 {
	return f64FromU64(U64{oddU4(v.Lo, v.Lo, shift53.u()), oddU4(v.Hi, v.Hi, shift53.u())})
}

// oddS64 is oddU64 for signed integers.
func oddS64(v I64) F64 {
	lo, hi := v.Lo.AsU64h(), v.Hi.AsU64h()
	lo, hi = oddU4(lo, lo.Add(bound53.u()), shift54.u()), oddU4(hi, hi.Add(bound53.u()), shift54.u())
	return f64FromI64(I64{lo.AsI64h(), hi.AsI64h()})
}

// oddU4 rounds v to odd, to a multiple of 2^11, where size >> n is not zero.
func oddU4(v, size, n U64h) U64h {
	k := low11.u()
	odd := v.Or(v.And(k).Add(k)).AndNot(k)
	return v.Merge(odd, size.ShiftRight(n).Equal(U64h{}))
}
