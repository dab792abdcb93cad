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
func TestRandomSums(t *testing.T) { eachWay(t, randomSums) }

// eachWay runs a test with vectors, where there are some, and without.
func eachWay(t *testing.T, test func(t *testing.T)) {
	defer func(with bool) { fuses = with }(fuses)
	if fuses {
		t.Run("vectors", test)
	} else {
		t.Log("no vectors here")
	}
	fuses = false
	t.Run("scalar", test)
}

func randomSums(t *testing.T) {
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
			instruction := &instruction{op: "mma", shape: &shape{m: 1, n: blockColumns, k: k}, a: in, b: in, c: out, d: out}
			p := &plan{instruction: instruction, model: m, products: 1, coding: instruction.codes()}
			p.order()
			want := oracle.Model{Sum: oracle.Sum{Bits: m.bits, Floor: m.floor, Out: m.out}, Groups: m.split(k), Late: m.late}
			if m.keep < int(out.fraction) {
				want.Keep = m.keep
			}
			if m.floor == noFloor {
				want.Floor = oracle.NoFloor
			}
			tally := tally{t: t, name: name}
			const often = 20 // as many sums are compared with those one by one
			for round := range often * n / blockColumns {
				w := newMatrices(p)
				var x []uint64
				var y [blockColumns][]uint64
				for l := range k {
					a := drawn(r, round, l, in)
					mirror := round%4 == 3 && l%2 == 1 // the product before, with the other sign, or nearly
					if mirror {
						a = uint32(x[l-1]) ^ 1<<(in.bits-1)
					}
					x = append(x, uint64(a))
					w.put(&w.a, p.position[l], in, a)
					for j := range y {
						b := drawn(r, round, l, in)
						switch {
						case round%8 == 5 && (l > 0 || j > 3): // all products are zero, or all but one
							b = 0
						case mirror:
							b = uint32(y[j][l-1]) ^ uint32(r.IntN(2))<<in.low
						}
						y[j] = append(y[j], uint64(b))
						w.put(&w.b, blockColumns*p.position[l]+j, in, b)
					}
				}
				var c [blockColumns]uint32
				for j := range c {
					if c[j] = drawn(r, round, 0, out); round%8 == 6 && out.bits == 32 { // a subnormal number, beside products that may be less
						c[j] = c[j]&(1<<23-1) | 1<<22
					}
				}
				if round/8%often > 0 {
					w.compare(&tally, &c, nil)
					continue
				}
				w.compare(&tally, &c, func(j int) uint32 {
					return uint32(want.Dot(x, y[j], [2]string{in.name, in.name}, uint64(c[j]), out.name, out.name))
				})
			}
			if fuses && out.bits == 32 && tally.vectors == 0 {
				t.Errorf("%s: never with vectors", name)
			}
			tally.report()
		}
	}
}

// matrices are a row of A and a block of B.
type matrices struct {
	floats
	p *plan
}

func newMatrices(p *plan) *matrices { return &matrices{p: p} }

func (w *matrices) put(s *side, at int, f *format, bits uint32) {
	x := f.decode(bits)
	s.values[at] = x.value
	w.p.coding.put(s, at, int32(x.exponent))
	s.special = s.special || x.exponent == special
}

// compare computes eight sums, together where that is possible and one by one, and compares them with each
// other, and with what they should be if that is told.
func (w *matrices) compare(t *tally, c *[blockColumns]uint32, want func(j int) uint32) {
	var one, all [blockColumns]uint32
	w.p.elements(&one, &w.floats, 0, 0, c, nil)
	together := w.p.model.exactly == 0 && !w.a.special && !w.b.special && w.p.block(&all, &w.floats, 0, 0, c, nil)
	if fuses && together && w.p.sum().bits == 32 && w.p.blockByVectors(&all, &w.floats, 0, 0, c, nil) {
		t.vectors++
	}
	for j := range one {
		exact := one[j]
		if want != nil {
			exact = want(j)
			t.check(one[j], exact)
		}
		if together {
			t.together++
			t.check(all[j], exact)
		}
	}
}

// tally counts what differs.
type tally struct {
	t                         *testing.T
	name                      string
	n, bad, together, vectors int
}

func (y *tally) check(got, want uint32) {
	y.n++
	if got != want {
		if y.bad++; y.bad == 1 {
			y.t.Errorf("%s: %#x, want %#x", y.name, got, want)
		}
	}
}

func (y *tally) report() {
	if y.together == 0 {
		y.t.Errorf("%s: never together", y.name)
	}
	if y.bad > 1 {
		y.t.Errorf("%s: %d of %d differ", y.name, y.bad, y.n)
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
		e = f.bias - 66 + r.IntN(8) // products near the floor, or
		if round%8 == 6 {
			e = f.bias - 66 + r.IntN(3) // such as are below the least normal number, but not their sum
		}
	}
	if round%16 == 14 {
		bits &^= 1 << (f.bits - 1)
	}
	mask := uint32(1<<f.exponent-1) << (f.fraction + f.low)
	return bits&^mask | uint32(e)<<(f.fraction+f.low)&mask
}
