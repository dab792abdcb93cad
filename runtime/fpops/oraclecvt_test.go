package fpops_test

import (
	"fmt"
	"math"
	"strconv"

	"github.com/ptx2go/ptx2go/internal/oracle/mxcsr"
)

// The expected results of conversions (manual 9.7.9.21, 9.7.9.22).

// integral maps the rounding to integers to modes.
var integralModes = map[string]softMode{"Rni": softRn, "Rzi": softRz, "Rmi": softRm, "Rpi": softRp}

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
	case narrows[d] != nil:
		return b.narrowed(s)
	case d == "Tf32":
		base := b.clamp(s, softTf32, b.floatToFloat(softTf32, softF32, s.round, false))
		for i, u := range base {
			if b.tmp[i] = u << 13; softTf32.isNaN(u) {
				b.tmp[i] = 0x7fffffff
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
			v, ok := x.integer(r)
			if !ok || x.class == softInf {
				v = math.MaxUint64
			}
			out[i] = v
		}
		b.compareInt(f, r, out)
	})
	signed, width := intWidth(s.types[0])
	nan := uint64(0)
	if f == softF64 || width == 64 {
		nan = 1 << (width - 1)
	}
	for i, u := range b.arg[0] {
		if f.isNaN(u) {
			b.tmp[i] = nan
		} else {
			b.tmp[i] = clampInt(u&f.sign != 0, mag[i], signed, width)
		}
	}
	return b.tmp
}

// compareInt has the processor convert f64 to 64 bits.
func (b *block) compareInt(f *soft, r softMode, mag []uint64) {
	if !mxcsr.Available() || f != softF64 {
		return
	}
	got := b.hardware
	mxcsr.S64FromF64(hardwareModes[r], got, b.arg[0])
	for i, u := range b.arg[0] {
		v := mag[i]
		if u&f.sign != 0 {
			v = -v
		}
		if mag[i] < 1<<63 && !f.isNaN(u) && got[i] != v {
			b.disagree(fmt.Sprintf("%#x to an integer, %v: the processor has %#x, the integers %#x", u, r, got[i], v))
		}
	}
}

// intToFloat rounds once; no result is subnormal, so .ftz makes no difference.
func (b *block) intToFloat(s *spec) []uint64 {
	f, r := formats[s.types[0]], softModes[s.round]
	signed, width := intWidth(s.source())
	return b.get(memoKey{what: s.source(), f: f, r: r}, func(out []uint64) {
		exact := b.getExact(memoKey{what: s.source()}, func(out []softNumber) {
			for i, u := range b.arg[0] {
				out[i] = softInt(magnitudeOf(u, signed, width))
			}
		})
		f.roundAll(out, exact, r, false)
		if !mxcsr.Available() || !signed || width != 64 || f.width < 32 {
			return
		}
		got := b.hardware
		if f == softF64 {
			mxcsr.F64FromS64(hardwareModes[r], got, b.arg[0])
		} else {
			got = fromHardware(b, func(out []uint32) { mxcsr.F32FromS64(hardwareModes[r], out, b.arg[0]) })
		}
		for i := range out {
			if got[i] != out[i] {
				b.disagree(fmt.Sprintf("s64 %#x to %s, %v: the processor has %#x, the integers %#x", b.arg[0][i], f.name, r, got[i], out[i]))
			}
		}
	})
}

// floatToFloat rounds once to d, or to an integer in the same format. .ftz
// concerns the f32 side only, and not at all conversions to f16 (cvtfloat.go).
func (b *block) floatToFloat(d, from *soft, round string, ftz bool) []uint64 {
	integral, isIntegral := integralModes[round]
	r := softModes[round] // exact conversions have none
	flushed := ftz && from == softF32 && d != softF16
	ftz = ftz && d == softF32
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
		d.roundAll(out, x, r, ftz)
		for i, u := range b.arg[0] {
			if from.isNaN(u) {
				out[i] = convertNaN(d, from, u, round == "" && !k.ftz)
			}
		}
		if !isIntegral && round != "" {
			b.compareNarrow(d, from, r, ftz, out)
		}
	})
}

// integral returns operands rounded to integers, which keep their sign when
// they become zero.
func (b *block) integral(f *soft, ftz bool, r softMode) []softNumber {
	return b.getExact(memoKey{what: "integral", f: f, ftz: ftz, r: r}, func(out []softNumber) {
		for i, x := range b.unpacked(0, f, ftz) {
			if v, ok := x.integer(r); ok && x.class == softFinite {
				neg := x.neg
				x = softInt(neg, v)
				x.neg = neg
			}
			out[i] = x
		}
	})
}

// compareNarrow has the processor round f64 to f32, and f32 to f16.
func (b *block) compareNarrow(d, from *soft, r softMode, ftz bool, want []uint64) {
	if !mxcsr.Available() || r == softRna {
		return
	}
	var got []uint64
	switch {
	case d == softF32 && from == softF64:
		got = fromHardware(b, func(out []uint32) { mxcsr.F32FromF64(hardwareModes[r], ftz, out, b.arg[0]) })
	case d == softF16 && from == softF32:
		in := array[uint32](b.typed(b.arg[0], 4), blockSize)
		got = fromHardware(b, func(out []uint16) { mxcsr.F16FromF32(hardwareModes[r], out, in) })
	default:
		return
	}
	for i, u := range b.arg[0] {
		if got[i] != want[i] && !from.isNaN(u) {
			b.disagree(fmt.Sprintf("%s %#x to %s, %v, ftz=%t: the processor has %#x, the integers %#x", from.name, u, d.name, r, ftz, got[i], want[i]))
		}
	}
}

