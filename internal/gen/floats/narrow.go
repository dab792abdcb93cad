package floats

import "fmt"

// narrowFormat is a format of which pairs are converted.
type narrowFormat struct {
	name  string
	class string // of the functions for .relu and .pzo
	place int    // bits of an element in its pair
	pair  string // the Go type of a pair
}

var narrowFormats = []narrowFormat{
	{"e4m3", "F8", 8, "uint16"}, {"e5m2", "F8", 8, "uint16"},
	{"e2m3", "F6", 8, "uint16"}, {"e3m2", "F6", 8, "uint16"}, {"e2m1", "F4", 4, "uint8"},
}

// narrowPairs writes the conversions of narrow floats.
func narrowPairs(o *out) {
	for _, f := range narrowFormats {
		for _, relu := range flags {
			for _, r := range []string{"rn", "rz"} {
				for _, pzo := range flags {
					for _, scaled := range flags {
						f.narrowing(o, r, relu, pzo, scaled)
					}
				}
			}
			from := func(half string) string {
				return clamped(relu, "reluF16", fmt.Sprintf("widen%s(%s%d(a))", title(f.name), half, f.place))
			}
			o.fn("cvt.rn"+opt(relu, ".relu")+".f16x2."+f.name+"x2", "a "+f.pair, "uint32", "pack16(%s, %s)", from("lo"), from("hi"))
			for _, fin := range flags {
				one := func(half string) string {
					return fmt.Sprintf("widenF16(widen%s(%s%d(a)))", title(f.name), half, f.place)
				}
				toBf16x2(o, opt(relu, ".relu")+opt(fin, ".satfinite"), f.name, f.pair, one, relu, fin)
			}
		}
	}
	for _, fin := range flags {
		for _, relu := range flags {
			toBf16x2(o, opt(fin, ".satfinite")+opt(relu, ".relu"), "s2f6", "uint16",
				func(half string) string { return "widenS2f6(" + half + "8(a))" }, relu, fin)
		}
	}
}

// narrowing writes f32 and pairs of f16 and bf16 to pairs of a format. A scale divides both;
// then what is subnormal counts as zero.
func (f narrowFormat) narrowing(o *out, r string, relu, pzo, scaled bool) {
	round := f.name
	if r != "rn" {
		round = r + title(round)
	}
	to := func(from, params, lo, hi string) {
		one := func(x string) string {
			if scaled {
				x = "descaled(FtzF32(" + x + "), scale)"
			}
			return clamped(pzo, "pzo"+f.class, clamped(relu, "relu"+f.class, round+"("+x+")"))
		}
		o.fn("cvt."+r+".satfinite"+opt(relu, ".relu")+opt(pzo, ".pzo")+opt(scaled, ".scaled::n1::ue8m0")+"."+f.name+"x2."+from,
			params+opt(scaled, ", scale uint8"), f.pair, "pack%d(%s, %s)", f.place, one(lo), one(hi))
	}
	widenF16 := func(x string) string {
		if scaled { // what is subnormal in f16 is not in f32
			x = "FtzF16(" + x + ")"
		}
		return "widenF16(" + x + ")"
	}
	to("f32", "a, b float32", "b", "a")
	to("f16x2", "a uint32", widenF16("lo16(a)"), widenF16("hi16(a)"))
	to("bf16x2", "a uint32", "widenBf16(lo16(a))", "widenBf16(hi16(a))")
}

// toBf16x2 writes the conversions of pairs to pairs of bf16, with a scale that multiplies each
// element and without. one is an element of the low or the high half in f32.
func toBf16x2(o *out, mods, from, pair string, one func(half string) string, relu, fin bool) {
	for _, scaled := range flags {
		result := func(half string) string {
			x := one(half)
			if scaled {
				x = fmt.Sprintf("float32(%s*scaleUe8m0(%s8(scale)))", x, half)
			}
			return clamped(relu, "reluBf16", clamped(fin, "satfiniteBf16", "rnBf16("+x+")"))
		}
		o.fn("cvt.rn"+mods+opt(scaled, ".scaled::n2::ue8m0")+".bf16x2."+from+"x2", "a "+pair+opt(scaled, ", scale uint16"), "uint32",
			"pack16(%s, %s)", result("lo"), result("hi"))
	}
}
