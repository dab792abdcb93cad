package texops

import "math"

// Mode says which level of detail a texture instruction reads, or that it gathers.
type Mode uint8

// The modes. tex without a mode reads level 0, since no kernel has derivatives.
const (
	Plain Mode = iota
	Base
	Level
	Grad
	GatherR
	GatherG
	GatherB
	GatherA
)

// Position is where a texture instruction reads, and how.
type Position struct {
	Geometry Geometry
	Mode     Mode
	Integer  bool       // the coordinates are in I and not in F
	F        [3]float32 // coordinates, or a direction for cubes
	I        [3]int32
	Layer    uint32
	Sample   uint32
	Lod      float32 // Level with F
	LodInt   int32   // Level with I
	Dx, Dy   [3]float32
	Offset   [3]int32 // added to the indices of texels
	Depth    bool     // compare Ref with each texel
	Ref      float32
}

// View is an image as a texture sees it.
type View struct {
	Shape
	Sampler Sampler
	// Normalized says that 8- and 16-bit integers read as floats from 0 or -1 to 1.
	Normalized bool
	// SRGB says that the first three channels of unsigned bytes that read as floats
	// are in the sRGB curve.
	SRGB bool
}

// Filterable reports whether texels read as floats.
func (v *View) Filterable() bool { return v.Channel.IsFloat() || v.Normalized }

// maxTaps is the corners of a cube in two levels of detail.
const (
	maxTaps  = 16
	maxParts = 4
)

// Taps are the texels of one fetch: N byte offsets into the image, -1 for the
// border and -2 for nothing, with weights that sum to [unit]. A filter adds those of one
// slice of a level first, then those of the next: there are up to maxParts such parts,
// and End is the tap behind each.
type Taps struct {
	N      int
	Offset [maxTaps]int
	Weight [maxTaps]int32
	Parts  int
	End    [maxParts]int
}

// unit is the weight 1.
const unit = 256

// The offsets of what is no texel.
const (
	atBorder  = -1
	atNothing = -2
)

// Taps finds the texels at a position. The geometry of the position must be that of
// the view.
func (v *View) Taps(s *Sampler, p *Position, t *Taps) {
	t.N, t.Parts = 0, 0
	if p.Integer {
		v.fetch(s, p, t)
		return
	}
	layer := 0
	if v.Geometry.Layered() {
		layer = int(min(p.Layer, uint32(v.Layers-1)))
	}
	f, dx, dy := p.F, p.Dx, p.Dy
	if v.Geometry.Cube() {
		var face int
		face, f, dx, dy = cubeFace(p)
		layer = layer*6 + face
	}
	if v.Geometry.Multisample() {
		layer = layer*v.Samples + int(min(p.Sample, uint32(v.Samples-1)))
	}
	if p.Mode >= GatherR {
		v.gather(s, p, f, layer, t)
		return
	}
	lod := 0
	switch p.Mode {
	case Level:
		lod = v.lod(s, float64(p.Lod))
	case Grad:
		lod = v.limit(s, v.gradient(s, dx, dy))
	case Plain, Base:
		if s.Bias != 0 || s.MinLod > 0 {
			lod = v.lod(s, 0)
		}
	}
	if s.MipFilter == Linear && v.Filterable() {
		level, weight := lod>>8, lod&255
		v.level(s, p, f, layer, level, unit-weight, t)
		if weight != 0 {
			v.level(s, p, f, layer, level+1, weight, t)
		}
		return
	}
	v.level(s, p, f, layer, (lod+128)>>8, unit, t)
}

// normalized reports whether coordinates are from 0 to 1. Directions are always.
func (v *View) normalized(s *Sampler) bool { return s.Normalized || v.Geometry.Cube() }

// axesOf locates a position in a level.
func (v *View) axesOf(s *Sampler, p *Position, f [3]float32, level int, linear bool) (at [3]axis, size [3]int) {
	size[0], size[1], size[2] = v.Level(level)
	for i := range v.Geometry.axes() {
		mode := s.Address[i]
		if v.Geometry.Cube() {
			mode = Clamp
		}
		at[i] = locate(f[i], size[i], mode, v.normalized(s), linear, p.Offset[i])
	}
	return at, size
}

// level adds the texels of one level of detail. Where halves of 1/256 are rounded along z, the
// near slice rounds up.
func (v *View) level(s *Sampler, p *Position, f [3]float32, layer, level, weight int, t *Taps) {
	linear := s.Filter == Linear && v.Filterable()
	at, size := v.axesOf(s, p, f, level, linear)
	base := 0
	if level > 0 {
		base, _ = v.LevelBytes(level)
	}
	if !linear {
		t.add(v.offset(base, size, [3]int{at[0].i, at[1].i, at[2].i}, layer), weight)
		t.end()
		return
	}
	if v.Geometry.axes() == 1 {
		// The row of a line is filtered too, at the coordinate 0.
		at[1] = locate(0, 1, s.Address[1], false, true, 0)
	}
	far := weight - portion(weight, unit-at[2].weight)
	v.quad(base, size, at, at[2].i, layer, weight-far, t)
	if far != 0 {
		v.quad(base, size, at, at[2].j, layer, far, t)
	}
}

