package intops

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// elements takes a word apart into n-bit elements, lowest first.
func elements(x uint32, n int, signed bool) []int64 {
	var e []int64
	for i := 0; i < 32; i += n {
		v := int64(x >> i & (1<<n - 1))
		if signed && v>>(n-1) == 1 {
			v -= 1 << n
		}
		e = append(e, v)
	}
	return e
}

func TestPacked(t *testing.T) {
	type op struct {
		name   string
		f      func(a, b uint32) uint32
		bits   int
		signed bool
		model  func(x, y int64) int64
		sat    bool // clamp to the element's range, otherwise wrap
	}
	plus := func(x, y int64) int64 { return x + y }
	minus := func(x, y int64) int64 { return x - y }
	lesser := func(x, y int64) int64 {
		if x < y {
			return x
		}
		return y
	}
	greater := func(x, y int64) int64 { return -lesser(-x, -y) }
	relu := func(f func(x, y int64) int64) func(x, y int64) int64 {
		return func(x, y int64) int64 {
			if r := f(x, y); r > 0 {
				return r
			}
			return 0
		}
	}
	ops := []op{
		{"AddU16x2", AddU16x2, 16, false, plus, false},
		{"AddS16x2", AddS16x2, 16, true, plus, false},
		{"AddSatU16x2", AddSatU16x2, 16, false, plus, true},
		{"AddSatS16x2", AddSatS16x2, 16, true, plus, true},
		{"MinU16x2", MinU16x2, 16, false, lesser, false},
		{"MaxU16x2", MaxU16x2, 16, false, greater, false},
		{"MinS16x2", MinS16x2, 16, true, lesser, false},
		{"MaxS16x2", MaxS16x2, 16, true, greater, false},
		{"MinReluS16x2", MinReluS16x2, 16, true, relu(lesser), false},
		{"MaxReluS16x2", MaxReluS16x2, 16, true, relu(greater), false},
		{"AddU8x4", AddU8x4, 8, false, plus, false},
		{"AddS8x4", AddS8x4, 8, true, plus, false},
		{"AddSatU8x4", AddSatU8x4, 8, false, plus, true},
		{"AddSatS8x4", AddSatS8x4, 8, true, plus, true},
		{"SubU8x4", SubU8x4, 8, false, minus, false},
		{"SubS8x4", SubS8x4, 8, true, minus, false},
		{"SubSatU8x4", SubSatU8x4, 8, false, minus, true},
		{"SubSatS8x4", SubSatS8x4, 8, true, minus, true},
		{"NegS8x4", func(a, _ uint32) uint32 { return NegS8x4(a) }, 8, true, func(x, _ int64) int64 { return -x }, false},
		{"MinU8x4", MinU8x4, 8, false, lesser, false},
		{"MaxU8x4", MaxU8x4, 8, false, greater, false},
		{"MinS8x4", MinS8x4, 8, true, lesser, false},
		{"MaxS8x4", MaxS8x4, 8, true, greater, false},
		{"MinReluS8x4", MinReluS8x4, 8, true, relu(lesser), false},
		{"MaxReluS8x4", MaxReluS8x4, 8, true, relu(greater), false},
	}
	for _, o := range ops {
		try := func(a, b uint32) {
			x, y := elements(a, o.bits, o.signed), elements(b, o.bits, o.signed)
			lo, hi := int64(0), int64(1)<<o.bits-1
			if o.signed {
				lo, hi = -1<<(o.bits-1), 1<<(o.bits-1)-1
			}
			var want uint32
			for i := range x {
				r := o.model(x[i], y[i])
				if o.sat {
					r = clamp(bigS(r), lo, hi).Int64()
				}
				want |= uint32(r) & (1<<o.bits - 1) << (o.bits * i)
			}
			check(t, uint64(o.f(a, b)), uint64(want), o.name, a, b)
		}
		for _, a := range words32(0) {
			for _, b := range words32(0) {
				try(a, b)
			}
		}
		// All pairs of bytes, in different places of the word; the rest random.
		r := rand.New(rand.NewPCG(2, 8))
		for a := range uint32(256) {
			for b := range uint32(256) {
				s := (a + b) & 3 * 8
				try(r.Uint32()&^(255<<s)|a<<s, r.Uint32()&^(255<<s)|b<<s)
			}
		}
	}
}

