package lanes

// Division of integers goes through f64, which has all numbers of 32 bits. A quotient
// that is no integer is further from the next one than f64 rounds, so that cutting the
// rounded quotient off gives that of the integers. x/0 and x%0 are all ones, as in
// intops.

// magic52 is 2^52 + 2^51: a sum with it has an integer in its low bits.
var magic52 = all64(0x4338000000000000)

// quotient returns x/y without its fraction, for |x/y| <= 2^32, modulo 2^32.
func quotient(x, y F64) U32 {
	return U32FromU64(U64{
		truncF64h(x.Lo.Div(y.Lo)).Add(magic52.f()).AsU64h(),
		truncF64h(x.Hi.Div(y.Hi)).Add(magic52.f()).AsU64h(),
	})
}

// DivU32 is div.u32; x/0 is 0xffffffff.
func DivU32(a, b U32) U32 {
	q := quotient(f64FromU32(a), f64FromU32(b))
	return q.Or(b.Equal(U32{}).ToI32().AsU32())
}

// DivS32 is div.s32; x/0 is -1.
func DivS32(a, b I32) I32 {
	q := quotient(f64FromI32(a), f64FromI32(b)).AsI32()
	return q.Or(b.Equal(I32{}).ToI32())
}

// RemU32 is rem.u32; x%0 is 0xffffffff.
func RemU32(a, b U32) U32 {
	q := quotient(f64FromU32(a), f64FromU32(b))
	return a.Sub(q.Mul(b)).Or(b.Equal(U32{}).ToI32().AsU32())
}

// RemS32 is rem.s32; x%0 is -1.
func RemS32(a, b I32) I32 {
	q := quotient(f64FromI32(a), f64FromI32(b)).AsI32()
	return a.Sub(q.Mul(b)).Or(b.Equal(I32{}).ToI32())
}

// short is quotient for numbers of 16 bits, for which f32 is enough.
func short(x, y I32) I32 {
	return x.ConvertToFloat32().Div(y.ConvertToFloat32()).ConvertToInt32()
}

// DivU16 is div.u16; x/0 is 0xffff.
func DivU16(a, b U32) U32 { return U16(divS16(a.AsI32(), b.AsI32()).AsU32()) }

// DivS16 is div.s16; x/0 is -1.
func DivS16(a, b I32) I32 { return S16(divS16(a, b)) }

// RemU16 is rem.u16; x%0 is 0xffff.
func RemU16(a, b U32) U32 { return U16(remS16(a.AsI32(), b.AsI32()).AsU32()) }

// RemS16 is rem.s16; x%0 is -1.
func RemS16(a, b I32) I32 { return remS16(a, b) }

func divS16(a, b I32) I32 { return short(a, b).Or(b.Equal(I32{}).ToI32()) }

func remS16(a, b I32) I32 {
	return a.Sub(short(a, b).Mul(b)).Or(b.Equal(I32{}).ToI32())
}
