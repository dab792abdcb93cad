package tensorops

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	oracle "github.com/ptx2go/ptx2go/internal/oracle/fused"
)

// Sums of scaled blocks have the bits of an oracle on big integers, for each kind, type of the scales and
// number of blocks: of scales near 1, of any, and of NaN.
func TestRandomScales(t *testing.T) {
	n := 300
	if testmode.Long() {
		n = 100000
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, head := range []string{
		"mma.m16n8k32.kind::mxf8f6f4.f32.e4m3.e2m1.f32.ue8m0", "mma.m16n8k32.kind::mxf8f6f4.f32.e5m2.e3m2.f32.ue8m0",
		"mma.m16n8k64.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0", "mma.m16n8k64.kind::mxf4nvf4.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
		"mma.m16n8k64.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3", "mma.m16n8k64.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0",
	} {
		p := Product{Head: head, Since: 120}
		p.prepare()
		k, m := p.shape.k, p.model
		want := oracle.Sum{Bits: m.bits, Floor: oracle.NoFloor, Out: "f32"}
		bad := 0
		for round := range n {
			var w floats
			var x, y []uint64
			for j := range k {
				a, b := drawn(r, round, j, p.a), drawn(r, round, j, p.b)
				x, y = append(x, uint64(a)), append(y, uint64(b))
				w.a.set(j, p.a.decode(a))
				w.b.set(j, p.b.decode(b))
			}
			s := oracle.Scales{Type: p.scale.name}
			var words [2]uint32
			for i, list := range []*[]uint64{&s.A, &s.B} {
				for block := range p.blocks {
					b := uint32(p.scale.bias)<<p.scale.fraction + r.Uint32N(24) - 12
					if round%3 == 0 && (round%2 == 0 || block == i) {
						b = r.Uint32() & 0xff
					}
					*list = append(*list, uint64(b))
					words[i] |= b & 0xff << (8 * block)
				}
			}
			p.scaleRow(&w.a, 0, k, words[0])
			p.scaleRow(&w.b, 0, k, words[1])
			c := drawn(r, round+1, 0, p.c)
			v := dot{w.a.values[:k], w.b.values[:k], w.a.exponents[:k], w.b.exponents[:k], w.a.special || w.b.special}
			got := p.element(&v, c)
			if exact := uint32(want.Scaled(x, y, [2]string{p.a.name, p.b.name}, s, m.exactly, uint64(c))); got != exact {
				if bad++; bad == 1 {
					t.Errorf("%s: %#x, want %#x, of %#x, %#x, %#x and %#x", head, got, exact, x, y, s, c)
				}
			}
		}
		if bad > 1 {
			t.Errorf("%s: %d of %d differ", head, bad, n)
		}
	}
}

func (s *side) set(i int, x number) {
	s.values[i], s.exponents[i] = x.value, int32(x.exponent)
	s.special = s.special || x.exponent == special
}
