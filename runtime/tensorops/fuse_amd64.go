//go:build amd64 && !race && !msan && !asan && !ptx2go_noasm

package tensorops

import (
	"os"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/cpuid"
)

// fuses says whether fuse can be called. PTX2GO_VECTORS=off is for tests.
var fuses = cpuid.AVX2 && os.Getenv("PTX2GO_VECTORS") != "off"

// Where assembly has the fields of a tile.
var (
	_ = [1]bool{}[unsafe.Offsetof(tile{}.b)-32]
	_ = [1]bool{}[unsafe.Offsetof(tile{}.sets)-56]
	_ = [1]bool{}[unsafe.Offsetof(tile{}.scale)-72]
	_ = [1]bool{}[unsafe.Offsetof(tile{}.saturates)-80]
)

// fuse adds n products of a row of A and of each column of a block of B to C: fused sums, cut to f32. All codes are
// those of 16 bits. The bits of rest are the columns whose results it does not have: C is not finite there, or D
// is subnormal.
//
//go:noescape
func fuse(d, c *[blockColumns]uint32, a *float64, codesA *uint16, b *float64, codesB *uint16, n int, m *fusion) (rest int)

// rowsOf moves 16 bytes of each four lanes, one after another to rows that are so many bytes apart.
//
//go:noescape
func rowsOf(to *byte, from *[32]uint32, stride int)

// linesOf16 turns 8 columns of 8 elements of 16 bits into lines.
//
//go:noescape
func linesOf16(to *byte, from *[32]uint32)

// linesOf32 turns 8 columns of 4 elements of 32 bits into lines.
//
//go:noescape
func linesOf32(to *byte, from *[32]uint32)

// widenHalves makes n numbers of f16 values and powers, widenUppers those that are the upper halves of f32,
// widenWords those that are f32 but for bits that do not count. Beyond is not zero if some lie beyond what w allows.
//
//go:noescape
func widenHalves(to *factor, raw *byte, n int, w *widening) (beyond int)

//go:noescape
func widenUppers(to *factor, raw *byte, n int, w *widening) (beyond int)

//go:noescape
func widenWords(to *factor, raw *byte, n int, w *widening) (beyond int)

// widenSigned shifts n bytes, in parts of 16 bits, to the left and then to the right, which repeats the sign;
// widenUnsigned without.
//
//go:noescape
func widenSigned(to, raw *byte, n, left, right int)

//go:noescape
func widenUnsigned(to, raw *byte, n, left, right int)

// sumFloats adds a row of products to each element of C: fused sums, cut to f32. Rest is not zero if some of C is
// not finite.
//
//go:noescape
func sumFloats(t *tile) (rest int)

// sumIntegers adds a row of products to each element of C.
//
//go:noescape
func sumIntegers(t *tile)
