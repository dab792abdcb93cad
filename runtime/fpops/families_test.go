package fpops_test

import (
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
	"slices"
	"strings"
)

// family is a set of functions that take the same operands and are proved
// together.
type family struct {
	name string
	// domain says which operands, for a reader.
	domain string
	// claims reports whether a function is of this family, if it is approximate
	// where the family is.
	claims      func(*spec) bool
	approximate bool
	// long and short are the numbers of operands with and without PTX2GO_LONG=1. Where
	// long is exhaustive, all is true, and operands are numbered.
	long, short uint64
	all         bool
	// draw fills the operands of block number n: in order if all, drawn from g
	// otherwise.
	draw func(b *block, g *softfloat.Rand, n uint64, all bool)
	// hardware says that the processor computes some of the results as well.
	hardware bool
}

func (fam *family) holds(s *spec) bool { return fam.approximate == s.approximate && fam.claims(s) }

const (
	every32  = 1 << 32
	manyLong = 100_000_000
	many     = 100_000
	sampled  = 1 << 20
)

func in(set string, s string) bool { return slices.Contains(strings.Fields(set), s) }

// operation is the predicate for operations in one format.
func operation(ops, format string, x2 ...bool) func(*spec) bool {
	return func(s *spec) bool {
		return in(ops, s.op) && len(s.types) == 1 && s.types[0] == format && (len(x2) == 0 || s.x2 == x2[0])
	}
}

// arithmetic selects operations of so many operands that are rounded once, and mad.
func arithmetic(operands int, format string, x2 ...bool) func(*spec) bool {
	return func(s *spec) bool {
		_, once := exactOps[s.op]
		return (once || s.op == "Mad") && arities[s.op] == operands && operation(s.op, format, x2...)(s)
	}
}

func either(claims ...func(*spec) bool) func(*spec) bool {
	return func(s *spec) bool {
		return slices.ContainsFunc(claims, func(c func(*spec) bool) bool { return c(s) })
	}
}

func unaryOp(s *spec) bool { return arities[s.op] == 1 || strings.HasPrefix(s.op, "Testp") }

func integerSource(s *spec) bool { return s.op == "Cvt" && isInteger(s.source()) }

