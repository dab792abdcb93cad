package fpops_test

import (
	"fmt"
	"math"
	"strconv"

	"github.com/ptx2go/ptx2go/internal/oracle/mxcsr"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
)

// The expected results of conversions (manual 9.7.9.21, 9.7.9.22).

// integralModes maps the rounding to integers to modes.
var integralModes = map[string]softfloat.Mode{"Rni": softfloat.Rn, "Rzi": softfloat.Rz, "Rmi": softfloat.Rm, "Rpi": softfloat.Rp}

// intWidth splits the name of an integer type.
func intWidth(name string) (signed bool, width uint) {
	n, err := strconv.Atoi(name[1:])
	if err != nil {
		panic(err)
	}
	return name[0] == 'S', uint(n)
}

// clampInt clamps an integer, given as sign and magnitude, to a type and
// returns its bits.
func clampInt(neg bool, v uint64, signed bool, width uint) uint64 {
	top := uint64(1) << (width - 1)
	switch {
	case neg && !signed:
		return 0
	case neg:
		return -min(v, top) & (top<<1 - 1)
	case signed:
		return min(v, top-1)
	}
	return min(v, top<<1-1)
}

// magnitudeOf splits an integer.
func magnitudeOf(u uint64, signed bool, width uint) (neg bool, v uint64) {
	if signed && u>>(width-1)&1 != 0 {
		return true, -u & (1<<width - 1)
	}
	return false, u
}

// convert returns the results of cvt. A function of pairs gets those of a half.
func (b *block) convert(s *spec) []uint64 {
	d, from := s.types[0], s.source()
	switch {
	case isInteger(d) && isInteger(from):
		return b.intToInt(s)
	case isInteger(d):
		return b.floatToInt(s)
	case isInteger(from):
		return b.clamp(s, formats[d], b.intToFloat(s))
	case narrows[from] != nil:
		return b.widenedPairs(s)
	case s.scale != 0:
		return b.scaledPairs(s)
	case narrows[d] != nil:
		return b.narrowed(s)
	case d == "Tf32":
		base := b.clamp(s, softfloat.Tf32, b.floatToFloat(softfloat.Tf32, softfloat.F32, s.round, false))
		for i, u := range base {
			b.tmp[i] = u << 13
			if a := b.arg[0][i]; s.round == "Rna" && softfloat.F32.IsNaN(a) { // cut off, and may become an infinity
				if b.tmp[i] = a >> 13 << 13; s.satfinite {
					b.tmp[i] -= 1 << 13
				}
			}
		}
		return b.tmp
	}
	return b.clamp(s, formats[d], b.floatToFloat(formats[d], formats[from], s.round, s.ftz))
}

func (b *block) intToInt(s *spec) []uint64 {
	ds, dw := intWidth(s.types[0])
	ss, sw := intWidth(s.source())
	for i, u := range b.arg[0] {
		neg, v := magnitudeOf(u, ss, sw)
		b.tmp[i] = clampInt(neg, v, ds, dw)
	}
	return b.tmp
}

// floatToInt rounds to an integer and clamps. A NaN gives 0, but the integer
// with only its top bit set if the source is f64 or the destination has 64 bits.
func (b *block) floatToInt(s *spec) []uint64 {
	f, r := formats[s.source()], integralModes[s.round]
	// The magnitudes; what has no 64 bits is the greatest.
	mag := b.get(memoKey{what: "integral", f: f, r: r, ftz: s.ftz}, func(out []uint64) {
		for i, x := range b.unpacked(0, f, s.ftz) {
			v, ok := x.Integer(r)
			if !ok || x.Class == softfloat.Inf {
				v = math.MaxUint64
			}
			out[i] = v
		}
		b.compareInt(f, r, out)
	})
	signed, width := intWidth(s.types[0])
	nan := uint64(0)
	if f == softfloat.F64 || width == 64 {
		nan = 1 << (width - 1)
	}
	for i, u := range b.arg[0] {
		if f.IsNaN(u) {
			b.tmp[i] = nan
		} else {
			b.tmp[i] = clampInt(u&f.Sign != 0, mag[i], signed, width)
		}
	}
	return b.tmp
}

// compareInt has the processor convert f64 to 64 bits.
func (b *block) compareInt(f *softfloat.Format, r softfloat.Mode, mag []uint64) {
	if !mxcsr.Available() || f != softfloat.F64 {
		return
	}
	got := b.hardware
	mxcsr.S64FromF64(hardwareModes[r], got, b.arg[0])
	for i, u := range b.arg[0] {
		v := mag[i]
		if u&f.Sign != 0 {
			v = -v
		}
		if mag[i] < 1<<63 && !f.IsNaN(u) && got[i] != v {
			b.disagree(fmt.Sprintf("%#x to an integer, %v: the processor has %#x, the integers %#x", u, r, got[i], v))
		}
	}
}

