package gen

import (
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/internal/module"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// What generated code has from package runtime. Launch functions and those that return the variables
// of a module show these types to programs.
type (
	Launch   = ptx.Launch
	Dim3     = ptx.Dim3
	Buffer   = ptx.Buffer
	Param    = ptx.Param
	Instance = ptx.Instance

	// Caller is what a function of the program gets for the thread that calls it.
	Caller = ptx.Thread
)

// Sampler says how a reference is sampled that has initial properties.
type Sampler = texops.Sampler

// Address is what happens to coordinates outside of the image.
type Address = texops.Address

// How samplers treat coordinates outside: modes that initial properties name.
const (
	AddressWrap     = texops.Wrap
	AddressClamp    = texops.Clamp
	AddressMirror   = texops.Mirror
	AddressBorder   = texops.Border
	AddressClampOGL = texops.ClampOGL
)

// Filters of samplers.
const (
	FilterPoint  = texops.Point
	FilterLinear = texops.Linear
)

// Geometry is the geometry that an instruction names.
type Geometry = texops.Geometry

// The geometries of images.
const (
	Geom1D    = texops.Geom1D
	Geom2D    = texops.Geom2D
	Geom3D    = texops.Geom3D
	GeomA1D   = texops.GeomA1D
	GeomA2D   = texops.GeomA2D
	GeomCube  = texops.GeomCube
	GeomACube = texops.GeomACube
	Geom2DMS  = texops.Geom2DMS
	GeomA2DMS = texops.GeomA2DMS
)

// RefKind is what a reference of a module stands for.
type RefKind = module.RefKind

// The kinds of references.
const (
	TextureRef = module.TextureRef
	SamplerRef = module.SamplerRef
	SurfaceRef = module.SurfaceRef
)

// AddrOf returns the address of element 0 of a slice, 0 for a nil slice.
func AddrOf[T any](s []T) uint64 { return memory.AddrOf(s) }