// convertNaN is the policy for NaNs (nan.go): a move keeps the bits, and so does
// bf16 to f32; f64 on either side keeps sign and payload; the rest is canonical.
func convertNaN(d, from *soft, u uint64, move bool) uint64 {
	switch {
	case d == softF32 && from == softBf16:
		return u << 16
	case d == from && move:
		return u
	case d == softF64 || d == softF32 && from == softF64:
		frac := u & (1<<from.man - 1)
		if d.man >= from.man {
			frac <<= d.man - from.man
		} else {
			frac >>= from.man - d.man
		}
		u = d.inf | frac | 1<<(d.man-1) | u>>(from.width-1)<<(d.width-1)
		return u
	}
	return d.nan
}

// narrow is a format of which pairs are converted.
type narrow struct {
	*soft
	place    uint   // bits of an element in its pair
	greatest uint64 // the greatest finite number
	nan      uint64 // what a NaN becomes
	infinity bool
	scale    bool // an exponent alone, without sign or zero
}

// narrows are these formats by the names of their pairs. Neither their infinities nor
// their NaNs are those of the soft format.
var narrows = map[string]*narrow{
	"E4m3x2": {soft: softE4m3, place: 8, greatest: 0x7e, nan: 0x7f},
	"E5m2x2": {soft: softE5m2, place: 8, greatest: 0x7b, nan: 0x7f, infinity: true},
	"E2m3x2": {soft: softE2m3, place: 8, greatest: 0x1f, nan: 0x1f},
	"E3m2x2": {soft: softE3m2, place: 8, greatest: 0x1f, nan: 0x1f},
	"E2m1x2": {soft: softE2m1, place: 4, greatest: 0x7, nan: 0x7},

	"Ue8m0x2": {soft: newSoft("ue8m0", 8, 0), place: 8, greatest: 0xfe, nan: 0xff, scale: true},
}

func init() {
	for name, n := range narrows {
		formats[name] = n.soft
	}
}

// narrowed rounds to nearest and clamps to the greatest number.
func (b *block) narrowed(s *spec) []uint64 {
	d, from := narrows[s.types[0]], formats[s.source()]
	return b.get(memoKey{what: s.name}, func(out []uint64) {
		for i, u := range b.arg[0] {
			x := from.unpack(u, false)
			v := uint64(0)
			switch {
			case d.scale:
				out[i] = d.exponent(x, s.round == "Rp", s.satfinite)
				continue
			case x.class == softNaN:
				out[i] = d.nan
				continue
			case x.class == softInf:
				v = d.greatest
			case x.class == softFinite:
				v = min(d.magnitude(false, x.e, x.hi, false, softRn), d.greatest)
			}
			if x.neg {
				if v |= d.sign; s.relu {
					v = 0
				}
			}
			out[i] = v
		}
	})
}

// exponent is that of the power of two next to the magnitude of x, above it if up.
func (n *narrow) exponent(x softNumber, up, satfinite bool) uint64 {
	e := x.e + n.bias
	if x.class == softFinite && up && (x.hi<<1|x.lo) != 0 {
		e++
	}
	switch {
	case x.class == softNaN:
		return n.nan
	case x.class == softZero || x.class == softFinite && x.e < -n.bias:
		return 0
	case x.class == softFinite && e <= int(n.greatest):
		return uint64(e)
	case satfinite:
		return n.greatest
	}
	return n.nan
}

// number unpacks an encoding.
func (n *narrow) number(u uint64) softNumber {
	if u &= n.mask(); n.scale {
		u &^= n.sign // that of the element above
	}
	x := n.unpack(u, false)
	switch mag := u &^ n.sign; {
	case mag > n.greatest && !(n.infinity && mag == n.inf):
		x.class = softNaN
	case n.scale:
		x.class, x.e, x.hi = softFinite, int(u)-n.bias, 1<<63
	case mag >= n.inf && !n.infinity: // numbers go on
		x.class, x.e, x.hi = softFinite, int(n.inf>>n.man)-n.bias, (mag&(1<<n.man-1)|1<<n.man)<<(63-n.man)
	}
	return x
}

// widenedPairs converts pairs, exactly.
func (b *block) widenedPairs(s *spec) []uint64 {
	from, d := narrows[s.source()], formats[s.types[0]]
	half := func(u uint64) uint64 {
		x := from.number(u)
		if x.class == softNaN {
			return d.nan
		}
		if v := d.round(x, softRz, false); !s.relu || !x.neg {
			return v
		}
		return 0
	}
	for i, u := range b.arg[0] {
		b.tmp[i] = half(u>>from.place)<<d.width | half(u)
	}
	return b.tmp
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
