package texcase

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

var (
	geometries = []string{"1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms"}
	channels   = []string{"u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32"}
	addresses  = []string{"wrap", "clamp", "mirror", "border", "clamp_ogl"}
	compares   = []string{"lt", "le", "eq", "ne", "gt", "ge", "always", "never"}
)

// newImage makes an image of small sides with texels that are finite.
func newImage(r *rand.Rand, geometry, channel string, nchannels, levels int) *refImage {
	im := &casefile.Image{Name: "im", Buf: "im", Geometry: geometry, Channel: channel, Channels: nchannels, Levels: levels,
		Width: 4 + r.IntN(5), Height: 4 + r.IntN(5), Depth: 4 + r.IntN(3)}
	switch geometry {
	case "1d", "a1d":
		im.Height, im.Depth = 0, 0
	case "3d":
	case "cube", "acube":
		im.Height, im.Depth = im.Width, 0
	default:
		im.Depth = 0
	}
	if geometry[0] == 'a' {
		im.Layers = 3
	}
	if len(geometry) > 2 && geometry[len(geometry)-2:] == "ms" {
		im.Samples = 4
		im.Levels = 1
	}
	x := &refImage{Image: im}
	n := 0
	for l := range im.Levels {
		s := x.sides(l)
		n += s[0] * s[1] * s[2]
	}
	n *= x.slices() * nchannels
	for range n {
		switch channel {
		case "f32":
			// All bits are used, and some are so small beside others that a filter cuts them.
			n := r.IntN(1 << 12)
			v := float32(math.Ldexp(math.Sqrt(float64(n))-32, []int{0, 0, -1, -7, -26}[n%5]))
			x.mem = binary.LittleEndian.AppendUint32(x.mem, math.Float32bits(v))
		case "f16":
			x.mem = binary.LittleEndian.AppendUint16(x.mem, uint16(r.IntN(2)<<15|r.IntN(31)<<10|r.IntN(1024)))
		default:
			var b [4]byte
			binary.LittleEndian.PutUint32(b[:], r.Uint32())
			x.mem = append(x.mem, b[:x.channelBytes()]...)
		}
	}
	return x
}

func newSampler(r *rand.Rand) *casefile.Sampler {
	pick := func() string { return addresses[r.IntN(len(addresses))] }
	return &casefile.Sampler{Address: []string{pick(), pick(), pick()}, Linear: r.IntN(2) == 0, MipLinear: r.IntN(2) == 0,
		Normalized: r.IntN(2) == 0, Border: [4]float32{3, 5, 0.5, 7}, Compare: compares[r.IntN(len(compares))]}
}

// coordinate makes coordinates near the image, among them those on borders.
func coordinate(r *rand.Rand, n int, normalized bool) float32 {
	x := float32(r.IntN(5*n*512)-2*n*512) / 512
	switch r.IntN(4) {
	case 0:
		x = float32(math.Floor(float64(x)))
	case 1:
		x += r.Float32() / 1024
	}
	if normalized {
		x /= float32(n)
	}
	return x
}

// position makes a place in an image.
func position(r *rand.Rand, im *refImage, s *casefile.Sampler, mode string, ints bool) at {
	p := at{mode: mode, ints: ints, layer: uint32(r.IntN(5)), lod: float32(r.IntN(1000)-100) / 256}
	p.sample = uint32(r.IntN(max(im.Samples, 1)))
	side := im.sides(0)
	for d := range 3 {
		p.c[d] = coordinate(r, side[d], s.Normalized)
		p.i[d] = int32(r.IntN(3*side[d]) - side[d])
		p.dx[d], p.dy[d] = r.Float32()/2, r.Float32()/2
	}
	if im.cube() {
		for d := range p.c {
			p.c[d] = float32(r.IntN(65) - 32)
		}
		m := r.IntN(3)
		p.c[m] = []float32{-64, 64}[r.IntN(2)]
	}
	if ints {
		p.lod = float32(r.IntN(4))
	}
	return p
}

func index(t testing.TB, list []string, name string) uint8 {
	for i, x := range list {
		if x == name {
			return uint8(i)
		}
	}
	t.Fatalf("no %q", name)
	return 0
}

func viewOf(t testing.TB, im *refImage) *texops.View {
	v := &texops.View{Shape: texops.Shape{Geometry: texops.Geometry(index(t, geometries, im.Geometry)), Width: im.Width, Height: im.Height, Depth: im.Depth,
		Layers: im.Layers, Levels: im.Levels, Samples: im.Samples, Channel: texops.Channel(index(t, channels, im.Channel)), Channels: im.Channels},
		Normalized: im.Normalized, SRGB: im.SRGB}
	if err := v.Complete(); err != nil {
		t.Fatal(err)
	}
	if v.Bytes() != len(im.mem) {
		t.Fatalf("%d bytes, want %d", v.Bytes(), len(im.mem))
	}
	return v
}

