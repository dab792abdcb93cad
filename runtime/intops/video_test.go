package intops

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// videoWidth is how the steps on lanes are called for n lanes.
type videoWidth struct {
	lanes int
	widen [2]func(uint32) uint64 // without and with sign
	pack  func(uint64) uint32
	sat   [2]func(uint64) uint32
	sum   func(uint64) int32
	ops   map[string]func(x, y uint64) uint64
}

var videoWidths = []videoWidth{
	{
		lanes: 4,
		widen: [2]func(uint32) uint64{VWiden4U8, VWiden4S8},
		pack:  VPack4, sat: [2]func(uint64) uint32{VPack4SatU8, VPack4SatS8}, sum: VSum4,
		ops: map[string]func(x, y uint64) uint64{
			"add": VAdd4, "sub": VSub4, "avrg": VAvrg4, "absdiff": VAbsdiff4, "min": VMin4, "max": VMax4,
			"eq": VSetEq4, "ne": VSetNe4, "lt": VSetLt4, "le": VSetLe4,
		},
	},
	{
		lanes: 2,
		widen: [2]func(uint32) uint64{VWiden2U16, VWiden2S16},
		pack:  VPack2, sat: [2]func(uint64) uint32{VPack2SatU16, VPack2SatS16}, sum: VSum2,
		ops: map[string]func(x, y uint64) uint64{
			"add": VAdd2, "sub": VSub2, "avrg": VAvrg2, "absdiff": VAbsdiff2, "min": VMin2, "max": VMax2,
			"eq": VSetEq2, "ne": VSetNe2, "lt": VSetLt2, "le": VSetLe2,
		},
	},
}

// videoModel is what an operation does to one lane, as section 9.7.18.2 has it.
func videoModel(op string, x, y int64) int64 {
	one := func(p bool) int64 {
		if p {
			return 1
		}
		return 0
	}
	switch op {
	case "add":
		return x + y
	case "sub":
		return x - y
	case "avrg":
		if x+y >= 0 {
			return (x + y + 1) >> 1
		}
		return (x + y) >> 1
	case "absdiff":
		if x < y {
			return y - x
		}
		return x - y
	case "min":
		return min(x, y)
	case "max":
		return max(x, y)
	case "eq":
		return one(x == y)
	case "ne":
		return one(x != y)
	case "lt":
		return one(x < y)
	case "le":
		return one(x <= y)
	}
	panic(op)
}

// TestVideoLanes compares each chain of steps with the model: all pairs of bytes
// in all lanes, and many pairs of halves, with both signs of both sources.
func TestVideoLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 2))
	for _, w := range videoWidths {
		bits := 32 / w.lanes
		count := 1 << 14
		if bits == 8 {
			count = 1 << 16
		}
		border := words32(0)
		for i := range count {
			a, b := rng.Uint32(), rng.Uint32()
			if bits == 8 {
				// Byte i&255 with byte i>>8, in a lane that moves.
				k := 8 * (i % 4)
				a = a&^(0xff<<k) | uint32(i&255)<<k
				b = b&^(0xff<<k) | uint32(i>>8)<<k
			} else {
				k := 16 * (i % 2)
				x, y := border[i%len(border)]&0xffff, border[i/len(border)%len(border)]&0xffff
				a = a&^(0xffff<<k) | x<<k
				b = b&^(0xffff<<k) | y<<k
			}
			for signs := range 4 {
				x, y := elements(a, bits, signs&1 != 0), elements(b, bits, signs&2 != 0)
				wx, wy := w.widen[signs&1](a), w.widen[signs>>1](b)
				for name, f := range w.ops {
					got := f(wx, wy)
					sum := int64(0)
					packed, limited := make([]int64, w.lanes), [2][]int64{make([]int64, w.lanes), make([]int64, w.lanes)}
					for k := range x {
						r := videoModel(name, x[k], y[k])
						sum += r
						packed[k] = r
						limited[0][k] = min(max(r, 0), 1<<bits-1)
						limited[1][k] = min(max(r, -1<<(bits-1)), 1<<(bits-1)-1)
					}
					if s := w.sum(got); int64(s) != sum {
						t.Fatalf("%s%d of %#x and %#x, signs %02b: the sum is %d, want %d", name, w.lanes, a, b, signs, s, sum)
					}
					if p := w.pack(got); p != wordOf(packed, bits) {
						t.Fatalf("%s%d of %#x and %#x, signs %02b: %#x, want %#x", name, w.lanes, a, b, signs, p, wordOf(packed, bits))
					}
					for sign, f := range w.sat {
						if p := f(got); p != wordOf(limited[sign], bits) {
							t.Fatalf("%s%d.sat %d of %#x and %#x, signs %02b: %#x, want %#x", name, w.lanes, sign, a, b, signs, p, wordOf(limited[sign], bits))
						}
					}
				}
			}
		}
	}
}

// wordOf puts elements of n bits together.
func wordOf(e []int64, n int) uint32 {
	w := uint32(0)
	for i, x := range e {
		w |= uint32(x) & (1<<n - 1) << (n * i)
	}
	return w
}

// TestVmadShrSat compares with exact numbers.
func TestVmadShrSat(t *testing.T) {
	lo, hi := big.NewInt(-1<<63), big.NewInt(1<<63-1)
	list := []int64{0, 1, -1, 2, 1<<31 - 1, 1 << 31, -1 << 31, 1<<32 - 1, -(1<<32 - 1), 1 << 62, -1 << 62, 1<<63 - 1, -1 << 63}
	rng := rand.New(rand.NewPCG(18, 3))
	for range 40 {
		list = append(list, int64(rng.Uint64())>>rng.IntN(64))
	}
	for _, a := range list {
		for _, b := range list {
			for _, c := range list {
				for _, n := range []uint32{0, 7, 15} {
					want := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
					want.Add(want, big.NewInt(c))
					want.Rsh(want, uint(n))
					if want.Cmp(lo) < 0 {
						want = lo
					} else if want.Cmp(hi) > 0 {
						want = hi
					}
					if got := VmadShrSatS64(a, b, c, n); got != want.Int64() {
						t.Fatalf("(%d*%d + %d) >> %d is %d, want %v", a, b, c, n, got, want)
					}
				}
			}
		}
	}
}
