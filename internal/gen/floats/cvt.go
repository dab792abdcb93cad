package floats

import "fmt"

// integer is an integer type of PTX.
type integer struct {
	name   string
	goType string
	bits   int
	signed bool
}

var integers = []integer{
	{"u8", "uint8", 8, false}, {"u16", "uint16", 16, false}, {"u32", "uint32", 32, false}, {"u64", "uint64", 64, false},
	{"s8", "int8", 8, true}, {"s16", "int16", 16, true}, {"s32", "int32", 32, true}, {"s64", "int64", 64, true},
}

// integral maps the integer rounding modes to functions of package math.
var integral = map[string]string{"rni": "math.RoundToEven", "rzi": "math.Trunc", "rmi": "math.Floor", "rpi": "math.Ceil"}

var integralModes = []string{"rni", "rzi", "rmi", "rpi"}

// floatToInt writes the conversions that round, then clamp.
func floatToInt(o *out) {
	for _, d := range integers {
		for _, r := range integralModes {
			rounded := func(x string) string {
				if r == "rzi" { // the clamps truncate
					return x
				}
				return integral[r] + "(" + x + ")"
			}
			clamp := "clamp" + title(d.name)
			for _, ftz := range flags {
				head := "cvt." + r + opt(ftz, ".ftz") + "." + d.name + ".f32"
				x := "a"
				switch {
				case goName(head) == "CvtRziS32F32" || goName(head) == "CvtRziU32F32":
					continue // cvtint.go
				case ftz && (r == "rmi" || r == "rpi"):
					x = "FtzF32(a)"
				case ftz: // a subnormal gives 0 either way
					o.fn(head, "a float32", d.goType, "%s(a)", goName("cvt."+r+"."+d.name+".f32"))
					continue
				}
				o.fn(head, "a float32", d.goType, "%s(%s)", clamp, rounded("float64("+x+")"))
			}
			for _, s := range []string{"f16", "bf16"} {
				o.fn("cvt."+r+"."+d.name+"."+s, "a uint16", d.goType, "%s(%s)", clamp, rounded("float64(widen"+title(s)+"(a))"))
			}
			head := "cvt." + r + "." + d.name + ".f64"
			if d.bits == 64 { // the clamp already gives NaN the top bit
				o.fn(head, "a float64", d.goType, "%s(%s)", clamp, rounded("a"))
				continue
			}
			top := fmt.Sprintf("1 << %d", d.bits-1)
			if d.signed {
				top = "-" + top
			}
			name := goName(head)
			fmt.Fprintf(&o.body, "// %s is %s.\nfunc %s(a float64) %s {\nif a != a {\nreturn %s\n}\nreturn %s(%s)\n}\n\n",
				name, head, name, d.goType, top, clamp, rounded("a"))
		}
	}
}

// intToFloat writes the conversions that round once, to any format.
func intToFloat(o *out) {
	for _, s := range integers {
		// exact is a float64 that can stand for a when rounding to a narrower format.
		exact := "float64(a)"
		if s.bits == 64 {
			exact = "odd" + title(s.name) + "(a)"
		}
		param := "a " + s.goType
		for _, r := range roundings {
			f32 := r + "F32(" + exact + ")"
			if r == "rn" && s.bits < 64 {
				f32 = "float32(a)"
			}
			f64 := "float64(a)"
			if r != "rn" && s.bits == 64 {
				f64 = fmt.Sprintf("dir%sF64(a, %s)", title(s.name), r)
			}
			f16 := fmt.Sprintf("narrowF16(%s, %s)", exact, r)
			if r == "rn" {
				f16 = "rn64F16(" + exact + ")"
			}
			for _, sat := range flags {
				for _, ftz := range flags { // no integer is subnormal
					o.fn("cvt."+r+opt(ftz, ".ftz")+opt(sat, ".sat")+".f32."+s.name, param, "float32", "%s", clamped(sat, "SatF32", f32))
				}
				o.fn("cvt."+r+opt(sat, ".sat")+".f64."+s.name, param, "float64", "%s", clamped(sat, "SatF64", f64))
				o.fn("cvt."+r+opt(sat, ".sat")+".f16."+s.name, param, "uint16", "%s", clamped(sat, "SatF16", f16))
			}
			o.fn("cvt."+r+".bf16."+s.name, param, "uint16", "narrowBf16(%s, %s)", exact, r)
		}
	}
}

func clamped(on bool, f, x string) string {
	if on {
		return f + "(" + x + ")"
	}
	return x
}

// intToInt writes the saturating conversions between integers; the others are
// Go's.
func intToInt(o *out) {
	for _, d := range integers {
		for _, s := range integers {
			low := s.signed && (!d.signed || d.bits < s.bits) // a can be too small
			top := d.bits - 1                                 // significant bits of the greatest
			if !d.signed {
				top++
			}
			high := top < s.bits-1 || top < s.bits && !s.signed // a can be too large
			if !low && !high {
				continue // illegal: there is nothing to clamp
			}
			bound := func(max bool) string {
				switch {
				case max && d.signed:
					return fmt.Sprintf("1<<%d - 1", d.bits-1)
				case max:
					return fmt.Sprintf("1<<%d - 1", d.bits)
				case d.signed:
					return fmt.Sprintf("-1 << %d", d.bits-1)
				}
				return "0"
			}
			x := "a"
			if low {
				x = fmt.Sprintf("max(%s, %s)", x, bound(false))
			}
			if high {
				x = fmt.Sprintf("min(%s, %s)", x, bound(true))
			}
			o.fn("cvt.sat."+d.name+"."+s.name, "a "+s.goType, d.goType, "%s(%s)", d.goType, x)
		}
	}
}

