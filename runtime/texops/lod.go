package texops

import "math"

// lod limits a level of detail to what the sampler and the image have. All are cut to
// 1/256.
func (v *View) lod(s *Sampler, l float64) int { return v.limit(s, cut(l)) }

// limit is lod for a level in 1/256.
func (v *View) limit(s *Sampler, l int) int {
	l = max(l+int(math.Trunc(clamp(float64(s.Bias))*256)), cut(float64(s.MinLod)), 0)
	if s.MaxLod != 0 {
		l = min(l, max(cut(float64(s.MaxLod)), 0))
	}
	return min(l, (v.Levels-1)<<8)
}

// cut returns the floor of a level in 1/256; that of a NaN is 0.
func cut(l float64) int { return int(math.Floor(clamp(l) * 256)) }

// clamp keeps a level where it is an integer of some use; a NaN becomes 0.
func clamp(l float64) float64 {
	if l != l {
		return 0
	}
	return min(max(l, -farAway), farAway)
}

// farAway is more than all levels of detail that there are.
const farAway = 2048

// gradient returns the level of detail, in 1/256, at which the longest step that two steps
// in the image span is one texel long. The GPU approximates, with numbers of 10 bits: lengths by
// [length], and the longest direction between the two by 11/16 of their sum or difference.
func (v *View) gradient(s *Sampler, dx, dy [3]float32) int {
	size := [3]int{v.Width, v.Height, v.Depth}
	var x, y, sum, diff [3]float64
	for i := range v.Geometry.axes() {
		x[i], y[i] = float64(dx[i]), float64(dy[i])
		if v.normalized(s) {
			x[i], y[i] = float64(x[i]*float64(size[i])), float64(y[i]*float64(size[i]))
		}
		x[i], y[i] = short(x[i]), short(y[i])
		sum[i], diff[i] = portion11(add(x[i], y[i], 1)), portion11(add(x[i], -y[i], 1))
	}
	return log2(max(length(x), length(y), length(sum), length(diff)))
}

// short cuts a number to 10 bits of precision, toward zero. NaNs count as 0.
func short(x float64) float64 {
	if x != x {
		return 0
	}
	return math.Float64frombits(math.Float64bits(x) &^ (1<<43 - 1))
}

// add adds short numbers. Of the smaller one count the bits down to the last one of the larger one, and as
// many below that as guard says.
func add(a, b float64, guard uint64) float64 {
	if math.Abs(a) < math.Abs(b) {
		a, b = b, a
	}
	drop := math.Float64bits(a)>>52&2047 - math.Float64bits(b)>>52&2047
	switch {
	case drop > 9+guard:
		return short(a)
	case drop > guard:
		b = math.Float64frombits(math.Float64bits(b) &^ (1<<(43+drop-guard) - 1))
	}
	return short(a + b)
}

// portion11 returns 11/16 of a short number, positive, with one bit more: 3/8 of it are rounded to its last
// bit, halves up, and half of both is the result.
func portion11(x float64) float64 {
	bits := math.Float64bits(x)
	m := bits>>43&511 | 512
	last := math.Float64frombits(bits&(2047<<52)) / 512
	return float64((11*m+4)>>3) * last / 2
}

// length approximates that of a vector: its largest coordinate, 11/32 of the next, 1/4 of
// the least.
func length(d [3]float64) float64 {
	a, b, c := math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2])
	a, b = max(a, b), min(a, b)
	b, c = max(b, c), min(b, c)
	a, b = max(a, b), min(a, b)
	return add(a, add(short(portion11(b)/2), c/4, 0), 0)
}

// log2 returns the logarithm of a positive number in 1/256, as a table of the first 8 bits
// behind its leading one. It is far below zero for what is not positive.
func log2(x float64) int {
	switch {
	case !(x > 0):
		return -farAway << 8
	case x > math.MaxFloat64:
		return farAway << 8
	}
	bits := math.Float64bits(x)
	j := int(bits >> 44 & 255)
	return (int(bits>>52)-1023)<<8 + j + int(logs[j]-'a')
}

// logs has how much more than j log2(1+j/256) is, in 1/256, as letters from a.
const logs = "" +
	"abcccddeeeffggghhhiiijjjkkklllmmmmnnnnooooppppqqqqqrrrrrsssssstt" +
	"ttttuuuuuuuuvvvvvvvvvvvwwwwwwwwwwwwwwwwwwwwwwwwwxxxwwwwwwwwwwwww" +
	"wwwwwwwwwwwwwvvvvvvvvvvvvuuuuuuuuuttttttttssssssssrrrrrrqqqqqqpp" +
	"ppppooooonnnnnmmmmmlllllkkkkjjjjjiiiihhhhggggffffeeeeddddcccbbba"

// cubeFace returns the face that a direction meets, in the order +x -x +y -y +z -z,
// the coordinates there from 0 to 1, and how these change along two gradients.
func cubeFace(p *Position) (face int, st, dx, dy [3]float32) {
	axis := 0
	var abs [3]float64
	for i := range abs {
		abs[i] = math.Abs(float64(p.F[i]))
	}
	switch {
	case abs[2] >= abs[0] && abs[2] >= abs[1]:
		axis = 2
	case abs[1] >= abs[0]:
		axis = 1
	}
	negative := p.F[axis] < 0
	face = 2 * axis
	if negative {
		face++
	}
	project := func(d [3]float32) (s, t, m float64) {
		x, y, z := float64(d[0]), float64(d[1]), float64(d[2])
		switch face {
		case 0:
			return -z, -y, x
		case 1:
			return z, -y, -x
		case 2:
			return x, z, y
		case 3:
			return x, -z, -y
		case 4:
			return x, -y, z
		}
		return -x, -y, -z
	}
	s, t, m := project(p.F)
	if !(m > 0) {
		return face, [3]float32{0.5, 0.5}, dx, dy // no direction
	}
	st[0], st[1] = float32(float64(0.5*(s/m))+0.5), float32(float64(0.5*(t/m))+0.5)
	if p.Mode == Grad {
		along := func(d [3]float32) [3]float32 {
			ds, dt, dm := project(d)
			q := float64(m * m)
			return [3]float32{
				float32(0.5 * (float64(ds*m) - float64(s*dm)) / q),
				float32(0.5 * (float64(dt*m) - float64(t*dm)) / q),
			}
		}
		dx, dy = along(p.Dx), along(p.Dy)
	}
	return face, st, dx, dy
}
