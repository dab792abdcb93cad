package tensorops

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	oracle "github.com/ptx2go/ptx2go/internal/oracle/fused"
)

// Sums of scaled blocks have the bits of an oracle on big integers, for each kind, type of the scales and
// number of blocks: of scales near 1, of any, and of NaN.
func TestRandomScales(t *testing.T) { eachWay(t, randomScales) }

func randomScales(t *testing.T) {
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
		tally := tally{t: t, name: head}
		for round := range n / blockColumns {
			w := newMatrices(p.plan)
			var x []uint64
			var y [blockColumns][]uint64
			for l := range k {
				a := drawn(r, round, l, p.a)
				x = append(x, uint64(a))
				w.put(&w.a, l, p.a, a)
				for j := range y {
					b := drawn(r, round, l, p.b)
					y[j] = append(y[j], uint64(b))
					w.put(&w.b, blockColumns*l+j, p.b, b)
				}
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
			p.scaleRow(&w.a, 0, 1, k, words[0])
			var c [blockColumns]uint32
			for j := range c {
				p.scaleRow(&w.b, j, blockColumns, k, words[1])
				c[j] = drawn(r, round+j, 0, p.c)
			}
			w.compare(&tally, &c, func(j int) uint32 {
				return uint32(want.Scaled(x, y[j], [2]string{p.a.name, p.b.name}, s, m.exactly, uint64(c[j])))
			})
		}
		if tally.together > 0 == (m.exactly > 0) {
			t.Errorf("%s: %d sums together", head, tally.together)
		}
	}
}
