// Command vortex simulates vortices in a periodic box and writes a picture of them as a
// PNG file. Built with the tag cuda it runs on a GPU.
package main

import (
	"flag"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"

	"github.com/ptx2go/ptx2go/examples/cu"
	"github.com/ptx2go/ptx2go/examples/vortex"
)

func main() {
	out := flag.String("o", "vortex.png", "PNG file to write")
	n := flag.Int("n", 128, "places along an edge of the box, a power of two")
	count := flag.Int("vortices", 40, "how many there are at first")
	steps := flag.Int("steps", 1200, "steps in time")
	seed := flag.Uint64("seed", 1, "of the places of the vortices")
	viscosity := flag.Float64("viscosity", 2e-3, "of the fluid")
	flag.Parse()
	if err := run(os.Stdout, *out, *n, *count, *steps, *seed, *viscosity); err != nil {
		fmt.Fprintln(os.Stderr, "vortex:", err)
		os.Exit(1)
	}
}

func run(log io.Writer, out string, n, count, steps int, seed uint64, viscosity float64) error {
	if err := cu.Available(); err != nil {
		return err
	}
	if n < 4 || n > 1024 || n&(n-1) != 0 || count < 1 || steps < 0 || viscosity < 0 {
		return fmt.Errorf("want 4 to 1024 places, a power of two, one vortex or more, and no negative number")
	}
	b, err := vortex.New(n, vortex.Vortices(n, count, seed), viscosity, nil)
	if err != nil {
		return err
	}
	defer b.Close()
	fmt.Fprintf(log, "time %5.2f: energy %.6f\n", b.Time, b.Energy())
	// In a step nothing moves farther than a part of the distance of two places.
	step := float32(0.15 * 2 * math.Pi / float64(n) / max(b.Speed(), 1e-3))
	b.Step(steps, step)
	fmt.Fprintf(log, "time %5.2f: energy %.6f\n", b.Time, b.Energy())
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := png.Encode(f, vortex.Picture(n, b.Vorticity())); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
