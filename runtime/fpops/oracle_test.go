package fpops_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/oracle/mxcsr"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
)

// The expected results of every function that IEEE 754 or the manual fixes,
// from its spec, on softFloat's integers. In addition the processor computes
// what it can in the mode asked for, and must agree.

var formats = map[string]*softfloat.Format{"F16": softfloat.F16, "Bf16": softfloat.Bf16, "F32": softfloat.F32, "F64": softfloat.F64, "Tf32": softfloat.Tf32,
	"F16x2": softfloat.F16, "Bf16x2": softfloat.Bf16}

// want returns the expected results of a function, valid until the next call.
func (b *block) want(s *spec) []uint64 {
	var one []uint64
	width := uint(0) // of a packed half
	switch f := formats[s.types[0]]; {
	case s.op == "CvtPack":
		return b.cvtPack(s)
	case s.op == "Cvt":
		if one = b.convert(s); toPair(s) && narrows[s.source()] == nil && s.scale == 0 {
			if width = f.Width; narrows[s.types[0]] != nil {
				width = narrows[s.types[0]].place
			}
		}
	default:
		if s.x2 {
			width = f.Width
		}
		switch _, once := exactOps[s.op]; {
		case once:
			one = b.clamp(s, f, b.arith(s.op, f, formats[s.source()], softfloat.Modes[s.round], s.wide, s.ftz))
		case s.op == "Mad":
			one = b.clamp(s, f, b.mad(s))
		case in("Min Max Min3 Max3", s.op):
			one = b.minMax(s, f)
		default:
			one = b.sign(s, f)
		}
	}
	if width != 0 {
		for i := range b.tmp {
			b.tmp[i] = one[other(i)]<<width | one[i]
		}
		return b.tmp
	}
	return one
}

// clamp applies .sat, .satfinite and .relu to results.
func (b *block) clamp(s *spec, f *softfloat.Format, base []uint64) []uint64 {
	if !s.sat && !s.relu && !s.satfinite && !s.pzo {
		return base
	}
	out := b.alloc()
	b.memo[memoKey{what: "clamp " + s.name}] = out
	for i, u := range base {
		if s.satfinite {
			u = f.Satfinite(u)
		}
		if s.sat {
			u = f.Sat(u)
		}
		if s.relu {
			u = f.Relu(u)
		}
		if s.pzo && u == f.Sign {
			u = 0
		}
		out[i] = u
	}
	return out
}

// widened returns operands of a format in f, exactly.
func (b *block) widened(arg int, f, from *softfloat.Format) []uint64 {
	if f == from {
		return b.arg[arg]
	}
	return b.get(memoKey{what: "widened", f: f, g: from, arg: arg}, func(out []uint64) {
		for i, u := range b.arg[arg] {
			out[i] = f.Round(from.Unpack(u, false), softfloat.Rn, false)
		}
	})
}

// arith returns the results of an operation in f whose operands, but not the
// addend and a wide factor, may come in another format.
func (b *block) arith(op string, f, from *softfloat.Format, r softfloat.Mode, wide, ftz bool) []uint64 {
	return b.get(memoKey{what: op, f: f, g: from, r: r, ftz: ftz}, func(out []uint64) {
		f.RoundAll(out, b.exactly(op, from, f != from, wide, ftz), r, ftz)
		u := [3][]uint64{b.widened(0, f, from), b.arg[1], b.arg[2]}
		switch {
		case wide:
		case arities[op] == 3:
			u[1] = b.widened(1, f, from)
		case f != from:
			u[1] = b.arg[2]
		}
		b.compare(op, f, r, ftz, u, out)
		if f == softfloat.F64 {
			for i := range out {
				if f.IsNaN(out[i]) {
					from := []uint64{u[0][i], u[1][i], u[2][i]}[:arities[op]]
					if op == "Div" { // the first operand's wins
						slices.Reverse(from)
					}
					out[i] = softfloat.NaN64(from...)
				}
			}
		}
	})
}

var hardwareOps = map[string]mxcsr.Op{"Add": mxcsr.Add, "Sub": mxcsr.Sub, "Mul": mxcsr.Mul, "Div": mxcsr.Div,
	"Fma": mxcsr.Fma, "Sqrt": mxcsr.Sqrt, "Rcp": mxcsr.Div}

var hardwareModes = map[softfloat.Mode]mxcsr.Mode{softfloat.Rn: mxcsr.RN, softfloat.Rz: mxcsr.RZ, softfloat.Rm: mxcsr.RM, softfloat.Rp: mxcsr.RP}

