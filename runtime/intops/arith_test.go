package intops

import (
	"math"
	"math/big"
	"testing"
)

func TestMul24(t *testing.T) {
	ws := words32(120)
	field := func(x uint32, signed bool) *big.Int {
		if x &= 0xffffff; signed && x>>23 == 1 {
			return bigS(int64(x) - 1<<24)
		}
		return bigU(uint64(x))
	}
	for i, a := range ws {
		for j, b := range ws {
			c := ws[(i*7+j*13)%len(ws)]
			pu := mul(field(a, false), field(b, false))
			ps := mul(field(a, true), field(b, true))
			sa, sb, sc := int32(a), int32(b), int32(c)
			check(t, uint64(Mul24LoU32(a, b)), wrap(pu, 32), "Mul24LoU32", a, b)
			check(t, uint64(uint32(Mul24LoS32(sa, sb))), wrap(ps, 32), "Mul24LoS32", sa, sb)
			check(t, uint64(Mul24HiU32(a, b)), wrap(shr(pu, 16), 32), "Mul24HiU32", a, b)
			check(t, uint64(uint32(Mul24HiS32(sa, sb))), wrap(shr(ps, 16), 32), "Mul24HiS32", sa, sb)
			check(t, uint64(Mad24LoU32(a, b, c)), wrap(add(pu, bigU(uint64(c))), 32), "Mad24LoU32", a, b, c)
			check(t, uint64(uint32(Mad24LoS32(sa, sb, sc))), wrap(add(ps, bigS(int64(sc))), 32), "Mad24LoS32", sa, sb, sc)
			check(t, uint64(Mad24HiU32(a, b, c)), wrap(add(shr(pu, 16), bigU(uint64(c))), 32), "Mad24HiU32", a, b, c)
			check(t, uint64(uint32(Mad24HiS32(sa, sb, sc))), wrap(add(shr(ps, 16), bigS(int64(sc))), 32), "Mad24HiS32", sa, sb, sc)
			// mul24.hi is a 32-bit number before it is added.
			hi := bigS(int64(int32(wrap(shr(ps, 16), 32))))
			want := clamp(add(hi, bigS(int64(sc))), math.MinInt32, math.MaxInt32)
			check(t, uint64(uint32(Mad24HiSatS32(sa, sb, sc))), wrap(want, 32), "Mad24HiSatS32", sa, sb, sc)
		}
	}
}

func TestMulHi(t *testing.T) {
	ws := words64(250)
	for i, a := range ws {
		for j, b := range ws {
			sa, sb := int64(a), int64(b)
			check(t, MulHiU64(a, b), wrap(shr(mul(bigU(a), bigU(b)), 64), 64), "MulHiU64", a, b)
			check(t, uint64(MulHiS64(sa, sb)), wrap(shr(mul(bigS(sa), bigS(sb)), 64), 64), "MulHiS64", sa, sb)
			u, v := uint32(a), uint32(b)
			p := mul(bigS(int64(int32(u))), bigS(int64(int32(v))))
			check(t, uint64(MulHiU32(u, v)), wrap(shr(mul(bigU(uint64(u)), bigU(uint64(v))), 32), 32), "MulHiU32", u, v)
			check(t, uint64(uint32(MulHiS32(int32(u), int32(v)))), wrap(shr(p, 32), 32), "MulHiS32", u, v)
			c := int32(ws[(i*31+j*17)%len(ws)])
			want := clamp(add(shr(p, 32), bigS(int64(c))), math.MinInt32, math.MaxInt32)
			check(t, uint64(uint32(MadHiSatS32(int32(u), int32(v), c))), wrap(want, 32), "MadHiSatS32", u, v, c)
		}
	}
	for a := 0; a < 1<<16; a += 97 {
		for b := 0; b < 1<<16; b += 61 {
			check(t, uint64(MulHiU16(uint16(a), uint16(b))), uint64(a)*uint64(b)>>16, "MulHiU16", a, b)
			p := int(int16(a)) * int(int16(b))
			check(t, uint64(uint16(MulHiS16(int16(a), int16(b)))), uint64(uint16(p>>16)), "MulHiS16", a, b)
		}
	}
}

func TestClmad(t *testing.T) {
	ws := words64(90)
	for _, a := range ws {
		for _, b := range ws {
			p := new(big.Int)
			for i := range 64 {
				if b>>i&1 == 1 {
					p.Xor(p, new(big.Int).Lsh(bigU(a), uint(i)))
				}
			}
			c := a*0x9e3779b97f4a7c15 ^ b
			check(t, ClmadLoU64(a, b, c), wrap(p, 64)^c, "ClmadLoU64", a, b, c)
			check(t, ClmadHiU64(a, b, c), wrap(shr(p, 64), 64)^c, "ClmadHiU64", a, b, c)
		}
	}
}

