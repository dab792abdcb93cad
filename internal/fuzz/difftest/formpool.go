package difftest

import (
	"fmt"
	"math"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// palette says which values the operands of an instruction have. Where all of them
// are of a kind, results are where arithmetic changes its behaviour more often.
type palette struct {
	kind   paletteKind
	finite bool // no NaN and no infinity of f64
}

type paletteKind uint8

const (
	mixed    paletteKind = iota // all kinds
	tiny                        // zeros, subnormal floats and their neighbours, small integers
	huge                        // floats and integers at the end of the range
	moderate                    // floats of few digits, shift counts
)

// anything is the palette of operands of which only the bits matter.
var anything = palette{}

func (g *gen) palette() palette {
	return palette{kind: []paletteKind{mixed, mixed, mixed, mixed, tiny, tiny, huge, moderate}[g.n(8)]}
}

// column adds an operand of type t to the pool, in elements of size bytes, and
// returns the address of the thread's element.
func (g *gen) column(t isa.Type, size int, p palette) string {
	st := g.form
	for len(st.pool)%max(size, 8) != 0 {
		st.pool = append(st.pool, 0)
	}
	off := len(st.pool)
	for range poolRows {
		var v [16]byte
		copy(v[:], put(put(nil, g.rng.Uint64(), 8), g.rng.Uint64(), 8))
		copy(v[:], g.valueOf(t, p))
		st.pool = append(st.pool, v[:size]...)
	}
	st.sizes[size] = true
	if g.chance(5) { // the same for all threads
		return fmt.Sprintf("[%%in+%d]", off+g.n(poolRows)*size)
	}
	return fmt.Sprintf("[%%in%d+%d]", size, off)
}

// halves are bit patterns of f16 and of bf16 at which arithmetic changes its
// behaviour.
var halves = []uint16{
	0, 1 << 15, 0x3c00, 0xbc00, 0x3800, 0x7c00, 0xfc00, 0x7e00, 0x7fff, 0xfc01, 0x0001, 0x83ff, 0x0400, 0x7bff, 0xfbff, 0x6400, 0x6bff, 0x3555, 0x3bff, 0x3c01,
	0x3f80, 0xbf80, 0x3f00, 0x7f80, 0xff80, 0x7fc0, 0x007f, 0x0080, 0x7f7f, 0x4300, 0x437f,
}

// valueOf returns a random value of a type.
func (g *gen) valueOf(t isa.Type, p palette) []byte {
	switch {
	case t.IsPacked() && t.Bits()%t.Lanes() == 0 && t.Bits()/t.Lanes() >= 8:
		var b []byte
		for range t.Lanes() {
			b = append(b, g.lane(t, t.Bits()/t.Lanes(), p)...)
		}
		return b
	case t == isa.Pred, t.Bits() < 8, t.IsPacked():
		return []byte{byte(g.n(256)), byte(g.n(256)), byte(g.n(256)), byte(g.n(256))}
	case t.Bits() > 64:
		return put(put(nil, g.word(64), 8), g.word(64), 8)
	}
	return g.lane(t, t.Bits(), p)
}

// lane returns a random value of an element with n bits of a type.
func (g *gen) lane(t isa.Type, n int, p palette) []byte {
	if !t.IsFloat() {
		return put(nil, g.intOf(n, p), n/8)
	}
	brain := t == isa.BF16 || t == isa.BF16x2
	switch {
	case n == 64:
		return put(nil, g.float64Of(p), 8)
	case n == 32:
		return put(nil, uint64(g.float32Of(p)), 4)
	case n == 16 && brain:
		return put(nil, uint64(g.float32Of(p)>>16), 2)
	case n == 16:
		return put(nil, g.halfOf(p), 2)
	}
	return put(nil, g.rng.Uint64(), n/8)
}

func (g *gen) intOf(n int, p palette) uint64 {
	mask := uint64(math.MaxUint64) >> (64 - n)
	switch p.kind {
	case tiny:
		return uint64(g.n(17)-8) & mask
	case huge:
		return (mask>>1 + uint64(g.n(9)-4)) & mask
	case moderate:
		return uint64(g.n(2*n)) & mask
	}
	return g.word(n)
}

func (g *gen) float64Of(p palette) uint64 {
	sign := uint64(g.n(2)) << 63
	switch {
	case p.kind == tiny:
		return sign | g.rng.Uint64()>>(12+g.n(52)) | uint64(g.n(2))<<52
	case p.kind == huge && p.finite:
		return sign | 0x7fd0000000000000 | g.rng.Uint64()>>12
	case p.kind == huge:
		return sign | 0x7fd0000000000000 + g.rng.Uint64()>>(11+g.n(2))
	case p.kind == moderate, p.finite:
		return math.Float64bits(float64(g.n(20001)-10000) / 64)
	}
	return g.float64bits()
}

func (g *gen) float32Of(p palette) uint32 {
	sign := uint32(g.n(2)) << 31
	switch p.kind {
	case tiny:
		return sign | g.rng.Uint32()>>(9+g.n(23)) | uint32(g.n(2))<<23
	case huge:
		return sign | (0x7e800000 + g.rng.Uint32()>>(8+g.n(2)))
	case moderate:
		return math.Float32bits(float32(g.n(2001)-1000) / 8)
	}
	return g.float32bits()
}

func (g *gen) halfOf(p palette) uint64 {
	sign := uint64(g.n(2)) << 15
	switch p.kind {
	case tiny:
		return sign | g.rng.Uint64()>>(54+g.n(10)) | uint64(g.n(2))<<10
	case huge:
		return sign | (0x7800 + g.rng.Uint64()>>(53+g.n(2)))
	case moderate:
		return sign | uint64(0x3000+g.n(0x3000))
	}
	if g.chance(3) {
		return g.rng.Uint64() & 0xffff
	}
	return uint64(halves[g.n(len(halves))])
}
