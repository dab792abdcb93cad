package fpops_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/bits"
	"os"
	"strconv"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// The multifunction unit once more, as the text of its model describes it: no
// tables but the published coefficients, no tricks, and nothing shared with the
// package. A function takes and returns the bits of an f32; ftz is the form
// without the scaling around the unit.

// mufuModel is one function's table and how its terms are put together.
type mufuModel struct {
	IndexBits uint       `json:"index_bits"`
	C0Shift   uint       `json:"c0_shift"`
	C1Shift   uint       `json:"c1_shift"`
	C2Shift   uint       `json:"c2_shift"`
	Weight    uint       `json:"sum_weight"` // the bit that stands for 1
	Bias64    string     `json:"bias64"`
	Signs     string     `json:"term_signs"`
	Coef      [][3]int64 `json:"coefficients"`

	bias uint64
}

// mufuReference is the whole unit.
type mufuReference struct {
	rcp, rsqrt, sqrt, ex2, lg2, sin *mufuModel
	square                          []uint64 // refSquare of all numbers of 17 bits
}

func readMufu(t testing.TB) *mufuReference {
	t.Helper()
	text, err := os.ReadFile("../../internal/gen/floats/mufu_tables.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Functions map[string]*mufuModel }
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for name, m := range all.Functions {
		b, err := strconv.ParseUint(m.Bias64, 0, 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m.bias = b >> (64 - m.Weight + 23)
	}
	f := all.Functions
	ref := &mufuReference{f["rcp"], f["rsqrt"], f["sqrt"], f["ex2"], f["lg2"], f["sin"], make([]uint64, 1<<17)}
	for x := range ref.square {
		ref.square[x] = refSquare(uint64(x))
	}
	return ref
}

// refSquare is the truncated squarer: the exact square less the partial products
// in the lowest 19 columns.
func refSquare(x uint64) uint64 {
	const columns = 1<<19 - 1
	var spread uint64
	for i := range 17 {
		spread |= (x >> i & 1) << (2 * i)
	}
	missing := spread & columns
	for i := range 9 {
		if x>>i&1 != 0 {
			missing += (x << (i + 1)) &^ (1<<(2*i+2) - 1) & columns
		}
	}
	return x*x - missing
}

// sum interpolates in a row: x is the rest of the fraction.
func (m *mufuModel) sum(row int, x, square uint64) uint64 {
	c := m.Coef[row]
	s := m.bias
	for i, term := range [3]uint64{
		uint64(c[0]) << m.C0Shift,
		uint64(c[1]) * x << m.C1Shift,
		uint64(c[2]) * square << m.C2Shift,
	} {
		if m.Signs[i] == '-' {
			s -= term
		} else {
			s += term
		}
	}
	return s
}

// split is row and rest of a 23-bit fraction.
func (m *mufuModel) split(fraction uint64) (row int, x uint64) {
	rest := 23 - m.IndexBits
	return int(fraction >> rest), fraction & (1<<rest - 1)
}

// significant returns the 23 bits below the one at the weight.
func (m *mufuModel) significant(sum uint64) uint32 {
	return uint32(sum>>(m.Weight-23)) & 0x7fffff
}

const refNaN = 0x7fffffff

func refIsNaN(u uint32) bool { return u&0x7fffffff > 0x7f800000 }

// refScale multiplies by a power of two, rounding to nearest.
func refScale(u uint32, e int) uint32 {
	if field := int(u >> 23 & 0xff); field > 0 && field+e > 0 && field+e < 255 {
		return u + uint32(e)<<23
	}
	return math.Float32bits(float32(math.Ldexp(float64(math.Float32frombits(u)), e)))
}

func refFlush(u uint32, ftz bool) uint32 {
	if ftz && u&0x7f800000 == 0 {
		return u & 0x80000000
	}
	return u
}

// refNormal returns exponent and fraction of a positive number, normalised.
func refNormal(u uint32) (e int, fraction uint64) {
	if u < 0x800000 {
		u = refScale(u, 24)
		e = -24
	}
	return e + int(u>>23) - 127, uint64(u & 0x7fffff)
}

func (r *mufuReference) rcpF32(u uint32, ftz bool) uint32 {
	u = refFlush(u, ftz)
	sign, a := u&0x80000000, u&0x7fffffff
	switch {
	case refIsNaN(u):
		return refNaN
	case a == 0x7f800000:
		return sign
	case a == 0:
		return sign | 0x7f800000
	}
	e, fraction := refNormal(a)
	row, x := r.rcp.split(fraction)
	sum := r.rcp.sum(row, x, r.square[x<<1]>>2)
	field := uint32(127)
	if sum>>r.rcp.Weight&1 == 0 {
		field--
		sum <<= 1
	}
	return refFlush(sign|refScale(field<<23|r.rcp.significant(sum), -e), ftz)
}

// root prepares rsqrt and sqrt: e is even.
func (m *mufuModel) root(u uint32) (e, row int, x uint64) {
	e, fraction := refNormal(u)
	row, x = m.split(fraction)
	if e&1 != 0 {
		row |= 1 << 6
		e--
	}
	return e, row, x
}

func (r *mufuReference) rsqrtF32(u uint32, ftz bool) uint32 {
	u = refFlush(u, ftz)
	switch {
	case refIsNaN(u):
		return refNaN
	case u&0x7fffffff == 0:
		return u | 0x7f800000
	case u>>31 != 0:
		return refNaN
	case u == 0x7f800000:
		return 0
	}
	e, row, x := r.rsqrt.root(u)
	if row == 0 && x == 0 {
		return refScale(0x3f800000, -e/2)
	}
	sum := r.rsqrt.sum(row, x, r.square[x])
	return refScale(126<<23|r.rsqrt.significant(2*sum), -e/2)
}

func (r *mufuReference) sqrtF32(u uint32, ftz bool) uint32 {
	u = refFlush(u, ftz)
	switch {
	case refIsNaN(u):
		return refNaN
	case u&0x7fffffff == 0:
		return u
	case u>>31 != 0:
		return refNaN
	case u == 0x7f800000:
		return u
	}
	e, row, x := r.sqrt.root(u)
	return refScale(127<<23|r.sqrt.significant(r.sqrt.sum(row, x, r.square[x])), e/2)
}

// sqrtSm50F32 is sqrt up to sm_53.
func (r *mufuReference) sqrtSm50F32(u uint32, ftz bool) uint32 {
	return r.rcpF32(r.rsqrtF32(u, ftz), ftz)
}

func (r *mufuReference) ex2F32(u uint32, ftz bool) uint32 {
	u = refFlush(u, ftz)
	switch {
	case refIsNaN(u):
		return refNaN
	case u&0x7f800000 == 0:
		return 0x3f800000
	case u == 0x7f800000:
		return u
	case u == 0xff800000:
		return 0
	}
	x := float64(math.Float32frombits(u))
	halved := x < -126 && !ftz
	if halved {
		x /= 2
	}
	whole := math.Trunc(x)
	fraction := uint64(math.Abs(x-whole) * (1 << 23))
	if x < 0 && fraction != 0 {
		fraction ^= 1<<23 - 1
		whole--
	}
	switch {
	case whole > 127:
		return 0x7f800000
	case whole < -126:
		return 0
	}
	row, rest := r.ex2.split(fraction)
	result := refScale(127<<23|r.ex2.significant(r.ex2.sum(row, rest, r.square[rest])), int(whole))
	if halved {
		f := math.Float32frombits(result)
		result = math.Float32bits(f * f)
	}
	return result
}

func (r *mufuReference) lg2F32(u uint32, ftz bool) uint32 {
	u = refFlush(u, ftz)
	switch {
	case refIsNaN(u):
		return refNaN
	case u&0x7fffffff == 0:
		return 0xff800000
	case u>>31 != 0:
		return refNaN
	case u == 0x7f800000:
		return u
	case u == 0x3f800000:
		return 0
	}
	scaled := u
	if u < 0x800000 {
		scaled = refScale(u, 24)
	}
	e, fraction := refNormal(scaled)
	row, x := r.lg2.split(fraction)
	sum := int64(r.lg2.sum(row, x, r.square[x])) + int64(e)<<r.lg2.Weight
	var sign uint32
	if scaled < 0x3f800000 {
		sign = 0x80000000
	}
	result := sign | r.lg2.normalise(uint64(max(sum, -sum))&^(1<<20-1))
	if scaled != u {
		result = math.Float32bits(math.Float32frombits(result) - 24)
	}
	return result
}

// normalise makes a float of a positive sum, the rest cut off.
func (m *mufuModel) normalise(sum uint64) uint32 {
	if sum == 0 {
		return 0
	}
	top := uint(bits.Len64(sum)) - 1
	return (127+uint32(top-m.Weight))<<23 | uint32(sum<<(63-top)>>40)&0x7fffff
}

// refReduce multiplies |x| by 2/pi and returns quadrant and fraction in fixed
// point. From sm_70 on the product is cut to 24 significant bits, before that 16
// bits of it are.
func refReduce(u uint32, sm60 bool) (quadrant, fraction uint32) {
	e := int(u>>23&0xff) - 127
	if e == -127 {
		return 0, 0
	}
	p := uint64(u&0x7fffff|0x800000) * 0xa2f983
	cut := bits.Len64(p) - 24
	if sm60 {
		cut = 16
	}
	p = p >> cut << cut
	switch shift := e - 24; {
	case shift >= 64:
		p = 0
	case shift >= 0:
		p <<= shift
	default:
		p >>= -shift
	}
	return uint32(p) >> 23 & 3, uint32(p) & 0x7fffff
}

// refReduceDouble is the same as the published model has it, in float64.
func refReduceDouble(u uint32, sm60 bool) (quadrant, fraction uint32) {
	const halfPi, twoOverPi = 0x1.921fb6546df20p0, 0x1.45f306p-1
	a := u & 0x7fffffff
	if a < 0x800000 || a >= (127+33)<<23 {
		return 0, 0
	}
	x := float64(math.Float32frombits(a))
	k := math.Floor(x * twoOverPi)
	rest := math.Min(math.Max(x-float64(k*halfPi), 0), 0x1.921fb6p0)
	v := uint32(int64(k)&3)<<23 | uint32(rest*twoOverPi*(1<<23))
	mask := func(n int) { v &^= 1<<min(max(n, 0), 25) - 1 }
	mask(int(a>>23) - 127 - 8)
	if !sm60 {
		mask(int(math.Float64bits(x*twoOverPi)>>52) - 1023)
	}
	return v >> 23, v & 0x7fffff
}

func (r *mufuReference) sinF32(u uint32, sm60 bool) uint32 {
	if u&0x7fffffff >= 0x7f800000 {
		return refNaN
	}
	quadrant, fraction := refReduce(u, sm60)
	if quadrant&1 == 1 {
		fraction ^= 0x7fffff
	}
	return u&0x80000000 ^ quadrant>>1<<31 | r.quarterSine(fraction)
}

func (r *mufuReference) cosF32(u uint32, sm60 bool) uint32 {
	if u&0x7fffffff >= 0x7f800000 {
		return refNaN
	}
	quadrant, fraction := refReduce(u, sm60)
	if quadrant&1 == 0 {
		fraction ^= 0x7fffff
	}
	return (quadrant+1)>>1&1<<31 | r.quarterSine(fraction)
}

func (r *mufuReference) quarterSine(fraction uint32) uint32 {
	row, x := r.sin.split(uint64(fraction))
	return r.sin.normalise(r.sin.sum(row, x, r.square[x]))
}

// tanhF32 is tanh with the rows of internal/gen/floats/mufu_tanh.json, which have the
// number of the fraction's bits that pick a row for each exponent.
func (r *mufuReference) tanhF32(t *mufuTanh, u uint32) uint32 {
	e, fraction := int(u>>23&255)-t.First, u&0x7fffff
	switch {
	case u&0x7fffffff > 0x7f800000:
		return 0x7fffffff
	case e < 0:
		return u
	case e >= len(t.RowBits):
		return u&0x80000000 | 0x3f800000
	}
	first := 0
	for _, n := range t.RowBits[:e] {
		first += 1 << n
	}
	n := t.RowBits[e]
	row := t.Rows[first+int(fraction>>(23-n))]
	x := uint64(fraction >> (6 - n) & 0x1ffff)
	sum := row[0]<<t.C0 + row[1]*int64(x) + row[2]*int64(r.square[x]>>19)
	f := new(big.Float).SetMode(big.ToZero).SetPrec(24).SetInt64(sum)
	v, _ := f.SetMantExp(f, -int(t.Weight)).Float32()
	return u&0x80000000 | math.Float32bits(v)
}

// mufuTanh is the table of tanh.
type mufuTanh struct {
	First   int        `json:"first_exponent"`
	Weight  uint       `json:"sum_weight"`
	C0      uint       `json:"c0_shift"`
	RowBits []uint     `json:"row_bits"`
	Rows    [][3]int64 `json:"coefficients"`
}

// TestTanh compares tanh with the unit as the text describes it: near all borders of rows, and
// between them.
func TestTanh(t *testing.T) {
	ref := readMufu(t)
	text, err := os.ReadFile("../../internal/gen/floats/mufu_tanh.json")
	if err != nil {
		t.Fatal(err)
	}
	table := new(mufuTanh)
	if err := json.Unmarshal(text, table); err != nil {
		t.Fatal(err)
	}
	bad := &failures{t: t}
	check := func(u uint32) {
		got, want := math.Float32bits(fpops.TanhApproxF32(math.Float32frombits(u))), ref.tanhF32(table, u)
		if got != want {
			bad.errorf("tanh %#x = %#x, want %#x", u, got, want)
		}
	}
	for u := uint64(0); u < 1<<32; u += 1 << 19 {
		for d := range uint32(200) {
			check(uint32(u) + d)
			check(uint32(u) - d)
			check(uint32(u) + d*2617)
		}
	}
	for _, u := range []uint32{0, 0x80000000, 1, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x40ffffff, 0xc1000000} {
		check(u)
	}
}
