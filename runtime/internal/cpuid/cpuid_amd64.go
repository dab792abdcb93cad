package cpuid

// cpuid returns what the processor says of a leaf and its part, and xgetbv which registers the
// operating system keeps.
func cpuid(leaf, part uint32) (a, b, c, d uint32)
func xgetbv() uint32

// Bits of leaf 1, in c.
const (
	fma     = 1 << 12
	osxsave = 1 << 27
	avx     = 1 << 28
	f16c    = 1 << 29
)

// Bits of leaf 7, in b.
const (
	avx2     = 1 << 5
	avx512f  = 1 << 16
	avx512dq = 1 << 17
	avx512cd = 1 << 28
	avx512bw = 1 << 30
	avx512vl = 1 << 31
)

// Registers that are kept: xmm and ymm; the masks, the upper halves of zmm0 to 15, and zmm16 to 31.
const (
	kept256 = 1<<1 | 1<<2
	kept512 = kept256 | 1<<5 | 1<<6 | 1<<7
)

func vectors() (has256, has512 bool) {
	most, _, _, _ := cpuid(0, 0)
	if most < 7 {
		return false, false
	}
	_, _, c, _ := cpuid(1, 0)
	if !all(c, fma|osxsave|avx|f16c) {
		return false, false
	}
	_, b, _, _ := cpuid(7, 0)
	kept := xgetbv()
	has256 = all(b, avx2) && all(kept, kept256)
	return has256, has256 && all(b, avx512f|avx512dq|avx512cd|avx512bw|avx512vl) && all(kept, kept512)
}

func all(x, bits uint32) bool { return x&bits == bits }
