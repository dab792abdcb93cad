package fpops_test

import "github.com/ptx2go/ptx2go/internal/oracle/softfloat"

// The expected results of conversions of narrow floats.

// narrow is a format of which pairs are converted.
type narrow struct {
	*softfloat.Format
	place    uint   // bits of an element in its pair
	greatest uint64 // the greatest finite number
	nan      uint64 // what a NaN becomes
	infinity bool
	scale    bool // an exponent alone, without sign or zero
	fixed    bool // an integer, of whose bits six stand after the point
}

// narrows are these formats by the names of their pairs. Neither their infinities nor
// their NaNs are those of the soft format.
var narrows = map[string]*narrow{
	"E4m3x2": {Format: softfloat.E4m3, place: 8, greatest: 0x7e, nan: 0x7f},
	"E5m2x2": {Format: softfloat.E5m2, place: 8, greatest: 0x7b, nan: 0x7f, infinity: true},
	"E2m3x2": {Format: softfloat.E2m3, place: 8, greatest: 0x1f, nan: 0x1f},
	"E3m2x2": {Format: softfloat.E3m2, place: 8, greatest: 0x1f, nan: 0x1f},
	"E2m1x2": {Format: softfloat.E2m1, place: 4, greatest: 0x7, nan: 0x7},

	"S2f6x2":  {Format: softfloat.NewFormat("s2f6", 1, 6), place: 8, fixed: true},
	"Ue8m0x2": {Format: softfloat.NewFormat("ue8m0", 8, 0), place: 8, greatest: 0xfe, nan: 0xff, scale: true},
}

func init() {
	for name, n := range narrows {
		formats[name] = n.Format
	}
}

// narrowed rounds to nearest or toward zero and clamps to the greatest number.
func (b *block) narrowed(s *spec) []uint64 {
	d, from := narrows[s.types[0]], formats[s.source()]
	return b.get(memoKey{what: s.name}, func(out []uint64) {
		for i, u := range b.arg[0] {
			out[i] = d.element(s, from.Unpack(u, false))
		}
	})
}

// element converts one number.
func (n *narrow) element(s *spec, x softfloat.Number) uint64 {
	v := uint64(0)
	switch {
	case n.scale:
		return n.exponent(x, s.round == "Rp", s.satfinite)
	case x.Class == softfloat.NaN:
		return n.nan
	case x.Class == softfloat.Inf:
		v = n.greatest
	case x.Class == softfloat.Finite:
		v = min(n.Magnitude(false, x.E, x.Hi, x.Lo != 0, softfloat.Modes[s.round]), n.greatest)
	}
	if x.Neg && !s.relu && !(s.pzo && v == 0) {
		return v | n.Sign
	}
	if x.Neg && s.relu {
		return 0
	}
	return v
}

// times multiplies a number by a power of two, whose exponent is biased, or by a NaN.
func times(x softfloat.Number, scale uint64, sign int) softfloat.Number {
	switch {
	case scale == 0xff:
		x.Class = softfloat.NaN
	case x.Class == softfloat.Finite:
		x.E += sign * (int(scale) - 127)
	}
	return x
}

// scaledPairs converts what is flushed and then divided by a scale, the same for both elements.
func (b *block) scaledPairs(s *spec) []uint64 {
	d, from := narrows[s.types[0]], formats[s.source()]
	for i := range b.tmp {
		scale := b.arg[2][i] & 0xff
		half := func(u uint64) uint64 { return d.element(s, times(from.Unpack(u, true), scale, -1)) }
		b.tmp[i] = half(b.arg[0][other(i)])<<d.place | half(b.arg[0][i])
	}
	return b.tmp
}

// exponent is that of the power of two next to the magnitude of x, above it if up.
func (n *narrow) exponent(x softfloat.Number, up, satfinite bool) uint64 {
	e := x.E + n.Bias
	if x.Class == softfloat.Finite && up && (x.Hi<<1|x.Lo) != 0 {
		e++
	}
	switch {
	case x.Class == softfloat.NaN:
		return n.nan
	case x.Class == softfloat.Zero || x.Class == softfloat.Finite && x.E < -n.Bias:
		return 0
	case x.Class == softfloat.Finite && e <= int(n.greatest):
		return uint64(e)
	case satfinite:
		return n.greatest
	}
	return n.nan
}

// number unpacks an encoding.
func (n *narrow) number(u uint64) softfloat.Number {
	if n.fixed {
		neg, v := magnitudeOf(u&0xff, true, 8)
		x := softfloat.Int(neg, v)
		x.E -= 6
		return x
	}
	if u &= n.Mask(); n.scale {
		u &^= n.Sign // that of the element above
	}
	x := n.Unpack(u, false)
	switch mag := u &^ n.Sign; {
	case mag > n.greatest && !(n.infinity && mag == n.Inf):
		x.Class = softfloat.NaN
	case n.scale:
		x.Class, x.E, x.Hi = softfloat.Finite, int(u)-n.Bias, 1<<63
	case mag >= n.Inf && !n.infinity: // numbers go on
		x.Class, x.E, x.Hi = softfloat.Finite, int(n.Inf>>n.Man)-n.Bias, (mag&(1<<n.Man-1)|1<<n.Man)<<(63-n.Man)
	}
	return x
}

// widenedPairs converts pairs: exactly, but for what a scale makes too large or too small.
func (b *block) widenedPairs(s *spec) []uint64 {
	from, d := narrows[s.source()], formats[s.types[0]]
	half := func(u, scale uint64) uint64 {
		x := from.number(u)
		if s.scale != 0 {
			x = times(x, scale&0xff, 1)
		}
		v := d.Round(x, softfloat.Rn, false)
		if s.satfinite {
			v = d.Satfinite(v)
		}
		if s.relu {
			v = d.Relu(v)
		}
		return v
	}
	for i, u := range b.arg[0] {
		b.tmp[i] = half(u>>from.place, b.arg[2][i]>>8)<<d.Width | half(u, b.arg[2][i])
	}
	return b.tmp
}