func TestSat32(t *testing.T) {
	for _, a := range words32(400) {
		for _, b := range words32(400) {
			sa, sb := int32(a), int32(b)
			x, y := bigS(int64(sa)), bigS(int64(sb))
			check(t, uint64(uint32(AddSatS32(sa, sb))), wrap(clamp(add(x, y), math.MinInt32, math.MaxInt32), 32), "AddSatS32", sa, sb)
			check(t, uint64(uint32(SubSatS32(sa, sb))), wrap(clamp(sub(x, y), math.MinInt32, math.MaxInt32), 32), "SubSatS32", sa, sb)
			check(t, uint64(AddSatU32(a, b)), wrap(clamp(add(bigU(uint64(a)), bigU(uint64(b))), 0, math.MaxUint32), 32), "AddSatU32", a, b)
			lesser, greater := sa, sb
			if sb < sa {
				lesser, greater = sb, sa
			}
			check(t, uint64(uint32(MinReluS32(sa, sb))), wrap(clamp(bigS(int64(lesser)), 0, math.MaxInt32), 32), "MinReluS32", sa, sb)
			check(t, uint64(uint32(MaxReluS32(sa, sb))), wrap(clamp(bigS(int64(greater)), 0, math.MaxInt32), 32), "MaxReluS32", sa, sb)
		}
	}
}

func TestSad(t *testing.T) {
	dist := func(x, y *big.Int) *big.Int { return new(big.Int).Abs(sub(x, y)) }
	ws := words64(200)
	for i, a := range ws {
		for j, b := range ws {
			c := ws[(i*5+j*11)%len(ws)]
			check(t, SadU64(a, b, c), wrap(add(dist(bigU(a), bigU(b)), bigU(c)), 64), "SadU64", a, b, c)
			check(t, uint64(SadS64(int64(a), int64(b), int64(c))), wrap(add(dist(bigS(int64(a)), bigS(int64(b))), bigU(c)), 64), "SadS64", a, b, c)
			u, v, w := uint32(a), uint32(b), uint32(c)
			check(t, uint64(SadU32(u, v, w)), wrap(add(dist(bigU(uint64(u)), bigU(uint64(v))), bigU(c)), 32), "SadU32", u, v, w)
			check(t, uint64(uint32(SadS32(int32(u), int32(v), int32(w)))), wrap(add(dist(bigS(int64(int32(u))), bigS(int64(int32(v)))), bigU(c)), 32), "SadS32", u, v, w)
			x, y, z := uint16(a), uint16(b), uint16(c)
			check(t, uint64(SadU16(x, y, z)), wrap(add(dist(bigU(uint64(x)), bigU(uint64(y))), bigU(c)), 16), "SadU16", x, y, z)
			check(t, uint64(uint16(SadS16(int16(x), int16(y), int16(z)))), wrap(add(dist(bigS(int64(int16(x))), bigS(int64(int16(y)))), bigU(c)), 16), "SadS16", x, y, z)
		}
	}
}

func TestDiv(t *testing.T) {
	// Quo and Rem truncate, as PTX does.
	ones := big.NewInt(-1)
	quo := func(a, b *big.Int) *big.Int {
		if b.Sign() == 0 {
			return ones
		}
		return new(big.Int).Quo(a, b)
	}
	rem := func(a, b *big.Int) *big.Int {
		if b.Sign() == 0 {
			return ones
		}
		return new(big.Int).Rem(a, b)
	}
	for _, a := range words64(250) {
		for _, b := range words64(250) {
			sa, sb := bigS(int64(a)), bigS(int64(b))
			check(t, DivU64(a, b), wrap(quo(bigU(a), bigU(b)), 64), "DivU64", a, b)
			check(t, RemU64(a, b), wrap(rem(bigU(a), bigU(b)), 64), "RemU64", a, b)
			check(t, uint64(DivS64(int64(a), int64(b))), wrap(quo(sa, sb), 64), "DivS64", a, b)
			check(t, uint64(RemS64(int64(a), int64(b))), wrap(rem(sa, sb), 64), "RemS64", a, b)
			u, v := uint32(a), uint32(b)
			su, sv := bigS(int64(int32(u))), bigS(int64(int32(v)))
			check(t, uint64(DivU32(u, v)), wrap(quo(bigU(uint64(u)), bigU(uint64(v))), 32), "DivU32", u, v)
			check(t, uint64(RemU32(u, v)), wrap(rem(bigU(uint64(u)), bigU(uint64(v))), 32), "RemU32", u, v)
			check(t, uint64(uint32(DivS32(int32(u), int32(v)))), wrap(quo(su, sv), 32), "DivS32", u, v)
			check(t, uint64(uint32(RemS32(int32(u), int32(v)))), wrap(rem(su, sv), 32), "RemS32", u, v)
			x, y := uint16(a), uint16(b)
			sx, sy := bigS(int64(int16(x))), bigS(int64(int16(y)))
			check(t, uint64(DivU16(x, y)), wrap(quo(bigU(uint64(x)), bigU(uint64(y))), 16), "DivU16", x, y)
			check(t, uint64(RemU16(x, y)), wrap(rem(bigU(uint64(x)), bigU(uint64(y))), 16), "RemU16", x, y)
			check(t, uint64(uint16(DivS16(int16(x), int16(y)))), wrap(quo(sx, sy), 16), "DivS16", x, y)
			check(t, uint64(uint16(RemS16(int16(x), int16(y)))), wrap(rem(sx, sy), 16), "RemS16", x, y)
		}
	}
}
