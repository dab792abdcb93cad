package texcase

import (
	"encoding/binary"
	"math"
	"math/big"
	"sync"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cuda/golden/textures"
)

// The formulas of the CUDA programming guide, appendix "Texture Fetching", in
// rational numbers, with the precision of an H100. Nothing is shared with runtime/texops.

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
				out[c] = curve()[u]
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

// held returns the integers of a texel.
func (im *refImage) held(level, slice int, p [3]int) (out [4]int) {
	raw := refImage{Image: &casefile.Image{}, mem: im.mem}
	*raw.Image = *im.Image
	raw.Normalized, raw.SRGB = false, false
	full := math.Pow(2, float64(8*im.channelBytes())) - 1
	if im.Channel[0] == 's' {
		full = math.Floor(full / 2)
	}
	out[3] = int(full)
	for c, x := range raw.texel(level, slice, p) {
		if c >= im.Channels {
			break
		}
		out[c] = int(x)
		if im.Channel[0] == 's' {
			out[c] = int(int32(uint32(x)))
		}
		if im.Channel == "s16" {
			out[c] = max(out[c], -32767)
		}
	}
	return out
}

// heldBorder returns the integers nearest to the border.
func (im *refImage) heldBorder(s *casefile.Sampler) (out [4]int) {
	full, least := math.Pow(2, float64(8*im.channelBytes()))-1, 0.0
	if im.Channel[0] == 's' {
		full = math.Floor(full / 2)
		least = -full
	}
	for c, x := range s.Border {
		product, _ := new(big.Rat).Mul(rat(float64(x)), rat(full)).Float32() // rounded before it is an integer
		out[c] = int(min(max(math.RoundToEven(float64(product)), least), full))
	}
	return out
}

// curve is what the bytes in the sRGB curve read as on a GPU.
var curve = sync.OnceValue(func() (out [256]float64) {
	records, err := textures.Records()
	if err != nil {
		panic(err)
	}
	for _, r := range records {
		if r.Name == "u8-all-srgb" {
			for i := range out {
				out[r.Memory[4*i]] = float64(r.Results[i][0])
			}
		}
	}
	return out
})

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

// taps are the texel that a coordinate is in, or those beside it with how far it is from the first to the
// second, in 1/256.
type taps struct {
	i, j, part int
}

func floor(r *big.Rat) int {
	q, m := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	_ = m // Euclidean division by a positive number is the floor
	return int(q.Int64())
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// along finds the texels of a coordinate in a dimension of n texels.
func along(x float32, n int, mode string, normalized, linear bool, offset int32) taps {
	t := rat(float64(x))
	if math.Abs(float64(x)) < 0x1p-126 {
		t = new(big.Rat)
	}
	if normalized {
		whole := int64(1 << 21)
		if n > 8192 {
			whole *= 2
		}
		fixed := floor(t.Mul(t, big.NewRat(whole, 1)))
		t = big.NewRat(int64(fixed)*int64(n), whole)
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
		return taps{i: where(i + int(offset))}
	}
	t.Mul(t, big.NewRat(256, 1))
	q := floor(t.Add(t, big.NewRat(1, 2))) - 128
	i := floor(big.NewRat(int64(q), 256))
	beside := taps{where(i + int(offset)), where(i + 1 + int(offset)), q - 256*i}
	if mode == "clamp" && beside.i == beside.j {
		beside.part = 0
	}
	return beside
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
	lod := 0
	fix := func(x float32) int { return int(float64(x) * 256) }
	switch p.mode {
	case "level":
		lod = int(math.Floor(float64(p.lod) * 256))
	case "grad":
		var dx, dy []float64
		for i := range im.dims() {
			size := 1.0
			if normalized {
				size = float64(im.sides(0)[i])
			}
			dx, dy = append(dx, float64(p.dx[i])*size), append(dy, float64(p.dy[i])*size)
		}
		lod = finest(dx, dy)
	}
	lod = max(lod+fix(s.Bias), fix(s.MinLod), 0)
	if s.MaxLod != 0 {
		lod = min(lod, fix(s.MaxLod))
	}
	lod = min(lod, 256*(max(im.Levels, 1)-1))
	var parts [][]weighted
	add := func(level, weight int) {
		at := [3]taps{}
		side := im.sides(level)
		for d := range im.dims() {
			at[d] = along(c[d], side[d], im.mode(s, d), normalized, linear, p.offset[d])
		}
		if im.dims() == 1 && linear {
			at[1] = along(0, 1, im.mode(s, 1), false, true, 0)
		}
		read := func(w, x, y, z int) weighted {
			t := weighted{w: w, read: im.border(s), held: im.heldBorder(s)}
			t.top = t.read
			if x >= 0 && y >= 0 && z >= 0 {
				t = weighted{w: w, read: im.texel(level, slice, [3]int{x, y, z}), held: im.held(level, slice, [3]int{x, y, z})}
				t.top = t.read
				for k := range min(3, im.Channels) {
					if im.SRGB {
						t.top[k] = curve()[t.held[k]/8*8+7]
					}
				}
			}
			if p.depth {
				t.read = [4]float64{passes(s.Compare, float64(p.ref), t.read[0]), 0, 0, 1}
			}
			return t
		}
		if !linear {
			parts = append(parts, []weighted{read(weight, at[0].i, at[1].i, at[2].i)})
			return
		}
		far := weight - share(weight, 256-at[2].part)
		for k, w := range [2]int{weight - far, far} {
			if w == 0 && k == 1 {
				continue
			}
			z := [2]int{at[2].i, at[2].j}[k]
			var part []weighted
			for y, row := range quarters(w, at[0].part, at[1].part) {
				for x, w := range row {
					if w != 0 {
						part = append(part, read(w, [2]int{at[0].i, at[0].j}[x], [2]int{at[1].i, at[1].j}[y], z))
					}
				}
			}
			parts = append(parts, part)
		}
	}
	if s.MipLinear && im.floats() {
		add(lod>>8, 256-lod&255)
		if lod&255 != 0 {
			add(lod>>8+1, lod&255)
		}
	} else {
		add((lod+128)>>8, 256)
	}
	if linear || len(parts) > 1 {
		return im.filter(parts, p.depth)
	}
	only := parts[0][0].read
	for k := range out {
		out[k] = uint32(only[k])
		if im.floats() || p.depth {
			out[k] = math.Float32bits(float32(only[k]))
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
			unused := 32 - 8*im.channelBytes()
			low := math.Float32bits(x) << unused
			out[i] = float64(low >> unused)
			if im.Channel[0] == 's' {
				out[i] = float64(uint32(int32(low) >> unused))
			}
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
	for k, xy := range [4][2]int{{x.i, y.j}, {x.j, y.j}, {x.j, y.i}, {x.i, y.i}} {
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
