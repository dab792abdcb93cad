package intops

import "testing"

// The models in this file work on one bit at a time, as the manual writes them.

func bit(x uint64, i int) uint64 { return x >> i & 1 }

func modelBfind(x uint64, n int, signed, shiftamt bool) uint64 {
	if signed && bit(x, n-1) == 1 {
		x = ^x
	}
	for i := n - 1; i >= 0; i-- {
		if bit(x, i) == 1 {
			if shiftamt {
				return uint64(n - 1 - i)
			}
			return uint64(i)
		}
	}
	return 0xffffffff
}

func modelBfe(a uint64, b, c uint32, n int, signed bool) uint64 {
	pos, length := int(b&0xff), int(c&0xff)
	if n == 64 { // whole numbers
		pos, length = int(b), int(c)
	}
	var sbit, d uint64
	if signed && length != 0 {
		sbit = bit(a, min(pos+length-1, n-1))
	}
	for i := range n {
		if i < length && pos+i <= n-1 {
			d |= bit(a, pos+i) << i
		} else {
			d |= sbit << i
		}
	}
	return d
}

func modelBfi(a, b uint64, c, d uint32, n int) uint64 {
	pos, length := int(c&0xff), int(d&0xff)
	if n == 64 { // whole numbers
		pos, length = int(c), min(int(d), n)
	}
	f := b
	for i := 0; i < length && pos+i <= n-1; i++ {
		f = f&^(1<<(pos+i)) | bit(a, i)<<(pos+i)
	}
	return f
}

func modelFns(mask, base uint32, offset int32) uint64 {
	if offset == -1<<31 {
		return 0
	}
	pos, count, step := int64(base), int64(offset), int64(1)
	if offset < 0 {
		count, step = -count, -1
	}
	if offset == 0 {
		if pos < 32 && bit(uint64(mask), int(pos)) == 1 {
			return uint64(pos)
		}
		return 0xffffffff
	}
	for ; pos >= 0 && pos < 32; pos += step {
		if bit(uint64(mask), int(pos)) == 1 {
			if count--; count == 0 {
				return uint64(pos)
			}
		}
	}
	return 0xffffffff
}

func TestCounting(t *testing.T) {
	for _, a := range words64(3000) {
		var ones, rev uint64
		for i := range 64 {
			ones += bit(a, i)
			rev |= bit(a, i) << (63 - i)
		}
		check(t, uint64(PopcB64(a)), ones, "PopcB64", a)
		check(t, BrevB64(a), rev, "BrevB64", a)
		lz := modelBfind(a, 64, false, true)
		if a == 0 {
			lz = 64
		}
		check(t, uint64(ClzB64(a)), lz, "ClzB64", a)
		check(t, uint64(BfindU64(a)), modelBfind(a, 64, false, false), "BfindU64", a)
		check(t, uint64(BfindS64(int64(a))), modelBfind(a, 64, true, false), "BfindS64", a)
		check(t, uint64(BfindShiftamtU64(a)), modelBfind(a, 64, false, true), "BfindShiftamtU64", a)
		check(t, uint64(BfindShiftamtS64(int64(a))), modelBfind(a, 64, true, true), "BfindShiftamtS64", a)
		u := uint32(a)
		w := uint64(u)
		ones, rev = 0, 0
		for i := range 32 {
			ones += bit(w, i)
			rev |= bit(w, i) << (31 - i)
		}
		check(t, uint64(PopcB32(u)), ones, "PopcB32", u)
		check(t, uint64(BrevB32(u)), rev, "BrevB32", u)
		lz = modelBfind(w, 32, false, true)
		if u == 0 {
			lz = 32
		}
		check(t, uint64(ClzB32(u)), lz, "ClzB32", u)
		check(t, uint64(BfindU32(u)), modelBfind(w, 32, false, false), "BfindU32", u)
		check(t, uint64(BfindS32(int32(u))), modelBfind(w, 32, true, false), "BfindS32", u)
		check(t, uint64(BfindShiftamtU32(u)), modelBfind(w, 32, false, true), "BfindShiftamtU32", u)
		check(t, uint64(BfindShiftamtS32(int32(u))), modelBfind(w, 32, true, true), "BfindShiftamtS32", u)
	}
	check(t, uint64(BfindS32(-1)), 0xffffffff, "BfindS32", -1)
	check(t, uint64(BfindShiftamtS64(-1)), 0xffffffff, "BfindShiftamtS64", -1)
}

