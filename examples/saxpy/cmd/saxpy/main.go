// Command saxpy launches the kernel of package saxpy and prints a few elements
// of the result and a checksum of all.
package main

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"

	"github.com/ptx2go/ptx2go/examples/saxpy"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

func main() {
	n := flag.Int("n", 1_000_000, "elements")
	a := flag.Float64("a", 0.1, "factor, rounded to float32")
	block := flag.Int("block", 256, "threads of a CTA")
	flag.Parse()
	if err := run(os.Stdout, *n, float32(*a), *block); err != nil {
		fmt.Fprintln(os.Stderr, "saxpy:", err)
		os.Exit(1)
	}
}

// vectors returns x[i] = 1/(i+1) and y[i] = i.
func vectors(n int) (x, y []float32) {
	x, y = make([]float32, n), make([]float32, n)
	for i := range x {
		x[i], y[i] = 1/float32(i+1), float32(i)
	}
	return x, y
}

func run(w io.Writer, n int, a float32, block int) error {
	if n <= 0 || n > math.MaxInt32 {
		return fmt.Errorf("-n=%d: want 1 to %d", n, math.MaxInt32)
	}
	if block <= 0 {
		return fmt.Errorf("-block=%d: want 1 to 1024", block)
	}
	x, y := vectors(n)
	grid := (n + block - 1) / block
	fmt.Fprintf(w, "y = a*x + y: a = %v, %d elements, %d CTAs of %d threads\n", a, n, grid, block)
	err := saxpy.Saxpy(context.Background(), ptx.Launch{Grid: ptx.D1(grid), Block: ptx.D1(block)}, int32(n), a, x, y)
	if err != nil {
		return err
	}
	for _, i := range []int{0, 1, 2, n - 1} {
		if i < n {
			fmt.Fprintf(w, "y[%d] = %v (%#08x)\n", i, y[i], math.Float32bits(y[i]))
		}
	}
	fmt.Fprintf(w, "checksum %#016x\n", checksum(y))
	return nil
}

// checksum is the FNV-1a hash of the elements' bits, little end first.
func checksum(y []float32) uint64 {
	h := fnv.New64a()
	var b [4]byte
	for _, f := range y {
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(f))
		h.Write(b[:])
	}
	return h.Sum64()
}