func TestDot(t *testing.T) {
	sum := func(x, y []int64, c int64) uint64 {
		for i := range x {
			c += x[i] * y[i]
		}
		return uint64(uint32(c))
	}
	half := func(b uint32, hi, signed bool) []int64 {
		e := elements(b, 8, signed)
		if hi {
			return e[2:]
		}
		return e[:2]
	}
	ws := words32(70)
	for i, a := range ws {
		for j, b := range ws {
			c := ws[(i*3+j*29)%len(ws)]
			sa, sb, sc := int32(a), int32(b), int32(c)
			k := int64(c)
			au, as := elements(a, 8, false), elements(a, 8, true)
			bu, bs := elements(b, 8, false), elements(b, 8, true)
			check(t, uint64(Dp4aU32U32(a, b, c)), sum(au, bu, k), "Dp4aU32U32", a, b, c)
			check(t, uint64(uint32(Dp4aU32S32(a, sb, sc))), sum(au, bs, k), "Dp4aU32S32", a, b, c)
			check(t, uint64(uint32(Dp4aS32U32(sa, b, sc))), sum(as, bu, k), "Dp4aS32U32", a, b, c)
			check(t, uint64(uint32(Dp4aS32S32(sa, sb, sc))), sum(as, bs, k), "Dp4aS32S32", a, b, c)
			hu, hs := elements(a, 16, false), elements(a, 16, true)
			check(t, uint64(Dp2aLoU32U32(a, b, c)), sum(hu, half(b, false, false), k), "Dp2aLoU32U32", a, b, c)
			check(t, uint64(uint32(Dp2aLoU32S32(a, sb, sc))), sum(hu, half(b, false, true), k), "Dp2aLoU32S32", a, b, c)
			check(t, uint64(uint32(Dp2aLoS32U32(sa, b, sc))), sum(hs, half(b, false, false), k), "Dp2aLoS32U32", a, b, c)
			check(t, uint64(uint32(Dp2aLoS32S32(sa, sb, sc))), sum(hs, half(b, false, true), k), "Dp2aLoS32S32", a, b, c)
			check(t, uint64(Dp2aHiU32U32(a, b, c)), sum(hu, half(b, true, false), k), "Dp2aHiU32U32", a, b, c)
			check(t, uint64(uint32(Dp2aHiU32S32(a, sb, sc))), sum(hu, half(b, true, true), k), "Dp2aHiU32S32", a, b, c)
			check(t, uint64(uint32(Dp2aHiS32U32(sa, b, sc))), sum(hs, half(b, true, false), k), "Dp2aHiS32U32", a, b, c)
			check(t, uint64(uint32(Dp2aHiS32S32(sa, sb, sc))), sum(hs, half(b, true, true), k), "Dp2aHiS32S32", a, b, c)
		}
	}
}

// TestExhaustive16 covers all pairs of 16-bit operands.
func TestExhaustive16(t *testing.T) {
	if !testmode.Long() {
		t.Skip("exhaustive sweep: needs PTX2GO_LONG=1")
	}
	for a := range 1 << 16 {
		for b := range 1 << 16 {
			x, y := int(int16(a)), int(int16(b))
			if MulHiU16(uint16(a), uint16(b)) != uint16(a*b>>16) || MulHiS16(int16(a), int16(b)) != int16(x*y>>16) {
				t.Fatalf("MulHi of %#x and %#x", a, b)
			}
			q, r, sq, sr := 0xffff, 0xffff, -1, -1
			if b != 0 {
				q, r, sq, sr = a/b, a%b, x/y, x%y
			}
			if DivU16(uint16(a), uint16(b)) != uint16(q) || RemU16(uint16(a), uint16(b)) != uint16(r) ||
				DivS16(int16(a), int16(b)) != int16(sq) || RemS16(int16(a), int16(b)) != int16(sr) {
				t.Fatalf("division of %#x by %#x", a, b)
			}
			d := a - b
			if d < 0 {
				d = -d
			}
			sd := x - y
			if sd < 0 {
				sd = -sd
			}
			if SadU16(uint16(a), uint16(b), 9) != uint16(d+9) || SadS16(int16(a), int16(b), 9) != int16(sd+9) {
				t.Fatalf("sad of %#x and %#x", a, b)
			}
		}
	}
}
