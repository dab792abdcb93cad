package texcase

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
)

// The formulas of the CUDA programming guide, appendix "Texture Fetching", in
// rational numbers. Nothing is shared with runtime/texops.

// refImage is an image of a case with its memory.
type refImage struct {
	*casefile.Image
	mem []byte
}

// at is where an instruction reads.
type at struct {
	mode          string // "", "level", "grad", "r", "g", "b", "a"
	ints          bool
	c             [3]float32
	i             [3]int32
	layer, sample uint32
	lod           float32
	dx, dy        [3]float32
	offset        [3]int32
	depth         bool
	ref           float32
}

func (im *refImage) dims() int {
	switch im.Geometry {
	case "1d", "a1d":
		return 1
	case "3d":
		return 3
	}
	return 2
}

func (im *refImage) cube() bool { return im.Geometry == "cube" || im.Geometry == "acube" }

func (im *refImage) sides(level int) [3]int {
	return [3]int{max(1, im.Width>>level), max(1, im.Height>>level), max(1, im.Depth>>level)}
}

func (im *refImage) slices() int {
	n := max(1, im.Layers) * max(1, im.Samples)
	if im.cube() {
		n *= 6
	}
	return n
}

func (im *refImage) channelBytes() int {
	return map[byte]int{'8': 1, '6': 2, '2': 4}[im.Channel[len(im.Channel)-1]]
}

func (im *refImage) floats() bool { return im.Channel[0] == 'f' || im.Normalized }

// texel reads a texel: numbers where texels are floats, else the integers' bits.
func (im *refImage) texel(level, slice int, p [3]int) (out [4]float64) {
	off := 0
	for l := range level {
		s := im.sides(l)
		off += s[0] * s[1] * s[2] * im.slices()
	}
	s := im.sides(level)
	off += ((slice*s[2]+p[2])*s[1]+p[1])*s[0] + p[0]
	n := im.channelBytes()
	off *= n * im.Channels
	out[3] = 1
	for c := range im.Channels {
		var b [4]byte
		copy(b[:], im.mem[off+c*n:][:n])
		u := binary.LittleEndian.Uint32(b[:])
		signed := int32(u<<(32-8*n)) >> (32 - 8*n)
		switch {
		case im.Channel == "f32":
			out[c] = float64(math.Float32frombits(u))
		case im.Channel == "f16":
			out[c] = half(uint16(u))
		case im.Normalized && im.Channel[0] == 'u':
			out[c] = float64(float32(float64(u) / (math.Pow(2, float64(8*n)) - 1)))
			if im.SRGB && c < 3 {
				x := float64(u) / 255
				if x <= 0.04045 {
					x /= 12.92
				} else {
					x = math.Pow((x+0.055)/1.055, 2.4)
				}
				out[c] = float64(float32(x))
			}
		case im.Normalized:
			out[c] = max(-1, float64(float32(float64(signed)/(math.Pow(2, float64(8*n-1))-1))))
		case im.Channel[0] == 's':
			out[c] = float64(uint32(signed))
		default:
			out[c] = float64(u)
		}
	}
	return out
}

// half is the value of an f16 that is no NaN and no infinity.
func half(h uint16) float64 {
	e, f := int(h>>10&31), float64(h&1023)/1024
	v := math.Ldexp(1+f, e-15)
	if e == 0 {
		v = math.Ldexp(f, -14)
	}
	if h>>15 != 0 {
		return -v
	}
	return v
}

// tap is an index and the weight that it has.
type tap struct {
	i int
	w *big.Rat
}

