package texcase

import (
	"math"
	"math/big"
)

// What a filter computes, in rational numbers: the rules that the records of an H100 show
// (internal/cuda/golden/textures). Nothing is shared with runtime/texops.

// weighted is a texel that takes part in a filter.
type weighted struct {
	w    int        // in 1/256
	read [4]float64 // what it reads as
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
		color := im.SRGB && c < 3
		switch {
		case im.Channel == "f32" || depth:
			out[c] = floats(parts, c, 28, 24, -149)
		case im.Channel == "f16" || color:
			out[c] = floats(parts, c, 15, 11, -24)
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
// one of the largest; the sum of a part does not keep what is below the last bit of the
// products of the largest part. The result is the nearest with a precision, halves away
// from zero.
func floats(parts [][]weighted, c, kept, precision, least int) uint32 {
	used, last := 0, weighted{}
	highest := -126
	tops := make([]int, len(parts))
	for i, part := range parts {
		tops[i] = -126
		for _, x := range part {
			if x.w != 0 {
				tops[i] = max(tops[i], exponent(x.read[c]))
				used, last = used+1, x
			}
		}
		highest = max(highest, tops[i])
	}
	if used == 1 {
		return math.Float32bits(float32(last.read[c]))
	}
	total := new(big.Rat)
	for i, part := range parts {
		sum := new(big.Rat)
		for _, x := range part {
			y := cut(rat(x.read[c]), tops[i]-kept+1)
			sum.Add(sum, y.Mul(y, big.NewRat(int64(x.w), 256)))
		}
		total.Add(total, cut(sum, highest-kept+1-8))
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

// finest returns the level of detail, in 1/256, of two steps in the image.
func finest(x, y []float64) int {
	short := func(v float64) float64 { // 10 bits
		if v == 0 {
			return 0
		}
		f, _ := cut(rat(v), math.Ilogb(v)-9).Float64()
		return f
	}
	longest := 0.0
	for _, k := range [4][3]float64{{1, 0, 1}, {0, 1, 1}, {1, 1, 11. / 16}, {1, -1, 11. / 16}} {
		var d [3]float64
		for i := range x {
			d[i] = math.Abs(short(k[0]*short(x[i]) + k[1]*short(y[i])))
		}
		least, most := min(d[0], d[1], d[2]), max(d[0], d[1], d[2])
		middle := d[0] + d[1] + d[2] - least - most
		longest = max(longest, k[2]*(most+11*middle/32+least/4))
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
