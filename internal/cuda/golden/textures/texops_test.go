package textures

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/texops"
)

// open are the points, by record, where texops computes something else than the GPU: what is not
// understood yet. The numbers may not grow, and shall shrink.
var open = map[string]int{
	// where sums of steps are cut, if one is subtracted from the other; by 1/256 of a level
	"grad2d": 1, "grad2d-near": 62, "grad2d-oblong": 9, "grada2d": 42, "grad2d-limits": 13, "grad2d-limits-bias": 7, "grad3d": 66,
	// the steps in a face that steps of a direction are
	"gradcube": 144, "gradcube-x": 142,
	// a negative offset makes all of it border, as if it reached the second axis
	"off1d-border": 46,
}

// TestTexops computes all points of all records and compares bits.
func TestTexops(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, r := range all {
		v := viewOf(t, r)
		different := 0
		for i, c := range r.Coordinates {
			got := sample(v, r, c)
			for k, want := range r.Results[i] {
				if got[k] == math.Float32bits(want) {
					continue
				}
				different++
				if different == open[r.Name]+1 {
					t.Errorf("%s at %v: %v, want %v", r.Name, c, math.Float32frombits(got[k]), want)
				}
				break
			}
		}
		points += len(r.Coordinates)
		if different != open[r.Name] {
			t.Errorf("%s: %d of %d points differ, want %d", r.Name, different, len(r.Coordinates), open[r.Name])
		}
	}
	if points < 210000 {
		t.Errorf("%d points", points)
	}
}

// viewOf makes an image of a record.
func viewOf(t *testing.T, r *Record) *texops.View {
	t.Helper()
	var im struct {
		Geometry, Channel                              string
		Width, Height, Depth, Layers, Levels, Channels int
		Normalized, SRGB                               bool
		Sampler                                        struct {
			Address            []string
			Linear, Normalized bool
			MipLinear          bool `json:"mip_linear"`
			Bias               float32
			MinLod             float32 `json:"min_lod"`
			MaxLod             float32 `json:"max_lod"`
			Border             [4]float32
		}
	}
	if err := json.Unmarshal(r.Image, &im); err != nil {
		t.Fatal(err)
	}
	v := &texops.View{Normalized: im.Normalized, SRGB: im.SRGB}
	s := &v.Sampler
	var known [2]bool
	v.Geometry, known[0] = texops.ParseGeometry(im.Geometry)
	v.Channel, known[1] = texops.ParseChannel(im.Channel)
	v.Width, v.Height, v.Depth, v.Layers, v.Levels, v.Channels = im.Width, im.Height, im.Depth, im.Layers, im.Levels, im.Channels
	for i, name := range im.Sampler.Address {
		a, ok := texops.ParseAddress(name)
		if !ok {
			t.Fatalf("%s: the address mode %q", r.Name, name)
		}
		s.Address[i] = a
	}
	if im.Sampler.Linear {
		s.Filter = texops.Linear
	}
	if im.Sampler.MipLinear {
		s.MipFilter = texops.Linear
	}
	s.Normalized, s.Bias, s.MinLod, s.MaxLod, s.Border = im.Sampler.Normalized, im.Sampler.Bias, im.Sampler.MinLod, im.Sampler.MaxLod, im.Sampler.Border
	if err := v.Complete(); err != nil || !known[0] || !known[1] || v.Bytes() != len(r.Memory) {
		t.Fatalf("%s: %v, %d bytes of %s", r.Name, err, len(r.Memory), r.Image)
	}
	return v
}

// grads is the coordinates in front of the derivatives, by kind.
var grads = map[string]int{"grad1d": 1, "grad2d": 2, "grada2d": 2, "grad3d": 3, "gradcube": 3}

// offsets is what an instruction adds to the indices of texels, by kind.
var offsets = map[string][3]int32{"off1d": {-5}, "off2d": {3, -2}}

// gathers is the channel that tld4 gathers, by kind.
var gathers = map[string]texops.Mode{
	"gather": texops.GatherR, "gathera2d": texops.GatherR, "gathercube": texops.GatherR,
	"gatherg": texops.GatherG, "gathera": texops.GatherA,
}

// sample executes the instruction of a record at one point.
func sample(v *texops.View, r *Record, c []float32) [4]uint32 {
	p := texops.Position{Geometry: v.Geometry, Mode: gathers[r.Kind], Offset: offsets[r.Kind]}
	if v.Geometry.Layered() {
		p.Layer = uint32(int32(min(max(math.RoundToEven(float64(c[0])), 0), math.MaxInt32)))
		c = c[1:]
	}
	if n := grads[r.Kind]; n != 0 {
		p.Mode = texops.Grad
		copy(p.Dx[:], c[n:2*n])
		copy(p.Dy[:], c[2*n:])
		c = c[:n]
	}
	if strings.HasPrefix(r.Kind, "level") {
		p.Mode, p.Lod = texops.Level, c[len(c)-1]
		c = c[:len(c)-1]
	}
	copy(p.F[:], c)
	var taps texops.Taps
	v.Taps(&v.Sampler, &p, &taps)
	return v.Blend(&v.Sampler, &p, &taps, r.Memory)
}
