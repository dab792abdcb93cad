package tensorops

import "math"

// format is the type of an element.
type format struct {
	name string
	bits uint // in a register
	kind kind

	// Of a floating-point type. The fraction's last bit is bit low: what is below does not
	// count.
	exponent, fraction, low uint
	bias                    int
	top                     specials
	powers                  bool // of two alone: there is no zero
}

type kind uint8

const (
	float    kind = iota
	signed        // integers
	unsigned      //
	logical       // bits, 32 at once
)

// specials says what the largest exponent means.
type specials uint8

const (
	ieee   specials = iota // infinities and NaN
	oneNaN                 // numbers, but for a NaN with all fraction bits set
	none                   // numbers
)

// formats are the types of elements, and of the scales of blocks, of which the sign does not count.
// Elements of 6 and 4 bits have a byte each, of which the upper bits do not count: GPUs read a
// byte of e2m1 as e2m3. Where eight share a register they are e2m1x8, which is no word of PTX.
var formats = []format{
	{name: "f16", bits: 16, exponent: 5, fraction: 10, bias: 15},
	{name: "bf16", bits: 16, exponent: 8, fraction: 7, bias: 127},
	{name: "tf32", bits: 32, exponent: 8, fraction: 10, low: 13, bias: 127},
	{name: "f32", bits: 32, exponent: 8, fraction: 23, bias: 127},
	{name: "f64", bits: 64, exponent: 11, fraction: 52, bias: 1023},
	{name: "e4m3", bits: 8, exponent: 4, fraction: 3, bias: 7, top: oneNaN},
	{name: "e5m2", bits: 8, exponent: 5, fraction: 2, bias: 15},
	{name: "e3m2", bits: 8, exponent: 3, fraction: 2, bias: 3, top: none},
	{name: "e2m3", bits: 8, exponent: 2, fraction: 3, bias: 1, top: none},
	{name: "e2m1", bits: 8, exponent: 2, fraction: 3, bias: 1, top: none},
	{name: "e2m1x8", bits: 4, exponent: 2, fraction: 1, bias: 1, top: none},
	{name: "ue8m0", bits: 8, exponent: 8, bias: 127, top: oneNaN, powers: true},
	{name: "ue4m3", bits: 8, exponent: 4, fraction: 3, bias: 7, top: oneNaN},
	{name: "s8", bits: 8, kind: signed},
	{name: "u8", bits: 8, kind: unsigned},
	{name: "s4", bits: 4, kind: signed},
	{name: "u4", bits: 4, kind: unsigned},
	{name: "s32", bits: 32, kind: signed},
	{name: "b1", bits: 32, kind: logical},
}

// formatOf returns the format of a name, nil if there is none.
func formatOf(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}

// perRegister is how many elements a register has.
func (f *format) perRegister() int { return max(1, 32/int(f.bits)) }

// number is a floating-point element: its value, which float64 holds exactly, and the exponent
// that counts where terms are aligned: that of the format's least normal number for
// subnormal ones.
type number struct {
	value    float64
	exponent int
}

// Exponents of what has none: that of a zero is below all others, also in a sum of two, and an
// infinity or NaN is above.
const (
	zero    = -1 << 20
	special = 1 << 20
)

func (f *format) decode(x uint32) number {
	x >>= f.low
	sign := uint64(x>>(f.exponent+f.fraction)&1) << 63
	e := int(x>>f.fraction) & (1<<f.exponent - 1)
	m := x & (1<<f.fraction - 1)
	last := e == 1<<f.exponent-1
	switch {
	case last && f.top == ieee && m == 0:
		return number{math.Float64frombits(sign | 0x7ff<<52), special}
	case last && f.top == ieee, last && f.top == oneNaN && m == 1<<f.fraction-1:
		return number{math.NaN(), special}
	case e > 0 || f.powers:
		return number{math.Float64frombits(sign | uint64(e-f.bias+1023)<<52 | uint64(m)<<(52-f.fraction)), e - f.bias}
	case m == 0:
		return number{math.Float64frombits(sign), zero}
	}
	v := float64(m) * power(1-f.bias-int(f.fraction))
	return number{math.Float64frombits(sign | math.Float64bits(v)), 1 - f.bias}
}

// power is 2^e, a normal number.
func power(e int) float64 { return math.Float64frombits(uint64(e+1023) << 52) }

// integer is the value of an integer element.
func (f *format) integer(x uint32) int32 {
	if f.kind == signed {
		return int32(x<<(32-f.bits)) >> (32 - f.bits)
	}
	return int32(x << (32 - f.bits) >> (32 - f.bits))
}