func TestFns(t *testing.T) {
	offsets := []int32{0, 1, -1, 2, -2, 3, -3, 16, -16, 31, -31, 32, -32, 33, -33, 1<<31 - 1, -1 << 31, -1<<31 + 1}
	for _, mask := range words32(150) {
		for base := uint32(0); base < 40; base++ {
			for _, off := range offsets {
				check(t, uint64(FnsB32(mask, base, off)), modelFns(mask, base, off), "FnsB32", mask, base, off)
			}
		}
		check(t, uint64(FnsB32(mask, 1<<31, -1)), 0xffffffff, "FnsB32", mask, uint32(1<<31), -1)
	}
	// The manual's example: the third one bit from bit 4 upwards.
	check(t, uint64(FnsB32(0xaaaaaaaa, 3, 1)), 3, "FnsB32", uint32(0xaaaaaaaa), 3, 1)
	check(t, uint64(FnsB32(0xaaaaaaaa, 3, -1)), 3, "FnsB32", uint32(0xaaaaaaaa), 3, -1)
	check(t, uint64(FnsB32(0xaaaaaaaa, 2, 1)), 3, "FnsB32", uint32(0xaaaaaaaa), 2, 1)
	check(t, uint64(FnsB32(0xaaaaaaaa, 2, -1)), 1, "FnsB32", uint32(0xaaaaaaaa), 2, -1)
}

func TestFields(t *testing.T) {
	for _, a := range words64(60) {
		for _, p := range small {
			for _, n := range small {
				u := uint32(a)
				b := a*0x9e3779b97f4a7c15 + uint64(p)
				check(t, uint64(BfeU32(u, p, n)), modelBfe(uint64(u), p, n, 32, false), "BfeU32", u, p, n)
				check(t, uint64(uint32(BfeS32(int32(u), p, n))), modelBfe(uint64(u), p, n, 32, true), "BfeS32", u, p, n)
				check(t, BfeU64(a, p, n), modelBfe(a, p, n, 64, false), "BfeU64", a, p, n)
				check(t, uint64(BfeS64(int64(a), p, n)), modelBfe(a, p, n, 64, true), "BfeS64", a, p, n)
				check(t, uint64(BfiB32(u, uint32(b), p, n)), modelBfi(uint64(u), uint64(uint32(b)), p, n, 32), "BfiB32", u, b, p, n)
				check(t, BfiB64(a, b, p, n), modelBfi(a, b, p, n, 64), "BfiB64", a, b, p, n)
			}
		}
	}
}

// modelSzext and modelBmsk are the manual's pseudocode.
func modelSzext(a, b uint32, wrap, signed bool) uint64 {
	b1 := b & 0x1f
	tooLarge := b >= 32 && !wrap
	mask := ^uint32(0) << b1
	if tooLarge {
		mask = 0
	}
	signPos := (b1 - 1) & 0x1f
	sign := signed && b1 != 0 && !tooLarge && a>>signPos&1 == 1
	d := a &^ mask
	if sign {
		d |= mask
	}
	return uint64(d)
}

func modelBmsk(a, b uint32, wrap bool) uint64 {
	a1, b1 := a&0x1f, b&0x1f
	mask0 := ^uint32(0) << a1
	sum := a1 + b1
	mask1 := ^uint32(0) << sum
	posOverflow, widthOverflow := false, false
	if !wrap {
		if a >= 32 {
			posOverflow, mask0 = true, 0
		}
		widthOverflow = b >= 32
	}
	if sum >= 32 || posOverflow || widthOverflow {
		mask1 = 0
	} else if b1 == 0 {
		mask1 = ^uint32(0)
	}
	return uint64(mask0 &^ mask1)
}