// families are all functions that are proved here.
var families = []family{
	{
		name: "f32", domain: "all f32", long: every32, short: sampled, all: true, hardware: true,
		claims: func(s *spec) bool { return unaryOp(s) && s.types[0] == "F32" },
		draw:   sweep(func(g *softfloat.Rand) uint64 { return softfloat.F32.Value(g) }),
	},
	{
		name: "f32-to-int", domain: "all f32", long: every32, short: sampled, all: true,
		claims: func(s *spec) bool { return s.op == "Cvt" && s.source() == "F32" && isInteger(s.types[0]) },
		draw:   sweep(func(g *softfloat.Rand) uint64 { return softfloat.F32.AroundInt(g) }),
	},
	{
		name: "f32-to-float", domain: "all f32", long: every32, short: sampled, all: true, hardware: true,
		claims: func(s *spec) bool {
			return s.op == "Cvt" && s.source() == "F32" && !isInteger(s.types[0]) && !toPair(s)
		},
		draw: sweep(narrowings(softfloat.F32)),
	},
	{
		name: "int32", domain: "all 32-bit integers", long: every32, short: sampled, all: true,
		claims: func(s *spec) bool { return integerSource(s) && in("S32 U32", s.source()) },
		draw:   sweep(func(g *softfloat.Rand) uint64 { return softfloat.Integer(g, 32) }),
	},
	{
		name: "unary16", domain: "all 16-bit values", long: 1 << 16, short: 1 << 16, all: true,
		claims: func(s *spec) bool {
			return unaryOp(s) && !s.x2 && in("F16 Bf16", s.types[0]) ||
				s.op == "Cvt" && (in("F16 Bf16 U16 S16", s.source()) || narrows[s.source()] != nil) && s.scale == 0
		},
		draw: numbered,
	},
	{
		name: "half-to-pair", domain: "all 16-bit values in either half", long: 1 << 16, short: 1 << 16, all: true,
		claims: func(s *spec) bool { return s.op == "Cvt" && in("F16x2 Bf16x2", s.source()) && s.scale == 0 },
		draw:   numbered,
	},
	{
		name: "int8", domain: "all 8-bit integers", long: 1 << 8, short: 1 << 8, all: true,
		claims: func(s *spec) bool { return integerSource(s) && in("S8 U8", s.source()) },
		draw: func(b *block, g *softfloat.Rand, n uint64, all bool) {
			for i := range b.arg[0] {
				b.arg[0][i] = uint64(i) & 0xff
			}
		},
	},
	{
		name: "f16", domain: "all pairs of f16", long: every32, short: sampled, all: true,
		claims: either(arithmetic(2, "F16", false), operation("Min Max", "F16", false)), draw: pairs(softfloat.F16),
	},
	{
		name: "bf16", domain: "all pairs of bf16", long: every32, short: sampled, all: true,
		claims: either(arithmetic(2, "Bf16", false), operation("Min Max", "Bf16", false)), draw: pairs(softfloat.Bf16),
	},
	{
		name: "f16-more", domain: "tuples of f16", long: manyLong, short: many,
		claims: func(s *spec) bool {
			return arithmetic(3, "F16", false)(s) || s.x2 && s.types[0] == "F16"
		},
		draw: tuplesOf(softfloat.F16),
	},
	{
		name: "bf16-more", domain: "tuples of bf16", long: manyLong, short: many,
		claims: func(s *spec) bool {
			return arithmetic(3, "Bf16", false)(s) || s.x2 && s.types[0] == "Bf16"
		},
		draw: tuplesOf(softfloat.Bf16),
	},
	{
		name: "f32-arith", domain: "tuples of f32", long: manyLong, short: many, hardware: true,
		claims: either(arithmetic(2, "F32"), arithmetic(3, "F32")), draw: tuplesOf(softfloat.F32),
	},
	{
		name: "f32-minmax", domain: "tuples of f32", long: manyLong, short: many,
		claims: operation("Min Max Min3 Max3 Copysign", "F32"), draw: tuplesOf(softfloat.F32),
	},
	{
		name: "f32-to-pair", domain: "all f32 in either half", long: every32, short: sampled, all: true, hardware: true,
		claims: func(s *spec) bool { return s.op == "Cvt" && s.source() == "F32" && toPair(s) && s.scale == 0 },
		draw:   scattered(sweep(narrowings(softfloat.F32))),
	},
	{
		name: "f64-unary", domain: "f64", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool { return unaryOp(s) && s.types[0] == "F64" },
		draw:   tuplesOf(softfloat.F64),
	},
	{
		name: "f64-arith", domain: "tuples of f64", long: manyLong, short: many, hardware: true,
		claims: either(arithmetic(2, "F64"), arithmetic(3, "F64"), operation("Min Max Copysign", "F64")), draw: tuplesOf(softfloat.F64),
	},
	{
		name: "f64-to-int", domain: "f64", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool { return s.op == "Cvt" && s.source() == "F64" && isInteger(s.types[0]) },
		draw:   single(func(g *softfloat.Rand) uint64 { return softfloat.F64.AroundInt(g) }),
	},
	{
		name: "f64-to-float", domain: "f64", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool { return s.op == "Cvt" && s.source() == "F64" && !isInteger(s.types[0]) },
		draw:   single(narrowings(softfloat.F64)),
	},
	{
		name: "int64", domain: "64-bit integers", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool { return integerSource(s) && in("S64 U64", s.source()) },
		draw:   single(func(g *softfloat.Rand) uint64 { return softfloat.Integer(g, 64) }),
	},
	{
		name: "mixed-f16", domain: "tuples of f16 and f32", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool {
			return in("Add Sub Fma", s.op) && len(s.types) == 2 && s.types[1] == "F16" && !s.wide
		},
		draw: mixed(softfloat.F16),
	},
	{
		name: "mixed-wide-f16", domain: "an f16 and two f32", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool { return s.wide && s.types[1] == "F16" },
		draw:   mixedWide(softfloat.F16),
	},
	{
		name: "mixed-wide-bf16", domain: "a bf16 and two f32", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool { return s.wide && s.types[1] == "Bf16" },
		draw:   mixedWide(softfloat.Bf16),
	},
	{
		name: "scaled-f32", domain: "f32 and scales", long: manyLong, short: many,
		claims: func(s *spec) bool { return s.scale != 0 && s.source() == "F32" },
		draw:   scales(narrowings(softfloat.F32)),
	},
	{
		name: "scaled-16", domain: "16-bit values and scales", long: manyLong, short: many,
		claims: func(s *spec) bool { return s.scale != 0 && s.source() != "F32" },
		draw:   scales(func(g *softfloat.Rand) uint64 { return g.Below(1 << 16) }),
	},
	{
		name: "mixed-bf16", domain: "tuples of bf16 and f32", long: manyLong, short: many, hardware: true,
		claims: func(s *spec) bool {
			return in("Add Sub Fma", s.op) && len(s.types) == 2 && s.types[1] == "Bf16" && !s.wide
		},
		draw: mixed(softfloat.Bf16),
	},
	{
		name: "pack", domain: "triples of 32-bit integers", long: manyLong, short: many,
		claims: func(s *spec) bool { return s.op == "CvtPack" },
		draw: func(b *block, g *softfloat.Rand, n uint64, all bool) {
			for _, a := range b.arg {
				for i := range a {
					a[i] = softfloat.Integer(g, 32)
				}
			}
		},
	},
}