// cvtFloat writes the conversions between float formats.
func cvtFloat(o *out) {
	sameFormat(o)
	widening(o)
	narrowing(o)
	toHalf(o)
	toTf32(o)
	narrowPairs(o)
	toUe8m0(o)
}

// sameFormat writes the roundings to an integral value and the saturating and
// flushing moves.
func sameFormat(o *out) {
	for _, r := range append([]string{""}, integralModes...) {
		dot := ""
		if r != "" {
			dot = "." + r
		}
		for _, sat := range flags {
			for _, ftz := range flags {
				x := "a"
				if ftz {
					x = "FtzF32(a)"
				}
				if r != "" {
					x = fmt.Sprintf("float32(%s(float64(%s)))", integral[r], x)
				}
				switch {
				case sat:
					x = "SatF32(" + x + ")"
				case r != "" || ftz:
					x = "CanonF32(" + x + ")"
				}
				o.fn("cvt"+dot+opt(ftz, ".ftz")+opt(sat, ".sat")+".f32.f32", "a float32", "float32", "%s", x)
			}
			x := "a"
			if r != "" {
				x = integral[r] + "(a)"
			}
			switch {
			case sat:
				x = "SatF64(" + x + ")"
			case r != "":
				x = "quietOrSame(" + x + ")"
			}
			o.fn("cvt"+dot+opt(sat, ".sat")+".f64.f64", "a float64", "float64", "%s", x)
			x = "a"
			switch {
			case r == "" && !sat:
				x = "canonF16(a)"
			case r != "":
				x = fmt.Sprintf("rnF16(float32(%s(float64(widenF16(a)))))", integral[r])
			}
			o.fn("cvt"+dot+opt(sat, ".sat")+".f16.f16", "a uint16", "uint16", "%s", clamped(sat, "SatF16", x))
		}
		x := "canonBf16(a)"
		if r != "" {
			x = fmt.Sprintf("rnBf16(float32(%s(float64(widenBf16(a)))))", integral[r])
		}
		o.fn("cvt"+dot+".bf16.bf16", "a uint16", "uint16", "%s", x)
	}
}

// widening writes the exact conversions that cvtfloat.go does not have.
func widening(o *out) {
	for _, ftz := range flags {
		for _, sat := range flags {
			mods := opt(ftz, ".ftz") + opt(sat, ".sat")
			if mods != "" {
				// An f16 is never subnormal in f32.
				o.fn("cvt"+mods+".f32.f16", "a uint16", "float32", "%s", clamped(sat, "SatF32", "CvtF32F16(a)"))
				o.fn("cvt"+mods+".f64.f32", "a float32", "float64", "%s", clamped(sat, "SatF64", "CvtF64F32("+flushed(ftz, "a", sat)+")"))
			}
			o.fn("cvt"+mods+".f32.bf16", "a uint16", "float32", "%s", clamped(sat, "SatF32", flushed(ftz, "widenBf16(a)", sat)))
		}
	}
	o.fn("cvt.sat.f64.f16", "a uint16", "float64", "SatF64(CvtF64F16(a))")
	o.fn("cvt.f64.bf16", "a uint16", "float64", "CvtF64F32(widenBf16(a))")
}

// flushed is x, flushed if ftz: GPUs do that with an addition, whose NaN is the canonical
// one, and where no NaN can be seen it does not matter.
func flushed(ftz bool, x string, noNaN bool) string {
	switch {
	case !ftz:
		return x
	case noNaN:
		return "FtzF32(" + x + ")"
	}
	return "CanonF32(FtzF32(" + x + "))"
}

// narrowing writes f64 to f32 and everything that rounds to f16 and bf16 from
// formats other than f32.
func narrowing(o *out) {
	for _, r := range roundings {
		for _, sat := range flags {
			for _, ftz := range flags {
				head := "cvt." + r + opt(ftz, ".ftz") + opt(sat, ".sat") + ".f32.f64"
				x := r + opt(ftz, "Ftz") + "F32(a)"
				switch {
				case sat:
					o.fn(head, "a float64", "float32", "SatF32(%s)", x)
				case r == "rn" && !ftz: // cvtfloat.go
				default:
					o.numberOrNaN(head, "float32", "nanF32F64", x)
				}
			}
		}
		o.numberOrNaN("cvt."+r+".f16.f64", "uint16", "nanF16F64", narrowF16("a", r))
		o.fn("cvt."+r+".sat.f16.f64", "a float64", "uint16", "SatF16(%s)", narrowF16("a", r))
		o.fn("cvt."+r+".f16.bf16", "a uint16", "uint16", "%s", narrowF16("float64(widenBf16(a))", r))
		o.fn("cvt."+r+".bf16.f16", "a uint16", "uint16", "narrowBf16(float64(widenF16(a)), %s)", r)
		o.numberOrNaN("cvt."+r+".bf16.f64", "uint16", "nanBf16F64", fmt.Sprintf("narrowBf16(a, %s)", r))
	}
}

