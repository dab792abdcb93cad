package fpops_test

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// softFormats pairs the two arithmetics that share no code.
var softFormats = []struct {
	soft *soft
	ieee ieee.Format
}{{softF16, f16}, {softBf16, bf16}, {softF32, f32}, {softF64, f64}}

// TestSoftArith compares the integer arithmetic with math/big: all operations,
// formats and modes, with and without flushing.
func TestSoftArith(t *testing.T) {
	for _, f := range softFormats {
		ops := []struct {
			name string
			of   func(u []uint64, r softMode, ftz bool) uint64
		}{
			{"add", func(u []uint64, r softMode, ftz bool) uint64 { return f.soft.add(u[0], u[1], r, ftz) }},
			{"sub", func(u []uint64, r softMode, ftz bool) uint64 { return f.soft.sub(u[0], u[1], r, ftz) }},
			{"mul", func(u []uint64, r softMode, ftz bool) uint64 { return f.soft.mul(u[0], u[1], r, ftz) }},
			{"div", func(u []uint64, r softMode, ftz bool) uint64 { return f.soft.div(u[0], u[1], r, ftz) }},
			{"fma", func(u []uint64, r softMode, ftz bool) uint64 { return f.soft.fma(u[0], u[1], u[2], r, ftz) }},
			{"rcp", func(u []uint64, r softMode, ftz bool) uint64 { return f.soft.rcp(u[0], r, ftz) }},
			{"sqrt", func(u []uint64, r softMode, ftz bool) uint64 { return f.soft.sqrt(u[0], r, ftz) }},
		}
		g := &rng{seed: testmode.Seed(), stream: uint64(f.soft.width)<<8 | uint64(f.soft.man)}
		count := 4000
		if testmode.Long() {
			count = 400_000
		}
		bad := &failures{t: t}
		for range count {
			a, b, c := f.soft.tuple(g)
			u := []uint64{a, b, c}
			for _, op := range ops {
				for r := softRn; r <= softRna; r++ {
					for _, ftz := range []bool{false, true} {
						if r == softRna && (op.name == "add" || op.name == "sub" || op.name == "fma") {
							continue // the same rounding, tested with the others
						}
						want := ieee.Arith(f.ieee, op.name, r.String(), ftz, u[:arity[op.name]])
						got := op.of(u, r, ftz)
						if f.soft == softF64 && got == softF64.nan {
							got = f64.NaN()
						}
						if got != want {
							bad.errorf("%s.%v.%s ftz=%t %#x = %#x, want %#x", op.name, r, f.soft.name, ftz, u, got, want)
						}
					}
				}
			}
		}
	}
}

// TestSoftRoundAll compares the two roundings.
func TestSoftRoundAll(t *testing.T) {
	g := &rng{seed: testmode.Seed(), stream: 77}
	numbers, rounded := make([]softNumber, 500), make([]uint64, 500)
	count := 100
	if testmode.Long() {
		count = 10_000
	}
	for range count {
		for _, d := range []*soft{softF16, softBf16, softTf32, softF32, softF64} {
			for i := range numbers {
				a, b, c := softF64.tuple(g)
				if g.below(2) == 0 {
					a = softF64.narrowing(g, d)
					b, c = softF64.one(), 0
				}
				numbers[i] = sum(product(softF64.unpack(a, false), softF64.unpack(b, false)), softF64.unpack(c, false))
			}
			for r := softRn; r <= softRna; r++ {
				for _, ftz := range []bool{false, true} {
					d.roundAll(rounded, numbers, r, ftz)
					for i, x := range numbers {
						if want := d.round(x, r, ftz); rounded[i] != want {
							t.Fatalf("%v to %s, %v, ftz=%t: %#x, want %#x", x, d.name, r, ftz, rounded[i], want)
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
		soft *soft
		ieee ieee.Format
	}{softTf32, tf32})
	count := 20000
	if testmode.Long() {
		count = 1_000_000
	}
	for _, s := range softFormats {
		bad := &failures{t: t}
		g := &rng{seed: testmode.Seed(), stream: uint64(s.soft.width)<<16 | uint64(s.soft.man)}
		for range count {
			d := to[g.below(uint64(len(to)))]
			u := s.soft.narrowing(g, d.soft)
			r := softMode(g.below(5))
			ftz := g.below(2) == 0
			x := ieee.Decode(s.ieee, u)
			want := ieee.Encode(d.ieee, x, r.String(), ftz)
			got := d.soft.round(s.soft.unpack(u, false), r, ftz)
			if d.soft == softF64 && got == softF64.nan {
				got = f64.NaN()
			}
			if got != want {
				bad.errorf("%s to %s, %v, ftz=%t: %#x = %#x, want %#x", s.soft.name, d.soft.name, r, ftz, u, got, want)
			}

			u = s.soft.aroundInt(g)
			if x := ieee.Decode(s.ieee, u); x.Kind == ieee.Finite {
				x.Neg = false
				neg := u&s.soft.sign != 0
				v, ok := s.soft.unpack(u, false).integer(r)
				mode := r.String()
				if neg && (r == softRm || r == softRp) {
					mode = (softRm + softRp - r).String() // of the magnitude
				}
				if want := ieee.Integral(x, mode); ok != want.IsUint64() || ok && v != want.Uint64() {
					bad.errorf("%s %#x to an integer, %v: %#x %t, want %v", s.soft.name, u, r, v, ok, want)
				}
			}

			it := intTypes[2+g.below(2)]
			v := softInteger(g, it.bits)
			want = ieee.Encode(s.ieee, ieee.FromInt(it.value(v)), r.String(), false)
			if got := s.soft.round(softInt(false, v), r, false); got != want {
				bad.errorf("%s of %#x, %v = %#x, want %#x", s.soft.name, v, r, got, want)
			}
		}
	}
}
