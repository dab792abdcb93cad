package fpops_test

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
)

// softFormats pairs the two arithmetics that share no code.
var softFormats = []struct {
	soft *softfloat.Format
	ieee ieee.Format
}{{softfloat.F16, f16}, {softfloat.Bf16, bf16}, {softfloat.F32, f32}, {softfloat.F64, f64}}

// TestSoftArith compares the integer arithmetic with math/big: all operations,
// formats and modes, with and without flushing.
func TestSoftArith(t *testing.T) {
	for _, f := range softFormats {
		ops := []struct {
			name string
			of   func(u []uint64, r softfloat.Mode, ftz bool) uint64
		}{
			{"add", func(u []uint64, r softfloat.Mode, ftz bool) uint64 { return f.soft.Add(u[0], u[1], r, ftz) }},
			{"sub", func(u []uint64, r softfloat.Mode, ftz bool) uint64 { return f.soft.Sub(u[0], u[1], r, ftz) }},
			{"mul", func(u []uint64, r softfloat.Mode, ftz bool) uint64 { return f.soft.Mul(u[0], u[1], r, ftz) }},
			{"div", func(u []uint64, r softfloat.Mode, ftz bool) uint64 { return f.soft.Div(u[0], u[1], r, ftz) }},
			{"fma", func(u []uint64, r softfloat.Mode, ftz bool) uint64 { return f.soft.Fma(u[0], u[1], u[2], r, ftz) }},
			{"rcp", func(u []uint64, r softfloat.Mode, ftz bool) uint64 { return f.soft.Rcp(u[0], r, ftz) }},
			{"sqrt", func(u []uint64, r softfloat.Mode, ftz bool) uint64 { return f.soft.Sqrt(u[0], r, ftz) }},
		}
		g := &softfloat.Rand{Seed: testmode.Seed(), Stream: uint64(f.soft.Width)<<8 | uint64(f.soft.Man)}
		count := 4000
		if testmode.Long() {
			count = 400_000
		}
		bad := &failures{t: t}
		for range count {
			a, b, c := f.soft.Tuple(g)
			u := []uint64{a, b, c}
			for _, op := range ops {
				for r := softfloat.Rn; r <= softfloat.Rna; r++ {
					for _, ftz := range []bool{false, true} {
						if r == softfloat.Rna && (op.name == "add" || op.name == "sub" || op.name == "fma") {
							continue // the same rounding, tested with the others
						}
						want := ieee.Arith(f.ieee, op.name, r.String(), ftz, u[:arity[op.name]])
						got := op.of(u, r, ftz)
						if f.soft == softfloat.F64 && got == softfloat.F64.NaN {
							got = f64.NaN()
						}
						if got != want {
							bad.errorf("%s.%v.%s ftz=%t %#x = %#x, want %#x", op.name, r, f.soft.Name, ftz, u, got, want)
						}
					}
				}
			}
		}
	}
}

// TestSoftRoundAll compares the two roundings.
func TestSoftRoundAll(t *testing.T) {
	g := &softfloat.Rand{Seed: testmode.Seed(), Stream: 77}
	numbers, rounded := make([]softfloat.Number, 500), make([]uint64, 500)
	count := 100
	if testmode.Long() {
		count = 10_000
	}
	for range count {
		for _, d := range []*softfloat.Format{softfloat.F16, softfloat.Bf16, softfloat.Tf32, softfloat.F32, softfloat.F64} {
			for i := range numbers {
				a, b, c := softfloat.F64.Tuple(g)
				if g.Below(2) == 0 {
					a = softfloat.F64.Narrowing(g, d)
					b, c = softfloat.F64.One(), 0
				}
				numbers[i] = softfloat.Sum(softfloat.Product(softfloat.F64.Unpack(a, false), softfloat.F64.Unpack(b, false)), softfloat.F64.Unpack(c, false))
			}
			for r := softfloat.Rn; r <= softfloat.Rna; r++ {
				for _, ftz := range []bool{false, true} {
					d.RoundAll(rounded, numbers, r, ftz)
					for i, x := range numbers {
						if want := d.Round(x, r, ftz); rounded[i] != want {
							t.Fatalf("%v to %s, %v, ftz=%t: %#x, want %#x", x, d.Name, r, ftz, rounded[i], want)
						}
					}
				}
			}
		}
	}
}

// TestSoftConvert compares the conversions with math/big: between all formats,
// and to and from integers.
func TestSoftConvert(t *testing.T) {
	tf32 := ieee.Format{Name: "tf32", Exp: 8, Man: 10}
	to := append(softFormats[:len(softFormats):len(softFormats)], struct {
		soft *softfloat.Format
		ieee ieee.Format
	}{softfloat.Tf32, tf32})
	count := 20000
	if testmode.Long() {
		count = 1_000_000
	}
	for _, s := range softFormats {
		bad := &failures{t: t}
		g := &softfloat.Rand{Seed: testmode.Seed(), Stream: uint64(s.soft.Width)<<16 | uint64(s.soft.Man)}
		for range count {
			d := to[g.Below(uint64(len(to)))]
			u := s.soft.Narrowing(g, d.soft)
			r := softfloat.Mode(g.Below(5))
			ftz := g.Below(2) == 0
			x := ieee.Decode(s.ieee, u)
			want := ieee.Encode(d.ieee, x, r.String(), ftz)
			got := d.soft.Round(s.soft.Unpack(u, false), r, ftz)
			if d.soft == softfloat.F64 && got == softfloat.F64.NaN {
				got = f64.NaN()
			}
			if got != want {
				bad.errorf("%s to %s, %v, ftz=%t: %#x = %#x, want %#x", s.soft.Name, d.soft.Name, r, ftz, u, got, want)
			}

			u = s.soft.AroundInt(g)
			if x := ieee.Decode(s.ieee, u); x.Kind == ieee.Finite {
				x.Neg = false
				neg := u&s.soft.Sign != 0
				v, ok := s.soft.Unpack(u, false).Integer(r)
				mode := r.String()
				if neg && (r == softfloat.Rm || r == softfloat.Rp) {
					mode = (softfloat.Rm + softfloat.Rp - r).String() // of the magnitude
				}
				if want := ieee.Integral(x, mode); ok != want.IsUint64() || ok && v != want.Uint64() {
					bad.errorf("%s %#x to an integer, %v: %#x %t, want %v", s.soft.Name, u, r, v, ok, want)
				}
			}

			it := intTypes[2+g.Below(2)]
			v := softfloat.Integer(g, it.bits)
			want = ieee.Encode(s.ieee, ieee.FromInt(it.value(v)), r.String(), false)
			if got := s.soft.Round(softfloat.Int(false, v), r, false); got != want {
				bad.errorf("%s of %#x, %v = %#x, want %#x", s.soft.Name, v, r, got, want)
			}
		}
	}
}
