package ir

import "github.com/ptx2go/ptx2go/internal/diag"

// Textures and surfaces. A texture, sampler or surface is an I64: a handle that the
// program passes in, or that of a reference (RefAddr), which the launch binds.

// Ref is a texture, sampler or surface reference of module scope.
type Ref struct {
	Name    string
	Kind    RefKind
	Props   []string // static initial properties of a sampler: "filter_mode=linear"
	Visible bool
	Pos     diag.Pos
}

// RefKind is what a reference or a handle stands for.
type RefKind uint8

const (
	TexRef RefKind = iota
	SamplerRef
	SurfRef
	numRefKinds
)

var refKindNames = [numRefKinds]string{"texref", "samplerref", "surfref"}

func (k RefKind) String() string { return refKindNames[k] }

// Geom is the geometry that a texture or surface operation names.
type Geom uint8

const (
	Geom1D Geom = iota
	Geom2D
	Geom3D
	GeomA1D // layers of 1d
	GeomA2D
	GeomCube
	GeomACube
	Geom2DMS
	GeomA2DMS
	numGeoms
)

// geomNames are the words of the text form, which begin with a letter.
var geomNames = [numGeoms]string{"x1d", "x2d", "x3d", "a1d", "a2d", "cube", "acube", "x2dms", "a2dms"}

func (g Geom) String() string { return geomNames[g] }

// Coordinates returns the number of coordinates, without layer and sample.
func (g Geom) Coordinates() int {
	switch g {
	case Geom1D, GeomA1D:
		return 1
	case Geom3D, GeomCube, GeomACube:
		return 3
	}
	return 2
}

// Layered reports whether an operation selects a layer.
func (g Geom) Layered() bool { return g == GeomA1D || g == GeomA2D || g == GeomACube || g == GeomA2DMS }

// Multisample reports whether an operation selects a sample.
func (g Geom) Multisample() bool { return g == Geom2DMS || g == GeomA2DMS }

// TexMode says which level of detail a Tex reads, or which channel it gathers.
type TexMode uint8

const (
	TexPlain TexMode = iota
	TexBase
	TexLevel // one argument: the level
	TexGrad  // two vectors of arguments
	TexGatherR
	TexGatherG
	TexGatherB
	TexGatherA
	numTexModes
)

var texModeNames = [numTexModes]string{"plain", "base", "level", "grad", "gatherr", "gatherg", "gatherb", "gathera"}

func (m TexMode) String() string { return texModeNames[m] }

// Query is an attribute of a texture, sampler or surface.
type Query uint8

const (
	QueryWidth Query = iota
	QueryHeight
	QueryDepth
	QueryChannelDataType
	QueryChannelOrder
	QueryNormalizedCoords
	QueryArraySize
	QueryNumMipmapLevels
	QueryNumSamples
	QueryMemoryLayout
	QueryForceUnnormalizedCoords
	QueryFilterMode
	QueryAddrMode0
	QueryAddrMode1
	QueryAddrMode2
	numQueries
)

var queryNames = [numQueries]string{"width", "height", "depth", "channel_data_type", "channel_order", "normalized_coords", "array_size",
	"num_mipmap_levels", "num_samples", "memory_layout", "force_unnormalized_coords", "filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2"}

func (q Query) String() string { return queryNames[q] }

// OfSampler reports whether the query is about how a texture is sampled.
func (q Query) OfSampler() bool { return q >= QueryForceUnnormalizedCoords }

// ParseQuery returns the attribute of a modifier of txq or suq.
func ParseQuery(name string) (Query, bool) {
	for i, n := range queryNames {
		if n == name {
			return Query(i), true
		}
	}
	return 0, false
}

// Outside says what a surface operation does outside of the surface.
type Outside uint8

const (
	OutsideTrap Outside = iota
	OutsideClamp
	OutsideZero
	numOutsides
)

var outsideNames = [numOutsides]string{"trap", "clamp", "zero"}

func (o Outside) String() string { return outsideNames[o] }

// Texel says what the values of a formatted surface operation (.p) are.
type Texel uint8

// The kinds of values. Raw is an unformatted operation (.b).
const (
	TexelRaw Texel = iota
	TexelBits
	TexelUnsigned
	TexelSigned
	TexelFloat
	numTexels
)

var texelNames = [numTexels]string{"", "bits", "unsigned", "signed", "float"}

func (t Texel) String() string { return texelNames[t] }

// ImageArgs are the arguments of a Tex, SurfLoad, SurfStore or SurfRed by what they
// mean. What the operation does not have is nil.
type ImageArgs struct {
	Image, Sampler *Value
	Layer, Sample  *Value
	Coords         []*Value
	Lod            *Value
	Dx, Dy         []*Value
	Offset         []*Value
	Ref            *Value   // depth to compare with
	Values         []*Value // what a surface operation writes
}