// numberOrNaN writes a conversion from f64 that has a function for NaNs.
func (o *out) numberOrNaN(head, result, nan, number string) {
	name := goName(head)
	fmt.Fprintf(&o.body, "// %s is %s.\nfunc %s(a float64) %s {\nif a != a {\nreturn %s(a)\n}\nreturn %s\n}\n\n",
		name, head, name, result, nan, number)
}

func narrowF16(x, r string) string {
	if r == "rn" {
		return "rn64F16(" + x + ")"
	}
	return fmt.Sprintf("narrowF16(%s, %s)", x, r)
}

// toHalf writes f32 to f16, bf16 and pairs of them.
func toHalf(o *out) {
	for _, r := range roundings {
		f16 := func(x string) string {
			if r == "rn" {
				return "rnF16(" + x + ")"
			}
			return fmt.Sprintf("narrowF16(float64(%s), %s)", x, r)
		}
		for _, sat := range flags {
			for _, ftz := range flags { // without effect: see cvtfloat.go
				o.fn("cvt."+r+opt(ftz, ".ftz")+opt(sat, ".sat")+".f16.f32", "a float32", "uint16", "%s", clamped(sat, "SatF16", f16("a")))
			}
		}
		if r != "rn" && r != "rz" {
			continue
		}
		bf16 := func(x string) string { return r + "Bf16(" + x + ")" }
		for _, relu := range flags {
			for _, fin := range flags {
				mods := "cvt." + r + opt(relu, ".relu") + opt(fin, ".satfinite")
				one := func(typ string, f func(string) string, x string) string {
					return clamped(relu, "relu"+typ, clamped(fin, "satfinite"+typ, f(x)))
				}
				if relu || fin {
					o.fn(mods+".f16.f32", "a float32", "uint16", "%s", one("F16", f16, "a"))
				}
				o.fn(mods+".bf16.f32", "a float32", "uint16", "%s", one("Bf16", bf16, "a"))
				o.fn(mods+".f16x2.f32", "a, b float32", "uint32", "pack16(%s, %s)", one("F16", f16, "b"), one("F16", f16, "a"))
				o.fn(mods+".bf16x2.f32", "a, b float32", "uint32", "pack16(%s, %s)", one("Bf16", bf16, "b"), one("Bf16", bf16, "a"))

				mods += ".pzo"
				pzo := func(x string) string { return "pzo16(" + x + ")" }
				o.fn(mods+".f16.f32", "a float32", "uint16", "%s", pzo(one("F16", f16, "a")))
				o.fn(mods+".bf16.f32", "a float32", "uint16", "%s", pzo(one("Bf16", bf16, "a")))
				o.fn(mods+".f16x2.f32", "a, b float32", "uint32", "pack16(%s, %s)", pzo(one("F16", f16, "b")), pzo(one("F16", f16, "a")))
				o.fn(mods+".bf16x2.f32", "a, b float32", "uint32", "pack16(%s, %s)", pzo(one("Bf16", bf16, "b")), pzo(one("Bf16", bf16, "a")))
			}
		}
	}
}

func toTf32(o *out) {
	for _, r := range []string{"rna", "rn", "rz"} {
		for _, fin := range flags {
			for _, relu := range flags {
				if r == "rna" && relu {
					continue
				}
				sat := "satfiniteTf32"
				if r == "rna" {
					sat = "satfiniteRnaTf32"
				}
				x := clamped(relu, "reluTf32", clamped(fin, sat, r+"Tf32(a)"))
				o.fn("cvt."+r+opt(fin, ".satfinite")+opt(relu, ".relu")+".tf32.f32", "a float32", "uint32", "%s", x)
				if r != "rna" {
					o.fn("cvt."+r+opt(relu, ".relu")+opt(fin, ".satfinite")+".pzo.tf32.f32", "a float32", "uint32", "pzoTf32(%s)", x)
				}
			}
		}
	}
}

// toUe8m0 writes f32 and pairs of bf16 to pairs of exponents.
func toUe8m0(o *out) {
	for _, r := range []string{"rz", "rp"} {
		for _, fin := range flags {
			one := func(x string) string { return r + "Ue8m0(" + clamped(fin, "satfiniteUe8m0", x) + ")" }
			head := "cvt." + r + opt(fin, ".satfinite") + ".ue8m0x2."
			o.fn(head+"f32", "a, b float32", "uint16", "pack8(%s, %s)", one("b"), one("a"))
			o.fn(head+"bf16x2", "a uint32", "uint16", "pack8(%s, %s)", one("widenBf16(lo16(a))"), one("widenBf16(hi16(a))"))
		}
	}
}
