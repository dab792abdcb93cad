package mandelbrot

import (
	"fmt"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// view is a part of the plane: w by h pixels from (x0,y0), step apart.
type view struct {
	w, h         int
	x0, y0, step float32
	limit        int
}

var (
	whole    = view{240, 160, -2.25, -1.25, 0.0125, 200}
	seahorse = view{75, 51, -0.7453, 0.1127, 6e-6, 1000}
)

// reference is the kernel in plain Go. Every product is converted, so that the
// compiler does not fuse it with an addition.
func (v view) reference() []uint16 {
	count := make([]uint16, v.w*v.h)
	for py := range v.h {
		for px := range v.w {
			cx, cy := v.x0+float32(float32(px)*v.step), v.y0+float32(float32(py)*v.step)
			var x, y float32
			k := 0
			for k < v.limit {
				xx, yy := float32(x*x), float32(y*y)
				if xx+yy > 4 {
					break
				}
				t := xx - yy + cx
				y = float32(2*x*y) + cy
				x = t
				k++
			}
			count[py*v.w+px] = uint16(k)
		}
	}
	return count
}

func (v view) launch(bx, by int) ptx.Launch {
	return ptx.Launch{Grid: ptx.D2((v.w+bx-1)/bx, (v.h+by-1)/by), Block: ptx.D2(bx, by)}
}

func TestMandelbrot(t *testing.T) {
	none := whole
	none.limit = 0
	for _, v := range []view{whole, seahorse, none} {
		want := v.reference()
		for _, block := range [][2]int{{16, 16}, {32, 4}, {7, 3}} {
			count := make([]uint16, v.w*v.h)
			err := Mandelbrot(t.Context(), v.launch(block[0], block[1]), int32(v.w), int32(v.h), v.x0, v.y0, v.step, int32(v.limit), count)
			if err != nil {
				t.Fatal(err)
			}
			for i := range count {
				if count[i] != want[i] {
					t.Fatalf("view %v, block %v: pixel (%d,%d) is %d, want %d", v, block, i%v.w, i/v.w, count[i], want[i])
				}
			}
		}
	}
}

// BenchmarkMandelbrot compares the kernel with the same arithmetic in plain
// loops on one goroutine.
func BenchmarkMandelbrot(b *testing.B) {
	v := whole
	count := make([]uint16, v.w*v.h)
	for _, workers := range []int{0, 1} {
		b.Run(fmt.Sprintf("kernel/workers=%d", workers), func(b *testing.B) {
			l := v.launch(32, 8)
			l.Workers = workers
			for b.Loop() {
				if err := Mandelbrot(b.Context(), l, int32(v.w), int32(v.h), v.x0, v.y0, v.step, int32(v.limit), count); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("loop", func(b *testing.B) {
		for b.Loop() {
			v.reference()
		}
	})
}
