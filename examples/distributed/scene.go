package distributed

import (
	"context"
	"image"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// tile is the edge of a tile in pixels, and of a block of threads, as the kernel has it.
// tileBytes is what the kernel writes of one.
const (
	tile      = 16
	tileBytes = 3 * tile * tile
)

// Sphere stands on the floor of a scene.
type Sphere struct {
	X, Z, Radius float32
	R, G, B      float32
	Mirror       float32 // how much of the light it reflects as a mirror, 0 to 1
}

// Scene is a picture to render. A machine of the pipeline gets it as JSON.
type Scene struct {
	Width, Height int // pixels
	Spheres       []Sphere
}

// Example is a scene with a sphere in the middle of a ring of others.
func Example(width, height int) Scene {
	return Scene{Width: width, Height: height, Spheres: []Sphere{
		{0, 3, 1.6, 0.9, 0.9, 0.9, 0.8},
		{-2.6, 1.5, 0.8, 0.9, 0.3, 0.2, 0.3},
		{-1.2, -0.5, 0.5, 0.2, 0.6, 0.3, 0.2},
		{0.5, -1.2, 0.35, 0.9, 0.7, 0.2, 0.1},
		{1.6, 0.2, 0.6, 0.2, 0.4, 0.9, 0.4},
		{3, 2.4, 0.9, 0.7, 0.3, 0.8, 0.3},
		{-3.8, 5, 1.3, 0.3, 0.7, 0.8, 0.5},
	}}
}

// grid returns how many tiles there are in a row, and how many rows.
func (s Scene) grid() (columns, rows int) {
	return (s.Width + tile - 1) / tile, (s.Height + tile - 1) / tile
}

// CTAs returns the size of the grid: a tile each, row by row.
func (s Scene) CTAs() int64 {
	columns, rows := s.grid()
	return int64(columns) * int64(rows)
}

// spheres are the numbers that the kernel takes.
func (s Scene) spheres() []float32 {
	var out []float32
	for _, x := range s.Spheres {
		out = append(out, x.X, x.Radius, x.Z, x.Radius, x.R, x.G, x.B, x.Mirror)
	}
	return out
}

// Render launches CTAs of the grid, count from the first on, and returns their tiles, one
// behind the other.
func (s Scene) Render(ctx context.Context, first, count int64) ([]byte, error) {
	tiles := make([]byte, count*tileBytes)
	columns, rows := s.grid()
	launch := ptx.Launch{Grid: ptx.D2(columns, rows), Block: ptx.D2(tile, tile), First: first, Count: count}
	if err := Render(ctx, launch, int32(s.Width), int32(s.Height), int32(len(s.Spheres)), s.spheres(), uint32(first), tiles); err != nil {
		return nil, err
	}
	return tiles, nil
}

// picture puts the tiles of the whole grid where they belong.
func (s Scene) picture(tiles []byte) *image.NRGBA {
	columns, _ := s.grid()
	m := image.NewNRGBA(image.Rect(0, 0, s.Width, s.Height))
	for y := range s.Height {
		for x := range s.Width {
			t := (y/tile*columns+x/tile)*tileBytes + 3*(y%tile*tile+x%tile)
			copy(m.Pix[m.PixOffset(x, y):], tiles[t:t+3])
			m.Pix[m.PixOffset(x, y)+3] = 255
		}
	}
	return m
}
