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

// sregs is how each special register that the builder makes values of is read.
var sregs = map[string]sreg{
	"tid.x": {gosrc.U32, coord(0)}, "tid.y": {gosrc.U32, coord(1)}, "tid.z": {gosrc.U32, coord(2)},
	"ntid.x": {gosrc.U32, ofCTA("Dim", "X")}, "ntid.y": {gosrc.U32, ofCTA("Dim", "Y")}, "ntid.z": {gosrc.U32, ofCTA("Dim", "Z")},
	"ctaid.x": {gosrc.U32, ofCTA("ID", "X")}, "ctaid.y": {gosrc.U32, ofCTA("ID", "Y")}, "ctaid.z": {gosrc.U32, ofCTA("ID", "Z")},
	"nctaid.x": {gosrc.U32, ofCTA("Grid", "X")}, "nctaid.y": {gosrc.U32, ofCTA("Grid", "Y")}, "nctaid.z": {gosrc.U32, ofCTA("Grid", "Z")},

	"laneid":      {gosrc.U32, ofThread("LaneID")},
	"warpid":      {gosrc.U32, ofThread("WarpID")},
	"nwarpid":     {gosrc.U32, ofThread("NWarpID")},
	"lanemask_eq": {gosrc.U32, ofThread("LanemaskEq")},
	"lanemask_le": {gosrc.U32, ofThread("LanemaskLe")},
	"lanemask_lt": {gosrc.U32, ofThread("LanemaskLt")},
	"lanemask_ge": {gosrc.U32, ofThread("LanemaskGe")},
	"lanemask_gt": {gosrc.U32, ofThread("LanemaskGt")},
	"smid":        {gosrc.U32, ofThread("SMID")},
	"nsmid":       {gosrc.U32, ofThread("NSMID")},
	"gridid":      {gosrc.U64, ofThread("GridID")},
	"clock":       {gosrc.U32, ofThread("Clock")},
	"clock_hi":    {gosrc.U32, ofThread("ClockHi")},
	"clock64":     {gosrc.U64, ofThread("Clock64")},

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
	r, ok := sregs[v.Attr.SReg]
	if !ok {
		panic("scalar: special register " + v.Attr.SReg)
	}
	if g.lane != nil {
		return g.lane.coordinate(v)
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
