package gen

import (
	"os"
	"sync"

	"github.com/ptx2go/ptx2go/runtime/internal/cpuid"
	"github.com/ptx2go/ptx2go/runtime/internal/leaf"
)

// Vectors returns how many threads kernels may run at once, as the lanes of vectors: 16 where there is
// AVX-512, 8 where there are AVX2 and FMA, 4 on arm64, else 0; and 0 with a version of Go that was not tested and does
// not answer how it stops goroutines. The variable PTX2GO_VECTORS of the environment lowers it, for tests:
// off, 4, 8 or 16.
func Vectors() int { return vectors() }

// Yields returns how often gangs have let the runtime go on with something else, and how often of that
// though it did not want to. It is for tests.
func Yields() (all, without int64) { return leaf.Yields() }

var vectors = sync.OnceValue(func() int {
	n := lanes(os.Getenv("PTX2GO_VECTORS"), cpuid.Lanes())
	if n > 0 && !leaf.Asks() {
		n = 0
	}
	return n
})

func lanes(asked string, most int) int {
	switch asked {
	case "", "16":
		return most
	case "4":
		return min(most, 4)
	case "8":
		return min(most, 8)
	case "off":
		return 0
	}
	panic("PTX2GO_VECTORS=" + asked + ": off, 4, 8 or 16")
}
