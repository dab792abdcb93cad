package builder

import (
	"math"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// literal returns a number written in the text as a constant of a type (section
// 4.5): integers are cut off, floating-point literals are rounded to f32 or
// exactly widened to f64, an integer in a floating-point instruction gives its
// value. In a bit-size type a floating-point literal gives its bits.
func (b *fn) literal(c *frontend.Const, t ir.Type) *ir.Value {
	bits, ok := literalBits(c, t)
	if !ok {
		b.giveUpf("the constant " + c.Text + " as " + t.String())
	}
	v := b.konst(t, bits)
	if t == ir.I128 && c.Kind == frontend.ConstS64 && int64(c.Bits) < 0 {
		v.Attr.Hi = ^uint64(0)
	}
	return v
}

func literalBits(c *frontend.Const, t ir.Type) (uint64, bool) {
	float := c.Kind == frontend.ConstF32 || c.Kind == frontend.ConstF64
	switch {
	case t == ir.I1 && !float:
		if c.Bits != 0 {
			return 1, true
		}
		return 0, true
	case t == ir.F32, t == ir.I32 && float:
		return float32Bits(c), true
	case t == ir.F64, t == ir.I64 && c.Kind == frontend.ConstF64:
		return float64Bits(c), true
	}
	return c.Bits, !float
}

func float32Bits(c *frontend.Const) uint64 {
	var f float32
	switch c.Kind {
	case frontend.ConstF32:
		return c.Bits
	case frontend.ConstF64:
		f = narrow(c.Bits)
	case frontend.ConstU64:
		f = float32(c.Bits)
	default:
		f = float32(int64(c.Bits))
	}
	return uint64(math.Float32bits(f))
}

// narrow rounds the double with these bits to single precision.
func narrow(bits uint64) float32 {
	d := math.Float64frombits(bits)
	if d != d {
		return math.Float32frombits(uint32(bits>>63)<<31 | 0x7fc00000 | uint32(bits>>29)&0x3fffff)
	}
	return float32(d)
}

func float64Bits(c *frontend.Const) uint64 {
	switch c.Kind {
	case frontend.ConstF32:
		f := math.Float32frombits(uint32(c.Bits))
		if f != f {
			return c.Bits>>31<<63 | 0x7ff<<52 | c.Bits&0x7fffff<<29
		}
		return math.Float64bits(float64(f))
	case frontend.ConstF64:
		return c.Bits
	case frontend.ConstU64:
		return math.Float64bits(float64(c.Bits))
	}
	return math.Float64bits(float64(int64(c.Bits)))
}
