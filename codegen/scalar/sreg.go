package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// sreg says how a special register is read in generated code.
type sreg struct {
	kind gosrc.Kind
	read func(g *funcGen) *jen.Statement
}

func ofCTA(path ...string) func(*funcGen) *jen.Statement {
	return func(g *funcGen) *jen.Statement {
		s := g.cta()
		for _, p := range path {
			s = s.Dot(p)
		}
		return s
	}
}

func ofThread(method string) func(*funcGen) *jen.Statement {
	return func(g *funcGen) *jen.Statement { return g.thread().Dot(method).Call() }
}

func coord(i int) func(*funcGen) *jen.Statement {
	return func(g *funcGen) *jen.Statement { return g.tid(i) }
}

// sregs is how each special register is read that passes leave (those of lanes they compute).
var sregs = map[string]sreg{
	"tid.x": {gosrc.U32, coord(0)}, "tid.y": {gosrc.U32, coord(1)}, "tid.z": {gosrc.U32, coord(2)},
	"ntid.x": {gosrc.U32, ofCTA("Dim", "X")}, "ntid.y": {gosrc.U32, ofCTA("Dim", "Y")}, "ntid.z": {gosrc.U32, ofCTA("Dim", "Z")},
	"ctaid.x": {gosrc.U32, ofCTA("ID", "X")}, "ctaid.y": {gosrc.U32, ofCTA("ID", "Y")}, "ctaid.z": {gosrc.U32, ofCTA("ID", "Z")},
	"nctaid.x": {gosrc.U32, ofCTA("Grid", "X")}, "nctaid.y": {gosrc.U32, ofCTA("Grid", "Y")}, "nctaid.z": {gosrc.U32, ofCTA("Grid", "Z")},

	"nwarpid":  {gosrc.U32, ofThread("NWarpID")},
	"smid":     {gosrc.U32, ofThread("SMID")},
	"nsmid":    {gosrc.U32, ofThread("NSMID")},
	"gridid":   {gosrc.U64, ofThread("GridID")},
	"clock":    {gosrc.U32, ofThread("Clock")},
	"clock_hi": {gosrc.U32, ofThread("ClockHi")},
	"clock64":  {gosrc.U64, ofThread("Clock64")},

	"globaltimer":    {gosrc.U64, ofThread("GlobalTimer")},
	"globaltimer_lo": {gosrc.U32, ofThread("GlobalTimerLo")},
	"globaltimer_hi": {gosrc.U32, ofThread("GlobalTimerHi")},

	ir.WorkspaceHigh: {gosrc.U32, ofThread("WorkspaceHigh")},
	ir.WorkspaceLow:  {gosrc.U32, ofThread("WorkspaceLow")},

	"dynamic_smem_size": {gosrc.U32, ofThread("DynamicSize")},
	"total_smem_size":   {gosrc.U32, ofThread("SharedSize")},
}

// buildSReg prints the read of a special register.
func buildSReg(g *memGen, v *ir.Value) gosrc.Expr {
	if g.lane != nil {
		return g.lane.coordinate(v)
	}
	if v.Attr.SReg == ir.RowStart {
		return g.rowStart()
	}
	r, ok := sregs[v.Attr.SReg]
	if !ok {
		panic("scalar: special register " + v.Attr.SReg)
	}
	k := r.kind
	if g.f.Part == ir.RegionPart && v.Attr.SReg == "tid.x" && g.ctx.tid[0] == "0" { // of the first thread of a row
		return gosrc.Constant(0, gosrc.U32)
	}
	if g.ctx.clean != nil && v.Attr.SReg == "tid.x" {
		k = g.ctx.tx // the loop may range over a slice
	}
	x := gosrc.Primary(r.read(g.funcGen), k)
	x.Atom = v.Coordinate() // a field or a loop variable
	return x
}

// rowStart is the number of the first thread of a row.
func (g *funcGen) rowStart() gosrc.Expr {
	name := func(code *jen.Statement) gosrc.Expr {
		x := gosrc.Primary(code, gosrc.U32)
		x.Atom = true
		return x
	}
	y, z := name(g.tid(1)), name(g.tid(2))
	nx, ny := name(g.cta().Dot("Dim").Dot("X")), name(g.cta().Dot("Dim").Dot("Y"))
	layer := gosrc.Binary(y, "+", gosrc.Binary(ny, "*", z, gosrc.U32), gosrc.U32)
	return gosrc.Binary(nx, "*", layer, gosrc.U32)
}