// ImageArgs returns the arguments of a texture or surface operation. A value whose
// arguments are too few gets nil for those that are missing.
func (v *Value) ImageArgs() (a ImageArgs) {
	rest := v.Args
	next := func() *Value {
		if len(rest) == 0 {
			return nil
		}
		x := rest[0]
		rest = rest[1:]
		return x
	}
	take := func(n int) []*Value {
		n = min(n, len(rest))
		list := rest[:n:n]
		rest = rest[n:]
		return list
	}
	g := v.Attr.Geom
	a.Image = next()
	if v.Op == OpTex {
		a.Sampler = next()
	}
	if g.Multisample() {
		a.Sample = next()
	}
	if g.Layered() {
		a.Layer = next()
	}
	a.Coords = take(g.Coordinates())
	if v.Op == OpTex {
		switch v.Attr.Tex {
		case TexLevel:
			a.Lod = next()
		case TexGrad:
			a.Dx, a.Dy = take(g.Coordinates()), take(g.Coordinates())
		}
		if v.Attr.Offset {
			a.Offset = take(g.offsets())
		}
		if v.Attr.Depth {
			a.Ref = next()
		}
	}
	a.Values = rest
	return a
}

// offsets returns how many texel offsets an operation has.
func (g Geom) offsets() int {
	if g == GeomCube || g == GeomACube {
		return 2
	}
	return g.Coordinates()
}

func checkRefAddr(v *Value) string {
	if v.Attr.Ref == nil {
		return "no reference"
	}
	return ""
}

func checkTex(v *Value) string {
	g, m := v.Attr.Geom, v.Attr.Tex
	if g >= numGeoms || m >= numTexModes || m >= TexGatherR && g != Geom2D && g != GeomA2D && g != GeomCube && g != GeomACube {
		return "no such fetch"
	}
	if len(v.Results) != 4 || v.Results[0] != I32 && v.Results[0] != F32 {
		return "a fetch has four results"
	}
	if s := wantResults(v, v.Results[0], v.Results[0], v.Results[0], v.Results[0]); s != "" {
		return s
	}
	want := []Type{I64, I64}
	if g.Multisample() {
		want = append(want, I32)
	}
	if g.Layered() {
		want = append(want, I32)
	}
	at := len(want)
	coord := F32
	if at < len(v.Args) && v.Args[at].Type == I32 {
		coord = I32
	}
	add := func(n int, t Type) {
		for range n {
			want = append(want, t)
		}
	}
	add(g.Coordinates(), coord)
	switch m {
	case TexLevel:
		add(1, coord)
	case TexGrad:
		add(2*g.Coordinates(), F32)
	}
	if v.Attr.Offset {
		add(g.offsets(), I32)
	}
	if v.Attr.Depth {
		add(1, F32)
	}
	return wantArgs(v, 0, want)
}

func checkTexQuery(v *Value) string {
	if len(v.Args) == 1 {
		return wantArgs(v, 0, []Type{I64})
	}
	return wantArgs(v, 0, []Type{I64, I32})
}

// surfArgs are the types of the arguments that all surface operations begin with.
func surfArgs(v *Value) []Type {
	want := []Type{I64}
	n := v.Attr.Geom.Coordinates()
	if v.Attr.Geom.Layered() {
		n++
	}
	for range n {
		want = append(want, I32)
	}
	return want
}

// checkSurf checks what surface operations share.
func checkSurf(v *Value) string {
	switch m := v.Attr.Mem; {
	case v.Attr.Geom > GeomA2D:
		return "no such geometry of a surface"
	case m != I8 && m != I16 && m != I32 && m != I64:
		return "no type of a surface"
	case v.Attr.Texel != TexelRaw && m != I32 && v.Op != OpSurfRed:
		return "a formatted access has elements of 32 bits"
	case v.Vec() != 1 && v.Vec() != 2 && v.Vec() != 4:
		return "bad number of elements"
	}
	return ""
}

func checkSurfLoad(v *Value) string {
	if s := checkSurf(v); s != "" {
		return s
	}
	var want []Type
	for range v.Vec() {
		want = append(want, v.Attr.Mem)
	}
	if s := wantResults(v, want...); s != "" {
		return s
	}
	return wantArgs(v, 0, surfArgs(v))
}

func checkSurfStore(v *Value) string {
	if s := checkSurf(v); s != "" {
		return s
	}
	want := surfArgs(v)
	for range v.Vec() {
		want = append(want, v.Attr.Mem)
	}
	return wantArgs(v, 0, want)
}

func checkSurfRed(v *Value) string {
	if s := checkSurf(v); s != "" {
		return s
	}
	if atoms[v.Attr.Atom].flags&ofSurface == 0 || v.Vec() != 1 || v.Attr.Mem != I32 && v.Attr.Mem != I64 {
		return "no such reduction of a surface"
	}
	return wantArgs(v, 0, append(surfArgs(v), v.Attr.Mem))
}