// numbered gives the numbers of the operands.
func numbered(b *block, g *softfloat.Rand, n uint64, all bool) {
	for i := range b.arg[0] {
		b.arg[0][i] = n*blockSize + uint64(i)
	}
}

// sweep gives all 32-bit operands in order, or a sample: half of it spread
// evenly over them, half from f.
func sweep(f func(g *softfloat.Rand) uint64) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		if all {
			numbered(b, g, n, all)
			return
		}
		const step = every32 / (sampled / 2)
		for i := range b.arg[0] {
			if i%2 == 0 {
				b.arg[0][i] = (n*blockSize+uint64(i))/2%(sampled/2)*step + g.Below(step)
			} else {
				b.arg[0][i] = f(g)
			}
		}
	}
}

// scattered gives the same operands as a sweep in another order, so that the two
// halves of a pair have little in common.
func scattered(sweep func(b *block, g *softfloat.Rand, n uint64, all bool)) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		sweep(b, g, n, all)
		if all {
			for i, u := range b.arg[0] {
				b.arg[0][i] = u * 0x9e3779b1 & (every32 - 1) // an odd factor: a permutation
			}
		}
	}
}

// pairs gives all pairs of 16-bit operands in order, or tuples.
func pairs(f *softfloat.Format) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		for i := range b.arg[0] {
			if all {
				u := n*blockSize + uint64(i)
				b.arg[0][i], b.arg[1][i] = u>>16, u&0xffff
			} else {
				b.arg[0][i], b.arg[1][i], _ = f.Tuple(g)
			}
		}
	}
}

func tuplesOf(f *softfloat.Format) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		for i := range b.arg[0] {
			b.arg[0][i], b.arg[1][i], b.arg[2][i] = f.Tuple(g)
		}
	}
}

func single(f func(g *softfloat.Rand) uint64) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		for i := range b.arg[0] {
			b.arg[0][i] = f(g)
		}
	}
}

// narrowings draws numbers that are hard to convert to some narrower format.
func narrowings(f *softfloat.Format) func(g *softfloat.Rand) uint64 {
	to := []*softfloat.Format{softfloat.F16, softfloat.Bf16, softfloat.Tf32, softfloat.E4m3, softfloat.E5m2, softfloat.E2m3, softfloat.E3m2, softfloat.E2m1, softfloat.F32}
	if f == softfloat.F32 {
		to = to[:8]
	}
	return func(g *softfloat.Rand) uint64 {
		if z := g.Below(12); z < uint64(len(to)) {
			return f.Narrowing(g, to[z])
		}
		return f.AroundInt(g) // next to halves, too
	}
}

// mixed gives operands of a narrow format in places 0 and 1 and an addend in f32
// in place 2.
func mixed(f *softfloat.Format) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		for i := range b.arg[0] {
			b.arg[0][i], b.arg[1][i], b.arg[2][i] = f.MixedTuple(g)
		}
	}
}

// mixedWide gives a factor of a narrow format in place 0, and two f32: half of them as mixed, with
// a factor that is often not a number of the narrow format any more.
func mixedWide(f *softfloat.Format) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		for i := range b.arg[0] {
			x, y, z := f.MixedTuple(g)
			if y = softfloat.F32.Round(f.Unpack(y, false), softfloat.Rn, false); g.Below(2) == 0 {
				y = (y + g.Below(3) - 1) & softfloat.F32.Mask()
			}
			if g.Below(2) == 0 {
				u, v, w := softfloat.F32.Tuple(g)
				x, y, z = f.Round(softfloat.F32.Unpack(u, false), softfloat.Rn, false), v, w
			}
			b.arg[0][i], b.arg[1][i], b.arg[2][i] = x, y, z
		}
	}
}

// scales gives operands in place 0, and in place 2 two exponents, most of them near that of one.
func scales(draw func(g *softfloat.Rand) uint64) func(b *block, g *softfloat.Rand, n uint64, all bool) {
	exponent := func(g *softfloat.Rand) uint64 {
		if g.Below(4) == 0 {
			return g.Below(256)
		}
		return 107 + g.Below(41)
	}
	return func(b *block, g *softfloat.Rand, n uint64, all bool) {
		for i := range b.arg[0] {
			b.arg[0][i], b.arg[2][i] = draw(g), exponent(g)<<8|exponent(g)
		}
	}
}