func TestSzextBmsk(t *testing.T) {
	for _, a := range words32(200) {
		for _, b := range append(words32(60), small...) {
			check(t, uint64(SzextClampU32(a, b)), modelSzext(a, b, false, false), "SzextClampU32", a, b)
			check(t, uint64(SzextWrapU32(a, b)), modelSzext(a, b, true, false), "SzextWrapU32", a, b)
			check(t, uint64(uint32(SzextClampS32(int32(a), b))), modelSzext(a, b, false, true), "SzextClampS32", a, b)
			check(t, uint64(uint32(SzextWrapS32(int32(a), b))), modelSzext(a, b, true, true), "SzextWrapS32", a, b)
			check(t, uint64(BmskClampB32(a, b)), modelBmsk(a, b, false), "BmskClampB32", a, b)
			check(t, uint64(BmskWrapB32(a, b)), modelBmsk(a, b, true), "BmskWrapB32", a, b)
		}
	}
	for a := range uint32(70) {
		for b := range uint32(70) {
			check(t, uint64(BmskClampB32(a, b)), modelBmsk(a, b, false), "BmskClampB32", a, b)
			check(t, uint64(BmskWrapB32(a, b)), modelBmsk(a, b, true), "BmskWrapB32", a, b)
		}
	}
}

func TestCnot(t *testing.T) {
	for _, a := range words64(200) {
		one := func(zero bool) uint64 {
			if zero {
				return 1
			}
			return 0
		}
		check(t, CnotB64(a), one(a == 0), "CnotB64", a)
		check(t, uint64(CnotB32(uint32(a))), one(uint32(a) == 0), "CnotB32", a)
		check(t, uint64(CnotB16(uint16(a))), one(uint16(a) == 0), "CnotB16", a)
	}
}

func TestLop3(t *testing.T) {
	ws := []uint32{0, 0xffffffff, 0xf0f0ccaa, 0x12345678, 0x80000001}
	for _, a := range ws {
		for _, b := range ws {
			for _, c := range ws {
				for lut := range uint32(256) {
					var want uint32
					for i := range 32 {
						k := a>>i&1<<2 | b>>i&1<<1 | c>>i&1
						want |= lut >> k & 1 << i
					}
					check(t, uint64(Lop3B32(a, b, c, lut)), uint64(want), "Lop3B32", a, b, c, lut)
				}
			}
		}
	}
	const ta, tb, tc = 0xf0, 0xcc, 0xaa
	a, b, c := uint32(0x12345678), uint32(0x9abcdef0), uint32(0x0f1e2d3c)
	check(t, uint64(Lop3B32(a, b, c, ta&tb&^tc)), uint64(a&b&^c), "Lop3B32", "a&b&~c")
	check(t, uint64(Lop3B32(a, b, c, (ta|tb)^tc)), uint64((a|b)^c), "Lop3B32", "(a|b)^c")
	if ta&tb&^tc != 0x40 {
		t.Error("the manual's table for a&b&~c is 0x40")
	}
}

func TestShf(t *testing.T) {
	for _, a := range words32(50) {
		for _, b := range words32(50) {
			for _, c := range small {
				x := mul(bigU(uint64(b)), bigU(1<<32))
				x.Or(x, bigU(uint64(a)))
				left := func(n uint32) uint64 { return wrap(shr(x.Lsh(x, uint(n)), 32), 32) }
				right := func(n uint32) uint64 { return wrap(shr(x, uint(n)), 32) }
				n := min(c, 32)
				check(t, uint64(ShfRClampB32(a, b, c)), right(n), "ShfRClampB32", a, b, c)
				check(t, uint64(ShfRWrapB32(a, b, c)), right(c%32), "ShfRWrapB32", a, b, c)
				check(t, uint64(ShfLClampB32(a, b, c)), left(n), "ShfLClampB32", a, b, c)
				x.SetUint64(uint64(b)<<32 | uint64(a))
				check(t, uint64(ShfLWrapB32(a, b, c)), left(c%32), "ShfLWrapB32", a, b, c)
			}
		}
	}
}

