package fpgraph

import (
	"fmt"
	"strconv"
)

// constant spells a constant of a type, mostly one at which arithmetic changes its
// behaviour.
func (g *gen) constant(t typ) string {
	if t.float() {
		x := g.rng.Float64()
		list := []float64{0, 1, 0.5, 1.0 / 3, 8*x - 4, 2e6*x - 1e6, float64(int64(1) << g.rng.IntN(15)), 1 / float64(int64(1)<<g.rng.IntN(15))}
		k := g.rng.IntN(len(list) + 1)
		if k == len(list) {
			return fmt.Sprintf("((%s)-0.0)", t)
		}
		v := list[k]
		if t == f16 && (v > 1000 || v < -1000) {
			v = 1000
		}
		s := strconv.FormatFloat(v, 'e', -1, 64)
		return fmt.Sprintf("((%s)%s)", t, s)
	}
	n := bitsOf[t]
	var v uint64
	switch g.rng.IntN(4) {
	case 0:
		v = uint64(g.rng.IntN(17)) - 8
	case 1:
		v = g.rng.Uint64()
	case 2:
		v = 1 << g.rng.IntN(n)
	case 3:
		v = 1<<(n-1) - 1
	}
	return fmt.Sprintf("((%s)%dull)", t, v<<(64-n)>>(64-n))
}

// other is a type that is not t, of those for which ok.
func (g *gen) other(t typ, ok func(typ) bool) typ {
	for {
		if s := g.anyType(); s != t && ok(s) {
			return s
		}
	}
}

// expr is a random expression of a type: one operation on variables and constants.
// All of them are defined in C and in PTX, and the same in both: where an operation
// is not, for some operands, these are kept away from it.
func (g *gen) expr(t typ) string {
	if t.float() {
		return g.floatExpr(t)
	}
	return g.intExpr(t)
}

// convert is a conversion of floats and integers to a float.
func (g *gen) convert(t typ) string {
	s := g.other(t, func(typ) bool { return true })
	x := g.pick(s)
	switch {
	case t == f16 && !s.float():
		// In two steps, as both sides may do it.
		return fmt.Sprintf("(half)(float)%s", x)
	case t == f16 && s == f64:
		return fmt.Sprintf("(half)(float)%s", x)
	}
	return fmt.Sprintf("(%s)%s", t, x)
}

func (g *gen) floatExpr(t typ) string {
	a, b, c := g.pick(t), g.pick(t), g.pick(t)
	suffix := map[typ]string{f32: "f", f64: ""}[t]
	k := g.rng.IntN(20)
	if t == f16 {
		// C has no other operations on them.
		k = []int{0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 15}[g.rng.IntN(11)]
	}
	switch k {
	case 0, 1:
		return fmt.Sprintf("%s + %s", a, b)
	case 2:
		return fmt.Sprintf("%s - %s", a, b)
	case 3, 4:
		return fmt.Sprintf("%s * %s", a, b)
	case 5:
		return fmt.Sprintf("%s / %s", a, b)
	case 6:
		return fmt.Sprintf("__builtin_sqrt%s(__builtin_fabs%s(%s))", suffix, suffix, a)
	case 7:
		return fmt.Sprintf("__builtin_fma%s(%s, %s, %s)", suffix, a, b, c)
	case 8:
		return fmt.Sprintf("__builtin_%s%s(%s)", g.choose("floor", "ceil", "trunc", "rint"), suffix, a)
	case 9: // the sign of a NaN is not the same everywhere
		return fmt.Sprintf("__builtin_copysign%s(%s, %s == %s ? %s : 1)", suffix, a, b, b, b)
	case 10:
		// Not of the same type: clang makes a minimum of such a choice, which may be
		// the other zero.
		w := g.other(t, func(typ) bool { return true })
		return fmt.Sprintf("%s %s %s ? %s : %s", g.pick(w), g.choose("<", "<=", ">", ">=", "==", "!="), g.pick(w), b, a)
	case 11:
		return fmt.Sprintf("-%s", a)
	case 12, 13:
		return g.convert(t)
	case 14:
		return fmt.Sprintf("(%s)bits_float((u32)(127 + (%s & 15) - 8) << 23)", t, g.pick(i32))
	case 15:
		return fmt.Sprintf("(%s)((%s)(%s * (%s)0.5) + %s)", t, t, a, t, b)
	case 16:
		return fmt.Sprintf("__builtin_fabs%s(%s)", suffix, a)
	case 17: // which zero a minimum of zeros is, is not the same everywhere
		return fmt.Sprintf("__builtin_f%s%s(%s + 0, %s + 0)", g.choose("min", "max"), suffix, a, b)
	case 18:
		return fmt.Sprintf("__builtin_fma%s(-%s, %s, %s)", suffix, a, b, c)
	}
	if t == f32 {
		return fmt.Sprintf("bits_float(%s & 0xff7fffffu)", g.pick(u32))
	}
	return fmt.Sprintf("bits_double(%s & 0xffefffffffffffffull)", g.pick(u64))
}

