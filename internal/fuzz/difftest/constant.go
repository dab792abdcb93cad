package difftest

import (
	"fmt"
	"math"
	"strconv"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// word returns a random bit pattern of the given width, mostly one at which
// arithmetic changes its behaviour.
func (g *gen) word(bits int) uint64 {
	mask := uint64(math.MaxUint64) >> (64 - bits)
	switch g.n(12) {
	case 0:
		return 0
	case 1:
		return uint64(g.n(8)) & mask
	case 2:
		return -uint64(g.n(8)) & mask
	case 3, 4: // shift counts
		return uint64([]int{7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256}[g.n(14)]) & mask
	case 5:
		return 1 << g.n(bits)
	case 6:
		return (1<<g.n(bits) - 1) & mask
	case 7:
		return mask >> 1
	case 8:
		return mask>>1 + 1
	case 9:
		return uint64(g.n(1000)) & mask
	}
	return g.rng.Uint64() & mask
}

var (
	floats32 = []uint32{
		0, 1 << 31, 0x3f800000, 0xbf800000, 0x3f000000, 0x40490fdb, 0x7f800000, 0xff800000, 0x7fffffff, 0x7fc00000, 0xffc00001, 0x7f800001,
		0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x3f800001, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0x3effffff, 0x4b000000, 0x4b7fffff,
	}
	floats64 = []uint64{
		0, 1 << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000, 0x400921fb54442d18, 0x7ff0000000000000, 0xfff0000000000000,
		0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001, 1, 0x800fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
		0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000, 0x41efffffffe00000, 0x43e0000000000000, 0x43f0000000000000, 0x36a0000000000000, 0x47efffffe0000000,
	}
)

func (g *gen) float32bits() uint32 {
	switch g.n(4) {
	case 0:
		return g.rng.Uint32()
	case 1:
		return math.Float32bits(float32(g.n(2001)-1000) / 8)
	}
	return floats32[g.n(len(floats32))]
}

func (g *gen) float64bits() uint64 {
	switch g.n(4) {
	case 0:
		return g.rng.Uint64()
	case 1:
		return math.Float64bits(float64(g.n(2001)-1000) / 8)
	}
	return floats64[g.n(len(floats64))]
}

// bytesOf fills memory with words of mixed meaning.
func (g *gen) bytesOf(n int) []byte {
	var b []byte
	for len(b) < n {
		switch g.n(4) {
		case 0:
			b = put(b, g.word(32), 4)
			b = put(b, g.word(32), 4)
		case 1:
			b = put(b, uint64(g.float32bits()), 4)
			b = put(b, uint64(g.float32bits()), 4)
		case 2:
			b = put(b, g.float64bits(), 8)
		case 3:
			b = put(b, g.word(64), 8)
		}
	}
	return b[:n]
}

func put(b []byte, v uint64, size int) []byte {
	for i := range size {
		b = append(b, byte(v>>(8*i)))
	}
	return b
}

// literal spells a random constant for an operand of instruction type t; ok is
// false where PTX has no literal for the type.
func (g *gen) literal(t isa.Type) (string, bool) {
	switch {
	case t == isa.F32:
		if g.chance(4) {
			return g.decimal(), true
		}
		return fmt.Sprintf("0f%08X", g.float32bits()), true
	case t == isa.F64:
		if g.chance(4) {
			return g.decimal(), true
		}
		return fmt.Sprintf("0d%016X", g.float64bits()), true
	case t.IsFloat(), t.IsPacked(), t.Bits() < 8, t == isa.Pred:
		return "", false
	}
	v := g.word(t.Bits())
	signed := int64(v<<(64-t.Bits())) >> (64 - t.Bits())
	switch {
	case t.IsSigned() && g.chance(2), t.Bits() == 64 && t.IsBits() && g.chance(2):
		return strconv.FormatInt(signed, 10), true
	case t.IsSigned():
		return strconv.FormatInt(signed, 10), true
	case g.chance(2):
		return fmt.Sprintf("0x%x", v), true
	}
	return strconv.FormatUint(v, 10), true
}

func (g *gen) decimal() string {
	return []string{"0.0", "1.0", "-1.0", "0.5", "-0.0", "2.0", "3.1415926535897931", "1e10", "-1.5e-7", "0.1", "16777217.0", "1e-40"}[g.n(12)]
}
