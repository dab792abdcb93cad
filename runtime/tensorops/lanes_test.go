package tensorops

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// The last warp of a CTA may have fewer than 32 lanes, and registers then have fewer elements. What lanes
// that do not take part hold, or would, counts as zero: fragments, metadata and scales.
func TestLanes(t *testing.T) { eachWay(t, lanes) }

func lanes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, head := range []string{
		"mma.m16n8k16.f32.f16.f16.f32", "mma.m16n8k32.s32.s8.u8.s32", "mma.sp.m16n8k32.f32.f16.f16.f32", "mma.sp.m16n8k64.s32.s8.s8.s32",
		"mma.m16n8k32.kind::mxf8f6f4.f32.e4m3.e2m1.f32.ue8m0", "mma.m16n8k64.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
	} {
		p := Product{Head: head, Since: 120}
		for count := 1; count <= 32; count++ {
			mask := uint32(1<<count - 1)
			var short, full, zero [][]uint32
			for i := range p.Arguments() {
				x := make([]uint32, 32)
				for lane := range x {
					x[lane] = r.Uint32()
				}
				if last := p.count[1] + p.count[2] + p.count[3]; i > last && (p.sparse || i != last+scaleArguments) {
					for lane := range x { // the same in all lanes
						x[lane] = uint32(p.shape.chunk) & 1
					}
				}
				z := slices.Clone(x)
				if i <= p.count[1]+p.count[2]+p.count[3] || p.scale != nil && i == p.count[1]+p.count[2]+p.count[3]+scaleArguments {
					clear(z[count:])
				}
				short, full, zero = append(short, x[:count]), append(full, x), append(zero, z)
			}
			var got [3][][]uint32
			for way, in := range [][][]uint32{short, full, zero} {
				taking := mask
				if way == 2 {
					taking = 1<<32 - 1
				}
				for range p.Results() {
					got[way] = append(got[way], make([]uint32, max(len(in[0]), bits.Len32(taking))))
				}
				p.Compute(got[way], taking, in)
			}
			for i := range p.Results() {
				for way := 1; way < 3; way++ {
					if a, b := got[0][i], got[way][i][:count]; !slices.Equal(a, b) {
						t.Fatalf("%s, %d lanes, result %d: %x and %x", head, count, i, a, b)
					}
				}
			}
		}
	}
}
