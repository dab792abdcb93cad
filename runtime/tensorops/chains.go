package tensorops

import (
	"math"
	"math/bits"
)

// inTurn is [after].
func (p *plan) inTurn(v *dot, c uint32) uint32 {
	var acc float32
	for i, x := range v.x {
		acc = fma(x*v.y[i], acc)
	}
	return nearest(acc+float32(p.c.decode(c).value), p.d)
}

// fma adds an exact product to a number, rounded once: the sum in float64 is made odd where it is
// not exact, so that rounding it again does what rounding the exact sum would.
func fma(product float64, c float32) float32 {
	sum := product + float64(c)
	t := sum - product
	if rest := (product - (sum - t)) + (float64(c) - t); (rest < 0 || rest > 0) && math.Float64bits(sum)&1 == 0 {
		if (rest > 0) == (sum > 0) {
			sum = math.Float64frombits(math.Float64bits(sum) + 1)
		} else {
			sum = math.Float64frombits(math.Float64bits(sum) - 1)
		}
	}
	return float32(sum)
}

// inPairs is [pairs]. Products of f16 are exact in f32.
func (p *plan) inPairs(v *dot, c uint32) uint32 {
	sum := float32(p.c.decode(c).value)
	for i := 0; i < len(v.x); i += 2 {
		first := float32(v.x[i]) * float32(v.y[i])
		second := float32(v.x[i+1]) * float32(v.y[i+1])
		sum = float32(float32(first)+float32(second)) + sum
	}
	return nearest(sum, p.d)
}

// Rounding is how an instruction of f64 rounds: "rn", "rz", "rm" or "rp".
func (p *Product) Rounding() string {
	p.once.Do(p.prepare)
	for _, mode := range []string{"rz", "rm", "rp"} {
		if p.has(mode) {
			return mode
		}
	}
	return "rn"
}

// Compute64 is [Product.Compute] with registers of 64 bits: f64. The operations are those of an
// fma that rounds as the instruction says.
func (p *Product) Compute64(d [][]uint64, lanes uint32, operands [][]uint64, fma func(a, b, c float64) float64) {
	p.once.Do(p.prepare)
	var a, b, c [mostFactors]float64
	n := p.count
	unpackDoubles(&a, p.at[1], operands[:n[1]], lanes)
	unpackDoubles(&b, p.at[2], operands[n[1]:n[1]+n[2]], lanes)
	unpackDoubles(&c, p.at[3], operands[n[1]+n[2]:], lanes)
	k := p.shape.k
	for i := range p.shape.m {
		for j := range p.shape.n {
			x, y, sum := a[i*k:(i+1)*k], b[j*k:(j+1)*k], &c[i*p.shape.n+j]
			if p.model.unit == once {
				if r, ok := p.onceRounded(x, y, *sum, p.Rounding()); ok {
					*sum = math.Float64frombits(r)
					continue
				} // a NaN is the one that a chain passes on
			}
			for l := range x {
				*sum = step(fma, x[l], y[l], *sum)
			}
		}
	}
	for i, r := range d {
		if r == nil {
			continue
		}
		for s := lanes; s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s)
			r[lane] = math.Float64bits(c[p.at[0][i*32+lane]])
		}
	}
}

// step is an fma. The first NaN of y, the sum and x is passed on, made quiet.
func step(fma func(a, b, c float64) float64, x, y, sum float64) float64 {
	r := fma(x, y, sum)
	if r == r {
		return r
	}
	for _, v := range [...]float64{y, sum, x} {
		if v != v {
			return math.Float64frombits(math.Float64bits(v) | 1<<51)
		}
	}
	return math.Float64frombits(0xfff8 << 48)
}

func unpackDoubles(m *[mostFactors]float64, at []uint16, registers [][]uint64, lanes uint32) {
	for i, r := range registers {
		for s := lanes; s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s)
			m[at[i*32+lane]] = math.Float64frombits(value(r, lane))
		}
	}
}
