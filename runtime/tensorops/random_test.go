package tensorops

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	oracle "github.com/ptx2go/ptx2go/internal/oracle/fused"
)

// The fused sums of all lines of the table of models have the bits of an oracle on big integers:
// of any bits, of numbers near each other, of small ones and of sums that nearly cancel.
func TestRandomSums(t *testing.T) {
	const k = 32
	n := 300
	if testmode.Long() {
		n = 100000
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range models {
		m := &models[i]
		if m.unit != fused || m.exactly > 0 { // TestRandomScales
			continue
		}
		for _, in := range formatsIn(m.in) {
			name := fmt.Sprintf("line %d, %s -> %s", i, in.name, m.out)
			out := formatOf(m.out)
			instruction := &instruction{op: "mma", shape: &shape{m: 1, n: 1, k: k}, a: in, b: in, c: out, d: out}
			p := &plan{instruction: instruction, model: m, products: 1}
			p.order()
			want := oracle.Model{Sum: oracle.Sum{Bits: m.bits, Floor: m.floor, Out: m.out}, Groups: m.split(k), Late: m.late}
			if m.keep < int(out.fraction) {
				want.Keep = m.keep
			}
			if m.floor == noFloor {
				want.Floor = oracle.NoFloor
			}
			bad := 0
			for round := range n {
				var x, y []uint64
				v := dot{x: make([]float64, k), y: make([]float64, k), ex: make([]int32, k), ey: make([]int32, k)}
				for j := range k {
					a, b := drawn(r, round, j, in), drawn(r, round, j, in)
					if round%4 == 3 && j%2 == 1 { // the product before, with the other sign, or nearly
						a, b = uint32(x[j-1])^1<<(in.bits-1), uint32(y[j-1])^uint32(r.IntN(2))<<in.low
					}
					x, y = append(x, uint64(a)), append(y, uint64(b))
					for f, to := range map[*[]float64]*[]int32{&v.x: &v.ex, &v.y: &v.ey} {
						bits := a
						if f == &v.y {
							bits = b
						}
						e := in.decode(bits)
						(*f)[p.position[j]], (*to)[p.position[j]] = e.value, int32(e.exponent)
						v.special = v.special || e.exponent == special
					}
				}
				c := drawn(r, round, 0, out)
				got, exact := p.element(&v, c), uint32(want.Dot(x, y, [2]string{in.name, in.name}, uint64(c), out.name, out.name))
				if got != exact {
					if bad++; bad == 1 {
						t.Errorf("%s: %#x, want %#x, of %#x, %#x and %#x", name, got, exact, x, y, c)
					}
				}
			}
			if bad > 1 {
				t.Errorf("%s: %d of %d differ", name, bad, n)
			}
		}
	}
}

func formatsIn(list string) (all []*format) {
	for i := range formats {
		if among(list, formats[i].name) {
			all = append(all, &formats[i])
		}
	}
	return all
}

// drawn is an element: any bits, or, by the round, one with an exponent near that of 1 or near the
// least.
func drawn(r *rand.Rand, round, j int, f *format) uint32 {
	bits := r.Uint32() >> (32 - f.bits)
	if round%4 == 0 && (round%8 == 0 || j < 2) {
		return bits
	}
	e := f.bias + r.IntN(7) - 3
	switch {
	case round%4 == 1:
		e = r.IntN(3)
	case round%4 == 2 && f.exponent == 8:
		e = f.bias - 66 + r.IntN(8) // products near the floor
	}
	mask := uint32(1<<f.exponent-1) << (f.fraction + f.low)
	return bits&^mask | uint32(e)<<(f.fraction+f.low)&mask
}
