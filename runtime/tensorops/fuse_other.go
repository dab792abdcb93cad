//go:build !amd64 || race || msan || asan || ptx2go_noasm

package tensorops

var fuses bool

func fuse(d, c *[blockColumns]uint32, a *float64, codesA *uint16, b *float64, codesB *uint16, n int, m *fusion) (rest int) {
	panic("tensorops: no vectors")
}
