package distributed

import (
	"bytes"
	"context"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// one is the picture of one launch of the whole grid.
func one(t *testing.T, s Scene) *image.NRGBA {
	t.Helper()
	tiles, err := s.Render(context.Background(), 0, s.CTAs())
	if err != nil {
		t.Fatal(err)
	}
	return s.picture(tiles)
}

// TestPipeline renders a scene on the runner inside of the program, in parts of several
// sizes, and wants the picture of one launch.
func TestPipeline(t *testing.T) {
	s := Example(150, 97)
	want := one(t, s)
	for _, ctas := range []int64{9, 25, 1000} {
		path := filepath.Join(t.TempDir(), "out.png")
		p, err := Pipeline(s, ctas, path)
		if err != nil {
			t.Fatal(err)
		}
		if err := beamx.Run(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if m.Bounds() != want.Bounds() {
			t.Fatalf("parts of %d CTAs: a picture of %v, want %v", ctas, m.Bounds(), want.Bounds())
		}
		for y := range s.Height {
			for x := range s.Width {
				if r, g, b, a := m.At(x, y).RGBA(); (color.RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)}) != want.RGBA64At(x, y) {
					t.Fatalf("parts of %d CTAs: pixel %d,%d is %v, want %v", ctas, x, y, m.At(x, y), want.At(x, y))
				}
			}
		}
	}
}

// TestPipelineErrors looks at pictures and parts that there are not.
func TestPipelineErrors(t *testing.T) {
	for _, x := range []struct {
		w, h int
		ctas int64
	}{{0, 10, 1}, {10, -1, 1}, {10, 1<<14 + 1, 1}, {10, 10, 0}, {10, 10, -5}} {
		if _, err := Pipeline(Example(x.w, x.h), x.ctas, "out.png"); err == nil {
			t.Errorf("%+v: no error", x)
		}
	}
}

// TestLaunchFails sees the error of a launch as that of its element: of CTAs that are not in the grid.
func TestLaunchFails(t *testing.T) {
	s := Example(100, 100)
	if _, err := (&renderFn{s}).ProcessElement(context.Background(), Part{s.CTAs() - 1, 2}); err == nil || !strings.Contains(err.Error(), "are not in a grid of 49") {
		t.Error(err)
	}
}

// TestJoin looks at parts that do not make a grid.
func TestJoin(t *testing.T) {
	part := func(first, count int64) Tiles { return Tiles{first, make([]byte, count*tileBytes)} }
	for _, x := range []struct {
		parts []Tiles
		ok    bool
	}{
		{[]Tiles{part(4, 2), part(0, 4)}, true},
		{[]Tiles{part(0, 6)}, true},
		{[]Tiles{part(0, 4), part(5, 1)}, false},
		{[]Tiles{part(0, 4), part(0, 4), part(4, 2)}, false},
		{[]Tiles{part(0, 4)}, false},
		{nil, false},
	} {
		if _, err := join(x.parts, 6); (err == nil) != x.ok {
			t.Errorf("%d parts: %v", len(x.parts), err)
		}
	}
}

// vec is a vector of the reference.
type vec [3]float64

func (a vec) plus(t float64, d vec) vec {
	return vec{a[0] + t*d[0], a[1] + t*d[1], a[2] + t*d[2]}
}
func (a vec) dot(b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) unit() vec         { return vec{}.plus(1/math.Sqrt(a.dot(a)), a) }

// hit returns which sphere a ray hits first and where; the floor is behind the last one, and nothing -1.
func (s Scene) hit(from, dir vec) (which int, distance float64) {
	which, distance = -1, math.Inf(1)
	if dir[1] < 0 {
		which, distance = len(s.Spheres), -from[1]/dir[1]
	}
	for i, x := range s.Spheres {
		r := float64(x.Radius)
		to := vec{float64(x.X), r, float64(x.Z)}.plus(-1, from)
		b := to.dot(dir)
		if d := b*b - to.dot(to) + r*r; d > 0 {
			if t := b - math.Sqrt(d); t > 1e-3 && t < distance {
				which, distance = i, t
			}
		}
	}
	return which, distance
}

// colour is what comes along a ray, in double precision and by recursion.
func (s Scene) colour(from, dir vec, bounces int) vec {
	if bounces == 0 {
		return vec{}
	}
	which, distance := s.hit(from, dir)
	if which < 0 {
		up := 0.5 + 0.5*dir[1]
		return vec{1 - 0.6*up, 1 - 0.4*up, 1}
	}
	place := from.plus(distance, dir)
	normal, grey, mirror := vec{0, 1, 0}, 0.2, 0.15
	if int(math.Floor(place[0])+math.Floor(place[2]))%2 != 0 {
		grey = 0.9
	}
	own := vec{grey, grey, grey}
	if which < len(s.Spheres) {
		x := s.Spheres[which]
		normal = place.plus(-1, vec{float64(x.X), float64(x.Radius), float64(x.Z)}).unit()
		own, mirror = vec{float64(x.R), float64(x.G), float64(x.B)}, float64(x.Mirror)
	}
	light := vec{-3, 5, -4}.unit()
	lit := max(normal.dot(light), 0)
	if i, _ := s.hit(place.plus(1e-9, normal), light); i >= 0 && i < len(s.Spheres) {
		lit = 0
	}
	behind := s.colour(place.plus(1e-9, normal), dir.plus(-2*dir.dot(normal), normal), bounces-1)
	return vec{}.plus((1-mirror)*(0.2+0.8*lit), own).plus(mirror, behind)
}

// near reports whether a pixel is what the reference sees there, or next to it: a ray that
// passes an edge closely may hit one thing here and another one there.
func (s Scene) near(x, y int, c color.NRGBA) bool {
	w, h := float64(s.Width), float64(s.Height)
	for _, by := range [][2]float64{{0, 0}, {0.02, 0}, {-0.02, 0}, {0, 0.02}, {0, -0.02}} {
		px, py := float64(x)+by[0], float64(y)+by[1]
		want := s.colour(vec{0, 1.5, -6}, vec{(px - w/2) / h, (h/2-py)/h - 0.1, 1}.unit(), 4)
		far := 0.
		for i, v := range []uint8{c.R, c.G, c.B} {
			far = max(far, math.Abs(float64(v)-math.Min(255*want[i], 255)))
		}
		if far <= 3 {
			return true
		}
	}
	return false
}

// TestReference compares the picture with one of double precision.
func TestReference(t *testing.T) {
	s := Example(160, 100)
	got := one(t, s)
	far := 0
	for y := range s.Height {
		for x := range s.Width {
			if !s.near(x, y, got.NRGBAAt(x, y)) {
				far++
			}
		}
	}
	t.Logf("%d pixels are not those of the reference", far)
	if all := s.Width * s.Height; far > all/200 {
		t.Errorf("%d of %d pixels are not those of the reference", far, all)
	}
}
