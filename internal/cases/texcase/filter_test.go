package texcase

import (
	"math"
	"math/big"
	"slices"
)

// What a filter computes, in rational numbers: the rules that the records of an H100 show
// (internal/cuda/golden/textures). Nothing is shared with runtime/texops.

// weighted is a texel that takes part in a filter.
type weighted struct {
	w    int        // in 1/256
	read [4]float64 // what it reads as
	top  [4]float64 // its exponent decides how many bits a filter keeps: in the sRGB curve that of the largest of eight bytes
	held [4]int     // the integers in memory
}

// share returns a/256 of a weight, rounded half up.
func share(weight, a int) int { return floor(big.NewRat(int64(2*weight*a+256), 512)) }

// quarters divides a weight between four corners, which y, x count from the near one: a and
// b are how far along x and y, in 1/256.
func quarters(weight, a, b int) [2][2]int {
	far := share(weight, a)
	near := weight - far
	farFar, nearNear := share(far, b), share(near, 256-b)
	return [2][2]int{{nearNear, far - farFar}, {near - nearNear, farFar}}
}

// filter adds the parts: for each slice of a level its texels.
func (im *refImage) filter(parts [][]weighted, depth bool) (out [4]uint32) {
	for c := range out {
		switch {
		case im.Channel == "f32" || depth:
			out[c] = floats(parts, c, 28, -200, 24, -149)
		case im.SRGB && c < 3:
			out[c] = floats(parts, c, 8, -14, 11, -24)
		case im.Channel == "f16":
			out[c] = floats(parts, c, 15, -200, 11, -24)
		default:
			out[c] = im.integers(parts, c)
		}
	}
	return out
}

// integers filters integers that read as floats.
func (im *refImage) integers(parts [][]weighted, c int) uint32 {
	sum := 0
	for _, part := range parts {
		for _, x := range part {
			sum += x.w * x.held[c]
		}
	}
	halfUp := func(n, d int) float64 { return float64(floor(big.NewRat(int64(2*n+d), int64(2*d)))) }
	x := 0.0
	switch im.Channel {
	case "u8":
		x = halfUp(257*sum, 256) / 65535
	case "u16":
		x = halfUp(sum, 256) / 65535
	case "s16":
		x = halfUp(sum, 256) / 32767
	case "s8":
		// The sum has 8 bits of fraction. It is stretched by 1 + 1/128 + 1/1024, where the last two are
		// of the bits from 2^0 and from 2^12 on.
		upper := 16 * floor(big.NewRat(int64(sum), 4096))
		x = halfUp(128*sum+sum+upper, 128) / 32767
	}
	return math.Float32bits(float32(max(x, -1)))
}

// cut takes the bits below 2^e away.
func cut(x *big.Rat, e int) *big.Rat {
	unit := power(e)
	n := new(big.Rat).Quo(x, unit)
	return new(big.Rat).Mul(new(big.Rat).SetInt(new(big.Int).Quo(n.Num(), n.Denom())), unit) // Quo is toward zero
}

// power is 2^e.
func power(e int) *big.Rat {
	p := new(big.Int).Lsh(big.NewInt(1), uint(max(e, -e)))
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

// exponent is that of the leading bit of a number, at least that of normal floats.
func exponent(x float64) int {
	if math.Abs(x) < 0x1p-126 {
		return -126
	}
	return math.Ilogb(x)
}

// floats filters floats. The texels of a part keep as many bits as fit below the leading
// one of the largest, and none below 2^finest. The result is the nearest with a precision, halves away from zero.
func floats(parts [][]weighted, c, kept, finest, precision, least int) uint32 {
	used, last := 0, weighted{}
	total := new(big.Rat)
	for _, part := range parts {
		top := -126
		for _, x := range part {
			if x.w != 0 {
				top = max(top, exponent(x.top[c]))
				used, last = used+1, x
			}
		}
		for _, x := range part {
			y := cut(rat(x.read[c]), max(top-kept+1, finest))
			total.Add(total, y.Mul(y, big.NewRat(int64(x.w), 256)))
		}
	}
	if used == 1 {
		return math.Float32bits(float32(last.read[c]))
	}
	size := new(big.Rat).Abs(total)
	if size.Sign() == 0 {
		return 0
	}
	e := 200
	for size.Cmp(power(e)) < 0 {
		e--
	}
	unit := max(e-precision+1, least)
	half := new(big.Rat).Add(size, power(unit-1))
	f, _ := cut(half, unit).Float32()
	if total.Sign() < 0 {
		f = -f
	}
	return math.Float32bits(f)
}

// tenBits cuts a positive number to ten bits.
func tenBits(x *big.Rat) *big.Rat { return cut(x, lastBit(x)) }

// lastBit is the exponent of the last of the ten bits of a number.
func lastBit(x *big.Rat) int {
	f, _ := x.Float64() // the leading bit is that of the number, which has few
	if f == 0 {
		return -200
	}
	return math.Ilogb(f) - 9
}

// plus adds numbers of ten bits; guard more bits of the smaller one count.
func plus(x, y *big.Rat, guard int) *big.Rat {
	last := max(lastBit(x), lastBit(y)) - guard
	return tenBits(new(big.Rat).Add(cut(x, last), cut(y, last)))
}

// eleven16 is 11/16 of a number of ten bits: 3/8 of it are rounded to its last bit, halves up.
func eleven16(x *big.Rat) *big.Rat {
	last := lastBit(x)
	x = new(big.Rat).Abs(x)
	y := new(big.Rat).Mul(x, big.NewRat(3, 8))
	y = cut(y.Add(y, power(last-1)), last)
	return y.Mul(y.Add(y, x), big.NewRat(1, 2))
}

// extent approximates the length of a step.
func extent(d [3]*big.Rat) *big.Rat {
	for i := range d {
		d[i] = new(big.Rat).Abs(d[i])
	}
	slices.SortFunc(d[:], func(x, y *big.Rat) int { return y.Cmp(x) })
	middle := new(big.Rat).Mul(eleven16(d[1]), big.NewRat(1, 2))
	least := new(big.Rat).Mul(d[2], big.NewRat(1, 4))
	return plus(d[0], plus(tenBits(middle), least, 0), 0)
}

// finest returns the level of detail, in 1/256, of two steps in the image.
func finest(x, y []float64) int {
	var steps [4][3]*big.Rat // along x, y, and between them
	for i := range 3 {
		for k := range steps {
			steps[k][i] = new(big.Rat)
		}
		if i < len(x) {
			steps[0][i], steps[1][i] = tenBits(rat(x[i])), tenBits(rat(y[i]))
			steps[2][i] = eleven16(plus(steps[0][i], steps[1][i], 1))
			steps[3][i] = eleven16(plus(steps[0][i], new(big.Rat).Neg(steps[1][i]), 1))
		}
	}
	longest := 0.0
	for _, d := range steps {
		l, _ := extent(d).Float64()
		longest = max(longest, l)
	}
	if longest == 0 {
		return -1 << 20
	}
	e := math.Ilogb(longest)
	j := math.Floor(256 * (math.Ldexp(longest, -e) - 1))
	l := 0
	if j != 0 {
		l = min(int(256*math.Log2(1+(j+0.5)/256)+0.47), 255)
	}
	return 256*e + l
}