func TestPrmt(t *testing.T) {
	a, b := uint32(0x83_42_c1_00), uint32(0x07_86_45_c4)
	byteOf := func(k uint32) uint32 {
		if k < 4 {
			return a >> (8 * k) & 255
		}
		return b >> (8 * (k - 4)) & 255
	}
	for c := range uint32(1 << 16) {
		var want uint32
		for i := range 4 {
			n := c >> (4 * i) & 15
			x := byteOf(n & 7)
			if n&8 != 0 {
				x = -(x >> 7) & 255
			}
			want |= x << (8 * i)
		}
		check(t, uint64(PrmtB32(a, b, c)), uint64(want), "PrmtB32", a, b, c)
		check(t, uint64(PrmtB32(a, b, c|0xabcd0000)), uint64(want), "PrmtB32", a, b, c|0xabcd0000)
	}
	// Bytes of the result, lowest first, as functions of the selector.
	edge := func(k uint32, left bool) func(i uint32) uint32 {
		return func(i uint32) uint32 {
			if left {
				return max(i, k)
			}
			return min(i, k)
		}
	}
	for c := range uint32(16) {
		k := c & 3
		modes := []struct {
			name string
			f    func(a, b, c uint32) uint32
			from func(i uint32) uint32
		}{
			{"PrmtB32F4e", PrmtB32F4e, func(i uint32) uint32 { return k + i }},
			{"PrmtB32B4e", PrmtB32B4e, func(i uint32) uint32 { return (k - i) & 7 }},
			{"PrmtB32Rc8", PrmtB32Rc8, func(uint32) uint32 { return k }},
			{"PrmtB32Ecl", PrmtB32Ecl, edge(k, true)},
			{"PrmtB32Ecr", PrmtB32Ecr, edge(k, false)},
			{"PrmtB32Rc16", PrmtB32Rc16, func(i uint32) uint32 { return k&1*2 + i&1 }},
		}
		for _, m := range modes {
			var want uint32
			for i := range uint32(4) {
				want |= byteOf(m.from(i)) << (8 * i)
			}
			check(t, uint64(m.f(a, b, c)), uint64(want), m.name, a, b, c)
		}
	}
}

// TestShiftBesideCompare puts shifts and comparisons of one count side by side,
// as generated code may; see field.go.
func TestShiftBesideCompare(t *testing.T) {
	for i, f := range beside {
		for b := range uint32(70) {
			if _, eq := f(3, b); eq != (uint64(b)*2 == 64) {
				t.Errorf("function %d: %d == 32 is %v", i, b, eq)
			}
		}
	}
}

var beside = []func(a, b uint32) (uint32, bool){
	func(a, b uint32) (uint32, bool) { return BfeU32(a, b, 3), b == 32 },
	func(a, b uint32) (uint32, bool) { return BfeU32(a, 3, b), b == 32 },
	func(a, b uint32) (uint32, bool) { return BfiB32(a, a, b, 3), b == 32 },
	func(a, b uint32) (uint32, bool) { return BfiB32(a, a, 3, b), b == 32 },
	func(a, b uint32) (uint32, bool) { return SzextClampU32(a, b), b == 32 },
	func(a, b uint32) (uint32, bool) { return uint32(SzextClampS32(int32(a), b)), b == 32 },
	func(a, b uint32) (uint32, bool) { return BmskClampB32(a, b), b == 32 },
	func(a, b uint32) (uint32, bool) { return BmskClampB32(b, a), b == 32 },
	func(a, b uint32) (uint32, bool) { return ShfLClampB32(a, 1, b), b == 32 },
	func(a, b uint32) (uint32, bool) { return ShfRClampB32(a, 1, b), b == 32 },
	func(a, b uint32) (uint32, bool) { return SzextClampU32(a, b) + BmskClampB32(a, b), b == 32 },
}
