package fpops_test

import (
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// refMinMax is the manual's pseudo-code with two or three operands.
func refMinMax(f ieee.Format, op string, ftz, withNaN, xorsign, abs bool, u []uint64) uint64 {
	v := make([]uint64, len(u))
	for i := range u {
		v[i] = u[i]
		if abs {
			v[i] &^= f.SignBit()
		}
		if ftz && f.IsSubnormal(v[i]) {
			v[i] &= f.SignBit()
		}
	}
	two := func(x, y uint64) uint64 {
		nx, ny := f.IsNaN(x), f.IsNaN(y)
		switch {
		case nx && ny && f == f64:
			return y | 1<<51
		case nx && ny || withNaN && (nx || ny):
			return f.NaN()
		case nx:
			return y
		case ny:
			return x
		}
		if c := ieee.Compare(ieee.Decode(f, x), ieee.Decode(f, y)); c < 0 == (op == "min") {
			return x
		}
		return y
	}
	d := two(v[0], v[1])
	if len(v) == 3 {
		d = two(d, v[2])
	}
	if xorsign && !f.IsNaN(d) {
		d = d&^f.SignBit() | (u[0]^u[1])&f.SignBit()
	}
	return d
}

func TestMinMax(t *testing.T) {
	check := func(f ieee.Format, name, op string, n int, ftz, withNaN, xorsign, abs bool) {
		t.Helper()
		fn := lookupName(t, name)
		bad := &failures{t: t}
		for _, u := range tuples(f, trials(5000)) {
			if got, want := fn(u), refMinMax(f, op, ftz, withNaN, xorsign, abs, u[:n]); got != want {
				bad.errorf("%s %x = %#x, want %#x", name, u[:n], got, want)
			}
		}
		if f.Width() != 16 {
			return
		}
		pair := lookupName(t, name+"x2")
		ts := tuples(f, trials(5000))
		for i := range ts[1:] {
			x, y := ts[i], ts[i+1]
			got := pair([]uint64{y[0]<<16 | x[0], y[1]<<16 | x[1]})
			if want := fn(y)<<16 | fn(x); got != want {
				bad.errorf("%sx2 %x %x = %#x, want %#x", name, x[:2], y[:2], got, want)
			}
		}
	}
	for _, op := range []string{"min", "max"} {
		check(f64, goName(op+".f64"), op, 2, false, false, false, false)
		for _, f := range []ieee.Format{f32, f16, bf16} {
			for _, ftz := range []bool{false, true} {
				if ftz && f == bf16 {
					continue
				}
				for _, withNaN := range []bool{false, true} {
					mods := ""
					if ftz {
						mods += ".ftz"
					}
					if withNaN {
						mods += ".NaN"
					}
					check(f, goName(op+mods+"."+f.Name), op, 2, ftz, withNaN, false, false)
					check(f, goName(op+mods+".xorsign.abs."+f.Name), op, 2, ftz, withNaN, true, true)
					if f == f32 {
						check(f, goName(op+"3"+mods+".f32"), op, 3, ftz, withNaN, false, false)
						check(f, goName(op+"3"+mods+".abs.f32"), op, 3, ftz, withNaN, false, true)
					}
				}
			}
		}
	}
}

func TestNegAbsCopysign(t *testing.T) {
	for _, f := range []ieee.Format{f32, f64, f16, bf16} {
		for _, ftz := range []string{"", ".ftz"} {
			if ftz != "" && (f == f64 || f == bf16) {
				continue
			}
			neg, abs := lookup(t, "neg"+ftz+"."+f.Name), lookup(t, "abs"+ftz+"."+f.Name)
			bad := &failures{t: t}
			for _, u := range singles(f, trials(20000)) {
				x := u
				if ftz != "" && f.IsSubnormal(u) {
					x &= f.SignBit()
				}
				wantNeg, wantAbs := x^f.SignBit(), x&^f.SignBit()
				if f.IsNaN(u) {
					wantNeg, wantAbs = f.NaN(), f.NaN()
					if f == f64 {
						wantNeg, wantAbs = u|1<<51, u|1<<51
					}
				}
				if got := neg([]uint64{u}); got != wantNeg {
					bad.errorf("neg%s.%s %#x = %#x, want %#x", ftz, f.Name, u, got, wantNeg)
				}
				if got := abs([]uint64{u}); got != wantAbs {
					bad.errorf("abs%s.%s %#x = %#x, want %#x", ftz, f.Name, u, got, wantAbs)
				}
			}
			if f.Width() == 16 {
				for _, op := range []string{"neg", "abs"} {
					one, two := lookup(t, op+ftz+"."+f.Name), lookup(t, op+ftz+"."+f.Name+"x2")
					for u := uint64(0); u < 1<<16; u++ {
						hi := u * 0x9e37 & 0xffff
						if got, want := two([]uint64{hi<<16 | u}), one([]uint64{hi})<<16|one([]uint64{u}); got != want {
							bad.errorf("%s%s.%sx2 %#x = %#x, want %#x", op, ftz, f.Name, hi<<16|u, got, want)
						}
					}
				}
			}
		}
	}
	for _, f := range []ieee.Format{f32, f64} {
		fn := lookup(t, "copysign."+f.Name)
		for _, u := range tuples(f, 3000) {
			if got, want := fn(u), u[0]&f.SignBit()|u[1]&^f.SignBit(); got != want {
				t.Fatalf("copysign.%s %x = %#x, want %#x", f.Name, u[:2], got, want)
			}
		}
	}
}

func TestTestp(t *testing.T) {
	for _, f := range []ieee.Format{f32, f64} {
		for op, is := range map[string]func(x float64, u uint64) bool{
			"finite":     func(x float64, u uint64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) },
			"infinite":   func(x float64, u uint64) bool { return math.IsInf(x, 0) },
			"number":     func(x float64, u uint64) bool { return !math.IsNaN(x) },
			"notanumber": func(x float64, u uint64) bool { return math.IsNaN(x) },
			"normal":     func(x float64, u uint64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) && !f.IsSubnormal(u) },
			"subnormal":  func(x float64, u uint64) bool { return f.IsSubnormal(u) },
		} {
			fn := lookup(t, "testp."+op+"."+f.Name)
			for _, u := range singles(f, 20000) {
				x := math.Float64frombits(u)
				if f == f32 {
					x = float64(math.Float32frombits(uint32(u)))
				}
				if got := fn([]uint64{u}) == 1; got != is(x, u) {
					t.Fatalf("testp.%s.%s %#x = %t", op, f.Name, u, got)
				}
			}
		}
	}
}
