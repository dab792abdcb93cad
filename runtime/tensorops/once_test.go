package tensorops

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	oracle "github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Sums that are rounded once are those of an oracle on big integers: of any numbers, of products that cancel but
// for a little, of sums next to a tie, at the ends of the formats, and of zeros of both signs.
func TestRoundedOnce(t *testing.T) {
	n := 2000
	if testmode.Long() {
		n = 300000
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct{ in, d, rounding string }{
		{"f16", "f16", "rn"}, {"f16", "f32", "rn"}, {"bf16", "f32", "rn"}, {"tf32", "f32", "rn"}, {"e5m2", "f16", "rn"}, {"e4m3", "f32", "rn"},
		{"f64", "f64", "rn"}, {"f64", "f64", "rz"}, {"f64", "f64", "rm"}, {"f64", "f64", "rp"},
	} {
		in, d := formatOf(c.in), formatOf(c.d)
		p := &plan{instruction: &instruction{d: d}}
		to, _ := oracle.Of(c.d)
		draw := func(round, j int) float64 {
			if in.bits < 64 {
				return in.decode(drawn(r, round, j, in)).value
			}
			x := r.Uint64()
			switch round % 4 {
			case 1: // near 1
				x = x&^(0x7ff<<52) | uint64(1020+r.IntN(7))<<52
			case 2: // products near the least normal number
				x = x&^(0x7ff<<52) | uint64(500+r.IntN(40))<<52
			case 3: // near the greatest
				x = x&^(0x7ff<<52) | uint64(1530+r.IntN(8))<<52
			}
			return math.Float64frombits(x)
		}
		failed := 0
		for round := range n {
			k := 1 + r.IntN(16)
			x, y := make([]float64, k), make([]float64, k)
			for l := range k {
				x[l], y[l] = draw(round, l), draw(round, l)
				switch {
				case round%3 == 1 && l%2 == 1: // the product before with the other sign
					x[l], y[l] = -x[l-1], y[l-1]
				case round%16 == 5:
					x[l] = math.Copysign(0, x[l])
				}
			}
			z := float64(math.Float32frombits(r.Uint32()))
			switch round % 8 {
			case 5:
				z = math.Copysign(0, z)
			case 1, 6: // half of a last place of the first product
				z = math.Ldexp(math.Copysign(1, z), ilogb(x[0]*y[0])-int(d.fraction)-1)
			}
			sum := oracle.Decode(oracle.F64, math.Float64bits(z))
			for l := range k {
				product := oracle.Mul(oracle.Decode(oracle.F64, math.Float64bits(x[l])), oracle.Decode(oracle.F64, math.Float64bits(y[l])))
				sum = oracle.Add(sum, product, c.rounding)
			}
			got, ok := p.onceRounded(x, y, z, c.rounding)
			if sum.Kind == oracle.NaN {
				if ok {
					t.Errorf("%v: %v * %v + %v is %#x, not a NaN", c, x, y, z, got)
				}
				continue
			}
			// With exact zeros of both signs, or a sum that cancels, before further terms, it is the last that decides: IEEE 754
			// adds two numbers. All at once it is that of the rounding unless all agree.
			want := oracle.Encode(to, sum, c.rounding, false)
			if want&^to.SignBit() == 0 && sum.IsZero() {
				want = zeroOf(x, y, z, c.rounding, to.SignBit())
			}
			if got != want || !ok {
				if failed++; failed < 4 {
					t.Errorf("%v: %v * %v + %v is %#x, want %#x", c, x, y, z, got, want)
				}
			}
		}
		if failed > 3 {
			t.Errorf("%v: %d of %d differ", c, failed, n)
		}
	}
}

// ilogb is the exponent of a finite number that is not zero, 0 of others.
func ilogb(x float64) int {
	if x == 0 || x-x != 0 {
		return 0
	}
	return max(-1000, min(900, math.Ilogb(x)))
}

// zeroOf is the sum of terms that are zeros or cancel.
func zeroOf(x, y []float64, z float64, rounding string, minus uint64) uint64 {
	signs := map[bool]bool{math.Signbit(z): true}
	zeros := z == 0
	for i := range x {
		signs[math.Signbit(x[i]) != math.Signbit(y[i])] = true
		zeros = zeros && (x[i] == 0 || y[i] == 0)
	}
	switch {
	case zeros && len(signs) == 1 && signs[true], (!zeros || len(signs) == 2) && rounding == "rm":
		return minus
	}
	return 0
}

// Where no GPU rounds, because all sums are small integers, the exact product of every shape is that of GPUs.
func TestExactProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, s := range []struct {
		head string
		one  uint32 // an element of A and B, which is a small integer, in all places of a register
		sum  uint32 // and one of C
	}{
		{"mma.m16n8k16.f32.f16.f16.f32", 0x3c003c00, 0x40400000}, {"mma.m16n8k8.f16.f16.f16.f16", 0x3c003c00, 0x42004200},
		{"mma.m16n8k8.f32.bf16.bf16.f32", 0x3f803f80, 0x40400000}, {"mma.m16n8k8.f32.tf32.tf32.f32", 0x3f800000, 0x40400000},
		{"mma.m8n8k4.row.col.f32.f16.f16.f32", 0x3c003c00, 0x40400000}, {"mma.sp.m16n8k32.f32.f16.f16.f32", 0x3c003c00, 0x40400000},
		{"mma.m16n8k32.f16.e4m3.e5m2.f16", 0x38383838, 0x42004200}, {"wmma.mma.row.col.m16n16k16.f32.f16.f16.f16", 0x3c003c00, 0x42004200},
	} {
		since, err := Since(s.head)
		if err != nil {
			t.Fatal(err)
		}
		gpu, exact := &Product{Head: s.head, Since: since[len(since)-1]}, &Product{Head: s.head, Since: Exact}
		operands := make([][]uint32, gpu.Arguments())
		for i := range operands {
			operands[i] = make([]uint32, 32)
			for lane := range operands[i] {
				if operands[i][lane] = s.one; r.IntN(2) == 0 {
					operands[i][lane] = 0
				}
				if i >= gpu.count[1]+gpu.count[2] && i < gpu.count[1]+gpu.count[2]+gpu.count[3] {
					operands[i][lane] = s.sum
				}
			}
		}
		if gpu.sparse {
			n := len(operands)
			for lane := range operands[n-2] {
				operands[n-2][lane] = 0xe4e4e4e4
			}
			operands[n-1] = []uint32{0}
		}
		var d [2][][]uint32
		for i, p := range []*Product{gpu, exact} {
			d[i] = make([][]uint32, p.Results())
			for j := range d[i] {
				d[i][j] = make([]uint32, 32)
			}
			p.Compute(d[i], 1<<32-1, operands)
		}
		some := false
		for j := range d[0] {
			for lane, want := range d[0][j] {
				some = some || want != s.sum
				if got := d[1][j][lane]; got != want {
					t.Fatalf("%s: register %d of lane %d is %#x, want %#x", s.head, j, lane, got, want)
				}
			}
		}
		if !some {
			t.Errorf("%s adds nothing", s.head)
		}
	}
}