func samplerOf(t testing.TB, s *casefile.Sampler) *texops.Sampler {
	x := &texops.Sampler{Normalized: s.Normalized, Bias: s.Bias, MinLod: s.MinLod, MaxLod: s.MaxLod, Border: s.Border}
	for i, a := range s.Address {
		x.Address[i] = texops.Address(index(t, addresses, a))
	}
	if s.Linear {
		x.Filter = texops.Linear
	}
	if s.MipLinear {
		x.MipFilter = texops.Linear
	}
	if s.Compare != "" {
		x.Compare = texops.Compare(index(t, compares, s.Compare))
	}
	return x
}

func positionOf(im *refImage, v *texops.View, p at) *texops.Position {
	m := map[string]texops.Mode{"": texops.Plain, "level": texops.Level, "grad": texops.Grad,
		"r": texops.GatherR, "g": texops.GatherG, "b": texops.GatherB, "a": texops.GatherA}[p.mode]
	return &texops.Position{Geometry: v.Geometry, Mode: m, Integer: p.ints, F: p.c, I: p.i, Layer: p.layer, Sample: p.sample,
		Lod: p.lod, LodInt: int32(p.lod), Dx: p.dx, Dy: p.dy, Offset: p.offset, Depth: p.depth, Ref: p.ref}
}

// TestSampling compares texops with the formulas, for every geometry, channel type,
// number of channels, way of reading, mode and kind of coordinates.
func TestSampling(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tested := 0
	for _, geometry := range geometries {
		for _, channel := range channels {
			for _, n := range []int{1, 2, 4} {
				for _, norm := range []bool{false, true} {
					for _, mode := range []string{"", "level", "grad", "r", "g", "b", "a"} {
						for _, ints := range []bool{false, true} {
							im := newImage(r, geometry, channel, n, 1+2*r.IntN(2))
							im.Normalized = norm && (channel[1:] == "8" || channel[1:] == "16") && channel[0] != 'f'
							im.SRGB = im.Normalized && channel == "u8" && r.IntN(2) == 0
							two := im.dims() == 2 && im.Samples == 0
							if mode != "" && mode[0] != 'l' && len(mode) == 1 && (!two || ints) || mode == "grad" && (im.cube() || ints) || ints && im.cube() {
								continue
							}
							v := viewOf(t, im)
							for range 12 {
								s := newSampler(r)
								p := position(r, im, s, mode, ints)
								if !im.cube() && r.IntN(3) == 0 {
									p.offset = [3]int32{int32(r.IntN(16) - 8), int32(r.IntN(16) - 8), int32(r.IntN(16) - 8)}
								}
								if im.floats() && !ints && r.IntN(5) == 0 {
									p.depth, p.ref = true, float32(r.IntN(5)-2)/2
								}
								compare(t, im, v, s, p)
								tested++
							}
						}
					}
				}
			}
		}
	}
	if tested < 10000 {
		t.Errorf("only %d positions", tested)
	}
}

func compare(t *testing.T, im *refImage, v *texops.View, s *casefile.Sampler, p at) {
	t.Helper()
	x, q := samplerOf(t, s), positionOf(im, v, p)
	var taps texops.Taps
	v.Taps(x, q, &taps)
	got := v.Blend(x, q, &taps, im.mem)
	if want := im.fetch(s, p); got != want {
		t.Errorf("%s: got %08x, want %08x", fmt.Sprintf("%+v %+v %+v", *im.Image, *s, p), got, want)
	}
}

// TestExtremes makes sure that no coordinate is outside of memory, or takes long.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	odd := []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, -math.MaxFloat32, 1 << 24, -1 << 31, 1e-45, -1e-45, 0}
	ints := []int32{math.MinInt32, math.MaxInt32, -1, 0, 1 << 24}
	for _, geometry := range geometries {
		im := newImage(r, geometry, "f32", 4, 1)
		v := viewOf(t, im)
		for range 3000 {
			s := samplerOf(t, newSampler(r))
			one := func() float32 { return odd[r.IntN(len(odd))] }
			i := func() int32 { return ints[r.IntN(len(ints))] }
			p := &texops.Position{Geometry: v.Geometry, Mode: texops.Mode(r.IntN(4)), Integer: r.IntN(2) == 0, F: [3]float32{one(), one(), one()},
				I: [3]int32{i(), i(), i()}, Layer: uint32(i()), Sample: uint32(i()), Lod: one(), LodInt: i(), Dx: [3]float32{one(), one(), one()},
				Dy: [3]float32{one(), one(), one()}, Offset: [3]int32{i(), i(), i()}}
			var taps texops.Taps
			v.Taps(s, p, &taps)
			v.Blend(s, p, &taps, im.mem)
		}
	}
}
