package intops

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// words32 are values at which 32-bit integer code goes wrong, and some random
// ones.
func words32(n int) []uint32 {
	w := []uint32{0, 1, 2, 3, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000,
		0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff,
		0x7f7f7f7f, 0x80808080, 0x7fff7fff, 0x80008000, 0x7fff8000, 0x80007fff, 0xffff0000, 0x55555555, 0xaaaaaaaa}
	r := rand.New(rand.NewPCG(1, 32))
	for len(w) < n {
		// Random words of random width, so that small ones occur too.
		w = append(w, uint32(r.Uint64()>>(32+r.IntN(32))))
	}
	return w
}

func words64(n int) []uint64 {
	var w []uint64
	for _, x := range words32(0) {
		w = append(w, uint64(x), uint64(int64(int32(x))), uint64(x)<<32)
	}
	w = append(w, 1<<63-1, 1<<63, 1<<63+1)
	r := rand.New(rand.NewPCG(1, 64))
	for len(w) < n {
		w = append(w, r.Uint64()>>r.IntN(64))
	}
	return w
}

// small are the operands that name positions and lengths.
var small = []uint32{0, 1, 2, 5, 8, 15, 16, 23, 30, 31, 32, 33, 47, 62, 63, 64, 65, 127, 128, 200, 224, 254, 255, 256, 257, 288,
	0x1000, 0x7fffffff, 0x80000000, 0xffffff00, 0xffffffff}

func bigS(x int64) *big.Int  { return big.NewInt(x) }
func bigU(x uint64) *big.Int { return new(big.Int).SetUint64(x) }

// wrap returns the low n bits of x as an unsigned number.
func wrap(x *big.Int, n uint) uint64 {
	m := new(big.Int).Lsh(big.NewInt(1), n)
	return new(big.Int).And(x, m.Sub(m, big.NewInt(1))).Uint64()
}

// clamp returns x limited to lo..hi.
func clamp(x *big.Int, lo, hi int64) *big.Int {
	if x.Cmp(bigS(lo)) < 0 {
		return bigS(lo)
	}
	if x.Cmp(bigS(hi)) > 0 {
		return bigS(hi)
	}
	return x
}

func add(x, y *big.Int) *big.Int      { return new(big.Int).Add(x, y) }
func sub(x, y *big.Int) *big.Int      { return new(big.Int).Sub(x, y) }
func mul(x, y *big.Int) *big.Int      { return new(big.Int).Mul(x, y) }
func shr(x *big.Int, n uint) *big.Int { return new(big.Int).Rsh(x, n) } // rounds down, as >> does
func check(t *testing.T, got, want uint64, name string, args ...any) {
	t.Helper()
	if got != want {
		t.Fatalf("%s%v = %#x, want %#x", name, args, got, want)
	}
}