func floor(r *big.Rat) int {
	q, m := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	_ = m // Euclidean division by a positive number is the floor
	return int(q.Int64())
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// along finds the taps of a coordinate in a dimension of n texels.
func along(x float32, n int, mode string, normalized, linear bool, offset int32) []tap {
	t := rat(float64(x))
	if normalized {
		t.Mul(t, big.NewRat(int64(n), 1))
	} else if mode == "wrap" || mode == "mirror" {
		mode = "clamp"
	}
	if mode == "clamp_ogl" {
		if t.Sign() < 0 {
			t = new(big.Rat)
		}
		if t.Cmp(big.NewRat(int64(n), 1)) > 0 {
			t = big.NewRat(int64(n), 1)
		}
	}
	where := func(i int) int {
		for i < 0 || i >= n {
			switch mode {
			case "wrap":
				if i < 0 {
					i += n
				} else {
					i -= n
				}
			case "mirror":
				if i < 0 {
					i = -1 - i
				} else {
					i = 2*n - 1 - i
				}
			case "clamp":
				return min(max(i, 0), n-1)
			default:
				return -1
			}
		}
		return i
	}
	if !linear {
		i := floor(t)
		if mode == "clamp_ogl" && i == n {
			i = n - 1
		}
		return []tap{{where(i + int(offset)), big.NewRat(1, 1)}}
	}
	t.Mul(t, big.NewRat(256, 1))
	q := floor(t.Add(t, big.NewRat(1, 2))) - 128
	i := floor(big.NewRat(int64(q), 256))
	alpha := big.NewRat(int64(q-256*i), 256)
	beta := new(big.Rat).Sub(big.NewRat(1, 1), alpha)
	return []tap{{where(i + int(offset)), beta}, {where(i + 1 + int(offset)), alpha}}
}

// faces are the faces of a cube: the axis that they look along, and those along
// which s and t grow.
var faces = [6][3][3]float64{
	{{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
	{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
	{{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}, {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
}

func dot(a [3]float64, b [3]float32) float64 {
	return a[0]*float64(b[0]) + a[1]*float64(b[1]) + a[2]*float64(b[2])
}

// fetch returns the 32-bit results of a texture instruction.
func (im *refImage) fetch(s *casefile.Sampler, p at) (out [4]uint32) {
	slice := 0
	if im.Layers > 0 {
		slice = int(min(p.layer, uint32(im.Layers-1)))
	}
	c, normalized := p.c, s.Normalized
	if im.cube() {
		best := -1
		for _, f := range []int{4, 5, 2, 3, 0, 1} {
			if m := dot(faces[f][0], p.c); best < 0 || m > dot(faces[best][0], p.c) {
				best = f
			}
		}
		m := dot(faces[best][0], p.c)
		c = [3]float32{float32(0.5*dot(faces[best][1], p.c)/m + 0.5), float32(0.5*dot(faces[best][2], p.c)/m + 0.5)}
		slice, normalized = slice*6+best, true
	}
	if im.Samples > 0 {
		slice = slice*im.Samples + int(p.sample)
	}
	if p.ints {
		return im.integer(p, slice)
	}
	linear := s.Linear && im.floats()
	switch p.mode {
	case "r", "g", "b", "a":
		return im.gather(s, p, c, slice, normalized)
	}
	lod := 0.0
	switch p.mode {
	case "level":
		lod = float64(p.lod)
	case "grad":
		length := func(d [3]float32) float64 {
			sum := 0.0
			for i := range im.dims() {
				x := float64(d[i])
				if normalized {
					x *= float64(im.sides(0)[i])
				}
				sum += x * x
			}
			return math.Sqrt(sum)
		}
		lod = math.Log2(max(length(p.dx), length(p.dy)))
	}
	lod = max(lod+float64(s.Bias), float64(s.MinLod), 0)
	if s.MaxLod != 0 {
		lod = min(lod, float64(s.MaxLod))
	}
	lod = min(lod, float64(max(im.Levels, 1)-1))
	fixed := int(math.Floor(lod*256 + 0.5))
	sum := [4]*big.Rat{new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)}
	var only [4]float64
	add := func(level int, weight *big.Rat) {
		lists := [3][]tap{{{0, big.NewRat(1, 1)}}, {{0, big.NewRat(1, 1)}}, {{0, big.NewRat(1, 1)}}}
		for d := range im.dims() {
			lists[d] = along(c[d], im.sides(level)[d], im.mode(s, d), normalized, linear, p.offset[d])
		}
		for _, x := range lists[0] {
			for _, y := range lists[1] {
				for _, z := range lists[2] {
					w := new(big.Rat).Mul(weight, x.w)
					w.Mul(w, y.w).Mul(w, z.w)
					if w.Sign() == 0 {
						continue
					}
					v := im.border(s)
					if x.i >= 0 && y.i >= 0 && z.i >= 0 {
						v = im.texel(level, slice, [3]int{x.i, y.i, z.i})
					}
					if p.depth {
						v = [4]float64{passes(s.Compare, float64(p.ref), v[0]), 0, 0, 1}
					}
					only = v
					for k := range sum {
						sum[k].Add(sum[k], new(big.Rat).Mul(w, rat(v[k])))
					}
				}
			}
		}
	}
	if s.MipLinear && im.floats() {
		add(fixed>>8, big.NewRat(int64(256-fixed&255), 256))
		if fixed&255 != 0 {
			add(fixed>>8+1, big.NewRat(int64(fixed&255), 256))
		}
	} else {
		add((fixed+128)>>8, big.NewRat(1, 1))
	}
	for k := range out {
		if im.floats() || p.depth {
			f, _ := sum[k].Float32()
			out[k] = math.Float32bits(f)
		} else {
			out[k] = uint32(only[k])
		}
	}
	return out
}

func (im *refImage) mode(s *casefile.Sampler, d int) string {
	switch {
	case im.cube():
		return "clamp"
	case d < len(s.Address):
		return s.Address[d]
	}
	return "wrap"
}

func (im *refImage) border(s *casefile.Sampler) (out [4]float64) {
	for i, x := range s.Border {
		out[i] = float64(x)
		if !im.floats() {
			out[i] = float64(uint32(int32(x)))
		}
	}
	return out
}

func (im *refImage) bits(v [4]float64) (out [4]uint32) {
	for i, x := range v {
		out[i] = uint32(x)
		if im.floats() {
			out[i] = math.Float32bits(float32(x))
		}
	}
	return out
}

// integer fetches by integers: zero outside.
func (im *refImage) integer(p at, slice int) [4]uint32 {
	level := 0
	if p.mode == "level" {
		level = int(p.lod)
	}
	empty := [4]float64{3: 1}
	if im.Channels == 4 {
		empty[3] = 0
	}
	if level < 0 || level >= max(im.Levels, 1) || im.Samples > 0 && int(p.sample) >= im.Samples {
		return im.bits(empty)
	}
	var x [3]int
	for d := range im.dims() {
		x[d] = int(p.i[d] + p.offset[d])
		if x[d] < 0 || x[d] >= im.sides(level)[d] {
			return im.bits(empty)
		}
	}
	return im.bits(im.texel(level, slice, x))
}

// gather reads one channel of the four texels of a bilinear filter.
func (im *refImage) gather(s *casefile.Sampler, p at, c [3]float32, slice int, normalized bool) (out [4]uint32) {
	x := along(c[0], im.Width, im.mode(s, 0), normalized, true, p.offset[0])
	y := along(c[1], im.Height, im.mode(s, 1), normalized, true, p.offset[1])
	channel := map[string]int{"r": 0, "g": 1, "b": 2, "a": 3}[p.mode]
	for k, xy := range [4][2]int{{x[0].i, y[1].i}, {x[1].i, y[1].i}, {x[1].i, y[0].i}, {x[0].i, y[0].i}} {
		v := im.border(s)
		if xy[0] >= 0 && xy[1] >= 0 {
			v = im.texel(0, slice, [3]int{xy[0], xy[1], 0})
		}
		if p.depth {
			out[k] = math.Float32bits(float32(passes(s.Compare, float64(p.ref), v[0])))
			continue
		}
		out[k] = im.bits(v)[channel]
	}
	return out
}

func passes(op string, a, b float64) float64 {
	if map[string]bool{"": a < b, "lt": a < b, "le": a <= b, "eq": a == b, "ne": a != b, "gt": a > b, "ge": a >= b, "always": true}[op] {
		return 1
	}
	return 0
}