func (g *gen) intExpr(t typ) string {
	a, b, c := g.pick(t), g.pick(t), g.pick(t)
	n, u := bitsOf[t], t.unsigned()
	isFloat := func(s typ) bool { return s.float() }
	isInt := func(s typ) bool { return !s.float() }
	switch g.rng.IntN(24) {
	case 0:
		return fmt.Sprintf("(%s)((%s)%s + (%s)%s)", t, u, a, u, b)
	case 1:
		return fmt.Sprintf("(%s)((%s)%s - (%s)%s)", t, u, a, u, b)
	case 2, 3:
		return fmt.Sprintf("(%s)((%s)%s * (%s)%s)", t, u, a, u, b)
	case 4:
		return fmt.Sprintf("(%s)((%s)%s * (%s)%s + (%s)%s)", t, u, a, u, b, u, c)
	case 5:
		return fmt.Sprintf("(%s)(%s %s %s)", t, a, g.choose("&", "|", "^"), b)
	case 6:
		return fmt.Sprintf("(%s)((%s)%s << (%s & %d))", t, u, a, b, n-1)
	case 7:
		return fmt.Sprintf("(%s)(%s >> (%s & %d))", t, a, b, n-1)
	case 8:
		return fmt.Sprintf("(%s)(%s == 0 || %s == (%s)-1 ? %s : %s / %s)", t, b, b, t, a, a, b)
	case 9:
		return fmt.Sprintf("(%s)(%s == 0 || %s == (%s)-1 ? 0 : %s %% %s)", t, b, b, t, a, b)
	case 10:
		return fmt.Sprintf("(%s)(%s < %s)", t, a, b)
	case 11:
		return fmt.Sprintf("(%s)%s", t, g.pick(g.other(t, isInt)))
	case 12, 13: // out of range is not the same everywhere
		return fmt.Sprintf("to_%s((double)%s)", t, g.pick(g.other(t, isFloat)))
	case 14:
		return fmt.Sprintf("(%s)float_bits(%s)", t, g.pick(f32))
	case 15:
		return fmt.Sprintf("(%s)double_bits(%s)", t, g.pick(f64))
	case 16:
		s := []typ{f32, f64}[g.rng.IntN(2)]
		return fmt.Sprintf("(%s)(%s %s %s)", t, g.pick(s), g.choose("<", "<=", ">", ">=", "==", "!="), g.pick(s))
	case 17:
		return fmt.Sprintf("(%s)(%s %s %s ? %s : ~%s)", t, a, g.choose("<", ">"), b, b, a)
	case 18:
		if n == 64 {
			w := map[bool]string{true: "__int128", false: "unsigned __int128"}[t.signed()]
			return fmt.Sprintf("(%s)(((%s)%s * %s) >> 64)", t, w, a, b)
		}
		w := i64
		if !t.signed() {
			w = u64
		}
		return fmt.Sprintf("(%s)(((%s)%s * (%s)%s) >> %d)", t, w, a, w, b, n)
	case 19:
		s := map[typ]string{u32: "", u64: "ll"}[u]
		return fmt.Sprintf("(%s)__builtin_popcount%s(%s)", t, s, a)
	case 20:
		s := map[typ]string{u32: "", u64: "ll"}[u]
		return fmt.Sprintf("(%s)((%s)%s == 0 ? %d : __builtin_%s%s((%s)%s))", t, u, a, bitsOf[u], g.choose("clz", "ctz"), s, u, a)
	case 21:
		w := map[typ]string{u32: "32", u64: "64"}[u]
		return fmt.Sprintf("(%s)__builtin_%s%s((%s)%s)", t, g.choose("bswap", "bitreverse"), w, u, a)
	case 22:
		w := map[typ]string{u32: "32", u64: "64"}[u]
		return fmt.Sprintf("(%s)__builtin_rotate%s%s((%s)%s, (%s)%s)", t, g.choose("left", "right"), w, u, a, u, b)
	}
	return fmt.Sprintf("(%s)(((%s)%s >> (%s & %d)) & (((%s)1 << (%s & %d)) - 1))", t, u, a, b, n-1, u, c, n-1)
}
