package texops

import "math"

// lod limits a level of detail to what the sampler and the image have, in 1/256.
func (v *View) lod(s *Sampler, l float64) int {
	l += float64(s.Bias)
	if l != l {
		l = 0
	}
	l = max(l, float64(s.MinLod), 0)
	if s.MaxLod != 0 {
		l = min(l, max(float64(s.MaxLod), 0))
	}
	l = min(l, float64(v.Levels-1))
	return int(math.Floor(float64(l*256) + 0.5))
}

// gradient returns the level of detail at which the larger of two steps in the
// image is one texel long.
func (v *View) gradient(s *Sampler, dx, dy [3]float32) float64 {
	square := func(d [3]float32) float64 {
		sum := 0.0
		size := [3]int{v.Width, v.Height, v.Depth}
		for i := range v.Geometry.axes() {
			x := float64(d[i])
			if v.normalized(s) {
				x = float64(x * float64(size[i]))
			}
			sum += float64(x * x)
		}
		return sum
	}
	return 0.5 * log2(max(square(dx), square(dy)))
}

// log2 returns the logarithm of a positive number with 13 bits of fraction; it is
// -2048 for what is not positive.
func log2(x float64) float64 {
	if !(x > 0) {
		return -2048
	}
	if x > math.MaxFloat64 {
		return 2048
	}
	bits := math.Float64bits(x)
	exp := int(bits>>52) - 1023
	if exp == -1023 {
		return -2048 // less than any texel
	}
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	sum, step := float64(exp), 0.5
	for range 13 {
		m = float64(m * m)
		if m >= 2 {
			m *= 0.5
			sum += step
		}
		step *= 0.5
	}
	return sum
}

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
