//go:build amd64 && !race && !msan && !asan && !ptx2go_noasm

package tensorops

import (
	"os"

	"github.com/ptx2go/ptx2go/runtime/internal/cpuid"
)

// fuses says whether fuse can be called. PTX2GO_VECTORS=off is for tests.
var fuses = cpuid.AVX2 && os.Getenv("PTX2GO_VECTORS") != "off"

// fuse adds n products of a row of A and of each column of a block of B to C: fused sums, cut to f32. All codes are
// those of 16 bits. The bits of rest are the columns whose results it does not have: C is not finite there, or D
// is subnormal.
//
//go:noescape
func fuse(d, c *[blockColumns]uint32, a *float64, codesA *uint16, b *float64, codesB *uint16, n int, m *fusion) (rest int)
