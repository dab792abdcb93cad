package fpops_test

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/oracle/mxcsr"
)

// The expected results of every function that IEEE 754 or the manual fixes,
// from its spec, on softFloat's integers. In addition the processor computes
// what it can in the mode asked for, and must agree.

var formats = map[string]*soft{"F16": softF16, "Bf16": softBf16, "F32": softF32, "F64": softF64, "Tf32": softTf32,
	"F16x2": softF16, "Bf16x2": softBf16}

// arities of the operations on floats.
var arities = map[string]int{"Add": 2, "Sub": 2, "Mul": 2, "Div": 2, "Fma": 3, "Mad": 3, "Rcp": 1, "Sqrt": 1,
	"Neg": 1, "Abs": 1, "Copysign": 2, "Min": 2, "Max": 2, "Min3": 3, "Max3": 3, "Canon": 1, "Ftz": 1, "Sat": 1}

// want returns the expected results of a function, valid until the next call.
func (b *block) want(s *spec) []uint64 {
	var one []uint64
	width := uint(0) // of a packed half
	switch f := formats[s.types[0]]; {
	case s.op == "CvtPack":
		return b.cvtPack(s)
	case s.op == "Cvt":
		if one = b.convert(s); toPair(s) && narrows[s.source()] == nil {
			if width = f.width; narrows[s.types[0]] != nil {
				width = narrows[s.types[0]].place
			}
		}
	default:
		if s.x2 {
			width = f.width
		}
		switch s.op {
		case "Add", "Sub", "Mul", "Div", "Fma", "Rcp", "Sqrt":
			one = b.clamp(s, f, b.arith(s.op, f, formats[s.source()], softModes[s.round], s.ftz))
		case "Mad":
			one = b.clamp(s, f, b.mad(s))
		case "Min", "Max", "Min3", "Max3":
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
func (b *block) clamp(s *spec, f *soft, base []uint64) []uint64 {
	if !s.sat && !s.relu && !s.satfinite {
		return base
	}
	out := b.alloc()
	b.memo[memoKey{what: "clamp " + s.name}] = out
	for i, u := range base {
		if s.satfinite {
			u = f.satfinite(u)
		}
		if s.sat {
			u = f.sat(u)
		}
		if s.relu {
			u = f.relu(u)
		}
		out[i] = u
	}
	return out
}

// widened returns operands of a format in f, exactly.
func (b *block) widened(arg int, f, from *soft) []uint64 {
	if f == from {
		return b.arg[arg]
	}
	return b.get(memoKey{what: "widened", f: f, g: from, arg: arg}, func(out []uint64) {
		for i, u := range b.arg[arg] {
			out[i] = f.round(from.unpack(u, false), softRn, false)
		}
	})
}

// exactly returns what an operation on numbers of a format gives before it is
// rounded. Of mixed precision, the addend is an f32 in place 2.
func (b *block) exactly(op string, from *soft, mixed, ftz bool) []softNumber {
	return b.getExact(memoKey{what: op, f: from, ftz: ftz}, func(out []softNumber) {
		x := b.unpacked(0, from, ftz)
		var y, z []softNumber
		if arities[op] > 1 && !(mixed && op != "Fma") {
			y = b.unpacked(1, from, ftz)
		}
		switch {
		case mixed:
			z = b.unpacked(2, softF32, ftz)
		case op == "Fma":
			z = b.unpacked(2, from, ftz)
		default:
			z = y
		}
		switch op {
		case "Add":
			for i := range out {
				out[i] = sum(x[i], z[i])
			}
		case "Sub":
			for i, c := range z {
				c.neg = !c.neg
				out[i] = sum(x[i], c)
			}
		case "Mul":
			for i := range out {
				out[i] = product(x[i], y[i])
			}
		case "Div":
			for i := range out {
				out[i] = quotient(x[i], y[i])
			}
		case "Fma":
			for i := range out {
				out[i] = sum(product(x[i], y[i]), z[i])
			}
		case "Rcp":
			one := softInt(false, 1)
			for i := range out {
				out[i] = quotient(one, x[i])
			}
		case "Sqrt":
			for i := range out {
				out[i] = root(x[i])
			}
		}
	})
}

// arith returns the results of an operation in f whose operands, but not the
// addend, may come in another format.
func (b *block) arith(op string, f, from *soft, r softMode, ftz bool) []uint64 {
	return b.get(memoKey{what: op, f: f, g: from, r: r, ftz: ftz}, func(out []uint64) {
		f.roundAll(out, b.exactly(op, from, f != from, ftz), r, ftz)
		u := [3][]uint64{b.widened(0, f, from), b.arg[1], b.arg[2]}
		switch {
		case op == "Fma":
			u[1] = b.widened(1, f, from)
		case f != from:
			u[1] = b.arg[2]
		}
		b.compare(op, f, r, ftz, u, out)
		if f == softF64 {
			for i := range out {
				if f.isNaN(out[i]) {
					out[i] = softNaN64([]uint64{u[0][i], u[1][i], u[2][i]}[:arities[op]]...)
				}
			}
		}
	})
}

var hardwareOps = map[string]mxcsr.Op{"Add": mxcsr.Add, "Sub": mxcsr.Sub, "Mul": mxcsr.Mul, "Div": mxcsr.Div,
	"Fma": mxcsr.Fma, "Sqrt": mxcsr.Sqrt, "Rcp": mxcsr.Div}

var hardwareModes = map[softMode]mxcsr.Mode{softRn: mxcsr.RN, softRz: mxcsr.RZ, softRm: mxcsr.RM, softRp: mxcsr.RP}

// compare has the processor compute the same.
func (b *block) compare(op string, f *soft, r softMode, ftz bool, u [3][]uint64, want []uint64) {
	if !mxcsr.Available() || f != softF32 && f != softF64 {
		return
	}
	if op == "Rcp" {
		ones := b.get(memoKey{what: "one", f: f}, func(out []uint64) {
			for i := range out {
				out[i] = f.one()
			}
		})
		u[0], u[1] = ones, u[0]
	}
	var got []uint64
	if f == softF64 {
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
		if g != want[i] && !(f.isNaN(g) && f.isNaN(want[i])) {
			b.disagree(fmt.Sprintf("%s.%v.%s ftz=%t %#x %#x %#x: the processor has %#x, the integers %#x",
				op, r, f.name, ftz, u[0][i], u[1][i], u[2][i], g, want[i]))
		}
	}
}

// mad is the mad.f32 of sm_1x (manual 9.7.3.7): it always flushes; the product
// is cut to 24 bits, without a limit to its exponent; with a zero c it is mul,
// then add.
func (b *block) mad(s *spec) []uint64 {
	return b.get(memoKey{what: "mad"}, func(out []uint64) {
		f := softF32
		for i := range out {
			x, y, z := b.arg[0][i], b.arg[1][i], b.arg[2][i]
			if c := f.unpack(z, true); c.class == softZero {
				out[i] = f.add(f.mul(x, y, softRn, true), z, softRn, true)
			} else {
				p := product(f.unpack(x, true), f.unpack(y, true))
				p.hi, p.lo = p.hi&^(1<<40-1), 0
				out[i] = f.round(sum(p, c), softRn, true)
			}
		}
	})
}

// minMax is the manual's pseudo-code (9.7.3.11, 9.7.4.8): of two or of three.
func (b *block) minMax(s *spec, f *soft) []uint64 {
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
					u &^= f.sign
				}
				if s.ftz {
					if f.isSubnormal(u) {
						u &= f.sign
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
		out[i] = f.pick(x[i], y[i], greatest, s.withNaN)
	}
	if arities[s.op] == 3 {
		z := arg(2)
		for i := range out {
			out[i] = f.pick(out[i], z[i], greatest, s.withNaN)
		}
	}
	if s.xorsign {
		for i, u := range out {
			if !f.isNaN(u) {
				out[i] = u&^f.sign | (b.arg[0][i]^b.arg[1][i])&f.sign
			}
		}
	}
	return out
}

// sign returns the results of the operations that look at the encoding.
func (b *block) sign(s *spec, f *soft) []uint64 {
	return b.get(memoKey{what: s.op, f: f, ftz: s.ftz}, func(out []uint64) {
		for i, u := range b.arg[0] {
			subnormal, nan := f.isSubnormal(u), f.isNaN(u)
			if s.ftz && subnormal {
				u &= f.sign
			}
			switch s.op {
			case "Neg":
				if u ^= f.sign; nan {
					u = f.nan
				}
			case "Abs":
				if u &^= f.sign; nan {
					u = f.nan
				}
			case "Copysign":
				u = u&f.sign | b.arg[1][i]&^f.sign
			case "Canon":
				if nan {
					u = f.nan
				}
			case "Ftz":
				if subnormal {
					u &= f.sign
				}
			case "Sat":
				u = f.sat(u)
			default:
				u = testp(s.op, u&^f.sign == f.inf, nan, subnormal)
			}
			if f == softF64 && nan && (s.op == "Neg" || s.op == "Abs") { // passes through
				u = b.arg[0][i]
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
func isInteger(name string) bool { return strings.ContainsAny(name[:1], "US") && name[1] <= '9' }