// intToFloat rounds once; no result is subnormal, so .ftz makes no difference.
func (b *block) intToFloat(s *spec) []uint64 {
	f, r := formats[s.types[0]], softfloat.Modes[s.round]
	signed, width := intWidth(s.source())
	return b.get(memoKey{what: s.source(), f: f, r: r}, func(out []uint64) {
		exact := b.getExact(memoKey{what: s.source()}, func(out []softfloat.Number) {
			for i, u := range b.arg[0] {
				out[i] = softfloat.Int(magnitudeOf(u, signed, width))
			}
		})
		f.RoundAll(out, exact, r, false)
		if !mxcsr.Available() || !signed || width != 64 || f.Width < 32 {
			return
		}
		got := b.hardware
		if f == softfloat.F64 {
			mxcsr.F64FromS64(hardwareModes[r], got, b.arg[0])
		} else {
			got = fromHardware(b, func(out []uint32) { mxcsr.F32FromS64(hardwareModes[r], out, b.arg[0]) })
		}
		for i := range out {
			if got[i] != out[i] {
				b.disagree(fmt.Sprintf("s64 %#x to %s, %v: the processor has %#x, the integers %#x", b.arg[0][i], f.Name, r, got[i], out[i]))
			}
		}
	})
}

// floatToFloat rounds once to d, or to an integer in the same format. .ftz
// concerns the f32 side only, and not at all conversions to f16 (cvtfloat.go).
func (b *block) floatToFloat(d, from *softfloat.Format, round string, ftz bool) []uint64 {
	integral, isIntegral := integralModes[round]
	r := softfloat.Modes[round] // exact conversions have none
	flushed := ftz && (from == softfloat.F32 && d != softfloat.F16 || from == softfloat.Bf16)
	ftz = ftz && d == softfloat.F32
	k := memoKey{what: "cvt", f: d, g: from, r: r, ftz: ftz || flushed}
	if isIntegral {
		k.what, k.r = "cvt integral", integral
	} else if round == "" {
		k.what = "cvt exact"
	}
	return b.get(k, func(out []uint64) {
		x := b.unpacked(0, from, flushed)
		if isIntegral {
			x = b.integral(from, flushed, integral)
		}
		d.RoundAll(out, x, r, ftz)
		for i, u := range b.arg[0] {
			if from.IsNaN(u) {
				out[i] = convertNaN(d, from, u, round == "" && !k.ftz, flushed)
			}
		}
		if !isIntegral && round != "" {
			b.compareNarrow(d, from, r, ftz, out)
		}
	})
}

// integral returns operands rounded to integers, which keep their sign when
// they become zero.
func (b *block) integral(f *softfloat.Format, ftz bool, r softfloat.Mode) []softfloat.Number {
	return b.getExact(memoKey{what: "integral", f: f, ftz: ftz, r: r}, func(out []softfloat.Number) {
		for i, x := range b.unpacked(0, f, ftz) {
			if v, ok := x.Integer(r); ok && x.Class == softfloat.Finite {
				neg := x.Neg
				x = softfloat.Int(neg, v)
				x.Neg = neg
			}
			out[i] = x
		}
	})
}

// compareNarrow has the processor round f64 to f32, and f32 to f16.
func (b *block) compareNarrow(d, from *softfloat.Format, r softfloat.Mode, ftz bool, want []uint64) {
	if !mxcsr.Available() || r == softfloat.Rna {
		return
	}
	var got []uint64
	switch {
	case d == softfloat.F32 && from == softfloat.F64:
		got = fromHardware(b, func(out []uint32) { mxcsr.F32FromF64(hardwareModes[r], ftz, out, b.arg[0]) })
	case d == softfloat.F16 && from == softfloat.F32:
		in := array[uint32](b.typed(b.arg[0], 4), blockSize)
		got = fromHardware(b, func(out []uint16) { mxcsr.F16FromF32(hardwareModes[r], out, in) })
	default:
		return
	}
	for i, u := range b.arg[0] {
		if got[i] != want[i] && !from.IsNaN(u) {
			b.disagree(fmt.Sprintf("%s %#x to %s, %v, ftz=%t: the processor has %#x, the integers %#x", from.Name, u, d.Name, r, ftz, got[i], want[i]))
		}
	}
}

// convertNaN is the policy for NaNs (nan.go): a move of f32 or f64 keeps the bits, and
// so does bf16 to f32; f64 on either side keeps sign and payload; the rest is canonical,
// and so is a flushed operand.
func convertNaN(d, from *softfloat.Format, u uint64, move, flushed bool) uint64 {
	switch {
	case flushed && d == softfloat.F64:
		return convertNaN(d, from, from.NaN, false, false)
	case flushed:
	case d == softfloat.F32 && from == softfloat.Bf16:
		return u << 16
	case d == from && move && d.Width >= 32:
		return u
	case d == softfloat.F64 || from == softfloat.F64:
		frac := u & (1<<from.Man - 1)
		if d.Man >= from.Man {
			frac <<= d.Man - from.Man
		} else {
			frac >>= from.Man - d.Man
		}
		u = d.Inf | frac | 1<<(d.Man-1) | u>>(from.Width-1)<<(d.Width-1)
		return u
	}
	return d.NaN
}

// cvtPack clamps two integers and puts a above b, and c, if any, above both.
func (b *block) cvtPack(s *spec) []uint64 {
	signed, width := intWidth(s.types[0])
	clamp := func(u uint64) uint64 {
		neg, v := magnitudeOf(u, true, 32)
		return clampInt(neg, v, signed, width)
	}
	for i := range b.tmp {
		u := clamp(b.arg[0][i])<<width | clamp(b.arg[1][i])
		if s.source() == "B32" {
			u |= b.arg[2][i] << (2 * width)
		}
		b.tmp[i] = u & (1<<32 - 1)
	}
	return b.tmp
}
