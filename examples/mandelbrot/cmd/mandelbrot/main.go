// Command mandelbrot draws the Mandelbrot set with the kernel of package
// mandelbrot and writes it as a PNG file.
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"

	"github.com/ptx2go/ptx2go/examples/mandelbrot"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// picture is what to draw.
type picture struct {
	w, h   int
	x, y   float64 // of the centre
	width  float64 // of the part of the plane
	limit  int     // iterations
	blockX int
	blockY int
}

func main() {
	out := flag.String("o", "mandelbrot.png", "PNG file to write, - for standard output")
	p := picture{blockX: 32, blockY: 8}
	flag.IntVar(&p.w, "w", 900, "pixels a row")
	flag.IntVar(&p.h, "h", 600, "rows")
	flag.Float64Var(&p.x, "x", -0.75, "centre, real part")
	flag.Float64Var(&p.y, "y", 0, "centre, imaginary part")
	flag.Float64Var(&p.width, "width", 3.5, "width of the part of the plane")
	flag.IntVar(&p.limit, "limit", 500, "largest number of iterations")
	flag.Parse()
	if err := run(*out, p); err != nil {
		fmt.Fprintln(os.Stderr, "mandelbrot:", err)
		os.Exit(1)
	}
}

func run(out string, p picture) error {
	img, err := p.draw()
	if err != nil {
		return err
	}
	if out == "-" {
		return png.Encode(os.Stdout, img)
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := encode(f, img); err != nil {
		return err
	}
	fmt.Printf("%s: %d by %d pixels\n", out, p.w, p.h)
	return nil
}

// encode writes the image and closes the file.
func encode(f io.WriteCloser, img image.Image) error {
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// draw launches the kernel, one thread a pixel, and colours the counts.
func (p picture) draw() (*image.Paletted, error) {
	if p.w <= 0 || p.h <= 0 || p.w > 1<<14 || p.h > 1<<14 {
		return nil, fmt.Errorf("%d by %d pixels: want 1 to %d each", p.w, p.h, 1<<14)
	}
	if p.limit < 1 || p.limit > math.MaxUint16 {
		return nil, fmt.Errorf("-limit=%d: want 1 to %d", p.limit, math.MaxUint16)
	}
	step := float32(p.width / float64(p.w))
	x0 := float32(p.x - p.width/2)
	y0 := float32(p.y - p.width/2*float64(p.h)/float64(p.w))
	count := make([]uint16, p.w*p.h)
	launch := ptx.Launch{
		Grid:  ptx.D2((p.w+p.blockX-1)/p.blockX, (p.h+p.blockY-1)/p.blockY),
		Block: ptx.D2(p.blockX, p.blockY),
	}
	err := mandelbrot.Mandelbrot(context.Background(), launch, int32(p.w), int32(p.h), x0, y0, step, int32(p.limit), count)
	if err != nil {
		return nil, err
	}
	img := image.NewPaletted(image.Rect(0, 0, p.w, p.h), palette())
	for i, k := range count {
		if int(k) < p.limit {
			img.Pix[i] = uint8(1 + (4*int(k))%255) // colour 0 is the set itself
		}
	}
	return img, nil
}

// palette is black for the set, and a closed circle of 255 colours around it.
func palette() color.Palette {
	pal := color.Palette{color.RGBA{A: 255}}
	for i := range 255 {
		pal = append(pal, color.RGBA{wave(i), wave(i + 40), wave(i + 80), 255})
	}
	return pal
}

// wave rises from 0 to 255 and falls again over 255 steps.
func wave(i int) uint8 {
	i %= 255
	return uint8(min(2*i, 2*(254-i)))
}