// compare has the processor compute the same.
func (b *block) compare(op string, f *softfloat.Format, r softfloat.Mode, ftz bool, u [3][]uint64, want []uint64) {
	if _, can := hardwareOps[op]; !can || !mxcsr.Available() || f != softfloat.F32 && f != softfloat.F64 {
		return
	}
	if op == "Rcp" {
		ones := b.get(memoKey{what: "one", f: f}, func(out []uint64) {
			for i := range out {
				out[i] = f.One()
			}
		})
		u[0], u[1] = ones, u[0]
	}
	var got []uint64
	if f == softfloat.F64 {
		got = b.hardware
		mxcsr.Float64(hardwareOps[op], hardwareModes[r], ftz, got, u[0], u[1], u[2])
	} else {
		var v [3][]uint32
		for i := range u {
			v[i] = array[uint32](b.typed(u[i], 4), blockSize)
		}
		got = fromHardware(b, func(out []uint32) {
			mxcsr.Float32(hardwareOps[op], hardwareModes[r], ftz, out, v[0], v[1], v[2])
		})
	}
	for i, g := range got {
		if g != want[i] && !(f.IsNaN(g) && f.IsNaN(want[i])) {
			b.disagree(fmt.Sprintf("%s.%v.%s ftz=%t %#x %#x %#x: the processor has %#x, the integers %#x",
				op, r, f.Name, ftz, u[0][i], u[1][i], u[2][i], g, want[i]))
		}
	}
}

// mad is the mad.f32 of sm_1x (manual 9.7.3.7): it always flushes; the product
// is cut to 24 bits, without a limit to its exponent; with a zero c it is mul,
// then add.
func (b *block) mad(s *spec) []uint64 {
	return b.get(memoKey{what: "mad"}, func(out []uint64) {
		f := softfloat.F32
		for i := range out {
			x, y, z := b.arg[0][i], b.arg[1][i], b.arg[2][i]
			if c := f.Unpack(z, true); c.Class == softfloat.Zero {
				out[i] = f.Add(f.Mul(x, y, softfloat.Rn, true), z, softfloat.Rn, true)
			} else {
				p := softfloat.Product(f.Unpack(x, true), f.Unpack(y, true))
				p.Hi, p.Lo = p.Hi&^(1<<40-1), 0
				out[i] = f.Round(softfloat.Sum(p, c), softfloat.Rn, true)
			}
		}
	})
}

// minMax is the manual's pseudo-code (9.7.3.11, 9.7.4.8): of two or of three.
func (b *block) minMax(s *spec, f *softfloat.Format) []uint64 {
	arg := func(i int) []uint64 {
		if !s.ftz && !s.abs {
			return b.arg[i]
		}
		k := memoKey{what: "flushed", f: f, ftz: s.ftz, arg: i}
		if s.abs {
			k.what = "magnitude"
		}
		return b.get(k, func(out []uint64) {
			for i, u := range b.arg[i] {
				if s.abs {
					u &^= f.Sign
				}
				if s.ftz {
					if f.IsSubnormal(u) {
						u &= f.Sign
					}
				}
				out[i] = u
			}
		})
	}
	greatest := strings.HasPrefix(s.op, "Max")
	out := b.alloc()
	b.memo[memoKey{what: s.name}] = out
	x, y := arg(0), arg(1)
	for i := range out {
		out[i] = f.Pick(x[i], y[i], greatest, s.withNaN)
	}
	if arities[s.op] == 3 {
		z := arg(2)
		for i := range out {
			out[i] = f.Pick(out[i], z[i], greatest, s.withNaN)
		}
	}
	if s.xorsign {
		for i, u := range out {
			if !f.IsNaN(u) {
				out[i] = u&^f.Sign | (b.arg[0][i]^b.arg[1][i])&f.Sign
			}
		}
	}
	return out
}

// sign returns the results of the operations that look at the encoding.
func (b *block) sign(s *spec, f *softfloat.Format) []uint64 {
	return b.get(memoKey{what: s.op, f: f, ftz: s.ftz}, func(out []uint64) {
		for i, u := range b.arg[0] {
			subnormal, nan := f.IsSubnormal(u), f.IsNaN(u)
			if s.ftz && subnormal {
				u &= f.Sign
			}
			switch s.op {
			case "Neg":
				if u ^= f.Sign; nan {
					u = f.NaN
				}
			case "Abs":
				if u &^= f.Sign; nan {
					u = f.NaN
				}
			case "Copysign":
				u = u&f.Sign | b.arg[1][i]&^f.Sign
			case "Canon":
				if nan {
					u = f.NaN
				}
			case "Ftz":
				if subnormal {
					u &= f.Sign
				}
			case "Sat":
				u = f.Sat(u)
			default:
				u = testp(s.op, u&^f.Sign == f.Inf, nan, subnormal)
			}
			if f == softfloat.F64 && nan && (s.op == "Neg" || s.op == "Abs") {
				u = b.arg[0][i] | 1<<51 // quiet, of the same sign
			}
			out[i] = u
		}
	})
}

// testp is the manual's table (9.7.3.1). Zeros are normal.
func testp(op string, infinite, nan, subnormal bool) uint64 {
	var is bool
	switch op {
	case "TestpFinite":
		is = !infinite && !nan
	case "TestpInfinite":
		is = infinite
	case "TestpNumber":
		is = !nan
	case "TestpNotanumber":
		is = nan
	case "TestpNormal":
		is = !infinite && !nan && !subnormal
	case "TestpSubnormal":
		is = subnormal
	default:
		panic(op)
	}
	if is {
		return 1
	}
	return 0
}

// isInteger reports whether a type's name is that of an integer type.
func isInteger(name string) bool {
	return narrows[name] == nil && (strings.ContainsAny(name[:1], "US") && name[1] <= '9')
}
