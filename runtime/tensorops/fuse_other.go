//go:build !amd64 || race || msan || asan || ptx2go_noasm

package tensorops

var fuses bool

const noVectors = "tensorops: no vectors"

func fuse(d, c *[blockColumns]uint32, a *float64, codesA *uint16, b *float64, codesB *uint16, n int, m *fusion) (rest int) {
	panic(noVectors)
}

func rowsOf(to *byte, from *[32]uint32, stride int)             { panic(noVectors) }
func linesOf16(to *byte, from *[32]uint32)                      { panic(noVectors) }
func linesOf32(to *byte, from *[32]uint32)                      { panic(noVectors) }
func widenHalves(to *factor, raw *byte, n int, w *widening) int { panic(noVectors) }
func widenUppers(to *factor, raw *byte, n int, w *widening) int { panic(noVectors) }
func widenWords(to *factor, raw *byte, n int, w *widening) int  { panic(noVectors) }
func widenSigned(to, raw *byte, n, left, right int)             { panic(noVectors) }
func widenUnsigned(to, raw *byte, n, left, right int)           { panic(noVectors) }
func sumFloats(t *tile) int                                     { panic(noVectors) }
func sumIntegers(t *tile)                                       { panic(noVectors) }