// portion is a part of a weight, in 1/256, rounded half up.
func portion(weight, part int) int { return (weight*part + unit/2) >> 8 }

// quad divides a weight between the four texels of a slice: first along x, then each half
// along y. Where halves of 1/256 are rounded, the texel farther along x rounds up what is far along
// y, the nearer one what is near.
func (v *View) quad(base int, size [3]int, at [3]axis, z, layer, weight int, t *Taps) {
	right := portion(weight, at[0].weight)
	left := weight - right
	rightFar := portion(right, at[1].weight)
	leftNear := portion(left, unit-at[1].weight)
	t.add(v.offset(base, size, [3]int{at[0].i, at[1].i, z}, layer), leftNear)
	t.add(v.offset(base, size, [3]int{at[0].j, at[1].i, z}, layer), right-rightFar)
	t.add(v.offset(base, size, [3]int{at[0].i, at[1].j, z}, layer), left-leftNear)
	t.add(v.offset(base, size, [3]int{at[0].j, at[1].j, z}, layer), rightFar)
	t.end()
}

// add adds a texel that has a weight.
func (t *Taps) add(offset, weight int) {
	if weight != 0 {
		t.Offset[t.N], t.Weight[t.N] = offset, int32(weight)
		t.N++
	}
}

// end ends a part.
func (t *Taps) end() {
	t.End[t.Parts] = t.N
	t.Parts++
}

// offset returns the place of a texel in memory.
func (v *View) offset(base int, size, index [3]int, slice int) int {
	if index[0] < 0 || index[1] < 0 || index[2] < 0 {
		return atBorder
	}
	if v.Pitch != 0 {
		return index[1]*v.Pitch + index[0]*v.TexelBytes()
	}
	return base + (((slice*size[2]+index[2])*size[1]+index[1])*size[0]+index[0])*v.TexelBytes()
}

// fetch finds the texel of integer coordinates.
func (v *View) fetch(s *Sampler, p *Position, t *Taps) {
	level, slice, ok := 0, 0, true
	if p.Mode == Level {
		level = int(p.LodInt)
		ok = level >= 0 && level < v.Levels
	}
	if v.Geometry.Layered() {
		slice = int(min(p.Layer, uint32(v.Layers-1)))
	}
	if p.Mode == Grad {
		level = (v.limit(s, v.gradient(&Sampler{}, p.Dx, p.Dy)) + 128) >> 8
	}
	f := p.I
	if v.Geometry.Cube() {
		q := *p
		q.F = [3]float32{float32(p.I[0]), float32(p.I[1]), float32(p.I[2])}
		face, st, _, _ := cubeFace(&q)
		slice = slice*6 + face
		for i := range 2 {
			f[i] = int32(min(int64(math.Floor(float64(st[i])*float64(v.Width))), int64(v.Width-1)))
		}
	}
	if v.Geometry.Multisample() {
		ok = ok && p.Sample < uint32(v.Samples)
		slice = slice*v.Samples + int(p.Sample)
	}
	t.N, t.Offset[0], t.Weight[0] = 1, atNothing, unit
	if !ok {
		return
	}
	var size, index [3]int
	size[0], size[1], size[2] = v.Level(level)
	for i := range v.Geometry.axes() {
		index[i] = int(f[i]) + int(p.Offset[i])
		if index[i] < 0 || index[i] >= size[i] {
			return
		}
	}
	base, _ := v.LevelBytes(level)
	t.Offset[0] = v.offset(base, size, index, slice)
}

// gather finds the four texels that a filter would blend, in the order of tld4:
// from the lower left around, with y upwards.
func (v *View) gather(s *Sampler, p *Position, f [3]float32, layer int, t *Taps) {
	at, size := v.axesOf(s, p, f, 0, true)
	// A weight of zero leaves the second texel out of a filter, but not here.
	for i := range v.Geometry.axes() {
		if at[i].weight == 0 {
			q := *p
			q.Offset[i]++
			mode := s.Address[i]
			if v.Geometry.Cube() {
				mode = Clamp
			}
			at[i].j = locate(f[i], size[i], mode, v.normalized(s), true, q.Offset[i]).i
		}
	}
	for _, c := range [4][2]int{{at[0].i, at[1].j}, {at[0].j, at[1].j}, {at[0].j, at[1].i}, {at[0].i, at[1].i}} {
		t.add(v.offset(0, size, [3]int{c[0], c[1], 0}, layer), unit)
	}
}
