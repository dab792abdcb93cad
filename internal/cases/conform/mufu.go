package conform

import (
	_ "embed"
	"encoding/json"
	"math/big"
	"strconv"
	"sync"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// The multifunction unit: rcp, sqrt, rsqrt, sin, cos, lg2 and ex2 of f32 as the
// published model of sm_75 has them (bcarlet/ptx-math, MIT licence; the
// coefficients are figures from there). A quadratic in fixed point over a table,
// with a squarer that leaves out partial products.

//go:embed mufu_tables.json
var mufuText []byte

type mufuTable struct {
	IndexBits uint        `json:"index_bits"`
	C0Shift   uint        `json:"c0_shift"`
	C1Shift   uint        `json:"c1_shift"`
	C2Shift   uint        `json:"c2_shift"`
	SumWeight uint        `json:"sum_weight"`
	Bias      string      `json:"bias64"`
	Signs     string      `json:"term_signs"`
	Rows      [][3]uint64 `json:"coefficients"`
}

var mufuTables = sync.OnceValue(func() map[string]*mufuTable {
	var file struct {
		Functions map[string]*mufuTable `json:"functions"`
	}
	if err := json.Unmarshal(mufuText, &file); err != nil {
		panic(err)
	}
	return file.Functions
})

// square is the truncated squarer: x*x without the partial products in the low
// 19 columns.
func square(x uint64) uint64 {
	const columns = 1<<19 - 1
	missing := uint64(0)
	for i := range 17 {
		if x>>i&1 == 0 {
			continue
		}
		if 2*i < 19 {
			missing += 1 << (2 * i)
		}
		if i <= 8 {
			missing += x << (i + 1) &^ (1<<(2*i+2) - 1) & columns
		}
	}
	return x*x - missing
}

// interpolate evaluates row and rest of a 23-bit fraction. The position SumWeight
// of the sum stands for 1.
func (t *mufuTable) interpolate(row, rest uint64, sq func(uint64) uint64) uint64 {
	bias, err := strconv.ParseUint(t.Bias, 0, 64)
	if err != nil {
		panic(err)
	}
	sum := bias >> (64 - t.SumWeight + 23)
	c := t.Rows[row]
	for i, term := range []uint64{c[0] << t.C0Shift, (c[1] * rest) << t.C1Shift, (c[2] * sq(rest)) << t.C2Shift} {
		if t.Signs[i] == '-' {
			term = -term
		}
		sum += term
	}
	return sum
}

// split cuts a 23-bit fraction into row and rest.
func (t *mufuTable) split(frac uint64) (row, rest uint64) {
	n := 23 - t.IndexBits
	return frac >> n, frac & (1<<n - 1)
}

// cut is m / 2^weight, m cut to 24 significant bits, times 2^e.
func cut(m uint64, weight uint, e int) ieee.Number {
	x := ieee.Number{M: new(big.Int).SetUint64(m), E: e - int(weight)}
	if n := x.M.BitLen() - 24; n > 0 {
		x.M, x.E = ieee.RoundShift(x.M, n, false, "rz"), x.E+n
	}
	return x
}

// significand returns the 23 bits after the leading one of a finite f32 that is
// not zero, and its exponent.
func significand(x ieee.Number) (frac uint64, e int) {
	n := x.M.BitLen()
	return new(big.Int).Lsh(x.M, uint(24-n)).Uint64() & (1<<23 - 1), x.E + n - 1
}

// mufu computes one function of an f32.
func mufu(op string, ftz bool, u uint64) uint64 {
	f := ieee.F32
	if ftz && f.IsSubnormal(u) {
		u &= f.SignBit()
	}
	x := ieee.Decode(f, u)
	if d, ok := mufuSpecial(op, x, u); ok {
		return d
	}
	switch op {
	case "rcp":
		return ieee.Encode(f, mufuRcp(x), "rn", ftz)
	case "rsqrt", "sqrt":
		return ieee.Encode(f, mufuRoot(op, x), "rn", ftz)
	case "ex2":
		return mufuEx2(x, ftz)
	case "lg2":
		return ieee.Encode(f, mufuLg2(x), "rn", ftz)
	}
	return mufuSin(op, x)
}

// mufuSpecial returns the results that the tables of the manual name, and
// log2(1).
func mufuSpecial(op string, x ieee.Number, u uint64) (d uint64, ok bool) {
	f := ieee.F32
	s, inf := u&f.SignBit(), f.Inf()
	if x.Kind == ieee.NaN {
		return f.NaN(), true
	}
	infinite, zero := x.Kind == ieee.Infinite, x.IsZero()
	switch op {
	case "rcp":
		if infinite || zero {
			return s | inf - u&^f.SignBit(), true
		}
	case "rsqrt", "sqrt", "lg2":
		switch {
		case zero && op == "sqrt":
			return u, true
		case zero && op == "rsqrt":
			return s | inf, true
		case zero:
			return f.SignBit() | inf, true
		case x.Neg:
			return f.NaN(), true
		case infinite && op == "rsqrt":
			return 0, true
		case infinite:
			return u, true
		case op == "lg2" && u == f.One():
			return 0, true
		}
	case "ex2":
		switch {
		case zero || f.IsSubnormal(u):
			return f.One(), true
		case infinite && x.Neg:
			return 0, true
		case infinite:
			return u, true
		}
	case "sin", "cos":
		if infinite {
			return f.NaN(), true
		}
	}
	return 0, false
}

func mufuRcp(x ieee.Number) ieee.Number {
	t := mufuTables()["rcp"]
	frac, e := significand(x)
	row, rest := t.split(frac)
	sum := t.interpolate(row, rest, func(x uint64) uint64 { return square(x<<1) >> 2 })
	r := cut(sum, t.SumWeight, -e)
	r.Neg = x.Neg
	return r
}

func mufuRoot(op string, x ieee.Number) ieee.Number {
	t := mufuTables()[op]
	frac, e := significand(x)
	row, rest := t.split(frac)
	if e%2 != 0 {
		row |= 64
		e--
	} else if frac == 0 && op == "rsqrt" {
		return ieee.Number{M: big.NewInt(1), E: -e / 2}
	}
	sum := t.interpolate(row, rest, square)
	if op == "rsqrt" {
		return cut(sum, t.SumWeight, -e/2)
	}
	return cut(sum, t.SumWeight, e/2)
}

// mufuEx2: without .ftz, what is below -126 is halved first and the result is
// squared, so that it may be subnormal.
func mufuEx2(x ieee.Number, ftz bool) uint64 {
	f := ieee.F32
	halved := !ftz && ieee.Compare(x, ieee.FromInt(big.NewInt(-126))) < 0
	if halved {
		x.E--
	}
	t := mufuTables()["ex2"]
	fixed := ieee.RoundShift(x.M, -x.E-23, false, "rz") // magnitude, 23 bits of fraction
	whole := new(big.Int).Rsh(fixed, 23)
	frac := new(big.Int).And(fixed, big.NewInt(1<<23-1)).Uint64()
	if whole.BitLen() > 20 {
		whole.SetInt64(1 << 20)
	}
	n := int(whole.Int64())
	if x.Neg {
		if n = -n; frac != 0 {
			frac ^= 1<<23 - 1
			n--
		}
	}
	switch {
	case n > 127:
		return f.Inf()
	case n < -126:
		return 0
	}
	row, rest := t.split(frac)
	r := cut(t.interpolate(row, rest, square), t.SumWeight, n)
	if halved {
		r = ieee.Mul(r, r)
	}
	return ieee.Encode(f, r, "rn", ftz)
}

func mufuLg2(x ieee.Number) ieee.Number {
	t := mufuTables()["lg2"]
	frac, e := significand(x)
	subnormal := e < -126
	if subnormal {
		e += 24
	}
	row, rest := t.split(frac)
	sum := int64(t.interpolate(row, rest, square)) + int64(e)<<t.SumWeight
	neg := sum < 0
	if neg {
		sum = -sum
	}
	r := cut(uint64(sum)&^(1<<20-1), t.SumWeight, 0)
	r.Neg = neg
	if subnormal { // two roundings
		r = ieee.Decode(ieee.F32, ieee.Encode(ieee.F32, r, "rn", false))
		r = ieee.Add(r, ieee.FromInt(big.NewInt(-24)), "rn")
	}
	return r
}

// mufuSin: the reduction is a product with 2/pi, cut to 24 bits; two bits of the
// quadrant and 23 after it are kept.
func mufuSin(op string, x ieee.Number) uint64 {
	f := ieee.F32
	t := mufuTables()["sin"]
	fixed := new(big.Int)
	if !x.IsZero() {
		frac, e := significand(x)
		p := (frac | 1<<23) * 0xa2f983
		if n := new(big.Int).SetUint64(p).BitLen() - 24; n > 0 {
			p = p >> n << n
		}
		fixed.SetUint64(p)
		if s := e - 24; s >= 0 {
			fixed.Lsh(fixed, uint(s))
		} else {
			fixed.Rsh(fixed, uint(-s))
		}
	}
	low := new(big.Int).And(fixed, big.NewInt(1<<25-1)).Uint64()
	quadrant, frac := low>>23, low&(1<<23-1)
	neg := false
	if op == "cos" {
		quadrant++
	} else {
		neg = x.Neg
	}
	if quadrant&1 != 0 {
		frac ^= 1<<23 - 1
	}
	if quadrant&2 != 0 {
		neg = !neg
	}
	row, rest := t.split(frac)
	r := cut(t.interpolate(row, rest, square), t.SumWeight, 0)
	r.Neg = neg
	return ieee.Encode(f, r, "rn", false)
}
