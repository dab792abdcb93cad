package tensorops

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkProduct is an instruction with fragments in and out.
func BenchmarkProduct(b *testing.B) {
	for _, head := range []string{"mma.m16n8k16.f32.f16.f16.f32", "mma.m16n8k16.f32.bf16.bf16.f32", "mma.m16n8k32.s32.s8.s8.s32", "mma.sp.m16n8k32.f32.f16.f16.f32"} {
		b.Run(head, func(b *testing.B) {
			p := &Product{Head: head, Since: 90}
			r := rand.New(rand.NewPCG(1, 2))
			operands, d := make([][]uint32, p.Arguments()), make([][]uint32, p.Results())
			for i := range operands {
				operands[i] = make([]uint32, 32)
				for l := range operands[i] {
					operands[i][l] = r.Uint32() & 0x3fff3fff
				}
			}
			if p.sparse {
				operands[len(operands)-1] = []uint32{0}
			}
			for i := range d {
				d[i] = make([]uint32, 32)
			}
			b.ReportAllocs()
			for b.Loop() {
				p.Compute(d, 1<<32-1, operands)
			}
		})
	}
}

// BenchmarkMove is an ldmatrix without its accesses.
func BenchmarkMove(b *testing.B) {
	for _, head := range []string{"ldmatrix.m8n8.x4.b16", "ldmatrix.m8n8.x4.trans.b16"} {
		b.Run(head, func(b *testing.B) {
			v := &Move{Head: head}
			rows, d := make([][]uint32, 4), make([][]uint32, 4)
			for i := range rows {
				rows[i], d[i] = make([]uint32, 32), make([]uint32, 32)
			}
			b.ReportAllocs()
			for b.Loop() {
				v.Compute(d, 1<<32-1, rows)
			}
		})
	}
}
