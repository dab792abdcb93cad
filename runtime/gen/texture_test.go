package gen_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"strings"
	"sync"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

// imageKernel is a kernel of one thread whose module has the references tex, smp
// and surf, of which it uses some.
func imageKernel(t testing.TB, refs []string, body func(c *gen.CTA, tex, smp, surf uint64)) (*gen.Kernel, func(l ptx.Launch) error) {
	m := gen.NewModule("image.ptx", t.Name())
	tex := gen.Reference(m.Default(), "tex", gen.TextureRef)
	smp := gen.Reference(m.Default(), "smp", gen.SamplerRef)
	surf := gen.Reference(m.Default(), "surf", gen.SurfaceRef)
	k := &gen.Kernel{Name: "k", Mode: gen.CTAs, Refs: refs}
	m.Add(k)
	return k, func(l ptx.Launch) error {
		return k.Run(context.Background(), l, func(c *gen.CTA) { body(c, tex, smp, surf) })
	}
}

func gray(t testing.TB, s ptx.Sampler) *ptx.Texture {
	p := image.NewGray(image.Rect(2, 3, 6, 5)) // not at the origin
	for i := range p.Pix {
		p.Pix[i] = byte(16 * i)
	}
	x, err := ptx.NewTexture2D(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestUnboundReference(t *testing.T) {
	ran := false
	k, run := imageKernel(t, []string{"tex"}, func(*gen.CTA, uint64, uint64, uint64) { ran = true })
	err := run(ptx.Launch{})
	if err == nil || !strings.Contains(err.Error(), "nothing is bound to the texture reference tex") || ran {
		t.Errorf("got %v", err)
	}
	err = run(ptx.Launch{Textures: map[string]*ptx.Texture{"tex": gray(t, ptx.Sampler{}), "other": nil}})
	if err == nil || !strings.Contains(err.Error(), "has no texture reference other") || ran {
		t.Errorf("got %v", err)
	}
	if err := k.Module.Default().BindTexture("surf", gray(t, ptx.Sampler{})); err == nil {
		t.Error("a texture was bound to a surface reference")
	}
	if err := k.Module.Default().BindTexture("tex", gray(t, ptx.Sampler{})); err != nil {
		t.Fatal(err)
	}
	if err := run(ptx.Launch{}); err != nil || !ran {
		t.Errorf("got %v", err)
	}
	if err := run(ptx.Launch{Textures: map[string]*ptx.Texture{"tex": nil}}); err == nil {
		t.Error("a launch can take a binding away, and that is an error")
	}
}

// TestBindings makes sure that launches at the same time do not see each other's
// textures.
func TestBindings(t *testing.T) {
	var mu sync.Mutex
	got := map[float32]int{}
	_, run := imageKernel(t, []string{"tex"}, func(c *gen.CTA, tex, _, _ uint64) {
		x, y, z, w := c.TexF32(tex, 0, gen.TexAt{Geometry: gen.Geom2D, F: [3]float32{0, 0}})
		if y != 0 || z != 0 || w != 1 {
			t.Errorf("got %v %v %v behind the only channel", y, z, w)
		}
		mu.Lock()
		defer mu.Unlock()
		got[x]++
	})
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			p := image.NewGray(image.Rect(0, 0, 1, 1))
			p.Pix[0] = byte(i)
			x, err := ptx.NewTexture2D(p, ptx.Sampler{})
			if err == nil {
				err = run(ptx.Launch{Grid: ptx.Dim3{X: 5, Y: 1, Z: 1}, Textures: map[string]*ptx.Texture{"tex": x}})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for i := range 8 {
		if n := got[float32(i)/255]; n != 5 {
			t.Errorf("texture %d was seen %d times", i, n)
		}
	}
}

func TestHandles(t *testing.T) {
	x := gray(t, ptx.Sampler{})
	s, err := ptx.NewSurface(x.Image())
	if err != nil {
		t.Fatal(err)
	}
	h := x.Handle()
	first, second := ptx.SamplerHandle(ptx.Sampler{}), ptx.SamplerHandle(ptx.Sampler{})
	if h != x.Handle() || first != second {
		t.Error("the handle changes")
	}
	_, run := imageKernel(t, nil, func(c *gen.CTA, _, _, _ uint64) {
		if !c.IsTexture(h) || c.IsSurface(h) || c.IsSampler(h) || !c.IsSurface(s.Handle()) || !c.IsSampler(ptx.SamplerHandle(ptx.Sampler{})) {
			t.Error("a handle is taken for another")
		}
		if c.IsTexture(0) || c.IsTexture(math.MaxUint64) || c.IsTexture(12345) {
			t.Error("a number is taken for a handle")
		}
		if w := c.TexQuery(h, gen.QueryWidth, 0); w != 4 {
			t.Errorf("width %d", w)
		}
		x.Release()
		if c.IsTexture(h) {
			t.Error("a handle outlives its release")
		}
		c.Tex(h, 0, gen.TexAt{Geometry: gen.Geom2D})
	})
	var f *ptx.Fault
	if err := run(ptx.Launch{}); !errors.As(err, &f) || f.Addr != h || !strings.Contains(f.Msg, "no handle of a texture") {
		t.Errorf("got %v", err)
	}
}

func TestSurfaceFaults(t *testing.T) {
	m, err := ptx.NewImage(ptx.Shape{Geometry: ptx.Geom2D, Width: 4, Height: 2, Channel: ptx.ChannelU32, Channels: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := ptx.NewSurface(m)
	if err != nil {
		t.Fatal(err)
	}
	at := func(x, y int32) gen.SurfAt { return gen.SurfAt{Geometry: gen.Geom2D, X: x, Y: y} }
	for _, x := range []struct {
		name string
		do   func(c *gen.CTA, h uint64)
		want string
	}{
		{"load", func(c *gen.CTA, h uint64) { c.SurfLoad32(h, at(16, 0)) }, "byte 16, row 0 (the surface is 2d of 4x2 texels of 4 bytes) is outside"},
		{"store", func(c *gen.CTA, h uint64) { c.SurfStore32(h, at(0, -1), 1) }, "row -1"},
		{"across the edge", func(c *gen.CTA, h uint64) { c.SurfLoad64x2(h, at(16, 1)) }, "outside"},
		{"misaligned", func(c *gen.CTA, h uint64) { c.SurfLoad32(h, at(2, 0)) }, "not aligned"},
		{"geometry", func(c *gen.CTA, h uint64) { c.SurfLoad32(h, gen.SurfAt{}) }, "geometry 2d, not 1d"},
		{"reduction of another size", func(c *gen.CTA, h uint64) {
			c.SurfRed64(h, gen.SurfAt{Geometry: gen.Geom2D, Texels: true, X: 3, Y: 1}, gen.SurfAdd, 1)
		}, "4 bytes a texel, not 8"},
		{"no surface", func(c *gen.CTA, h uint64) { c.SurfLoad32(7, at(0, 0)) }, "no handle of a surface"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, run := imageKernel(t, nil, func(c *gen.CTA, _, _, _ uint64) { x.do(c, s.Handle()) })
			var f *ptx.Fault
			if err := run(ptx.Launch{}); !errors.As(err, &f) || !strings.Contains(f.Msg, x.want) {
				t.Errorf("got %v, want %q", err, x.want)
			}
		})
	}
}

// TestReductions adds to one texel from many CTAs, which run on several goroutines.
func TestReductions(t *testing.T) {
	data := make([]uint32, 4)
	m, err := ptx.ImageOver(ptx.Shape{Geometry: ptx.Geom1D, Width: 4, Channel: ptx.ChannelU32, Channels: 1}, data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ptx.NewSurface(m)
	if err != nil {
		t.Fatal(err)
	}
	_, run := imageKernel(t, []string{"surf"}, func(c *gen.CTA, _, _, surf uint64) {
		c.SurfRed32(surf, gen.SurfAt{X: 4}, gen.SurfAdd, 3)
		c.SurfRed32(surf, gen.SurfAt{X: 8}, gen.SurfMaxU, c.ID.X)
	})
	if err := run(ptx.Launch{Grid: ptx.Dim3{X: 5000, Y: 1, Z: 1}, Workers: 4, Surfaces: map[string]*ptx.Surface{"surf": s}}); err != nil {
		t.Fatal(err)
	}
	if data[1] != 15000 || data[2] != 4999 || data[0] != 0 || data[3] != 0 {
		t.Errorf("got %d", data)
	}
}

func TestImages(t *testing.T) {
	rgba := image.NewRGBA(image.Rect(0, 0, 2, 2))
	rgba.SetRGBA(1, 1, color.RGBA{1, 2, 3, 4})
	wide := image.NewNRGBA64(image.Rect(0, 0, 1, 1))
	wide.SetNRGBA64(0, 0, color.NRGBA64{0x0102, 0x0304, 0x0506, 0x0708})
	paletted := image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.NRGBA{9, 8, 7, 255}})
	for _, x := range []struct {
		pic  image.Image
		want []byte // the last bytes
	}{
		{rgba, []byte{1, 2, 3, 4}},
		{wide, []byte{2, 1, 4, 3, 6, 5, 8, 7}},
		{paletted, []byte{9, 8, 7, 255}},
	} {
		m, err := ptx.ImageOf(x.pic)
		if err != nil {
			t.Fatal(err)
		}
		b := m.Bytes()
		if got := b[len(b)-len(x.want):]; string(got) != string(x.want) {
			t.Errorf("%T: got %d, want %d", x.pic, got, x.want)
		}
	}
	for _, s := range []ptx.Shape{
		{}, {Geometry: ptx.Geom2D, Width: 3, Channels: 1}, {Geometry: ptx.Geom1D, Width: 3, Height: 2, Channels: 1},
		{Geometry: ptx.Geom1D, Width: 3, Channels: 3}, {Geometry: ptx.GeomCube, Width: 3, Height: 4, Channels: 1},
		{Geometry: ptx.GeomA1D, Width: 3, Channels: 1}, {Geometry: ptx.Geom2D, Width: 4, Height: 4, Channels: 1, Levels: 4},
		{Geometry: ptx.Geom3D, Width: 1 << 17, Height: 1 << 17, Depth: 1 << 17, Channels: 4, Channel: ptx.ChannelF32},
	} {
		if _, err := ptx.NewImage(s); err == nil {
			t.Errorf("%+v is an image", s)
		}
	}
	u32, err := ptx.NewImage(ptx.Shape{Geometry: ptx.Geom1D, Width: 3, Channels: 1, Channel: ptx.ChannelU32})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []ptx.TextureDesc{{Normalized: true}, {SRGB: true}, {Sampler: ptx.Sampler{Filter: ptx.FilterLinear}}, {Sampler: ptx.Sampler{Filter: 9}}} {
		if _, err := ptx.NewTexture(u32, d); err == nil {
			t.Errorf("%+v is a texture of integers", d)
		}
	}
}
